#include "src/service/subject.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary_path.h"
#include "tests/support/trace_maker.h"

namespace culprit::service {
namespace {

using ::testing::HasSubstr;
using namespace std::string_literals;

class SubjectTest : public ::testing::Test {
 protected:
  Result<Subject> open(std::string_view contents, std::size_t row = 0) {
    std::ofstream(path_.str(), std::ios::binary) << contents;
    return Subject::open(path_.str(), no_progress, row);
  }
  test::TemporaryPath path_;
};

TEST_F(SubjectTest, ReadsATreeAsText) {
  const Result<Subject> subject = open("a\n  b\n");
  ASSERT_TRUE(subject) << subject.error().what;
  EXPECT_EQ(subject->kind(), SubjectKind::kTreeText);
  EXPECT_EQ(subject->tree().size(), 2u);
  EXPECT_EQ(subject->trace(), nullptr);
  EXPECT_EQ(subject->run_identity(), subject->fingerprint());
}

TEST_F(SubjectTest, ReadsARowOfJsonLines) {
  const std::string rows = R"({"parent":[-1],"method":["a"]})"
                           "\n"
                           R"({"parent":[-1,0],"method":["b","c"]})"
                           "\n";
  const Result<Subject> first = open(rows);
  ASSERT_TRUE(first) << first.error().what;
  EXPECT_EQ(first->kind(), SubjectKind::kTreeJson);
  EXPECT_EQ(first->tree().size(), 1u);
  const Result<Subject> second = open(rows, 1);
  ASSERT_TRUE(second) << second.error().what;
  EXPECT_EQ(second->tree().size(), 2u);
  EXPECT_NE(first->fingerprint(), second->fingerprint());
  const Result<Subject> third = open(rows, 2);
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(third.error().what, HasSubstr("has no row 2: it holds 2 trees"));
}

TEST_F(SubjectTest, ReadsATrace) {
  test::TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter(f);
  maker.enter(f);
  maker.leave();
  maker.leave();
  const trace::Trace trace = maker.finish();
  const Result<Subject> subject = Subject::open(maker.path());
  ASSERT_TRUE(subject) << subject.error().what;
  EXPECT_EQ(subject->kind(), SubjectKind::kTrace);
  EXPECT_EQ(subject->tree().size(), 2u);
  ASSERT_NE(subject->trace(), nullptr);
  const test::TemporaryPath copy;
  std::filesystem::copy_file(maker.path(), copy.str());
  EXPECT_EQ(subject->fingerprint(), Subject::open(copy.str())->fingerprint());
  EXPECT_EQ(subject->run_identity(), Subject::open(copy.str())->run_identity());
  EXPECT_EQ(Subject::open(maker.path(), no_progress, 1).error().what, "A trace has no rows.");
}

TEST_F(SubjectTest, TellsTextsApartByTheirLastByte) {
  const std::uint64_t one = open("a\n  b1")->fingerprint();
  EXPECT_NE(one, open("a\n  b2")->fingerprint());
  EXPECT_NE(one, open("a\n  b1\n")->fingerprint());
  EXPECT_EQ(one, open("a\n  b1")->fingerprint());
}

TEST_F(SubjectTest, SaysWhatAFileOfAnotherKindIs) {
  const std::pair<std::string, std::string_view> kinds[] = {
      {"\x7f"
       "ELF\2\1\1\0"s,
       "an ELF program or library"},
      {"\x89PNG\r\n\x1a\n"s, "a PNG image"},
      {"PK\x03\x04rest"s, "a zip or jar archive"},
      {"\xca\xfe\xba\xbe\0\0\0\x34"s, "a Java class"},
      {"MZ\x90\0\3"s, "a Windows program"},
      {"#!/bin/sh\necho\n"s, "a script"},
      {"some\0thing"s, "binary data of an unknown kind"},
  };
  for (const auto& [contents, what] : kinds) {
    const Result<Subject> subject = open(contents);
    ASSERT_FALSE(subject) << what;
    EXPECT_EQ(subject.error().code, ErrorCode::kWrongFormat);
    EXPECT_EQ(subject.error().what, "'" + path_.str() + "' is " + std::string(what) + ".");
    EXPECT_THAT(subject.error().hint, HasSubstr("record a run of the program"));
  }
}

TEST_F(SubjectTest, TakesANameForText) {
  EXPECT_TRUE(open("MZip(1) = 2\n  BZhash\n"));
}

TEST_F(SubjectTest, SaysThatASessionIsNoSubject) {
  const Result<Subject> subject = open("{\"format\":\"culprit-session\",\"version\":1}\n");
  ASSERT_FALSE(subject);
  EXPECT_THAT(subject.error().what, HasSubstr("holds the answers of a session"));
}

TEST_F(SubjectTest, PassesOnWhatIsWrongWithATree) {
  EXPECT_EQ(open("").error().code, ErrorCode::kBadTree);
  EXPECT_EQ(open("{\"parent\":[0]}").error().code, ErrorCode::kBadTree);
  EXPECT_EQ(open("{\"parent\":").error().code, ErrorCode::kWrongFormat);
  EXPECT_EQ(Subject::open("/nonexistent/file").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Subject::open("/").error().code, ErrorCode::kWrongFormat);
}

}  // namespace
}  // namespace culprit::service
