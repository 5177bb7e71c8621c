// Programs with one bug each, in which truthful answers once led to a wrong verdict.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Misleading : public CommandLine {
 protected:
  /// Records a program of tests/misleading, compiled with these options and run with these arguments.
  void record(const std::string& name, const std::vector<std::string>& arguments = {},
              const std::string& input = {}, const std::vector<std::string>& options = {}) {
    const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
    const std::string source = std::string(CULPRIT_SOURCE_DIR) + "/tests/misleading/" + name;
    const bool is_c = name.ends_with(".c");
    std::vector<std::string> words{programs / (is_c ? "culprit-cc" : "culprit-c++")};
    if (!is_c) words.insert(words.end(), {"-std=c++20", "-pthread"});
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {source, "-o", "program"});
    const Finished compiled = run_program(words, {}, folder_);
    EXPECT_EQ(compiled.code, 0) << compiled.err;
    std::filesystem::remove(folder_ / "trace");
    std::vector<std::string> run{"record", "-o", "trace", "--", "./program"};
    run.insert(run.end(), arguments.begin(), arguments.end());
    const Finished ran = culprit(run, input);
    EXPECT_THAT(ran.err, Not(HasSubstr("cannot"))) << ran.err;
  }
  /// And debugs it with these answers.
  Finished debug(const std::string& name, const std::string& answers) {
    record(name);
    return culprit({"debug", "trace", "--no-save"}, answers);
  }
  /// How the passes of a node ended, as it is shown.
  std::string ended(const std::string& node) {
    const std::string text = culprit({"show", "trace", node}).out;
    const std::size_t at = text.find("ended: ");
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
  }
  /// What a node changed.
  std::string changed(const std::string& node) {
    const std::string text = culprit({"show", "trace", node}).out;
    const std::size_t at = text.find("changed:\n");
    if (at == std::string::npos) return "";
    return text.substr(at + 9, std::min(text.find("\n\n", at), text.find("\nended: ", at)) - at - 9);
  }
};

TEST_F(Misleading, ChainsThatLookAlikeAreTwoQuestions) {
  const Finished session = debug("equal_looking_runs.cpp", "yes\nno\n");
  EXPECT_THAT(session.out, HasSubstr("> yes\n\n── calls in a row ─"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in Even::operator(), "));
  EXPECT_THAT(session.out, HasSubstr("Found with 2 answers."));
  EXPECT_EQ(session.code, 0);
}

TEST_F(Misleading, WhatKeepsALoopFromEndingIsFoundThoughTheLastPassHasNotCalledIt) {
  const Finished session = debug("endless_loop.c", "no\nno\nyes\nyes\nyes\nno\n");
  EXPECT_THAT(session.out, HasSubstr("passes 8–9 of 9"));
  EXPECT_THAT(session.out, Not(HasSubstr("pass 9 of 9, and what follows")));
  EXPECT_THAT(session.out, HasSubstr("The bug is in after_word, "));
}

TEST_F(Misleading, WhatRanBeforeAWrongInputStaysSuspect) {
  const Finished session = debug("producer_thread.cpp", "jump 2:1\ninput\nno\nno\n");
  EXPECT_THAT(session.out, HasSubstr("  root_of(x = -6)  "));
  EXPECT_THAT(session.out, HasSubstr("\n  producer()  "));
  EXPECT_THAT(session.out, HasSubstr("The bug is in produce, "));
}

TEST_F(Misleading, AChainOfTrustedCallsIsNotAsked) {
  const Finished session = debug("trusted_runs.cpp", "jump 3\ntrust\njump 4\ntrust\nyes\nyes\nyes\n");
  EXPECT_THAT(session.out, Not(HasSubstr("in a row"))) << "a chain of lo and hi";
  EXPECT_THAT(session.out, HasSubstr("The bug is in main, "));
}

TEST_F(Misleading, WhatABoundFunctionWritesIsShown) {
  const Finished session = debug("bound_function.cpp", "yes\nno\nyes\n");
  EXPECT_THAT(session.out, HasSubstr("\n  feed(f = callable, x = 3)  "));
  EXPECT_THAT(session.out, HasSubstr("  changed    a variable of total   2 → 6  (4 bytes, line 6)\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in feed, "));
}

TEST_F(Misleading, WhatALambdaWritesThroughItsCapturesIsShown) {
  const Finished session = debug("captured_by_reference.cpp", "no\nno\nyes\nno\nno\nno\n");
  EXPECT_THAT(session.out, HasSubstr("  j             main::lambda@14{i = 2, out = {0, 2, 0, 0}}\n"));
  EXPECT_THAT(session.out, HasSubstr("  changed    jobs[0].out   {0, 2, 0, 0} → {0, 2, 4, 7}\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in twice, "));
}

TEST_F(Misleading, ThreadLocalsAreShown) {
  const Finished session = debug("thread_local_state.cpp", "no\nno\n");
  EXPECT_THAT(session.out, HasSubstr("\n  2 calls of bump in a row:  "));
  EXPECT_THAT(session.out, HasSubstr("    2  bump()\n       used 4 bytes of memory without a name\n       "
                                     "memory without a name  1 → 3\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in bump, "));
}

TEST_F(Misleading, WhatWasWrittenCountsWhateverTypesPromise) {
  const Finished session = debug("const_but_mutable.cpp", "no\nyes\nno\n");
  EXPECT_THAT(session.out, HasSubstr("    2  get({reads = 1, v = 5}) = 5\n       c.reads  1 → 7\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in get, "));
}

TEST_F(Misleading, AChainShowsWhatEachCallWasMadeOnAndChanged) {
  const Finished state = debug("run_hides_state.cpp", "no\nno\nno\n");
  EXPECT_THAT(state.out, HasSubstr("  2 calls in a row:\n\n"
                                   "    1  Stats::collect(4, 6)\n"
                                   "       this  &{n = 0, sum = 0} → &{n = 1, sum = 10}\n"
                                   "    2  Stats::reset()\n"
                                   "       this  &{n = 1, sum = 10} → &{n = 0, sum = 0}\n"));
  EXPECT_THAT(state.out, HasSubstr("The bug is in Stats::collect, "));
  std::istringstream events(culprit({"debug", "trace", "--no-save", "--json"}, "no\nquit\n").out);
  nlohmann::json parts;
  for (std::string event; std::getline(events, event);)
    if (const auto one = nlohmann::json::parse(event); one.contains("parts")) parts = one["parts"];
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0]["this_before"]["to"]["n"], 0);
  EXPECT_EQ(parts[0]["this_after"]["to"]["n"], 1);
  EXPECT_EQ(parts[1]["this_before"]["to"]["sum"], 10);
  const Finished steps = debug("run_hides_steps.cpp", "no\nyes\nno\n");
  EXPECT_THAT(steps.out,
              HasSubstr("    1  Walker::step()\n       this  &{x = 0, k = 0} → &{x = 2, k = 1}\n"
                        "    2  Walker::step()\n       this  &{x = 2, k = 1} → &{x = 2, k = 2}\n"));
  EXPECT_THAT(steps.out, HasSubstr("The bug is in Walker::step, "));
}

