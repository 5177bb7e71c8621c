#include "src/trace/trace.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <vector>

#include "tests/support/extended_record.h"
#include "tests/support/places.h"
#include "tests/support/temporary_path.h"
#include "tests/support/trace_maker.h"

// What recorders that know more of a run tell; the writer has no other way to it yet.
extern "C" void culprit_define_meta(struct culprit_trace* trace, enum culprit_meta key, const char* text);

namespace culprit::trace {
namespace {

using test::TraceMaker;

TEST(Trace, TellsWhetherRecordsInBetweenStirMemory) {
  TraceMaker maker(4096);
  const FunctionId f = maker.function("f");
  const auto mark = [&] {
    maker.line(7);
    maker.enter(f);
    maker.leave();
  };
  mark();  // 0
  mark();  // 1
  for (int i = 0; i < 1000; ++i) maker.output("many segments");
  mark();  // 2
  maker.write(0x1000, 1);
  mark();  // 3
  maker.free(0x1000);
  mark();  // 4
  test::put_extended(maker.stream(), CULPRIT_EXTENDED_LOST, std::uint64_t{3});
  mark();  // 5
  const Trace trace = maker.finish();
  std::vector<Moment> enters, leaves;
  for (Cursor cursor = trace.events(StreamId{1}); cursor.next();) {
    if (cursor.event().kind == CULPRIT_EVENT_ENTER) enters.push_back(Moment{cursor.event().position});
    if (cursor.event().kind == CULPRIT_EVENT_LEAVE) leaves.push_back(Moment{cursor.event().position});
  }
  ASSERT_EQ(enters.size(), 6u);
  const auto stir = [&](std::size_t i, std::uint32_t most = 5000) {
    return trace.stir_between(leaves[i], enters[i + 1], most);
  };
  EXPECT_EQ(stir(0), Stir::kNone);
  EXPECT_EQ(stir(1), Stir::kNone);
  EXPECT_EQ(stir(1, 100), Stir::kSome) << "more than were to be looked at";
  EXPECT_EQ(stir(2), Stir::kSome);
  EXPECT_EQ(stir(3), Stir::kSome);
  EXPECT_EQ(stir(4), Stir::kUnknown);
}

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
  const Moment enter{StreamId{1}, cursor.event().position};
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

TEST(Trace, ReadsWhatVersionTwoAdds) {
  test::TraceMaker maker;
  const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  const TypeId derived = maker.reserve_type();
  // A class may be an argument of its own base: that is no cycle.
  const TypeId base = maker.type("Base<Derived, 7>", CULPRIT_TYPE_STRUCT, 8, {}, 0,
                                 {{"_vptr", integer, 0},
                                  {"T", derived, 0, 0, -1, false, CULPRIT_MEMBER_ARGUMENT},
                                  {"N", integer, 0, 0, 7, false, CULPRIT_MEMBER_ARGUMENT}},
                                 {}, CULPRIT_TYPE_POLYMORPHIC | CULPRIT_TYPE_SYSTEM);
  maker.type("Derived", CULPRIT_TYPE_STRUCT, 16, {}, 0,
             {{"", base, 0, 0, -1, true}, {"", base, 24, 0, -1, true, CULPRIT_MEMBER_VIRTUAL}}, derived,
             CULPRIT_TYPE_INCOMPLETE);
  const GlobalId vtable = maker.global("vtable for Derived", derived, 0x5000, 0, 40, CULPRIT_GLOBAL_VTABLE);
  const FunctionId loop =
      maker.function("loop", {.parameters = {{"n", integer, CULPRIT_PASS_VALUE, false, true}, {"i", integer}},
                              .kind = CULPRIT_FUNCTION_LOOP});
  culprit_define_meta(maker.raw(), CULPRIT_META_PARENT, "parent.trace");
  culprit_define_meta(maker.raw(), CULPRIT_META_BUILD, "12ab");
  culprit_define_meta(maker.raw(), CULPRIT_META_INPUT, "run.stdin");
  culprit_define_meta(maker.raw(), CULPRIT_META_OPTION, "loops=calls");
  const Trace trace = maker.finish();
  const Tables& tables = trace.tables();
  EXPECT_EQ(tables.parent, "parent.trace");
  EXPECT_EQ(tables.build, "12ab");
  EXPECT_EQ(tables.input, "run.stdin");
  EXPECT_EQ(tables.options, std::vector<std::string>{"loops=calls"});
  EXPECT_EQ(tables.type(base).flags, CULPRIT_TYPE_POLYMORPHIC | CULPRIT_TYPE_SYSTEM);
  EXPECT_FALSE(tables.type(base).members[0].is_argument());
  EXPECT_TRUE(tables.type(base).members[1].is_argument());
  EXPECT_EQ(tables.type(base).members[1].type, derived);
  EXPECT_EQ(tables.type(base).members[2].offset, 7);
  EXPECT_EQ(tables.type(derived).members[0].type, base);
  EXPECT_FALSE(tables.type(derived).members[0].is_virtual());
  EXPECT_TRUE(tables.type(derived).members[1].is_virtual());
  EXPECT_EQ(tables.global(vtable).flags, CULPRIT_GLOBAL_VTABLE);
  EXPECT_EQ(tables.global(vtable).size, 40u);
  EXPECT_TRUE(tables.function(loop).parameters[0].is_fixed);
  EXPECT_EQ(tables.function(loop).argument_bytes, 4u) << "without what stands in LOOP_BEGIN";
}

TEST(Trace, KnowsARunAgainWhileItGrowsAndInACopy) {
  TraceMaker maker(4096);
  culprit_define_meta(maker.raw(), CULPRIT_META_BUILD, "12ab");
  const FunctionId f = maker.function("f");
  maker.enter(f);
  const std::uint64_t early = Trace::open(maker.path())->run_identity();
  const std::uint64_t early_print = Trace::open(maker.path())->fingerprint();
  for (int i = 0; i < 10'000; ++i) maker.enter(f, i);
  maker.switch_to(maker.spawn());
  maker.enter(f);
  const Trace trace = maker.finish();
  EXPECT_EQ(trace.run_identity(), early);
  EXPECT_NE(trace.fingerprint(), early_print);
  const test::TemporaryPath copy;
  std::filesystem::copy_file(maker.path(), copy.str());
  EXPECT_EQ(Trace::open(copy.str())->run_identity(), early);
}

TEST(Trace, TellsRunsApart) {
  std::set<std::uint64_t> identities;
  for (const char* build : {"12ab", "12ac", ""}) {
    TraceMaker maker;
    culprit_define_meta(maker.raw(), CULPRIT_META_BUILD, build);
    maker.enter(maker.function("f"));
    maker.close();
    const auto run = [&](std::uint64_t start, std::uint64_t process) {
      std::fstream file(maker.path(), std::ios::in | std::ios::out | std::ios::binary);
      culprit_file_header header{};
      file.read(reinterpret_cast<char*>(&header), sizeof header);
      header.start_time = start;
      header.process = process;
      header.checksum = culprit_checksum(&header, offsetof(culprit_file_header, state));
      file.seekp(0).write(reinterpret_cast<const char*>(&header), sizeof header).flush();
      return Trace::open(maker.path())->run_identity();
    };
    for (const std::uint64_t start : {1, 2})
      for (const std::uint64_t process : {1, 2}) EXPECT_TRUE(identities.insert(run(start, process)).second);
  }
  EXPECT_EQ(identities.size(), 12u);
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

/// A C++ program of a few calls, recorded by the first recorder of version 2.
TEST(Trace, ReadsWhatVersionTwoWrote) {
  const auto trace = Trace::open(CULPRIT_SOURCE_DIR "/tests/fixtures/version_2.trace");
  ASSERT_TRUE(trace) << trace.error().what;
  bool has_vtable = false, has_argument = false;
  for (const Global& global : trace->tables().globals)
    has_vtable = has_vtable || ((global.flags & CULPRIT_GLOBAL_VTABLE) != 0 && global.size > 0);
  for (const Type& type : trace->tables().types)
    for (const Member& member : type.members) has_argument = has_argument || member.is_argument();
  EXPECT_TRUE(has_vtable);
  EXPECT_TRUE(has_argument);
  bool has_fixed = false, has_throw = false;
  for (Cursor cursor = trace->events(StreamId{1}); cursor.next();) {
    const Event& event = cursor.event();
    has_fixed = has_fixed || (event.kind == CULPRIT_EVENT_LOOP_BEGIN && !event.payload.empty());
    has_throw = has_throw || (event.kind == CULPRIT_EVENT_UNWIND && event.type != TypeId{});
  }
  EXPECT_TRUE(has_fixed);
  EXPECT_TRUE(has_throw);
  std::map<int, int> counts = count_kinds(*trace);
  EXPECT_EQ(counts[CULPRIT_EVENT_ITERATION], 3);
  EXPECT_EQ(counts[CULPRIT_EVENT_LOOP_END], 1);
  EXPECT_TRUE(trace->damage().empty());
}

}  // namespace
}  // namespace culprit::trace
