#include "src/trace/trace.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace culprit::trace
