// The program on a trace: a list that loses an element, with memory, a loop, output and an exception.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli_fixture.h"
#include "tests/support/trace_maker.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr Address kList = 0x100000;
constexpr Address kFirst = 0x200000;
constexpr Address kSecond = 0x200040;

constexpr const char* kSource = R"(struct Node { int value; Node* next; };
struct List {
  void push(int value);
  void reverse();
  Node* head;
  int size;
};
void List::push(int value) {
  head = new Node{value, head};
  size++;
}
void List::reverse() {
  for (Node* node = head; node; node = node->next)
    std::puts("step");
  head = nullptr;
}
int main() {
  List list;
  list.push(1);
  list.push(2);
  list.reverse();
  check(list);
}
)";

class Recorded : public CommandLine {
 protected:
  void SetUp() override {
    CommandLine::SetUp();
    write("list.cpp", kSource);
    TraceMaker maker(CULPRIT_SEGMENT_SIZE, "./list");
    record(maker);
    maker.close();
    std::filesystem::copy_file(maker.path(), folder_ / "list.trace",
                               std::filesystem::copy_options::overwrite_existing);
  }

  static void record(TraceMaker& maker) {
    const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
    const TypeId node = maker.reserve_type();
    const TypeId link = maker.pointer_to(node, "Node *");
    maker.type("Node", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"value", integer, 0}, {"next", link, 8}}, node);
    const TypeId list =
        maker.type("List", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"head", link, 0}, {"size", integer, 8}});
    const ParameterSpec self{"this", maker.pointer_to(list, "List *"), CULPRIT_PASS_VALUE, true};
    const FunctionId main =
        maker.function("main", {.result = integer, .file = "list.cpp", .first_line = 17, .last_line = 23});
    const FunctionId push = maker.function("List::push", {.parameters = {self, {"value", integer}},
                                                          .file = "list.cpp",
                                                          .first_line = 8,
                                                          .last_line = 11,
                                                          .kind = CULPRIT_FUNCTION_METHOD,
                                                          .signature = "void List::push(int)"});
    const FunctionId reverse = maker.function("List::reverse", {.parameters = {self},
                                                                .file = "list.cpp",
                                                                .first_line = 12,
                                                                .last_line = 16,
                                                                .kind = CULPRIT_FUNCTION_METHOD,
                                                                .signature = "void List::reverse()"});
    const FunctionId loop = maker.function("List::reverse loop", {.parameters = {{"node", link}},
                                                                  .file = "list.cpp",
                                                                  .first_line = 13,
                                                                  .last_line = 14,
                                                                  .kind = CULPRIT_FUNCTION_LOOP,
                                                                  .enclosing = reverse});
    maker.define_loop({.function = loop.value(),
                       .kind = CULPRIT_LOOP_FOR,
                       .index = 0,
                       .label = 0,
                       .head_first = 13,
                       .head_last = 13,
                       .body_first = 14,
                       .body_last = 14});
    const FunctionId check = maker.function(
        "check", {.parameters = {{"list", list, CULPRIT_PASS_ADDRESS}}, .signature = "void check(List&)"});
    maker.allocate(kList, 16);
    maker.enter(main);
    maker.write(kList, Address{0}, 2);
    maker.write(kList + 8, 0, 2);
    push_one(maker, push, 1, kFirst, 0, 1);
    push_one(maker, push, 2, kSecond, kFirst, 2);
    maker.enter(reverse, kList);
    maker.loop(loop);
    maker.iteration(loop, kSecond);
    maker.output("step\n");
    maker.iteration(loop, kFirst);
    maker.output("step\n");
    maker.loop_end(loop, Address{0});
    maker.write(kList, Address{0}, 4);
    maker.leave();
    maker.enter(check, kList);
    maker.unwind(1, CULPRIT_UNWIND_EXCEPTION, maker.type("std::logic_error", CULPRIT_TYPE_STRUCT, 0));
    maker.leave(1);
  }
  static void push_one(TraceMaker& maker, FunctionId push, int value, Address at, Address next, int size) {
    maker.enter(push, kList, value);
    maker.allocate(at, 16);
    maker.write(at, value, 2);
    maker.write(at + 8, next, 2);
    maker.write(kList, at, 2);
    maker.write(kList + 8, size, 3);
    maker.leave();
  }
};