TEST_F(Misleading, WhatAChainOnlyReadsIsShown) {
  const Finished session = debug("this_is_read.cpp", "no\nno 2\n");
  EXPECT_THAT(session.out,
              HasSubstr("  2 calls in a row:\n\n"
                        "    1  Clock::set(46)\n       this  &{hour = 0} → &{hour = 22}\n"
                        "    2  Clock::is_night() = false\n       this  &{hour = 22}, unchanged\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in Clock::is_night, "));
}

TEST_F(Misleading, NoCallOfAChainIsOutOfSight) {
  const Finished session = debug("long_chain.cpp", "no\nyes\nno 7\n");
  EXPECT_THAT(session.out, HasSubstr("\n  10 calls of Meter::add in a row:  "));
  EXPECT_THAT(session.out, HasSubstr("     7  Meter::add(17)\n        this  &{total = 136}, unchanged\n"));
  EXPECT_THAT(session.out,
              HasSubstr("    10  Meter::add(20)\n        this  &{total = 173} → &{total = 193}\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in Meter::add, "));
  EXPECT_THAT(session.out, HasSubstr("  Meter::add(17)\n")) << "the very call";
}

TEST_F(Misleading, ArraysAreShownWhereverTheyLie) {
  const Finished table = debug("global_array_by_pointer.c", "no\nyes\n");
  EXPECT_THAT(table.out, HasSubstr("{3, 2, 1} → "));
  EXPECT_THAT(table.out, HasSubstr("The bug is in sort3, "));
  const Finished parts = debug("pointer_into_global_array.c", "no\nyes\nno\n");
  EXPECT_THAT(parts.out, HasSubstr("\n  sum(p = &{1, 2, 3, 0}, n = 3)  ")) << "another question";
  EXPECT_THAT(parts.out, HasSubstr("The bug is in sum, "));
  record("array_at_frame_end.c");
  for (const char* node : {"2", "4", "6"}) EXPECT_EQ(changed(node), "  a[4]  0 → 2") << node;
}

