// Laws: what is written is read back, whatever the events, the threads and the segments' size.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstring>
#include <map>

#include "src/trace/decode.h"
#include "src/trace/trace.h"
#include "tests/support/recorded_event.h"
#include "tests/support/trace_maker.h"

namespace culprit::trace {
namespace {

using test::RecordedEvent;
using test::TraceMaker;

constexpr std::uint32_t kFunctions = 40;
constexpr std::uint32_t kTypes = 10;

template <class T>
T any_in(T low, T high) {
  return *rc::gen::inRange<T>(low, high);
}

std::string any_bytes(std::size_t size) {
  return *rc::gen::container<std::string>(size, rc::gen::arbitrary<char>());
}

/// Near the last ones (short forms), far from them, on both sides of bit 45, and past what a WRITE can name.
std::uint64_t any_address() {
  const std::uint64_t area = *rc::gen::element<std::uint64_t>(
      0, 0x1000, 0x555500000000, 0x7fff00000000, 0x200000000000, 0x1fffffff8000, 0xffff800000000000);
  return area + any_in<std::uint64_t>(0, *rc::gen::element<std::uint64_t>(64, 300'000));
}

/// Arguments and results on both sides of what a record's head has room for.
std::string near_small_values() {
  const auto value = any_in<std::int64_t>(-514, 514);
  std::string bytes(*rc::gen::element<std::size_t>(4, 8), '\0');
  std::memcpy(bytes.data(), &value, bytes.size());
  return bytes;
}

std::string any_values() {
  if (*rc::gen::arbitrary<bool>()) return near_small_values();
  return any_bytes(4 * *rc::gen::element<std::size_t>(0, 1, 2, 3, 14, 15, 16, 62, 63, 64, 200));
}

RecordedEvent any_call(culprit_event kind) {
  RecordedEvent event{.kind = kind};
  if (kind == CULPRIT_EVENT_ENTER) {
    event.function = any_in(0u, kFunctions + 1);
    event.frame =
        0x7fff00000000 + 16 * any_in<std::uint64_t>(0, 300) + *rc::gen::element<std::uint64_t>(0, 0, 0, 8);
    event.count = *rc::gen::element(0u, 0u, 0u, 1u, 2u);  // variable arguments
    if (event.count != 0) event.more = any_bytes(4 * any_in<std::size_t>(2, 20));
  } else if (kind == CULPRIT_EVENT_LEAVE) {
    event.line = any_in(0u, 4096u);
    event.what = *rc::gen::element<std::uint8_t>(0, 0, 0, 1);
    if (event.what != 0) return event;
  } else if (kind == CULPRIT_EVENT_UNWIND) {
    event.what = static_cast<std::uint8_t>(any_in(0, 3));
    event.count = any_in(1u, 4u);
    event.type = any_in(0u, kTypes + 1);
    event.address = any_address();
    return event;
  } else {
    event.function = any_in(0u, kFunctions + 1);
  }
  event.payload = any_values();
  return event;
}

RecordedEvent any_memory(culprit_event kind) {
  RecordedEvent event{.kind = kind};
  event.address = any_address();
  event.line = any_in(0u, 2048u);
  if (kind == CULPRIT_EVENT_WRITE) {
    event.size = std::uint64_t{1} << any_in(0, 4);
    event.payload = any_bytes(event.size);
    // What a WRITE cannot name is written as a block.
    if (event.address >> 47) event.kind = CULPRIT_EVENT_BLOCK;
  } else if (kind == CULPRIT_EVENT_BLOCK || kind == CULPRIT_EVENT_OUTPUT) {
    event.what = static_cast<std::uint8_t>(any_in(0, 4));
    event.payload = any_bytes(any_in<std::size_t>(1, 50)) + std::string(any_in<std::size_t>(0, 9000), 'x');
    event.size = event.payload.size();
    if (kind == CULPRIT_EVENT_OUTPUT) event.address = event.line = 0;
  } else if (kind == CULPRIT_EVENT_FREE) {
    event.what = static_cast<std::uint8_t>(any_in(0, 5));
  } else {
    event.what = static_cast<std::uint8_t>(any_in(0, kind == CULPRIT_EVENT_FILL ? 256 : 5));
    event.size = any_in<std::uint64_t>(1, 1u << 20);
  }
  if (kind != CULPRIT_EVENT_OUTPUT && event.payload.size() < 64 &&
      *rc::gen::weightedElement<bool>({{9, false}, {1, true}})) {
    event.line_absolute = true;
    event.line = any_in(0u, 100'000u);
  }
  return event;
}

RecordedEvent any_extended(RecordedEvent event) {
  switch (event.what) {
    case CULPRIT_EXTENDED_PROCESS:
      event.size = *rc::gen::arbitrary<std::uint64_t>();
      [[fallthrough]];
    case CULPRIT_EXTENDED_SPAWN:
      event.count = any_in(1u, 100u);
      break;
    case CULPRIT_EXTENDED_CHECK:
      event.address = any_address();
      event.payload = any_bytes(any_in<std::size_t>(0, 50));
      event.size = event.payload.size();
      break;
    case CULPRIT_EXTENDED_THROW:
    case CULPRIT_EXTENDED_CATCH:
      event.type = any_in(0u, kTypes + 1);
      event.line = any_in(0u, 5000u);
      event.address = any_address();
      break;
    case CULPRIT_EXTENDED_READ_BLOCK:
      event.address = any_address() & ((std::uint64_t{1} << 46) - 1);
      event.size = any_in<std::uint64_t>(1, 40);
      break;
    case CULPRIT_EXTENDED_OPENED:
      event.count = any_in(1u, 9u);
      event.line = any_in(0u, 16u);  // its flags
      event.address = CULPRIT_FILE_PIPE;
      event.payload = std::string(any_in<std::size_t>(0, 40), 'p');
      event.size = event.payload.size();
      break;
    case CULPRIT_EXTENDED_INPUT:
    case CULPRIT_EXTENDED_OUTPUT_FILE:
      event.line = any_in(0u, 5000u);
      event.address = *rc::gen::element(CULPRIT_NO_OFFSET, std::uint64_t{0}, std::uint64_t{77});
      event.payload = any_bytes(any_in<std::size_t>(1, 50)) + std::string(any_in<std::size_t>(0, 9000), 'x');
      event.count = any_in(1u, 9u);
      event.size = event.payload.size();
      break;
    case CULPRIT_EXTENDED_UNREAD:
      event.count = any_in(1u, 9u);
      event.payload = any_bytes(any_in<std::size_t>(1, 9));
      event.size = event.payload.size();
      break;
    case CULPRIT_EXTENDED_CLOSED:
    case CULPRIT_EXTENDED_INPUT_END:
      event.count = any_in(1u, 9u);
      break;
    case CULPRIT_EXTENDED_ASKED:
      event.count = any_in(1u, 5u);
      event.more = std::string(any_in<std::size_t>(0, 20), 'n');
      event.payload = any_bytes(any_in<std::size_t>(0, 30));
      event.size = event.payload.size();
      break;
    default:
      event.size = *rc::gen::arbitrary<std::uint64_t>();
  }
  return event;
}

RecordedEvent any_event() {
  const auto kind = static_cast<culprit_event>(any_in<int>(CULPRIT_EVENT_ENTER, CULPRIT_EVENT_EXTENDED + 1));
  switch (kind) {
    case CULPRIT_EVENT_ENTER_LONG:
      return any_call(CULPRIT_EVENT_ENTER);
    case CULPRIT_EVENT_WRITE_FAR:
      return any_memory(CULPRIT_EVENT_WRITE);
    case CULPRIT_EVENT_EXTENDED: {
      RecordedEvent event{.kind = kind};
      event.what = *rc::gen::element<std::uint8_t>(
          CULPRIT_EXTENDED_SPAWN, CULPRIT_EXTENDED_LOST, CULPRIT_EXTENDED_PROCESS, CULPRIT_EXTENDED_CHECK,
          CULPRIT_EXTENDED_THROW, CULPRIT_EXTENDED_CATCH, CULPRIT_EXTENDED_READ_BLOCK,
          CULPRIT_EXTENDED_OPENED, CULPRIT_EXTENDED_CLOSED, CULPRIT_EXTENDED_INPUT,
          CULPRIT_EXTENDED_INPUT_END, CULPRIT_EXTENDED_UNREAD, CULPRIT_EXTENDED_OUTPUT_FILE,
          CULPRIT_EXTENDED_ASKED);
      return any_extended(event);
    }
    default:
      return kind <= CULPRIT_EVENT_LOOP_END ? any_call(kind) : any_memory(kind);
  }
}

/// One event, some times over, in one of three threads.
struct Step {
  std::size_t thread;
  std::uint32_t times;
  RecordedEvent event;
};

TEST(Roundtrip, ReadsEveryEventOfEveryThreadBack) {
  const auto law = [] {
    TraceMaker maker(*rc::gen::element<std::uint32_t>(4096, 8192, 65536));
    for (std::uint32_t i = 0; i < kFunctions; ++i) maker.function("f" + std::to_string(i));
    for (std::uint32_t i = 0; i < kTypes; ++i) maker.type("t", CULPRIT_TYPE_SIGNED, 4);
    maker.spawn();
    maker.spawn();
    const auto steps = *rc::gen::container<std::vector<Step>>(
        rc::gen::exec([] { return Step{any_in<std::size_t>(0, 3), any_in(1u, 40u), any_event()}; }));
    std::vector<test::EventRecorder> recorders;
    std::vector<std::vector<RecordedEvent>> expected(3);
    expected[0] = {{.kind = CULPRIT_EVENT_EXTENDED, .what = CULPRIT_EXTENDED_SPAWN, .count = 2},
                   {.kind = CULPRIT_EVENT_EXTENDED, .what = CULPRIT_EXTENDED_SPAWN, .count = 3}};
    for (std::uint32_t id = 1; id <= 3; ++id) {
      maker.switch_to(StreamId{id});
      recorders.emplace_back(maker.stream());
    }
    for (const Step& step : steps)
      for (std::uint32_t i = 0; i < step.times; ++i) {
        recorders[step.thread].record(step.event);
        expected[step.thread].push_back(step.event);
      }
    const bool killed = *rc::gen::arbitrary<bool>();
    killed ? maker.kill() : maker.close();
    const auto trace = Trace::open(maker.path());
    RC_ASSERT(trace.has_value());
    for (std::uint32_t id = 1; id <= 3; ++id)
      RC_ASSERT(test::joined(test::read_events(*trace, StreamId{id})) == test::joined(expected[id - 1]));
    RC_ASSERT(trace->damage().empty());
    RC_ASSERT(trace->state() == (killed ? CULPRIT_STATE_OPEN : CULPRIT_STATE_CLOSED));
  };
  EXPECT_TRUE(rc::check("write then read is the identity", law));
}

/// From any event on, a stream goes on with its first one that has that rank or a higher one.
void check_positions(const Trace& trace, std::uint32_t id, const std::map<Rank, std::uint32_t>& streams) {
  std::uint64_t expected = ~std::uint64_t{0};
  for (auto at = streams.rbegin(); at != streams.rend(); ++at) {
    if (at->second == id) expected = trace.moment_at(at->first).position();
    const std::uint64_t found = trace.position_from(id - 1, at->first);
    const bool is_past_all = expected == ~std::uint64_t{0};
    RC_ASSERT((is_past_all ? found >= trace.streams()[id - 1].end : found == expected));
  }
}

TEST(Roundtrip, FindsEveryEventAgainByItsMoment) {
  const auto law = [] {
    TraceMaker maker(4096);
    for (std::uint32_t i = 0; i < kFunctions; ++i) maker.function("f");
    const std::uint32_t threads = any_in(1u, 4u);
    for (std::uint32_t id = 2; id <= threads; ++id) maker.spawn();
    std::vector<test::EventRecorder> recorders;
    for (std::uint32_t id = 1; id <= threads; ++id) {
      maker.switch_to(StreamId{id});
      recorders.emplace_back(maker.stream());
    }
    for (int steps = any_in(0, 60); steps > 0; --steps) {
      auto& recorder = recorders[any_in<std::size_t>(0, threads)];
      if (threads > 1 && *rc::gen::arbitrary<bool>()) culprit_sequence(recorder.stream());
      const RecordedEvent event = any_event();
      for (int times = any_in(1, 10); times > 0; --times) recorder.record(event);
    }
    const Trace trace = maker.finish();
    std::map<Rank, std::uint32_t> seen;
    for (std::uint32_t id = 1; id <= threads; ++id) {
      for (Cursor cursor = trace.events(StreamId{id}); cursor.next();) {
        const Event& event = cursor.event();
        const Moment moment{StreamId{id}, event.position};
        RC_ASSERT(moment.stream() == StreamId{id} && moment.position() == event.position);
        const Rank rank = trace.order(moment);
        RC_ASSERT(seen.emplace(rank, id).second);
        RC_ASSERT(trace.moment_at(rank) == moment);
        RC_ASSERT(trace.position_from(id - 1, rank) == event.position);
        RC_ASSERT(trace.event_at(rank).payload.data() == event.payload.data());
        const Event again = trace.event_at(moment);
        RC_ASSERT(again.kind == event.kind && again.position == event.position &&
                  again.function == event.function && again.line == event.line &&
                  again.line_absolute == event.line_absolute &&
                  again.payload.data() == event.payload.data() &&
                  again.payload.size() == event.payload.size());
        if (event.kind != CULPRIT_EVENT_WRITE && !is_read(event)) RC_ASSERT(again.address == event.address);
      }
    }
    if (threads == 1) RC_ASSERT(trace.order(Moment{StreamId{1}, 12}) == Rank{12});
    for (std::uint32_t id = 1; id <= threads; ++id) check_positions(trace, id, seen);
  };
  EXPECT_TRUE(rc::check("event_at finds what a moment and its rank name", law));
}

TEST(Roundtrip, ReadsDefinitionsBackThatAreLongerThanASegment) {
  const auto law = [] {
    TraceMaker maker(4096);
    const std::string name =
        std::string(any_in<std::size_t>(0, 20'000), 'n') + any_bytes(any_in<std::size_t>(1, 9));
    const TypeId integer = maker.type(name, CULPRIT_TYPE_SIGNED, 4);
    std::vector<test::MemberSpec> members;
    for (int i = any_in(0, 600); i > 0; --i) members.push_back({"m" + std::to_string(i % 7), integer, i, 0});
    const TypeId many = maker.type("many", CULPRIT_TYPE_ENUM, 8, integer, 3, members);
    std::vector<test::ParameterSpec> parameters;
    for (int i = any_in(0, 300); i > 0; --i) parameters.push_back({"p", integer, CULPRIT_PASS_VALUE, i == 1});
    const GlobalId global = maker.global("g", many, 0x1234, 5);
    const FunctionId f = maker.function("f", {.parameters = parameters,
                                              .result = many,
                                              .file = "dir/x.c",
                                              .first_line = 3,
                                              .last_line = 9,
                                              .kind = CULPRIT_FUNCTION_METHOD,
                                              .globals = {global, global},
                                              .signature = "void f()"});
    maker.arc(CULPRIT_ARC_PARAMETER, f, f, 2);
    const Trace trace = maker.finish();
    RC_ASSERT(trace.damage().empty());
    const Tables& tables = trace.tables();
    RC_ASSERT(tables.type(integer).name == name);
    const Type& type = tables.type(many);
    RC_ASSERT(type.members.size() == members.size());
    for (std::size_t i = 0; i < members.size(); ++i)
      RC_ASSERT(type.members[i].name == members[i].name && type.members[i].offset == members[i].offset);
    const Function& function = tables.function(f);
    RC_ASSERT(function.parameters.size() == parameters.size());
    RC_ASSERT(function.argument_bytes == 4 * parameters.size());
    RC_ASSERT(function.globals.size() == 2u);
    RC_ASSERT(function.signature == "void f()" && function.last_line == 9u &&
              function.kind == CULPRIT_FUNCTION_METHOD);
    RC_ASSERT(tables.file(function.file).path == "dir/x.c");
    RC_ASSERT(tables.global(global).address == 0x1234u);
    RC_ASSERT(tables.arcs.size() == 1u && tables.arcs[0].parameter == 2u);
  };
  EXPECT_TRUE(rc::check("definitions of any length are read back", law));
}

TEST(Moments, FollowTheSequenceNumbersAcrossThreads) {
  TraceMaker maker(4096);
  const FunctionId a = maker.function("a"), b = maker.function("b");
  maker.enter(a);
  const StreamId child = maker.spawn();
  maker.switch_to(child);
  maker.enter(b);  // before the next number of thread 1
  maker.switch_to(StreamId{1});
  maker.sequence();
  for (int i = 0; i < 1000; ++i) maker.write(0x1000, i);
  maker.switch_to(child);
  maker.sequence();
  maker.leave();
  maker.switch_to(StreamId{1});
  maker.sequence();
  maker.leave();
  const Trace trace = maker.finish();

  EXPECT_EQ(trace.streams()[1].parent, StreamId{1});
  const auto rank_of_last = [&](StreamId stream, culprit_event kind) {
    Rank result{};
    for (Cursor cursor = trace.events(stream); cursor.next();)
      if (cursor.event().kind == kind) result = trace.order(Moment{stream, cursor.event().position});
    return result;
  };
  const Rank enter_a = rank_of_last(StreamId{1}, CULPRIT_EVENT_ENTER);
  const Rank enter_b = rank_of_last(child, CULPRIT_EVENT_ENTER);
  const Rank write = rank_of_last(StreamId{1}, CULPRIT_EVENT_WRITE);
  const Rank leave_b = rank_of_last(child, CULPRIT_EVENT_LEAVE);
  const Rank leave_a = rank_of_last(StreamId{1}, CULPRIT_EVENT_LEAVE);
  EXPECT_LT(enter_a, enter_b);
  EXPECT_LT(enter_b, write);
  EXPECT_LT(write, leave_b);
  EXPECT_LT(leave_b, leave_a);
}

}  // namespace
}  // namespace culprit::trace
