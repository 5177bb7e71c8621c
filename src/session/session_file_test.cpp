#include "src/session/session_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace culprit::session {
namespace {

using ::testing::HasSubstr;

const SessionHeader kHeader{"run.trace", 0x1234, "top-down", "loops,balance", true, false};

class SessionFileTest : public ::testing::Test {
 protected:
  SessionFileTest() {
    folder_ = std::filesystem::temp_directory_path() /
              ("culprit-session-" + std::to_string(::getpid()) + "-" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "x.session").string();
  }
  ~SessionFileTest() override { std::filesystem::remove_all(folder_); }

  static std::string read(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  static void write(const std::string& path, std::string_view text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  /// A session with one request of each kind.
  void write_session() {
    Result<SessionFile> file = SessionFile::create(path_, kHeader);
    ASSERT_TRUE(file) << file.error().what;
    ASSERT_TRUE(file->append(Request::make_answer(AnswerKind::kNo, NodeId{7}, "you"), "a::f\xff\n"));
    ASSERT_TRUE(file->append(Request::make_undo(3), ""));
    ASSERT_TRUE(file->append(Request::make_strategy("heaviest-first"), ""));
    ASSERT_TRUE(file->append(Request::make_jump(NodeId{5}), "g"));
    ASSERT_TRUE(file->append(Request::make_another(), ""));
  }

  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(SessionFileTest, ReadsBackWhatWasWritten) {
  write_session();
  const Result<SavedSession> saved = SessionFile::resume(path_, 0x1234);
  ASSERT_TRUE(saved) << saved.error().what;
  EXPECT_EQ(saved->header.subject, "run.trace");
  EXPECT_EQ(saved->header.strategy, "top-down");
  EXPECT_EQ(saved->header.transform, "loops,balance");
  EXPECT_TRUE(saved->header.ask_root);
  EXPECT_FALSE(saved->header.memory);
  ASSERT_EQ(saved->requests.size(), 5u);
  EXPECT_EQ(saved->requests[0].request.kind, RequestKind::kAnswer);
  EXPECT_EQ(saved->requests[0].request.answer, AnswerKind::kNo);
  EXPECT_EQ(saved->requests[0].request.node, NodeId{7});
  EXPECT_EQ(saved->requests[0].request.who, "you");
  EXPECT_EQ(saved->requests[0].function, as_saved("a::f\xff\n"));
  EXPECT_EQ(saved->requests[1].request.kind, RequestKind::kUndo);
  EXPECT_EQ(saved->requests[1].request.steps, 3u);
  EXPECT_EQ(saved->requests[2].request.strategy, "heaviest-first");
  EXPECT_EQ(saved->requests[3].request.kind, RequestKind::kJump);
  EXPECT_EQ(saved->requests[3].request.node, NodeId{5});
  EXPECT_EQ(saved->requests[4].request.kind, RequestKind::kAnother);
  EXPECT_EQ(saved->file.note(), "");
}

TEST_F(SessionFileTest, IsALineARequest) {
  write_session();
  EXPECT_EQ(
      read(path_),
      R"({"format":"culprit-session","version":1,"subject":"run.trace","fingerprint":"0000000000001234",)"
      R"("strategy":"top-down","transform":"loops,balance","ask_root":true,"memory":false})"
      "\n"
      R"({"request":"answer","kind":"no","node":7,"function":"a::f�\n","who":"you"})"
      "\n"
      R"({"request":"undo","steps":3})"
      "\n"
      R"({"request":"strategy","name":"heaviest-first"})"
      "\n"
      R"({"request":"jump","node":5,"function":"g"})"
      "\n"
      R"({"request":"another"})"
      "\n");
}

TEST_F(SessionFileTest, LosesOnlyTheTornLineWhereverAWriteStopped) {
  write_session();
  const std::string whole = read(path_);
  const std::size_t header = whole.find('\n') + 1;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    write(path_, whole.substr(0, length));
    const std::string kept = whole.substr(0, whole.substr(0, length).rfind('\n') + 1);
    Result<SavedSession> saved = SessionFile::resume(path_, 0x1234);
    if (length < header) {
      ASSERT_FALSE(saved);
      EXPECT_EQ(saved.error().code, ErrorCode::kNotFound) << length;
      continue;
    }
    ASSERT_TRUE(saved) << length << saved.error().what;
    EXPECT_EQ(saved->requests.size(), std::count(kept.begin(), kept.end(), '\n') - 1) << length;
    EXPECT_EQ(saved->file.note().empty(), kept.size() == length) << length;
    ASSERT_TRUE(saved->file.append(Request::make_undo(1), ""));
    EXPECT_EQ(read(path_), kept + "{\"request\":\"undo\",\"steps\":1}\n") << length;
  }
}

TEST_F(SessionFileTest, StartsAnewOverATornHeader) {
  write(path_, R"({"format":"culpr)");
  Result<SessionFile> file = SessionFile::create(path_, kHeader);
  ASSERT_TRUE(file) << file.error().what;
  EXPECT_EQ(read(path_), to_line(kHeader));
  EXPECT_EQ(file->note(), "");
}

TEST_F(SessionFileTest, MovesAnOlderSessionAside) {
  write_session();
  const std::string first = read(path_);
  Result<SessionFile> second = SessionFile::create(path_, kHeader);
  ASSERT_TRUE(second) << second.error().what;
  EXPECT_EQ(second->note(), "The earlier session is now '" + path_ + ".1'.");
  EXPECT_EQ(read(path_ + ".1"), first);
  ASSERT_TRUE(second->append(Request::make_another(), ""));
  *second = std::move(*SessionFile::create((folder_ / "other").string(), kHeader));
  ASSERT_TRUE(SessionFile::create(path_, kHeader));
  EXPECT_EQ(read(path_ + ".1"), first);
  EXPECT_THAT(read(path_ + ".2"), HasSubstr("another"));
  ASSERT_TRUE(SessionFile::create(path_, kHeader)) << "a session without a request is replaced";
  EXPECT_FALSE(std::filesystem::exists(path_ + ".3"));
}

TEST_F(SessionFileTest, LeavesNothingElseBehind) {
  write_session();
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++files;
  EXPECT_EQ(files, 1u);
}

TEST_F(SessionFileTest, RefusesAFileOfAnotherKindAndLeavesIt) {
  for (const std::string& text :
       {std::string("int main() {}\n"), std::string("{\"parent\":[-1]}"), std::string(3, '\0')}) {
    write(path_, text);
    const Result<SavedSession> saved = SessionFile::resume(path_, 0x1234);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::kBadSession);
    EXPECT_EQ(saved.error().what, "'" + path_ + "' is not a session of culprit.");
    const Result<SessionFile> created = SessionFile::create(path_, kHeader);
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().code, ErrorCode::kBadSession);
    EXPECT_EQ(read(path_), text);
  }
}

TEST_F(SessionFileTest, RefusesAnotherSubject) {
  write_session();
  const std::string before = read(path_);
  const Result<SavedSession> saved = SessionFile::resume(path_, 0x9999);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::kBadSession);
  EXPECT_THAT(saved.error().what, HasSubstr("is about another 'run.trace', or about an older state of it"));
  EXPECT_EQ(read(path_), before);
}