TEST_F(Misleading, EffectsOutOfSightAreShown) {
  record("effects_out_of_sight.c");
  const std::pair<const char*, const char*> sessions[] = {
      {"no 1\nno 2\n", "append"},     {"no 2\nno 2\n", "visit"},
      {"no 3\nno 2\n", "bump"},       {"no 4\nno 2\n", "set"},
      {"jump 13\nno\nno 2\n", "set"}, {"jump 16\nno\nno 2\n", "set_mid"},
      {"jump 19\nno\nno 2\n", "use"}, {"jump 22\nno\nno 2\n", "add_by_link"}};
  for (const auto& [answers, culprits] : sessions)
    EXPECT_THAT(culprit({"debug", "trace", "--no-save"}, answers).out,
                HasSubstr("The bug is in " + std::string(culprits) + ", "));
  EXPECT_EQ(changed("3"), "  l.as.list->len      1 → 2\n  l.as.list->data[1]  0 → 4")
      << "a pointer in a union";
  EXPECT_EQ(changed("6"), "  *ctx  2 → 6") << "void*";
  EXPECT_EQ(changed("9"), "  byte 0 of 4 allocated in t_int  2 → 6  (4 bytes, line 41)") << "an integer";
  EXPECT_EQ(changed("12"), "  a[5]  0 → 4");
  EXPECT_EQ(changed("15"), "  a[5]  0 → 4");
  EXPECT_EQ(changed("18"), "  a variable of t_mid  2 → 4  (4 bytes, line 71)") << "before the pointer";
  EXPECT_EQ(changed("21"), "  o->refs  1 → 3") << "behind const";
  EXPECT_EQ(changed("24"), "  a variable of t_container  2 → 6  (4 bytes, line 103)") << "container_of";
}

TEST_F(Misleading, WhatIsInANewBlockIsShownWhateverLeadsToIt) {
  record("new_block_behind_void.c");
  EXPECT_THAT(changed("1"),
              HasSubstr("byte 0 of 8 allocated in keep  uninitialised → 2  (4 bytes, line 10)\n"));
  EXPECT_THAT(changed("1"),
              HasSubstr("byte 4 of 8 allocated in keep  uninitialised → 4  (4 bytes, line 11)"));
  EXPECT_EQ(changed("2"), "  byte 0 of 4 allocated in make  uninitialised → 5  (4 bytes, line 16)")
      << "a result";
  EXPECT_EQ(changed("3"), "") << "nothing leads to it";
}

TEST_F(Misleading, ABlockThatTookThePlaceOfAnotherIsShown) {
  record("replaced_block.c");
  EXPECT_EQ(changed("1"), "  number  &1 → &3");
}

TEST_F(Misleading, TextsAreShownBehindANulAndBytesThatWereNotWritten) {
  record("char_arrays.c");
  EXPECT_THAT(changed("4"), HasSubstr("a variable of main  uninitialised → 98  (1 byte, line 8)"));
  EXPECT_THAT(changed("5"), HasSubstr("l->text[5]  uninitialised → 'x'\n"));
  EXPECT_EQ(changed("7"), "  l->text[5]  'x' → 'q'\n  l->text[6]  'y' → 'q'\n  l->text[7]  'z' → 'q'");
}

TEST_F(Misleading, ChangesAreNamedAsThePlacesWereCalledBefore) {
  const Finished session = debug("path_in_after_state.c", "yes\n");
  EXPECT_THAT(
      session.out,
      HasSubstr(
          "  changed    *h                       &{v = 1, next = &{v = 2, next = &{v = 3, next = null}}}\n"
          "                                    → &{v = 3, next = &{v = 2, next = &{v = 1, next = null}}}\n"
          "             (*h)->next->next->next   null → &{v = 2, next = &{v = 1, next = null}}\n"
          "                                      (now (*h)->next)\n"
          "             (*h)->next->next         &{v = 3, next = null} → &{v = 1, next = null}\n"
          "             (*h)->next               &{v = 2, next = &{v = 3, next = null}} → null\n"
          "                                      (now (*h)->next->next->next)\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in main, ")) << "whose list was reversed as it should be";
}

TEST_F(Misleading, WhatALoopBindsAnewIsNotItsFirstObject) {
  record("loop_references.cpp");
  EXPECT_EQ(changed("2"), "  v[0]  1 → 2\n  v[1]  2 → 4\n  v[2]  3 → 6") << "and not 'x  1 → 6'";
  EXPECT_EQ(changed("10"), "  m[1]  5 → 6\n  m[2]  7 → 9");
  EXPECT_EQ(changed("11"), "  m[2]  7 → 9") << "one object, not the first of an array";
  const Finished session = culprit({"debug", "trace", "--no-save"}, "yes\nno\nno\n");
  EXPECT_THAT(
      session.out,
      HasSubstr("  changed    v[0].x   1 → 2\n             v[1].x   3 → 4\n             v[2].x   5 → 7\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in the loop of move, "));
}

