#include "src/session/session_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace culprit::session {
namespace {

using ::testing::HasSubstr;

const SessionHeader kHeader{.subject = "run.trace",
                            .run = 0x99,
                            .fingerprint = 0x1234,
                            .strategy = "top-down",
                            .transform = "loops,balance",
                            .ask_root = true,
                            .memory = false};

/// A root that calls so many functions, whose names are those given, or else f.
tree::Tree subject(std::map<std::uint32_t, std::string> names, std::uint32_t nodes) {
  tree::TreeBuilder builder;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    tree::Function function;
    function.name = names.contains(n) ? names[n] : "f";
    builder.open(builder.add_function(std::move(function)));
    if (n > 0) builder.close();
  }
  return builder.finish();
}
const tree::Tree kSubject = subject({{5, "g"}, {7, "a::f\xff\n"}}, 8);

std::string line(const Request& request) {
  return to_line(request, kSubject);
}

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
    ASSERT_TRUE(file->append(line(Request::make_answer(AnswerKind::kNo, NodeId{7}))));
    ASSERT_TRUE(file->append(line(Request::make_undo(3))));
    ASSERT_TRUE(file->append(line(Request::make_strategy("heaviest-first")) +
                             line(Request::make_reshape("loops,collapse"))));
    ASSERT_TRUE(file->append(line(Request::make_jump(NodeId{5}))));
    ASSERT_TRUE(file->append(line(Request::make_fold({NodeId{1}, NodeId{3}}))));
    ASSERT_TRUE(file->append(line(Request::make_unfold(NodeId{5}))));
    ASSERT_TRUE(file->append(line(Request::make_another())));
  }

  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(SessionFileTest, ReadsBackWhatWasWritten) {
  write_session();
  const Result<SessionFile> file = SessionFile::open(path_);
  ASSERT_TRUE(file) << file.error().what;
  const SavedSession& saved = file->saved();
  EXPECT_EQ(saved.header.version, 2);
  EXPECT_EQ(saved.header.subject, "run.trace");
  EXPECT_EQ(saved.header.run, 0x99u);
  EXPECT_EQ(saved.header.fingerprint, 0x1234u);
  EXPECT_EQ(saved.header.strategy, "top-down");
  EXPECT_EQ(saved.header.transform, "loops,balance");
  EXPECT_TRUE(saved.header.ask_root);
  EXPECT_FALSE(saved.header.memory);
  ASSERT_EQ(saved.requests.size(), 8u);
  const auto resolved = [&](std::size_t i) { return resolve(saved.requests[i], kSubject, nullptr).value(); };
  EXPECT_EQ(resolved(0).kind, RequestKind::kAnswer);
  EXPECT_EQ(resolved(0).answer.kind, AnswerKind::kNo);
  EXPECT_EQ(resolved(0).answer.about, About(NodeId{7}));
  EXPECT_TRUE(resolved(0).answer.is_by_person());
  EXPECT_EQ(resolved(1).kind, RequestKind::kUndo);
  EXPECT_EQ(resolved(1).steps, 3u);
  EXPECT_EQ(resolved(2).kind, RequestKind::kStrategy);
  EXPECT_EQ(resolved(2).text, "heaviest-first");
  EXPECT_EQ(resolved(3).kind, RequestKind::kReshape);
  EXPECT_EQ(resolved(3).text, "loops,collapse");
  EXPECT_EQ(resolved(4).kind, RequestKind::kJump);
  EXPECT_EQ(resolved(4).about, About(NodeId{5}));
  EXPECT_EQ(resolved(5).kind, RequestKind::kFold);
  EXPECT_EQ(resolved(5).about, About(NodeId{1}, NodeId{3}));
  EXPECT_EQ(resolved(6).kind, RequestKind::kUnfold);
  EXPECT_EQ(resolved(7).kind, RequestKind::kAnother);
  EXPECT_EQ(file->note(), "");
}

