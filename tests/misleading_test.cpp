// Programs with one bug each, in which truthful answers once led to a wrong verdict.
#include <gmock/gmock.h>

#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Misleading : public CommandLine {
 protected:
  /// Records a program of tests/misleading.
  void record(const std::string& name) {
    const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
    const std::string source = std::string(CULPRIT_SOURCE_DIR) + "/tests/misleading/" + name;
    const bool is_c = name.ends_with(".c");
    std::vector<std::string> words{programs / (is_c ? "culprit-cc" : "culprit-c++")};
    if (!is_c) words.insert(words.end(), {"-std=c++20", "-pthread"});
    words.insert(words.end(), {source, "-o", "program"});
    const Finished compiled = run_program(words, {}, folder_);
    EXPECT_EQ(compiled.code, 0) << compiled.err;
    std::filesystem::remove(folder_ / "trace");
    const Finished ran = culprit({"record", "-o", "trace", "--", "./program"});
    EXPECT_THAT(ran.err, Not(HasSubstr("cannot"))) << ran.err;
  }
  /// And debugs it with these answers.
  Finished debug(const std::string& name, const std::string& answers) {
    record(name);
    return culprit({"debug", "trace", "--no-save"}, answers);
  }
  /// What a node changed.
  std::string changed(const std::string& node) {
    const std::string text = culprit({"show", "trace", node}).out;
    const std::size_t at = text.find("changed:\n");
    return at == std::string::npos ? "" : text.substr(at + 9, text.find("\n\n", at) - at - 9);
  }
};

TEST_F(Misleading, ChainsThatLookAlikeAreTwoQuestions) {
  const Finished session = debug("equal_looking_runs.cpp", "yes\nno\n");
  EXPECT_THAT(session.out, HasSubstr("right? yes\n\n2  4 calls of Even::operator() in a row:\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in Even::operator(), "));
  EXPECT_THAT(session.out, HasSubstr("Found with 2 answers."));
  EXPECT_EQ(session.code, 0);
}

TEST_F(Misleading, WhatRanBeforeAWrongInputStaysSuspect) {
  const Finished session = debug("producer_thread.cpp", "jump 2:1\ninput\nno\nno\n");
  EXPECT_THAT(session.out, HasSubstr("1  root_of(-6) = -1.0\n"));
  EXPECT_THAT(session.out, HasSubstr("right? input\n\n2  producer()\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in produce, "));
}

TEST_F(Misleading, AChainOfTrustedCallsIsNotAsked) {
  const Finished session = debug("trusted_runs.cpp", "jump 3\ntrust\njump 4\ntrust\nyes\nyes\nyes\n");
  EXPECT_THAT(session.out, Not(HasSubstr("in a row"))) << "a chain of lo and hi";
  EXPECT_THAT(session.out, HasSubstr("The bug is in main, "));
}

TEST_F(Misleading, WhatABoundFunctionWritesIsShown) {
  const Finished session = debug("bound_function.cpp", "yes\nno\nyes\n");
  EXPECT_THAT(session.out, HasSubstr("2  feed(callable, 3)\n"));
  EXPECT_THAT(session.out, HasSubstr("     a variable of total  2 → 6  (4 bytes, line 6)\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in feed, "));
}

TEST_F(Misleading, WhatALambdaWritesThroughItsCapturesIsShown) {
  const Finished session = debug("captured_by_reference.cpp", "no\nno\nyes\nno\nno\nno\n");
  EXPECT_THAT(session.out, HasSubstr("     byte 12 of 16 allocated in main  0 → 7  (4 bytes, line 14)\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in twice, "));
}

TEST_F(Misleading, ThreadLocalsAreShown) {
  const Finished session = debug("thread_local_state.cpp", "no\nno\n");
  EXPECT_THAT(session.out, HasSubstr("2  2 calls of bump in a row:\n"));
  EXPECT_THAT(session.out, HasSubstr("       memory without a name  1 → 3\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in bump, "));
}

TEST_F(Misleading, WhatWasWrittenCountsWhateverTypesPromise) {
  const Finished session = debug("const_but_mutable.cpp", "no\nno\n");
  EXPECT_THAT(session.out, HasSubstr("     get({reads = 1, v = 5}) = 5\n       c.reads  1 → 7\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in get, "));
}