TEST_F(Misleading, ALongTextIsShownWhateverEndsIt) {
  record("long_text.c", {"100"});
  const std::string shown = culprit({"show", "trace", "1"}).out;
  EXPECT_THAT(shown, HasSubstr("      s = const char*\n        \"" + std::string(91, 'a') + "\n        " +
                               std::string(9, 'a') + "\" then uninitialised\n"));
  const Finished question = culprit({"debug", "trace", "--no-save"}, "q\n");
  EXPECT_THAT(question.out, HasSubstr("  only read  r->s   \"aaaa"));
}

TEST_F(Misleading, WhatIsUsedOfABaseWithoutNamesIsCounted) {
  record("hidden_base.cpp");
  for (const std::string node : {"2", "3"})
    EXPECT_THAT(culprit({"show", "trace", node}).out, HasSubstr("used\n  used 16 bytes of ")) << node;
}

TEST_F(Misleading, PointersInUnionsAreFollowed) {
  const Finished session = debug("pointer_in_union.c", "no\nyes\n");
  EXPECT_THAT(session.out, HasSubstr("  returned   3\n"
                                     "  only read  l.as.list->len       2\n"
                                     "             l.as.list->data[1]   3\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in sum, "));
  const std::string append = culprit({"show", "trace", "3"}).out;
  EXPECT_THAT(append, HasSubstr("  l.as.list->len      1 → 2\n  l.as.list->data[1]  0 → 3\n"));
}

TEST_F(Misleading, TheBaseOfALargerObjectIsOneObject) {
  const Finished session = debug("base_of_a_larger_object.c", "jump 5\nno\n");
  EXPECT_THAT(session.out, HasSubstr("\n  retain(b)  "));
  EXPECT_THAT(session.out, HasSubstr("  changed    b->refs   1 → 3\n  only read  *b        {kind = 2, …}\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in retain, "));
  EXPECT_THAT(culprit({"tree", "trace"}).out,
              HasSubstr("kinds(&{{kind = 0, refs = 1}, {kind = 1, refs = 1}, {kind = 2, refs = 1}}, 3) = 3"));
}

TEST_F(Misleading, StreamsAreCalledByName) {
  const Finished session = debug("streams.c", "jump 1\nyes\njump 3\nno\nyes\n");
  EXPECT_THAT(session.out, HasSubstr("\n  say(out = stdout, n = 1)  "));
  EXPECT_THAT(session.out, HasSubstr("  changed    log->lines   0 → 7\n  only read  log->out     stream\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in note, "));
  EXPECT_THAT(culprit({"tree", "trace"}).out, HasSubstr("say(stderr, 1)\n"));
}

TEST_F(Misleading, ExceptionsAreShownWithTheirMessagesAndFields) {
  const Finished session = debug("exceptions.cpp", "jump 18\nno\nno\nno\nno\n");
  EXPECT_THAT(session.out,
              HasSubstr("digit(\"x\", 0) threw (anonymous namespace)::Syntax{column = 0, found = \"x\"}\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in digit, "));
  const std::string tree = culprit({"tree", "trace"}).out;
  EXPECT_THAT(tree,
              HasSubstr("first(\"\") threw Missing{std::runtime_error = \"no digit\", row = 7}  (2)\n"));
  EXPECT_THAT(tree, HasSubstr("report(Missing{std::runtime_error = \"no digit\", row = 7})\n"));
  EXPECT_EQ(changed("16"), "  *this  uninitialised → {std::runtime_error = \"no digit\", row = 7}")
      << "what libstdc++ made of it, before it is thrown";
  EXPECT_THAT(tree, HasSubstr("reserve(9) threw Code(kFull)\n"));
  EXPECT_THAT(tree, HasSubstr("reserve(-1) threw const char*(\"negative\")\n"));
  EXPECT_THAT(tree, HasSubstr("reserve(0) threw std::string(\"nothing\")\n"));
}

TEST_F(Misleading, ALoopLeftByAnExceptionSaysWhich) {
  const Finished session = debug("caught_outside_a_loop.cpp", "no\nyes\nyes\nyes\n");
  EXPECT_THAT(session.out, HasSubstr("  ended      left by std::runtime_error(\"bad 3-4\")\n"));
  EXPECT_THAT(session.out, Not(HasSubstr("allocated in"))) << "its bytes, and those of its text";
  EXPECT_THAT(session.out, HasSubstr("The bug is in safe, "));
  EXPECT_EQ(ended("14"), "ended: left by Syntax{line = 3, what = \"letter\"}");
}

