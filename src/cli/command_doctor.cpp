#include <fmt/format.h>
#include <langinfo.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/recorder_check.h"
#include "src/cli/sample_trace.h"
#include "src/cli/version.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

/// What a check found that is fine, or an error.
using Finding = Result<std::string>;

/// A folder of its own, gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    std::string pattern = (fs::temp_directory_path(error) / "culprit-doctor.XXXXXX").string();
    if (::mkdtemp(pattern.data())) path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

tl::unexpected<Error> defect(const std::string& what) {
  return fail(ErrorCode::kDamaged, what,
              "this is a defect of Culprit or of its installation; please report it");
}

Finding check_writer(const std::string& folder) {
  if (folder.empty())
    return fail(ErrorCode::kIo, "cannot make a temporary folder",
                "set TMPDIR to a folder that can be written to");
  const Status status = write_sample_trace(folder + "/sample.trace");
  if (!status) return tl::unexpected(status.error());
  return "wrote a trace with the recorders' own writer";
}

Finding check_reader(const std::string& folder) {
  const auto subject = service::Subject::open(folder + "/sample.trace");
  if (!subject) return tl::unexpected(subject.error());
  if (subject->tree().size() != 3)
    return defect(fmt::format("read {} calls where 3 were written", subject->tree().size()));
  if (subject->trace() && !subject->trace()->damage().empty())
    return defect("a fresh trace reads as damaged: " + subject->trace()->damage()[0].what);
  return "read it back: 3 calls, nothing damaged";
}

Finding check_state(const std::string& folder) {
  const auto subject = service::Subject::open(folder + "/sample.trace");
  if (!subject) return tl::unexpected(subject.error());
  const auto account = subject->account();
  if (!account) return tl::unexpected(account.error());
  const state::Facts facts = (*account)->facts(NodeId{2}, {});
  if (facts.changes.size() != 1 || facts.changes[0].path != "total" || facts.changes[0].after.text != "7")
    return defect("the write to a global was not found again");
  const auto writer = (*account)->who_wrote(NodeId{2}, true, "total");
  if (!writer) return tl::unexpected(writer.error());
  if (writer->node != NodeId{2} || writer->line != 8)
    return defect("the writer of a global was not found again");
  return "indexed its writes, and found who set a variable";
}

Finding check_session(const std::string& folder) {
  const auto subject = service::Subject::open(folder + "/sample.trace");
  if (!subject) return tl::unexpected(subject.error());
  service::DialogueOptions options;
  options.session_path = folder + "/sample.session";
  for (int answers = 0; answers < 3; ++answers) {
    auto dialogue = service::Dialogue::start(*subject, options);
    if (!dialogue) return tl::unexpected(dialogue.error());
    options.resume = true;
    if (const auto* verdict = std::get_if<service::VerdictView>(&dialogue->turn())) {
      if (verdict->about.function != "twice")
        return defect("a session blamed " + verdict->about.function + " instead of twice");
      return fmt::format("found the bug in it with {}, saving and resuming the session",
                         answers == 1 ? "1 answer" : "2 answers");
    }
    const service::NodeView& about = std::get<service::Question>(dialogue->turn()).about;
    const auto kind = about.function == "twice" ? session::AnswerKind::kNo : session::AnswerKind::kYes;
    const auto accepted = dialogue->answer(kind, about.about);
    if (!accepted) return tl::unexpected(accepted.error());
  }
  return defect("a session of 3 calls did not end");
}

Finding check_terminal(const Console& console) {
  if (!console.out_is_terminal()) return "output is not a terminal: no colours, no editing";
  const char* term = std::getenv("TERM");
  if (!term || !*term)
    return fail(ErrorCode::kUsage, "TERM is not set",
                "set it to your terminal's kind, for example xterm-256color");
  if (std::string_view(::nl_langinfo(CODESET)) != "UTF-8")
    return fail(
        ErrorCode::kUsage,
        fmt::format("the locale's characters are {}, and Culprit writes UTF-8", ::nl_langinfo(CODESET)),
        "set LC_ALL=C.UTF-8");
  return fmt::format("the terminal is a {} with {} columns, {}", term, console.width(),
                     console.colors() ? "in colour" : "without colour");
}

/// Beside the program, as installed or as built; else wherever man looks.
Finding check_manual() {
  std::error_code error;
  const fs::path bin = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::size_t missing = 0;
  std::string first;
  for (const Command& command : commands()) {
    const std::string page = fmt::format("culprit-{}.1", command.name);
    if (fs::exists(bin / "../share/man/man1" / page, error) ||
        fs::exists(bin / "../docs/manual" / page, error))
      continue;
    if (missing++ == 0) first = page;
  }
  if (missing == 0) return fmt::format("the manual has a page for each of {} commands", commands().size());
  return fail(ErrorCode::kNotFound,
              fmt::format("{} pages of the manual are missing, {} among them", missing, first),
              "install with 'make install PREFIX=DIR', which puts them into DIR/share/man");
}

Finding check_disk(const std::string& folder, std::string_view name) {
  constexpr double kEnough = 1e9;
  struct statvfs disk{};
  if (::statvfs(folder.c_str(), &disk) != 0)
    return fail(ErrorCode::kIo, fmt::format("cannot tell how much room {} has", name), "");
  const double room = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
  if (room >= kEnough) return fmt::format("{} has {:.1f} GB free", name, room / 1e9);
  return fail(ErrorCode::kIo, fmt::format("{} has only {:.2f} GB free", name, room / 1e9),
              "make room: traces of long runs are large");
}

/// True if it is fine.
bool report(Console& console, const Finding& finding) {
  if (finding) {
    console.print(console.paint(Style::kGreen, "ok      ") + " " + printable(*finding) + "\n");
    return true;
  }
  console.print(console.paint(Style::kRed, "problem ") + " " + printable(finding.error().what) + "\n");
  if (!finding.error().hint.empty())
    console.print("         hint: " + printable(finding.error().hint) + "\n");
  return false;
}

/// Each check needs the one before. True if all is fine.
bool report_chain(Console& console, const std::vector<std::function<Finding(const std::string&)>>& checks,
                  const std::string& folder) {
  for (const auto& check : checks)
    if (!report(console, check(folder))) return false;
  return true;
}

Result<ExitCode> run_doctor(const Arguments&, Console& console) {
  const TemporaryFolder folder;
  bool fine = report(console, "this is culprit " + std::string(kVersion));
  fine &= report_chain(console, {check_writer, check_reader, check_state, check_session}, folder.path());
  if (!folder.path().empty()) fine &= report_chain(console, recorder_checks(), folder.path());
  if (!folder.path().empty()) fine &= report(console, check_functional_recorder(folder.path()));
  fine &= report(console, check_terminal(console));
  fine &= report(console, check_manual());
  fine &= report(console, check_disk(".", "this folder"));
  if (!folder.path().empty())
    fine &= report(console, check_disk(folder.path(), "the folder for temporary files"));
  return fine ? ExitCode::kOk : ExitCode::kNo;
}

}  // namespace

Command doctor_command() {
  return {.name = "doctor",
          .summary = "check the installation from end to end",
          .details =
              "Writes a little trace with the recorders' own writer, reads it back, indexes its writes, "
              "finds the bug in it in a "
              "session; compiles, records and reads a small C++ program; records one in the functional "
              "language; and looks at the terminal, the "
              "manual pages and the room on the disk. Each line is "
              "ok, or a problem "
              "with a hint; the exit status is 1 if there is a problem.",
          .operands = {},
          .options = {},
          .run = run_doctor};
}

}  // namespace culprit::cli