TEST_F(SessionFileTest, IsALineARequest) {
  write_session();
  EXPECT_EQ(read(path_),
            R"({"format":"culprit-session","version":2,"subject":"run.trace","run":"0000000000000099",)"
            R"("fingerprint":"0000000000001234","strategy":"top-down","transform":"loops,balance",)"
            R"("ask_root":true,"memory":false})"
            "\n"
            R"({"answer":"no","about":"7","function":"a::f�\n","who":"person","ground":null,"question":null})"
            "\n"
            R"({"request":"undo","steps":3})"
            "\n"
            R"({"request":"strategy","name":"heaviest-first"})"
            "\n"
            R"({"request":"reshape","list":"loops,collapse"})"
            "\n"
            R"({"request":"jump","about":"5","function":"g"})"
            "\n"
            R"({"request":"fold","about":"1-3","function":"f"})"
            "\n"
            R"({"request":"unfold","about":"5","function":"g"})"
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
    Result<SessionFile> file = SessionFile::open(path_);
    if (length < header) {
      ASSERT_FALSE(file);
      EXPECT_EQ(file.error().code, ErrorCode::kNotFound) << length;
      continue;
    }
    ASSERT_TRUE(file) << length << file.error().what;
    EXPECT_EQ(file->saved().requests.size(), std::count(kept.begin(), kept.end(), '\n') - 1) << length;
    EXPECT_EQ(file->saved().is_torn, kept.size() != length) << length;
    EXPECT_EQ(file->note().empty(), kept.size() == length) << length;
    const Result<SavedSession> looked_at = SessionFile::read(path_);
    ASSERT_TRUE(looked_at) << length;
    EXPECT_EQ(looked_at->requests.size(), file->saved().requests.size()) << length;
    EXPECT_EQ(looked_at->is_torn, kept.size() != length) << length;
    ASSERT_TRUE(file->append(line(Request::make_undo(1))));
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
  ASSERT_TRUE(second->append(line(Request::make_another())));
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
    const Result<SessionFile> saved = SessionFile::open(path_);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::kBadSession);
    EXPECT_EQ(saved.error().what, "'" + path_ + "' is not a session of culprit.");
    const Result<SessionFile> created = SessionFile::create(path_, kHeader);
    ASSERT_FALSE(created);
    EXPECT_EQ(created.error().code, ErrorCode::kBadSession);
    EXPECT_EQ(read(path_), text);
  }
}

TEST_F(SessionFileTest, RefusesANewerVersion) {
  const std::string text = R"({"format":"culprit-session","version":3,"run":"1","fingerprint":"1234"})"
                           "\n";
  write(path_, text);
  const Result<SessionFile> file = SessionFile::open(path_);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kVersion);
  EXPECT_EQ(file.error().what, "The session has version 3; this culprit knows versions 1 and 2.");
  EXPECT_EQ(SessionFile::read(path_).error().code, ErrorCode::kVersion);
  EXPECT_EQ(read(path_), text);
}

TEST_F(SessionFileTest, RefusesADamagedLine) {
  for (const std::string bad :
       {"nonsense", "[]", R"({"request":"dance"})", R"({"request":"undo","steps":-1})",
        R"({"answer":"perhaps","about":"1","function":"f","who":"person"})",
        R"({"answer":"no","about":"1","function":"f","who":"nobody"})",
        R"({"answer":"no","about":"1","function":"f","who":"person","question":"q"})",
        R"({"answer":"no","about":"1","function":"f","who":"person","sureness":"very"})",
        R"({"answer":"no","about":"1-2","function":"f","who":"person","calls":["1","1-2"]})",
        R"({"answer":"no","about":1,"function":"f","who":"person"})", R"({"request":"jump","about":"-"})",
        R"({"request":"answer","kind":"no","node":1,"function":"f","who":"you"})"}) {
    write(path_, to_line(kHeader) + bad + "\n" + line(Request::make_undo(1)));
    const std::string before = read(path_);
    const Result<SessionFile> file = SessionFile::open(path_);
    ASSERT_FALSE(file) << bad;
    EXPECT_EQ(file.error().code, ErrorCode::kBadSession);
    EXPECT_THAT(file.error().what, HasSubstr("Line 2 of the session"));
    EXPECT_EQ(read(path_), before);
  }
}

TEST_F(SessionFileTest, IsHeldByOneProcessAtATime) {
  Result<SessionFile> file = SessionFile::create(path_, kHeader);
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->append(line(Request::make_another())));
  const Result<SessionFile> saved = SessionFile::open(path_);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().what, "The session '" + path_ + "' is in use by another culprit.");
  EXPECT_FALSE(SessionFile::create(path_, kHeader));
  EXPECT_TRUE(SessionFile::read(path_)) << "who only looks needs not wait";
}

TEST_F(SessionFileTest, KeepsWhatItHeldWhenALineDoesNotFit) {
  // A limit on the size of files stands in for a full disk: the line stops in the middle.
  write_session();
  const std::string before = read(path_);
  const pid_t child = ::fork();
  if (child == 0) {
    Result<SessionFile> file = SessionFile::open(path_);
    if (!file) ::_exit(1);
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{before.size() + 10, before.size() + 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Status full = file->append(line(Request::make_strategy("top-down")));
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
  const Result<SessionFile> none = SessionFile::open(path_);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace culprit::session
