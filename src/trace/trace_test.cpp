#include "src/trace/trace.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "tests/support/trace_maker.h"

namespace culprit::trace {
namespace {

using test::TraceMaker;

TEST(Trace, ReadsBackWhatWasDeclaredAndRecorded) {
  TraceMaker maker;
  const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  const TypeId list = maker.reserve_type();
  const TypeId pointer = maker.pointer_to(list, "list*");
  maker.type("list", CULPRIT_TYPE_STRUCT, 16, {}, 0, {{"value", integer, 0}, {"next", pointer, 8}}, list);
  const GlobalId global = maker.global("count", integer, 0x4000, 7);
  const FunctionId f = maker.function("f", {.parameters = {{"x", integer}, {"at", pointer}},
                                            .result = integer,
                                            .file = "f.c",
                                            .first_line = 10,
                                            .last_line = 20,
                                            .globals = {global}});
  maker.enter(f, std::int32_t{3}, std::uint64_t{0x1000});
  maker.write(0x7fff00001000, std::int32_t{4}, 2);
  maker.write(0x7fff00001008, std::uint64_t{5}, 3);
  maker.leave_from(4, std::int32_t{-1});
  const Trace trace = maker.finish();

  EXPECT_EQ(trace.state(), CULPRIT_STATE_CLOSED);
  EXPECT_TRUE(trace.damage().empty());
  EXPECT_EQ(trace.tables().program, "program");
  const Function& function = trace.tables().function(f);
  EXPECT_EQ(function.name, "f");
  EXPECT_EQ(trace.tables().file(function.file).path, "f.c");
  EXPECT_EQ(function.argument_bytes, 12u);
  ASSERT_EQ(function.globals.size(), 1u);
  EXPECT_EQ(trace.tables().global(function.globals[0]).name, "count");
  const Type& structure = trace.tables().type(list);
  ASSERT_EQ(structure.members.size(), 2u);
  EXPECT_EQ(structure.members[1].offset, 64);
  EXPECT_EQ(trace.tables().type(structure.members[1].type).element, list);

  ASSERT_EQ(trace.streams().size(), 1u);
  Cursor cursor = trace.events(StreamId{1});
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.event().what, CULPRIT_EXTENDED_THREAD_START);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.event().kind, CULPRIT_EVENT_ENTER);
  EXPECT_EQ(cursor.event().function, f);
  EXPECT_EQ(cursor.event().payload.size(), 12u);
  const Moment enter = trace.moment_of(StreamId{1}, cursor.event().position);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.event().address, 0x7fff00001000u);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.event().kind, CULPRIT_EVENT_WRITE);
  EXPECT_EQ(cursor.event().address, 0x7fff00001008u);
  EXPECT_EQ(cursor.event().line, 3u);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.event().kind, CULPRIT_EVENT_LEAVE);
  EXPECT_EQ(cursor.event().line, 4u);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.event().what, CULPRIT_EXTENDED_THREAD_END);
  EXPECT_FALSE(cursor.next());
  EXPECT_EQ(trace.event_at(enter).function, f);
}

/// How often each kind of event comes, in all threads.
std::map<int, int> count_kinds(const Trace& trace) {
  std::map<int, int> counts;
  for (const StreamInfo& stream : trace.streams())
    for (Cursor cursor = trace.events(stream.id); cursor.next();) ++counts[cursor.event().kind];
  return counts;
}

/// The file was written by the first writer of this version. It stays as it is: a change of the format that
/// cannot read it needs another version.
TEST(Trace, ReadsWhatVersionOneWrote) {
  const auto trace = Trace::open(CULPRIT_SOURCE_DIR "/tests/fixtures/version_1.trace");
  ASSERT_TRUE(trace) << trace.error().what;
  const Tables& tables = trace->tables();
  EXPECT_EQ(tables.program, "fixture");
  ASSERT_EQ(tables.functions.size(), 4u);
  EXPECT_EQ(tables.functions[2].name, "push");
  EXPECT_EQ(tables.functions[2].argument_bytes, 12u);
  EXPECT_EQ(tables.functions[3].enclosing, FunctionId{1});
  EXPECT_EQ(tables.types[2].members[1].name, "next");
  EXPECT_EQ(tables.global(tables.functions[2].globals[0]).address, 0x4000u);
  EXPECT_EQ(tables.arcs.size(), 1u);
  EXPECT_EQ(count_kinds(*trace), (std::map<int, int>{{CULPRIT_EVENT_ENTER, 101},
                                                     {CULPRIT_EVENT_ENTER_LONG, 1},
                                                     {CULPRIT_EVENT_LEAVE, 101},
                                                     {CULPRIT_EVENT_UNWIND, 1},
                                                     {CULPRIT_EVENT_LOOP_BEGIN, 1},
                                                     {CULPRIT_EVENT_ITERATION, 100},
                                                     {CULPRIT_EVENT_LOOP_END, 1},
                                                     {CULPRIT_EVENT_WRITE, 100},
                                                     {CULPRIT_EVENT_WRITE_FAR, 200},
                                                     {CULPRIT_EVENT_BLOCK, 1},
                                                     {CULPRIT_EVENT_FILL, 1},
                                                     {CULPRIT_EVENT_ALLOCATE, 100},
                                                     {CULPRIT_EVENT_FREE, 1},
                                                     {CULPRIT_EVENT_OUTPUT, 1},
                                                     {CULPRIT_EVENT_EXTENDED, 6}}));
  EXPECT_TRUE(trace->damage().empty());
  // Push 99 returned the address of the last node.
  std::uint64_t result = 0;
  for (Cursor cursor = trace->events(StreamId{1}); cursor.next();)
    if (cursor.event().payload.size() == 8 && cursor.event().kind == CULPRIT_EVENT_LEAVE)
      std::memcpy(&result, cursor.event().payload.data(), 8);
  EXPECT_EQ(result, 0x555500000000 + 32 * 99);
}

}  // namespace
}  // namespace culprit::trace
