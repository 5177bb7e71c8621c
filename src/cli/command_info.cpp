#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <numeric>

#include "src/base/mapped_file.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_text.h"
#include "src/cli/open_subject.h"
#include "src/cli/progress_bar.h"
#include "src/cli/staleness.h"
#include "src/cli/tree_figures.h"
#include "src/service/subject.h"

namespace culprit::cli {
namespace {

constexpr std::size_t kFunctionsShown = 10;

std::string_view kind_text(service::SubjectKind kind) {
  switch (kind) {
    case service::SubjectKind::kTrace:
      return "trace of a recorded run";
    case service::SubjectKind::kTreeText:
      return "tree as text";
    case service::SubjectKind::kTreeJson:
      return "tree as JSON";
  }
  return "";
}

std::string ending_text(const trace::Trace& trace) {
  switch (trace.state()) {
    case CULPRIT_STATE_CLOSED:
      return "in order";
    case CULPRIT_STATE_OPEN:
      return "it did not: the program was killed, or is still running; what was recorded until then is here";
    case CULPRIT_STATE_STOPPED:
      break;
  }
  const auto because = [&](std::string_view reason) {
    return "the recorder stopped early, because " + std::string(reason) + "; the program went on";
  };
  switch (trace.stop_reason()) {
    case CULPRIT_STOP_DISK_FULL:
      return because("the disk was full");
    case CULPRIT_STOP_BUDGET:
      return because("the trace reached the size it was allowed");
    case CULPRIT_STOP_NO_MEMORY:
      return because("there was no memory left");
    case CULPRIT_STOP_IO:
      return because("the trace could not be written");
    default:
      return because("of a reason it did not give");
  }
}

std::string time_text(std::uint64_t nanoseconds) {
  const std::time_t seconds = static_cast<std::time_t>(nanoseconds / 1'000'000'000);
  std::tm parts{};
  ::localtime_r(&seconds, &parts);
  char text[64];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &parts);
  return text;
}

std::string command_line(const trace::Tables& tables) {
  std::string line = tables.program;
  for (const std::string& argument : tables.arguments) {
    const bool is_plain = !argument.empty() && argument.find_first_of(" \t\n'\"\\$") == std::string::npos;
    line += is_plain ? " " + argument : " \"" + escaped(argument) + "\"";
  }
  return line;
}

std::uint64_t file_size(const service::Subject& subject) {
  if (subject.trace()) return subject.trace()->file_size();
  const auto file = MappedFile::open(subject.path());
  return file ? file->size() : 0;
}

/// A hash of what a function of a recorded program does; 0: not known.
std::uint64_t code_of(const service::Subject& subject, FunctionId function) {
  const trace::Trace* trace = subject.trace();
  const bool is_row = trace && function.value() < trace->tables().functions.size();
  return is_row ? trace->tables().function(function).code : 0;
}

/// The sources that were compiled, by what tells whether they are still the same; an empty digest: not known.
nlohmann::ordered_json sources_of(const trace::Tables& tables) {
  nlohmann::ordered_json sources = nlohmann::ordered_json::array();
  for (std::size_t row = 1; row < tables.files.size(); ++row) {
    const trace::SourceFile& file = tables.files[row];
    const bool is_known = std::ranges::any_of(file.digest, [](std::uint8_t byte) { return byte != 0; });
    sources.push_back({{"path", file.path},
                       {"bytes", file.size},
                       {"digest", is_known ? fmt::format("{:02x}", fmt::join(file.digest, "")) : ""}});
  }
  return sources;
}

nlohmann::ordered_json to_json(const service::Subject& subject, const TreeFigures& figures) {
  using nlohmann::ordered_json;
  const tree::Tree& tree = subject.tree();
  ordered_json object{{"file", subject.path()},           {"kind", kind_text(subject.kind())},
                      {"bytes", file_size(subject)},      {"nodes", tree.size()},
                      {"iterations", figures.iterations}, {"depth", figures.depth},
                      {"leaves", figures.leaves}};
  if (!tree.labels().name.empty()) object["name"] = tree.labels().name;
  if (const trace::Trace* trace = subject.trace()) {
    object["producer"] = trace->tables().producer;
    object["program"] = trace->tables().program;
    object["arguments"] = trace->tables().arguments;
    object["language"] = trace->tables().language;
    object["start_time"] = trace->start_time();
    object["ended"] = ending_text(*trace);
    object["threads"] = trace->streams().size();
    object["damage"] = ordered_json::array();
    for (const trace::Damage& damage : trace->damage()) object["damage"].push_back(damage.what);
    object["notes"] = staleness_notes(subject);
    object["sources"] = sources_of(trace->tables());
  }
  object["functions"] = ordered_json::array();
  for (const FunctionCount& count : figures.functions) {
    const tree::Function& function = tree.function(count.function);
    object["functions"].push_back({{"name", function.name},
                                   {"file", function.file},
                                   {"line", function.first_line},
                                   {"calls", count.calls}});
    const std::uint64_t code = code_of(subject, count.function);
    if (code != 0) object["functions"].back()["code"] = fmt::format("{:016x}", code);
  }
  return object;
}

class Report {
 public:
  Report(const service::Subject& subject, const TreeFigures& figures, Console& console)
      : subject_(subject), tree_(subject.tree()), figures_(figures), console_(console) {}