TEST_F(Misleading, FunctionsAreCalledByNameAndShowWhatTheyHold) {
  const Finished session = debug("functions.cpp", "jump 16\nno\nno\n");
  EXPECT_THAT(session.out, HasSubstr("\n  apply(step = plan::lambda@23{offset = 4}, x = 6)  "));
  EXPECT_THAT(session.out, HasSubstr("The bug is in plan::lambda@23, "));
  EXPECT_EQ(changed("1"), "  step.total  0 → 5") << "through a capture";
  const std::string tree = culprit({"tree", "trace"}).out;
  EXPECT_THAT(tree, HasSubstr("apply(main::lambda@31{total = 0}, 5) = 5  (2)\n"));
  EXPECT_THAT(tree, HasSubstr("apply(main::lambda@33, 1) = 1  (2)\n"));
  EXPECT_THAT(
      tree,
      HasSubstr("plan(4, \"a name that is not short\") = {twice, Scale{by = 3}, plan::lambda@23{offset = 4}, "
                "plan::lambda@24{name = \"a name that is not short\", offset = 4}}\n"));
  EXPECT_THAT(tree, HasSubstr("apply(twice, 1) = 2  (2)\n"));
  EXPECT_THAT(tree, HasSubstr("call(main::lambda@35, 2) = 2  (2)\n")) << "a pointer made of a lambda";
  EXPECT_THAT(tree, HasSubstr("call(half, 8) = 4  (2)\n")) << "a pointer, from a table";
}

TEST_F(Misleading, WhatOtherThreadsWroteIsSaidToBeTheirs) {
  const Finished session = debug("other_threads_write.cpp", "yes\nno\n");
  // A semaphore that really has to wait counts its waiters in memory of the library, which then stands there, too.
  EXPECT_THAT(session.out,
              ContainsRegex("  changed    x +0 → 102  \\(another thread wrote it meanwhile\\)\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in work_b, "));
  EXPECT_THAT(changed("2:0"), ContainsRegex("x +0 → 102  \\(another thread wrote it meanwhile\\)"));
  EXPECT_THAT(changed("3:0"), HasSubstr(" → 101")) << "from 0 or 1: it may be called before the other adds 1";
}

TEST_F(Misleading, ContentsOfContainersAreRight) {
  record("map_keys.cpp");
  const std::string maps = culprit({"tree", "trace"}).out;
  EXPECT_THAT(maps, HasSubstr("f4({'b': main::lambda@41, 'a': main::lambda@41}) = 2"));
  EXPECT_THAT(maps, HasSubstr("f8({\"k\": main::lambda@45}) = 1"));
  EXPECT_THAT(maps, HasSubstr("f4({'-': main::lambda@50, '+': main::lambda@49}) = 2"));
  record("unordered_map_values.cpp");
  EXPECT_THAT(culprit({"tree", "trace"}).out, HasSubstr("\"A\": {name = \"A\", id = 0, enter = empty}"));
  record("this_in_a_vector.cpp");
  EXPECT_THAT(culprit({"tree", "trace"}).out, HasSubstr("f(&{{x = 2}, {x = 3}, {x = 3}}) = 2"));
}

TEST_F(Misleading, TheHeadOfALoopIsItsCallers) {
  const Finished session = debug("loop_start.cpp", "no\nyes\n");
  EXPECT_THAT(
      session.out,
      HasSubstr("  given      v   {5, 6, 7}\n             i   1\n  ended      the condition no longer holds\n"
                "  changed    s   0 → 13\n"));
  EXPECT_THAT(session.out, HasSubstr("  the loop at line 5 in sum, passes 1–2 of 2 and what follows  "));
  EXPECT_THAT(session.out, HasSubstr("loop_start.cpp:3-7, outside the body of the loop at 6.\n"));
  EXPECT_THAT(session.out, HasSubstr("  5 │   for (int i = 1; i < (int)v.size(); ++i)  // bug: starts at 1\n"
                                     "  6 ·     s += v[i];\n"));
}

TEST_F(Misleading, AnInadmissiblePassClearsNoLines) {
  const Finished session = debug("loop_start.cpp", "no\ninput\n");
  EXPECT_THAT(session.out, HasSubstr("The bug is in sum, "));
  EXPECT_THAT(session.out, Not(HasSubstr("outside the body")));
}

TEST_F(Misleading, APassThatIsNotTheFirstClearsNoLines) {
  record("loop_start.cpp");
  const Finished session =
      culprit({"debug", "trace", "--no-save", "--transform", "none"}, "jump 3\nyes\njump 1\nno\n");
  EXPECT_THAT(session.out, HasSubstr("loop at loop_start.cpp:5, pass 2 of 2 "));
  EXPECT_THAT(session.out, HasSubstr("The bug is in sum, "));
  EXPECT_THAT(session.out, Not(HasSubstr("outside the body"))) << "pass 1 may be wrong";
}

