#include "src/cli/recording_report.h"

#include <fmt/format.h>

#include <filesystem>

#include "src/base/text.h"
#include "src/cli/node_text.h"
#include "src/cli/program_file.h"
#include "src/cli/progress_bar.h"
#include "src/trace/trace.h"

namespace culprit::cli {
namespace {

struct Figures {
  std::uint64_t calls = 0;
  std::uint64_t iterations = 0;
  std::uint64_t writes = 0;
};

/// One pass over the trace.
Figures count(const trace::Trace& trace, const Progress& progress) {
  Figures figures;
  std::uint64_t total = 0, done = 0;
  for (const trace::StreamInfo& stream : trace.streams()) total += stream.end;
  for (const trace::StreamInfo& stream : trace.streams()) {
    trace::Cursor cursor = trace.events(stream.id);
    for (std::uint64_t events = 0; cursor.next(); ++events) {
      const culprit_event kind = cursor.event().kind;
      figures.calls += kind == CULPRIT_EVENT_ENTER || kind == CULPRIT_EVENT_ENTER_LONG;
      figures.iterations += kind == CULPRIT_EVENT_ITERATION;
      figures.writes += kind >= CULPRIT_EVENT_WRITE && kind <= CULPRIT_EVENT_FILL;
      if (events % 65536 == 0) progress("counting what was recorded", done + cursor.event().position, total);
    }
    done += stream.end;
  }
  return figures;
}

class Report {
 public:
  Report(const Recording& recording, Console& console) : recording_(recording), console_(console) {}

  bool print(const ChildEnd& end) {
    say(fmt::format("{} {}.", recording_.words[0], end.text()));
    const std::vector<std::string> further = further_traces(recording_.trace);
    ProgressBar bar(console_);
    const auto trace = trace::Trace::open(recording_.trace, bar.callback());
    if (!trace) {
      bar.erase();
      std::error_code ignored;
      std::filesystem::remove(recording_.trace + ".input", ignored);  // of no use alone
      explain_absence(trace.error());
      return false;
    }
    const Figures figures = count(*trace, bar.callback());
    bar.erase();
    say(fmt::format(
        "{} has {}, {} and {} of {}, in {} bytes.", recording_.trace, counted(figures.calls, "call", "calls"),
        counted(figures.iterations, "iteration", "iterations"), counted(figures.writes, "write", "writes"),
        counted(trace->streams().size(), "thread", "threads"), with_commas(trace->file_size())));
    say_what_is_missing(*trace);
    if (!further.empty()) say_processes(further);
    if (end.has_input_copy) say(fmt::format("Its input is kept in {}.input.", recording_.trace));
    console_.note(fmt::format("Next: culprit debug {}\n", printable(recording_.trace)));
    return true;
  }

 private:
  void say(const std::string& text) { console_.note("culprit: " + printable(text) + "\n"); }

  void say_processes(const std::vector<std::string>& further) {
    constexpr std::size_t kNamed = 3;
    std::string names;
    for (std::size_t i = 0; i < further.size() && i < kNamed; ++i) names += (i ? ", " : "") + further[i];
    if (further.size() > kNamed) names += ", …";
    say(fmt::format("{} recorded, too: {}.",
                    further.size() == 1 ? "1 further process was"
                                        : fmt::format("{} further processes were", further.size()),
                    names));
  }

  void say_what_is_missing(const trace::Trace& trace) {
    if (trace.state() != CULPRIT_STATE_STOPPED) return;
    constexpr std::string_view kMissing =
        "What was recorded until then is there; calls that were open count as unfinished, later ones are "
        "missing.";
    if (trace.stop_reason() == CULPRIT_STOP_BUDGET) {
      say(fmt::format("Recording stopped when the trace reached its limit of {} bytes{}. {}",
                      with_commas(recording_.max_bytes),
                      recording_.is_short_of_room ? ", most of the room that was free on the disk" : "",
                      kMissing));
      console_.note(
          "  hint: give a larger limit with --max-size, or record less: --loops calls, --loops none\n");
      return;
    }
    const bool is_full = trace.stop_reason() == CULPRIT_STOP_DISK_FULL;
    say(fmt::format("Recording stopped because {}. {}",
                    is_full                                         ? "the disk was full"
                    : trace.stop_reason() == CULPRIT_STOP_NO_MEMORY ? "there was no memory left"
                                                                    : "the trace could not be written",
                    kMissing));
    if (is_full) console_.note("  hint: make room, or give a place on another disk with -o\n");
  }

  void explain_absence(const Error& error) {
    std::error_code ignored;
    if (recording_.is_interpreted && !std::filesystem::exists(recording_.trace, ignored)) return;
    if (std::filesystem::exists(recording_.trace, ignored)) {
      console_.note(error_text(error));
      return;
    }
    constexpr std::string_view kHint =
        "compile and link it with culprit-cc or culprit-c++ (make CC=culprit-cc CXX=culprit-c++), then "
        "record "
        "it again";
    const ProgramFile file = look_at_program(recording_.program);
    const std::string name = "'" + recording_.words[0] + "'";
    if (file.is_recordable)
      return refuse(
          name + " was compiled to be recorded, but left no trace",
          "see whether there is room on the disk, and whether something removed " + recording_.trace);
    if (file.kind == ProgramKind::kScript)
      return refuse("nothing was recorded: " + name + " is a script (for " + file.interpreter +
                        "), and ran no program that was compiled with culprit-cc or culprit-c++",
                    "compile with them what it runs, then record it again");
    refuse("nothing was recorded: " + name + " was not compiled with culprit-cc or culprit-c++",
           std::string(kHint));
  }

  void refuse(const std::string& what, const std::string& hint) {
    console_.note(error_text({ErrorCode::kWrongFormat, what, hint}));
  }

  const Recording& recording_;
  Console& console_;
};

}  // namespace

bool report_recording(const Recording& recording, const ChildEnd& end, Console& console) {
  return Report(recording, console).print(end);
}

}  // namespace culprit::cli
