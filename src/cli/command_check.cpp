#include <fmt/format.h>

#include "src/base/node_ref.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/node_text.h"
#include "src/cli/open_subject.h"
#include "src/cli/progress_bar.h"
#include "src/state/check.h"

namespace culprit::cli {
namespace {

std::string node_name(const tree::Tree& tree, NodeId node) {
  if (node == kNoNode) return "outside all calls";
  const tree::Function& function = tree.function(node);
  std::string text = fmt::format("in {} (node {}", printable(function.name), to_text(tree.names().ref(node)));
  if (!function.file.empty()) text += fmt::format(", {}:{}", printable(function.file), function.first_line);
  return text + ")";
}

std::string hex(const std::string& bytes) {
  constexpr std::size_t kMost = 16;
  std::string text;
  for (std::size_t i = 0; i < bytes.size() && i < kMost; ++i)
    text += fmt::format("{}{:02x}", i == 0 ? "" : " ", static_cast<unsigned char>(bytes[i]));
  return bytes.size() > kMost ? text + " …" : text;
}

std::string missed_text(const state::Missed& missed, const tree::Tree& tree) {
  std::string text =
      fmt::format("{} at {:#x}, {}, noticed at moment {}\n", counted(missed.held.size(), "byte", "bytes"),
                  missed.address, node_name(tree, missed.node), missed.moment.position());
  text += fmt::format("  the log says {}, memory held {}\n", hex(missed.logged), hex(missed.held));
  if (missed.written != kNoMoment) text += fmt::format("  last logged {}\n", node_name(tree, missed.writer));
  return text;
}

Result<ExitCode> run_check(const Arguments& arguments, Console& console) {
  ProgressBar bar(console);
  const auto subject = open_subject(arguments, bar.callback());
  if (!subject) return tl::unexpected(subject.error());
  if (subject->trace() == nullptr)
    return fail(ErrorCode::kWrongFormat,
                fmt::format("'{}' is no trace: there is nothing to check", subject->path()),
                "record a program that was compiled with CULPRIT_CHECK=1");
  const auto report = state::check_writes(*subject->trace(), subject->tree(), arguments.number("--most", 100),
                                          bar.callback());
  if (!report) return tl::unexpected(report.error());
  bar.erase();
  for (const state::Missed& missed : report->list) console.print(missed_text(missed, subject->tree()));
  if (report->unordered > 0)
    console.print(
        fmt::format("{} left out that another thread may have changed meanwhile, or are in a lock\n",
                    counted(report->unordered, "byte", "bytes")));
  console.print(fmt::format("{} of {} bytes compared in {}; {}\n", with_commas(report->compared),
                            with_commas(report->bytes),
                            counted(report->checks, "check", "checks") +
                                (report->reads > 0 ? " and " + counted(report->reads, "read", "reads") : ""),
                            report->missed == 0 ? "the log explains them all"
                                                : counted(report->missed, "difference", "differences")));
  return report->missed == 0 ? ExitCode::kOk : ExitCode::kNo;
}

}  // namespace

Command check_command() {
  return {
      .name = "check",
      .summary = "compare what memory held with what the log of writes says",
      .details =
          "For those who work on the recorders. A program compiled with CULPRIT_CHECK=1 records at each call "
          "what its arguments reach, and each read with its value; this lists each write that the recorder "
          "missed, with the function in "
          "which it happened, and exits with 1 if there is one. Bytes that are uninitialised, freed or "
          "unknown to a reader are left out. With several threads, bytes that another thread was writing "
          "may be as before or after its write, and the function is the one that noticed the difference.",
      .operands = {{"TRACE", "a trace with checks"}},
      .options = {{"--most", "", Takes::kNumber, "N", "differences that are listed (default 100)"}},
      .run = run_check};
}

}  // namespace culprit::cli