TEST_F(Misleading, APassSaysHowItEndedAndWithWhat) {
  const Finished session = debug("return_in_loop.cpp", "no\nno\n");
  EXPECT_THAT(session.out, HasSubstr("  ended      returned 2, line 5\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in the loop of find, "));
  EXPECT_THAT(culprit({"debug", "trace", "--no-save"}, "yes\nno\nno\n").out,
              HasSubstr("The bug is in the loop of all_positive, "));
  record("return_in_loop.cpp");
  const std::string found = culprit({"show", "trace", "3"}).out;
  EXPECT_THAT(found, HasSubstr("pass 2 of 2 (a = &{7, 8, 0, 9}, n = 4, x = 8, i = 1)\n"));
  EXPECT_THAT(found, HasSubstr("\nended: returned 2, line 5\n"));
  EXPECT_THAT(culprit({"show", "trace", "7"}).out, HasSubstr("\nended: returned true, line 11\n"));
  EXPECT_EQ(changed("3"), "") << "i ended with the loop";
}

TEST_F(Misleading, LoopsThatBreakThrowOrRunOutAreToldApart) {
  const Finished search = debug("loop_heads.cpp", "no 1\nno\n");
  EXPECT_THAT(search.out, HasSubstr("  ended      returned 2, line 6\n"));
  EXPECT_THAT(search.out, HasSubstr("The bug is in the loop of find, "));
  const Finished count = culprit({"debug", "trace", "--no-save"}, "no 2\nyes\n");
  EXPECT_THAT(count.out, HasSubstr("loop_heads.cpp:10-15, outside the body of the loop at 14.\n"))
      << "and so not outside of its head";
  EXPECT_EQ(ended("2"), "ended: returned 2, line 6");
  EXPECT_EQ(ended("5"), "ended: the condition no longer holds");
  EXPECT_EQ(ended("7"), "ended: left by break, line 22");
  EXPECT_THAT(culprit({"show", "trace", "10"}).out, HasSubstr(" threw std::runtime_error"));
}

TEST_F(Misleading, ALoopWithoutBreakRanOutThoughItsConditionHasADestructor) {
  record("loop_conditions.cpp");
  EXPECT_EQ(ended("4"), "ended: the condition no longer holds");
  EXPECT_EQ(ended("16"), "ended: how the loop ended was not recorded") << "it has a break";
}

TEST_F(Misleading, PassesThatShowNothingAreJudgedWithTheOneAbove) {
  record("nothing_to_judge.cpp");
  const Finished session = culprit({"debug", "trace", "--no-save", "--transform", "loops"}, "no\n");
  EXPECT_THAT(session.out, HasSubstr("the loop at line 7 in place, passes 2–6 of 6 and")) << "not 3–6";
  EXPECT_THAT(session.out, HasSubstr("  changed    best    0 → 1\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in the loop of place, "));
  const Finished other = culprit(
      {"debug", "trace", "--no-save", "--transform", "loops", "--strategy", "divide-and-query"}, "quit\n");
  EXPECT_THAT(other.out, HasSubstr("the loop at line 7 in place, passes 3–6 of 6 and")) << "to the letter";
}

TEST_F(Misleading, WhatIsWrittenPastTheEndOfAStringIsShown) {
  record("past_the_end_of_a_string.cpp");
  EXPECT_EQ(changed("1"), "  line  \"####\" → \"....\" (ended by '.')");
  EXPECT_EQ(changed("6"), "  line  \"....\" → \"....\" (ended by '.')") << "the last pass";
}

TEST_F(Misleading, EveryCallOfALongRunIsListed) {
  const Finished session = debug("long_run.cpp", "no\nyes\nyes\nyes\nyes\nyes\nno 2\n");
  for (int x = 0; x < 57; ++x)
    EXPECT_THAT(session.out, HasSubstr("  sq(" + std::to_string(x) + ") = " + std::to_string(x * x) + "\n"));
  EXPECT_THAT(session.out, HasSubstr("look 7 "));
  EXPECT_THAT(session.out, HasSubstr("     1  sq(56) = 3136\n     2  sq(57) = 0\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in sq, "));
  EXPECT_THAT(session.out, HasSubstr("\n  sq(57) = 0\n")) << "the very call";
}

TEST_F(Misleading, PointersToFunctionsAreTheirNames) {
  record("function_pointers.c");
  EXPECT_THAT(culprit({"tree", "trace"}).out, HasSubstr("call(&{f = inc, x = 4}) = 5"));
  record("functions_never_called.cpp", {"one", "two three"});
  const std::string tree = culprit({"tree", "trace"}).out;
  EXPECT_THAT(tree, HasSubstr("main(3, &{\"./program\", \"one\", \"two three\"}) = 0"));
  EXPECT_THAT(tree, HasSubstr("call(&D{x = 1}, Base::f, 2) = 3")) << "virtual";
  EXPECT_THAT(tree, HasSubstr("call(&D{x = 1}, Base::g, 2) = -1"));
  EXPECT_THAT(tree, HasSubstr("apply(abs, -3) = 3")) << "of a library";
  EXPECT_THAT(tree, HasSubstr("hold(never) = 1"));
}

