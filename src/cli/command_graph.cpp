#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

#include "src/cli/child_process.h"
#include "src/cli/commands.h"
#include "src/cli/graph_text.h"
#include "src/cli/open_subject.h"
#include "src/cli/output_file.h"
#include "src/cli/progress_bar.h"
#include "src/cli/session_file.h"
#include "src/service/dependency_graph.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

/// A folder that goes when this does.
class Room {
 public:
  Room() : path_(std::filesystem::temp_directory_path() / ("culprit-graph." + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Graphviz lays it out.
Result<std::string> graph_svg(const service::GraphView& view) {
  const auto program = find_program("dot");
  if (!program)
    return fail(ErrorCode::kNotFound, "svg needs Graphviz, and there is no program 'dot'",
                "install graphviz, or take --format dot");
  const Room room;
  std::ofstream(room.file("graph.dot"), std::ios::binary) << graph_dot(view);
  ChildRequest request;
  request.path = *program;
  request.words = {"dot", "-Tsvg", room.file("graph.dot")};
  request.output = room.file("graph.svg");
  const auto end = run_child(request);
  if (!end) return tl::unexpected(end.error());
  std::string text = contents(request.output);
  if (end->exit_code() == 0) return text;
  return fail(ErrorCode::kIo, "dot " + end->text() + ": " + text, "--format dot shows what it was given");
}

/// The projected graph, as far as the answers of the saved session lead. Without one it is the graph of the first question.
Result<service::GraphView> projected(const service::Subject& subject, const state::Account& account,
                                     const Arguments& arguments) {
  std::vector<Mark> marks;
  const std::string path = session_path(arguments.operand(), arguments.number("--row", 0));
  if (session_exists(path)) {
    auto read = service::marks_of(subject, path);
    if (!read) return tl::unexpected(read.error());
    marks = std::move(*read);
  }
  constexpr std::uint32_t kAll = 0xffffffff;
  return service::projected_graph_view(subject, account, marks, arguments.number("--step", kAll));
}

Result<service::GraphView> view_of(const service::Subject& subject, const state::Account& account,
                                   const Arguments& arguments) {
  const std::string kind = arguments.text("--kind", "function");
  if (kind == "spg") return projected(subject, account, arguments);
  if (arguments.has("--step"))
    return fail(ErrorCode::kUsage, "--step is for the projected graph", "give --kind spg, too");
  return service::graph_view(subject, account,
                             kind == "instance" ? service::GraphKind::kInstance
                             : kind == "value"  ? service::GraphKind::kValue
                                                : service::GraphKind::kFunction);
}

Result<ExitCode> run_graph(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  const auto account = subject->account(bar.callback());
  if (!account) return tl::unexpected(account.error());
  bar.erase();
  const auto view = view_of(*subject, **account, arguments);
  if (!view) return tl::unexpected(view.error());
  const std::string format = arguments.text("--format", "dot");
  const Result<std::string> text = format == "json"  ? graph_json(*view, arguments.text("--kind", "function"))
                                   : format == "svg" ? graph_svg(*view)
                                                     : Result<std::string>(graph_dot(*view));
  if (!text) return tl::unexpected(text.error());
  const Status status = write_output(arguments.text("--output"), [&](std::ostream& out) -> Status {
    out << *text;
    return {};
  });
  if (!status) return tl::unexpected(status.error());
  return ExitCode::kOk;
}

constexpr std::string_view kDetails =
    "What a run depends on, as graphs (Takahashi and Ono, \"Strategic Bug Location Method for Functional "
    "Programs\"). instance: every call, with arcs to the calls that it made. value: the same with equal "
    "calls "
    "as one. function: the functions, with call arcs and, dotted, parameter arcs: from a function to one "
    "that "
    "gets its result as a parameter. spg: the strategically projected graph in which the strategy "
    "'strategic' "
    "searches, after the answers of the saved session or after the step that --step says; it says how it "
    "came "
    "to be, too.";

}  // namespace

Command graph_command() {
  return {
      .name = "graph",
      .summary = "draw what calls and functions depend on",
      .details = kDetails,
      .operands = {{"FILE", "a trace, or a tree as text or JSON"}},
      .options = {{"--kind",
                   "",
                   Takes::kChoice,
                   "KIND",
                   "instance, value, function or spg (default function)",
                   {"instance", "value", "function", "spg"}},
                  {"--format",
                   "-f",
                   Takes::kChoice,
                   "FORMAT",
                   "dot, svg or json (default dot)",
                   {"dot", "svg", "json"}},
                  {"--step", "", Takes::kNumber, "N", "spg: the graph after so many steps (default: all)"},
                  {"--output", "-o", Takes::kFile, "OUT", "where to (default: standard output)"},
                  {"--row", "", Takes::kNumber, "N", "which tree of a .jsonl file, from 0 (default 0)"}},
      .run = run_graph};
}

}  // namespace culprit::cli