TEST_F(SessionFileTest, RefusesANewerVersion) {
  const std::string text = R"({"format":"culprit-session","version":2,"fingerprint":"1234"})"
                           "\n";
  write(path_, text);
  const Result<SavedSession> saved = SessionFile::resume(path_, 0x1234);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, ErrorCode::kVersion);
  EXPECT_EQ(saved.error().what, "The session has version 2; this culprit knows version 1.");
  EXPECT_EQ(read(path_), text);
}

TEST_F(SessionFileTest, RefusesADamagedLine) {
  for (const std::string bad :
       {"nonsense", "[]", R"({"request":"dance"})", R"({"request":"undo","steps":-1})",
        R"({"request":"answer","kind":"perhaps","node":1})", R"({"request":"jump","node":4294967295})"}) {
    write(path_, to_line(kHeader) + bad + "\n" + to_line(Request::make_undo(1), ""));
    const std::string before = read(path_);
    const Result<SavedSession> saved = SessionFile::resume(path_, 0x1234);
    ASSERT_FALSE(saved) << bad;
    EXPECT_EQ(saved.error().code, ErrorCode::kBadSession);
    EXPECT_THAT(saved.error().what, HasSubstr("Line 2 of the session"));
    EXPECT_EQ(read(path_), before);
  }
}

TEST_F(SessionFileTest, IsHeldByOneProcessAtATime) {
  Result<SessionFile> file = SessionFile::create(path_, kHeader);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append(Request::make_another(), ""));
  const Result<SavedSession> saved = SessionFile::resume(path_, 0x1234);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().what, "The session '" + path_ + "' is in use by another culprit.");
  EXPECT_FALSE(SessionFile::create(path_, kHeader));
}

TEST_F(SessionFileTest, KeepsWhatItHeldWhenALineDoesNotFit) {
  // A limit on the size of files stands in for a full disk: the line stops in the middle.
  write_session();
  const std::string before = read(path_);
  const pid_t child = ::fork();
  if (child == 0) {
    Result<SavedSession> saved = SessionFile::resume(path_, 0x1234);
    if (!saved) ::_exit(1);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{before.size() + 10, before.size() + 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Status full = saved->file.append(Request::make_strategy("top-down"), "");
    if (full || full.error().code != ErrorCode::kIo) ::_exit(2);
    ::_exit(full.error().hint.find("earlier answers are safe") == std::string::npos ? 3 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read(path_), before);
}

TEST_F(SessionFileTest, SaysWhyItCannotBeMade) {
  const Result<SessionFile> file = SessionFile::create((folder_ / "missing" / "x.session").string(), kHeader);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kIo);
  EXPECT_THAT(file.error().what, HasSubstr("No such file or directory"));
  const Result<SessionFile> folder = SessionFile::create(folder_.string(), kHeader);
  ASSERT_FALSE(folder);
  const Result<SavedSession> none = SessionFile::resume(path_, 1);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace culprit::session