TEST_F(Misleading, ACallThatReturnsNoValueSaysSo) {
  record("no_value_returned.c", {}, "", {"-std=gnu89", "-w", "-Wno-return-mismatch"});
  const Finished session = culprit({"debug", "trace", "--no-save"}, "no 1\n");
  EXPECT_THAT(session.out, HasSubstr("    1  note(5) = no value\n       left  0 → 5\n"
                                     "    2  note(2) = no value\n       left  5 → 2\n"))
      << "and not another number each time";
  EXPECT_THAT(session.out, HasSubstr("The bug is in note, "));
  EXPECT_THAT(culprit({"show", "trace", "1", "--json"}).out, HasSubstr("\"result\":null"));
}

TEST_F(Misleading, VariableArgumentsAreShownAndWhatVoidPointersLeadTo) {
  const Finished whole = debug("varargs_and_comparators.c", "yes\nyes\nyes\nyes\nyes\n");
  EXPECT_THAT(whole.out, HasSubstr("  sum(3, 1, 2, 3) = 6\n"));
  EXPECT_THAT(whole.out, HasSubstr("  sum(3, 1, 2, 4) = 7\n"));
  EXPECT_THAT(whole.out, HasSubstr("The bug is in main, ")) << "nothing is wrong in what it calls";
  const std::string passes = culprit({"tree", "trace"}).out;
  EXPECT_THAT(passes, HasSubstr("passes 2–3 of 3 (n = 3, ap = {2, 3}, s = 1, i = 1)")) << "those to come";
  EXPECT_THAT(passes, HasSubstr("pass 3 of 3 (n = 3, ap = {4}, s = 3, i = 2)"));
  EXPECT_THAT(changed("6"), HasSubstr("  s   1 → 6"));
  // The same with a bug in it.
  const Finished session = debug("varargs.c", "no\nno 2\n");
  EXPECT_THAT(session.out, HasSubstr("\n  2 calls of sum in a row:  "))
      << "two questions, and not sum(3) twice";
  EXPECT_THAT(session.out, HasSubstr("    1  sum(3, 1, 2, 3) = 6\n    2  sum(3, 1, 2, 4) = 3\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in sum, "));
  const std::string tree = culprit({"tree", "trace"}).out;
  EXPECT_THAT(tree, HasSubstr("map1(twice, 1) = 2"));
  EXPECT_THAT(tree, HasSubstr("cmp(&{3, 1, 2}, &2) = 1\n"));
  EXPECT_THAT(culprit({"show", "trace", "4", "--json"}).out,
              HasSubstr("{\"name\":\"argument2\",\"type\":\"int\",\"value\":1}"));
}

TEST_F(Misleading, AListOfVariableArgumentsIsWhatIsLeftOfThem) {
  record("variable_arguments.c");
  const std::string tree = culprit({"tree", "trace"}).out;
  EXPECT_THAT(tree,
              HasSubstr("passes 2–7 of 7 (n = 7, ap = {2, 0.5, 3, 0.5, 4, 0.5, 5, 0.5, 6, 0.5, 7, 0.5}, "));
  EXPECT_THAT(tree, HasSubstr("passes 6–7 of 7 (n = 7, ap = {6, 0.5, 7, 0.5}, ")) << "on the stack";
  EXPECT_THAT(tree, HasSubstr("pass 7 of 7 (n = 7, ap = {7, 0.5}, "));
  EXPECT_THAT(tree, HasSubstr("count(&{\"an\", \"be\", \"ask\", null}, \"a\") = 2")) << "of its caller";
  EXPECT_THAT(changed("10"), HasSubstr("{\"an\", \"be\", \"ask\", null} → {}"));
}

TEST_F(Misleading, AllThatOneWriteWroteIsShown) {
  record("one_write_two_elements.c");
  EXPECT_EQ(changed("2"),
            "  pairs[0].key of main    1 → 30\n  pairs[0].count of main  1 → 30\n"
            "  pairs[1].key of main    2 → 40");
}

