// Programs with one bug each, in which truthful answers once led to a wrong verdict.
#include <gmock/gmock.h>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Misleading : public CommandLine {
 protected:
  /// Records a program of tests/misleading, and debugs it with these answers.
  Finished debug(const std::string& name, const std::string& answers) {
    const std::string compiler = std::filesystem::path(CULPRIT_PROGRAM).parent_path() / "culprit-c++";
    const std::string source = std::string(CULPRIT_SOURCE_DIR) + "/tests/misleading/" + name + ".cpp";
    const Finished compiled =
        run_program({compiler, "-std=c++20", "-pthread", source, "-o", "program"}, {}, folder_);
    EXPECT_EQ(compiled.code, 0) << compiled.err;
    const Finished ran = culprit({"record", "-o", "trace", "--", "./program"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return culprit({"debug", "trace", "--no-save"}, answers);
  }
};

TEST_F(Misleading, ChainsThatLookAlikeAreTwoQuestions) {
  const Finished session = debug("equal_looking_runs", "yes\nno\n");
  EXPECT_THAT(session.out, HasSubstr("right? yes\n\n2  4 calls of Even::operator() in a row:\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in Even::operator(), "));
  EXPECT_THAT(session.out, HasSubstr("Found with 2 answers."));
  EXPECT_EQ(session.code, 0);
}

TEST_F(Misleading, WhatRanBeforeAWrongInputStaysSuspect) {
  const Finished session = debug("producer_thread", "jump 2:1\ninput\nno\nno\n");
  EXPECT_THAT(session.out, HasSubstr("1  root_of(-6) = -1.0\n"));
  EXPECT_THAT(session.out, HasSubstr("right? input\n\n2  producer()\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in produce, "));
}

TEST_F(Misleading, AChainOfTrustedCallsIsNotAsked) {
  const Finished session = debug("trusted_runs", "jump 3\ntrust\njump 4\ntrust\nyes\nyes\nyes\n");
  EXPECT_THAT(session.out, Not(HasSubstr("in a row"))) << "a chain of lo and hi";
  EXPECT_THAT(session.out, HasSubstr("The bug is in main, "));
}

}  // namespace
}  // namespace culprit::test