TEST_F(Misleading, AChainShowsWhatEachCallChanged) {
  const Finished state = debug("run_hides_state.cpp", "no\nno\n");
  EXPECT_THAT(state.out, HasSubstr("1  2 calls in a row:\n"
                                   "     Stats::collect(4, 6)\n"
                                   "       this->n  0 → 1\n"
                                   "       this->sum  0 → 10\n"
                                   "     Stats::reset()\n"));
  EXPECT_THAT(state.out, HasSubstr("The bug is in Stats::collect, "));
  const Finished steps = debug("run_hides_steps.cpp", "no\nno\n");
  EXPECT_THAT(steps.out, HasSubstr("     Walker::step()\n       this->x  0 → 2\n       this->k  0 → 1\n"
                                   "     Walker::step()\n       this->k  1 → 2\n"));
  EXPECT_THAT(steps.out, HasSubstr("The bug is in Walker::step, "));
}

TEST_F(Misleading, ArraysAreShownWhereverTheyLie) {
  const Finished table = debug("global_array_by_pointer.c", "no\nyes\n");
  EXPECT_THAT(table.out, HasSubstr("1  sort3(&{3, 2, 1})\n"));
  EXPECT_THAT(table.out, HasSubstr("The bug is in sort3, "));
  const Finished parts = debug("pointer_into_global_array.c", "no\nyes\nno\n");
  EXPECT_THAT(parts.out, HasSubstr("right? yes\n\n3  sum(&{1, 2, 3, 0}, 3) = 3\n")) << "another question";
  EXPECT_THAT(parts.out, HasSubstr("The bug is in sum, "));
  record("array_at_frame_end.c");
  for (const char* node : {"2", "4", "6"}) EXPECT_EQ(changed(node), "  a[4]  0 → 2") << node;
}

TEST_F(Misleading, EffectsOutOfSightAreShown) {
  record("effects_out_of_sight.c");
  EXPECT_EQ(changed("3"), "  l.as.list->len      1 → 2\n  l.as.list->data[1]  0 → 4")
      << "a pointer in a union";
  EXPECT_EQ(changed("6"), "  a variable of t_void  2 → 6  (4 bytes, line 31)") << "void*";
  EXPECT_EQ(changed("9"), "  byte 0 of 4 allocated in t_int  2 → 6  (4 bytes, line 41)") << "an integer";
  EXPECT_EQ(changed("12"), "  a[5]  0 → 4");
  EXPECT_EQ(changed("15"), "  a[5]  0 → 4");
  EXPECT_EQ(changed("18"), "  a variable of t_mid  2 → 4  (4 bytes, line 71)") << "before the pointer";
  EXPECT_EQ(changed("21"), "  o->refs  1 → 3") << "behind const";
  EXPECT_EQ(changed("24"), "  a variable of t_container  2 → 6  (4 bytes, line 103)") << "container_of";
}

TEST_F(Misleading, TextsAreShownBehindANulAndBytesThatWereNotWritten) {
  record("char_arrays.c");
  EXPECT_THAT(changed("4"), HasSubstr("a variable of main  uninitialised → 98  (1 byte, line 8)"));
  EXPECT_THAT(changed("5"), HasSubstr("l->text[5]  uninitialised → 'x'\n"));
  EXPECT_EQ(changed("7"), "  l->text[5]  'x' → 'q'\n  l->text[6]  'y' → 'q'\n  l->text[7]  'z' → 'q'");
}

TEST_F(Misleading, WhatOtherThreadsWroteIsSaidToBeTheirs) {
  record("other_threads_write.cpp");
  EXPECT_THAT(changed("2:0"), HasSubstr("x  0 → 102  (another thread wrote it meanwhile)"));
  EXPECT_EQ(changed("3:0"), "  x  1 → 101");
}

TEST_F(Misleading, ContentsOfContainersAreRight) {
  record("map_keys.cpp");
  const std::string maps = culprit({"tree", "trace"}).out;
  EXPECT_THAT(maps, HasSubstr("f4({'b': callable, 'a': callable}) = 2"));
  EXPECT_THAT(maps, HasSubstr("f8({\"k\": callable}) = 1"));
  EXPECT_THAT(maps, HasSubstr("f4({'-': callable, '+': callable}) = 2"));
  record("unordered_map_values.cpp");
  EXPECT_THAT(culprit({"tree", "trace"}).out, HasSubstr("\"A\": {name = \"A\", id = 0, enter = empty}"));
  record("this_in_a_vector.cpp");
  EXPECT_THAT(culprit({"tree", "trace"}).out, HasSubstr("f(&{{x = 2}, {x = 3}, {x = 3}}) = 2"));
}

}  // namespace
}  // namespace culprit::test