TEST_F(Misleading, InputIsPartOfTheQuestion) {
  record("consumed_input.c", {}, "5-5");
  EXPECT_THAT(culprit({"show", "trace", "2"}).out, HasSubstr("read_digit() = 5\n"));
  EXPECT_THAT(culprit({"show", "trace", "2"}).out, HasSubstr("read from standard input: \"5\"\n"));
  EXPECT_THAT(culprit({"show", "trace", "4"}).out, HasSubstr("read from standard input: \"-5\"\n"));
  const Finished plain = culprit({"debug", "trace", "--no-save"}, "no\nyes\nyes\nno\n");
  EXPECT_THAT(plain.out, HasSubstr("  consumed   \"5-5\" from standard input\n")) << "calc";
  EXPECT_THAT(plain.out, HasSubstr("The bug is in read_digit, "));
  const Finished session = culprit({"debug", "trace", "--no-save"}, "jump 2\nyes\njump 4\nno\n");
  EXPECT_THAT(session.out, HasSubstr("  returned   5\n"));
  EXPECT_THAT(session.out, HasSubstr("  consumed   \"-5\" from standard input\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in read_digit, "));
}

TEST_F(Misleading, WhatScanfReadIsShown) {
  record("read_by_scanf.c", {}, "3 4x");
  const Finished session = culprit({"debug", "trace", "--no-save"}, "yes\nyes\n");
  EXPECT_THAT(session.out, HasSubstr("  changed    s   0 → 7\n             v   3 → 4\n"));
  EXPECT_THAT(session.out, HasSubstr("  consumed   \" 4\" from standard input, and looked at \"x\"\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in main, ")) << "all is right, and so is what was read";
  EXPECT_THAT(culprit({"debug", "trace", "--no-save"}, "no\nyes\nno\n").out,
              HasSubstr("The bug is in next, "))
      << "who wrote v";
  const std::string second = culprit({"show", "trace", "4"}).out;
  EXPECT_THAT(second, HasSubstr("next(&"));
  EXPECT_THAT(second, HasSubstr("read from standard input: \" 4\", and looked at \"x\"\n"));
  EXPECT_THAT(culprit({"show", "trace", "1"}).out,
              HasSubstr("read from standard input: \"3 4\", and looked at \"x\"\n"));
}

TEST_F(Misleading, WhatScanfStoresByPositionIsShown) {
  record("scan_by_position.c");
  EXPECT_EQ(changed("1"), "  *first   0 → 4\n  *second  0 → 3");
}

TEST_F(Misleading, WhatAThreadIsStartedWithIsShown) {
  const Finished session = debug("thread_arguments.cpp", "no\nno\nyes\nno\n");
  EXPECT_THAT(session.out, HasSubstr("\n  start(i = 2)  "));
  EXPECT_THAT(session.out, HasSubstr("  started    work(&workers[3])\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in start, "));
  EXPECT_THAT(culprit({"show", "trace", "7"}).out, HasSubstr("started work(&workers[0])\n"));
  EXPECT_THAT(culprit({"show", "trace", "18"}).out, HasSubstr("started count::lambda@23(&{by = 3})\n"))
      << "a std::thread";
  EXPECT_THAT(culprit({"show", "trace", "1"}).out, Not(HasSubstr("started"))) << "its threads ended in it";
  const auto shown = nlohmann::json::parse(culprit({"show", "trace", "13", "--json"}).out);
  ASSERT_EQ(shown["started"].size(), 1u);
  EXPECT_EQ(shown["started"][0]["function"], "work");
  EXPECT_EQ(shown["started"][0]["inputs"][0]["place"], "workers[3]");
}

TEST_F(Misleading, TextWrittenToFilesIsShown) {
  record("files_written.cpp");
  const Finished plain = culprit({"debug", "trace", "--no-save"}, "no 1\nyes\nno\n");
  EXPECT_THAT(plain.out, HasSubstr("wrote to c2.txt: \"1\\n3\\n\"\n"));
  EXPECT_THAT(plain.out, HasSubstr("The bug is in cwrite, ")) << "which has the same bug as write_to";
  const Finished session = culprit({"debug", "trace", "--no-save", "--strategy", "top-down"}, "no\nno\n");
  EXPECT_THAT(session.out, HasSubstr("write_to(\"c1.txt\", 2)"));
  EXPECT_THAT(session.out, HasSubstr("wrote to c1.txt: \"1\\n\"\n"));
  EXPECT_THAT(session.out, HasSubstr("wrote to c1.txt: \"3\\n\"\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in write_to, "));
}

TEST_F(Misleading, WhatIsLeftSwitchedOnInAStreamIsShown) {
  const Finished session = debug("stream_flags.cpp", "no\n");
  EXPECT_THAT(session.out, HasSubstr("\n  print_hex(x = 255)  "));
  EXPECT_THAT(session.out, HasSubstr("→ hex | skipws\n"));
  EXPECT_THAT(session.out, HasSubstr("The bug is in print_hex, "));
}

}  // namespace
}  // namespace culprit::test