  void print() {
    console_.print(console_.paint(Style::kBold, printable(subject_.path())) + ": " +
                   std::string(kind_text(subject_.kind())) + "\n\n");
    if (!tree_.labels().name.empty()) line("name", printable(tree_.labels().name));
    if (subject_.trace()) print_run(*subject_.trace());
    print_tree();
    print_functions();
    print_damage();
    console_.print(
        fmt::format("\nNext: culprit debug {0}\n      culprit tree {0}\n", printable(subject_.path())));
  }

 private:
  void line(std::string_view name, const std::string& text) {
    console_.print(fmt::format("  {:<10} {}\n", name, text));
  }

  void print_run(const trace::Trace& trace) {
    const trace::Tables& tables = trace.tables();
    line("program", printable(command_line(tables)));
    if (!tables.directory.empty()) line("in", printable(tables.directory));
    line("producer",
         printable(tables.producer) + (tables.language.empty() ? "" : ", " + printable(tables.language)));
    line("recorded", time_text(trace.start_time()));
    line("ended", ending_text(trace));
    line("threads", with_commas(trace.streams().size()));
    for (const std::string& note : staleness_notes(subject_)) line("note", printable(note));
  }

  void print_tree() {
    std::string nodes = with_commas(tree_.size());
    if (figures_.iterations > 0)
      nodes += fmt::format(", {} of them iterations of loops", with_commas(figures_.iterations));
    line("nodes", nodes);
    line("leaves", with_commas(figures_.leaves));
    line("depth", counted(figures_.depth, "level", "levels"));
    const std::uint64_t bytes = file_size(subject_);
    line("size", fmt::format("{} bytes, {:.1f} a node", with_commas(bytes),
                             static_cast<double>(bytes) / tree_.size()));
  }

  void print_functions() {
    line("functions", with_commas(figures_.functions.size()));
    console_.print("\n" + console_.paint(Style::kBold, fmt::format("  {:>12}  most called", "calls")) + "\n");
    for (std::size_t i = 0; i < figures_.functions.size() && i < kFunctionsShown; ++i) {
      const FunctionCount& count = figures_.functions[i];
      const tree::Function& function = tree_.function(count.function);
      const std::string place =
          function.file.empty() ? "" : fmt::format("  {}:{}", path_text(function.file), function.first_line);
      const std::string text =
          clipped(printable(function.name), std::max<std::size_t>(console_.width() / 2, 30));
      console_.print(fmt::format("  {:>12}  {}{}\n", with_commas(count.calls), text,
                                 console_.paint(Style::kDim, place)));
    }
  }

  void print_damage() {
    if (!subject_.trace() || subject_.trace()->damage().empty()) return;
    console_.print("\n" + console_.paint(Style::kYellow, "  damage") + "\n");
    for (const trace::Damage& damage : subject_.trace()->damage())
      console_.print("  - " + printable(damage.what) + "\n");
  }

  const service::Subject& subject_;
  const tree::Tree& tree_;
  const TreeFigures& figures_;
  Console& console_;
};

Result<ExitCode> run_info(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  const TreeFigures figures = tree_figures(subject->tree());
  bar.erase();
  if (arguments.has("--json")) {
    const auto object = to_json(*subject, figures);
    console.print(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  } else {
    Report(*subject, figures, console).print();
  }
  return ExitCode::kOk;
}

}  // namespace

Command info_command() {
  return {.name = "info",
          .summary = "say what a file is and what it holds",
          .details =
              "Kind, program and arguments, when it was recorded and how it ended, threads, nodes, depth, "
              "the functions "
              "called most, sizes, and in words what is damaged. Ends with what to type next.",
          .operands = {{"FILE", "a trace, a packed one, or a tree as text or JSON"}},
          .options = {{"--json", "", Takes::kNothing, "", "as one JSON object"},
                      {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
          .run = run_info};
}

}  // namespace culprit::cli