TEST_F(Recorded, QuestionShowsWhatTheCallSawAndChangedAndPrinted) {
  const Finished run = culprit({"debug", "list.trace", "--transform", "loops", "--strategy", "top-down"},
                               "yes\nyes\nno\nyes\nquit\n");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, R"(list.trace: 7 nodes. The result of the run is taken to be wrong.

── a call ──────────────────────────────────────────────────────────────── look 1 · about 4 to go ──

  List::push(value = 1)                                                                   list.cpp:8
  called by  main

  changed    head   null → &{value = 1, next = null}
             size   0 → 1

Given this input, did it do the right thing?
> yes

── a call ──────────────────────────────────────────────────────────────── look 2 · about 3 to go ──

  List::push(value = 2)                                                                   list.cpp:8
  called by  main

  changed    head   &{value = 1, next = null} → &{value = 2, next = &{value = 1, next = null}}
             size   1 → 2

Given this input, did it do the right thing?
> yes

── a call ──────────────────────────────────────────────────────────────── look 3 · about 2 to go ──

  List::reverse()                                                                        list.cpp:12
  called by  main

  printed    │step
             │step
  changed    head   &{value = 2, next = &{value = 1, next = null}} → null
  could see  size   2

Given this input, did it do the right thing?
> no

── passes of a loop ────────────────────────────────────────────────────── look 4 · about 2 to go ──

  the loop at line 13 in List::reverse, passes 1–2 of 2 and what follows                 list.cpp:13

  ended      the condition no longer holds
  printed    │step
             │step
  changed    node   &{value = 2, next = &{value = 1, next = null}} → null

Given this state, did the loop do right from here on?
> yes

The bug is in List::reverse, list.cpp:12-16, outside the body of the loop at 14.

  List::reverse()
  with this = &{head = &{value = 2, next = &{value = 1, next = null}}, size = 2}
  changed:
    this->head  &{value = 2, next = &{value = 1, next = null}} → null
  printed:
    | step
    | step
  It is wrong, though nothing below it is to blame:
    ✓ loop at list.cpp:13, passes 1–2 of 2 (node = &{va…   you said yes

  12 │ void List::reverse() {
  13 │   for (Node* node = head; node; node = node->next)
  14 ·     std::puts("step");
  15 │   head = nullptr;
  16 │ }

Found with 4 answers.
> quit
)");
}

TEST_F(Recorded, ALoopCanBeTheCulprit) {
  const Finished run = culprit({"debug", "list.trace", "--transform", "loops", "--strategy", "top-down"},
                               "yes\nyes\nno\nno\nyes\n");
  EXPECT_THAT(run.out, HasSubstr("The bug is in the loop of List::reverse, list.cpp:13-14.\n\n"
                                 "  loop at list.cpp:13, passes 1–2 of 2 (node = &{value = 2, next = &{value "
                                 "= 1, next = null}})\n"));
  EXPECT_THAT(run.out, HasSubstr("  13 │   for (Node* node = head; node; node = node->next)\n"));
}

TEST_F(Recorded, SourceThatChangedSinceTheRunIsNotShown) {
  std::filesystem::last_write_time(folder_ / "list.cpp",
                                   std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  const Finished run =
      culprit({"debug", "list.trace", "--transform", "loops", "--strategy", "top-down"}, "no\n");
  EXPECT_THAT(run.out, HasSubstr("list.cpp has changed since the run, so its text is not shown)\n"));
  EXPECT_THAT(run.out, Not(HasSubstr("│")));
}

TEST_F(Recorded, BrowseWalksThroughMemory) {
  const Finished run = culprit({"debug", "list.trace", "--transform", "loops", "--strategy", "top-down"},
                               "yes\nbrowse\ncd this\ncd head\nls\npwd\nwho value\nbefore\ncd /\nprint "
                               "this->size\nquit\nwho this->size\nquit\n");
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("browse /> cd this\n"
                                 "   head/ = &{value = 2, next = &{value = 1, next = null}}  Node *\n"
                                 "   size = 2  int\n"
                                 "browse this> cd head\n"
                                 "   value = 2  int\n"
                                 "   next/ = &{value = 1, next = null}  Node *\n"));
  EXPECT_THAT(run.out, HasSubstr("browse this->head> pwd\n   this->head (after the call)\n"));
  EXPECT_THAT(run.out,
              HasSubstr("   this->head->value was written at list.cpp:9 in node 2: List::push(2)\n"));
  EXPECT_THAT(run.out, HasSubstr("browse /> print this->size\n   this->size = 1\n"));
  EXPECT_THAT(
      run.out,
      HasSubstr("> who this->size\n   this->size was written at list.cpp:10 in node 2: List::push(2)\n"));
}

TEST_F(Recorded, JsonHasValuesAndChanges) {
  const Finished run =
      culprit({"debug", "list.trace", "--transform", "loops", "--json", "--strategy", "top-down"}, "quit\n");
  std::istringstream lines(run.out);
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  const json question = json::parse(line);
  EXPECT_EQ(question["function"], "List::push");
  EXPECT_EQ(question["changes"][1], json::parse(R"({"path":"this->size","before":0,"after":1})"));
  EXPECT_EQ(question["inputs"][1], json::parse(R"({"name":"value","type":"int","value":1})"));
}

TEST_F(Recorded, InfoSaysWhatWasRecorded) {
  const std::string text = culprit({"info", "list.trace"}).out;
  EXPECT_THAT(
      text,
      HasSubstr("list.trace: trace of a recorded run\n\n  program    ./list\n  producer   trace maker\n"));
  EXPECT_THAT(
      text,
      HasSubstr("  ended      in order\n  threads    1\n  nodes      7, 2 of them iterations of loops\n"));
  EXPECT_THAT(text, HasSubstr("             2  List::push  list.cpp:8\n"));
  const json object = json::parse(culprit({"info", "list.trace", "--json"}).out);
  EXPECT_EQ(object["nodes"], 7);
  EXPECT_EQ(object["damage"], json::array());
}

TEST_F(Recorded, AKilledRunIsReadAndSaidToBe) {
  TraceMaker maker;
  const FunctionId f = maker.function("f");
  maker.enter(f);
  maker.enter(f);
  maker.kill();
  std::filesystem::copy_file(maker.path(), folder_ / "killed.trace");
  EXPECT_THAT(culprit({"info", "killed.trace"}).out,
              HasSubstr("  ended      it did not: the program was killed, or is still running"));
  EXPECT_THAT(culprit({"tree", "killed.trace"}).out, HasSubstr("1 └─ f did not finish\n"));
}

TEST_F(Recorded, TreeAndShowUseRecordedValues) {
  EXPECT_EQ(culprit({"tree", "list.trace"}).out, R"(0 main = 1  (7)
1 ├─ List::push(1)
2 ├─ List::push(2)
3 ├─ List::reverse()  (3)
4 │  └─ loop at list.cpp:13, passes 1–2 of 2 (node = &{value = 2, next = &{value = 1, next = null}})  (2)
5 │     └─ loop at list.cpp:13, pass 2 of 2 (node = &{value = 1, next = null})
6 └─ check({head = null, size = 2}) threw std::logic_error
)");
  EXPECT_THAT(
      culprit({"show", "list.trace", "3"}).out,
      HasSubstr("before\n  this = &{head = &{value = 2, next = &{value = 1, next = null}}, size = 2}\n\n"
                "after\n  this = &{head = null, size = 2}\n\ncalled by\n       0  main = 1\n"));
  EXPECT_EQ(culprit({"show", "list.trace", "2", "--path", "this->head->next"}).out,
            "before\n  this->head->next = null\nafter\n  this->head->next = &{value = 1, next = null}\n");
}

TEST_F(Recorded, ExportWritesRecordedValuesAsText) {
  EXPECT_THAT(culprit({"export", "list.trace"}).out,
              HasSubstr("  List::push(this = &{head = null, size = 0}, value = 1)  @list.cpp:8-11\n"));
  const Finished run = culprit({"import", "list.trace"});
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, HasSubstr("list.trace is a trace of a recorded run, not a tree\n"));
}

}  // namespace
}  // namespace culprit::test
