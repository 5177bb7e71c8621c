#include "tests/support/threaded_run.h"

#include <cstring>
#include <random>
#include <string>

namespace culprit::test {
namespace {

constexpr std::uint32_t kFirstNumber = 1000;  ///< too large to stand in the head of a record
constexpr std::size_t kMostLoops = 3;

}  // namespace

ThreadedRun::ThreadedRun(TraceMaker& maker) : maker_(maker) {
  const TypeId integer = maker.type("int", CULPRIT_TYPE_SIGNED, 4);
  function_ = maker.function("f", {.parameters = {{"number", integer}}});
  for (std::size_t i = 0; i < kMostLoops; ++i)
    loops_.push_back(maker.function(
        "loop" + std::to_string(i),
        {.parameters = {{"number", integer}}, .kind = CULPRIT_FUNCTION_LOOP, .enclosing = function_}));
  enter();
}

std::uint32_t ThreadedRun::number_at(const trace::Trace& trace, Moment enter) {
  const trace::Event event = trace.event_at(enter);
  const bool is_node = event.kind == CULPRIT_EVENT_ENTER || event.kind == CULPRIT_EVENT_ITERATION;
  std::uint32_t number = 0;
  if (is_node && event.payload.size() == sizeof number)
    std::memcpy(&number, event.payload.data(), sizeof number);
  return number;
}

std::uint32_t ThreadedRun::add_node(Frame& frame) {
  const auto time = static_cast<std::uint32_t>(nodes_.size());
  const StreamId stream{static_cast<std::uint32_t>(current_ + 1)};
  nodes_[kFirstNumber + time] = {{stream, thread().nodes++}, time};
  frame.numbers.push_back(kFirstNumber + time);
  return kFirstNumber + time;
}

void ThreadedRun::enter() {
  thread().frames.emplace_back();
  maker_.enter(function_, add_node(thread().frames.back()));
}

std::size_t ThreadedRun::loops_open() const {
  std::size_t open = 0;
  while (open < thread().frames.size() && thread().frames[thread().frames.size() - 1 - open].is_loop) ++open;
  return open;
}

void ThreadedRun::complete_frame() {
  for (const std::uint32_t number : thread().frames.back().numbers) nodes_[number].is_complete = true;
  thread().frames.pop_back();
}

void ThreadedRun::leave() {
  if (thread().frames.empty()) return enter();
  while (thread().frames.back().is_loop) complete_frame();
  complete_frame();
  maker_.leave();
}

void ThreadedRun::begin_loop() {
  if (thread().frames.empty() || loops_open() == kMostLoops) return enter();
  maker_.loop(loops_[loops_open()]);
  thread().frames.push_back({.is_loop = true, .numbers = {}});
  pass();
}

void ThreadedRun::pass() {
  if (loops_open() == 0) return enter();
  maker_.iteration(loops_[loops_open() - 1], add_node(thread().frames.back()));
}

void ThreadedRun::end_loop() {
  if (loops_open() == 0) return leave();
  maker_.loop_end(loops_[loops_open() - 1]);
  complete_frame();
}

void ThreadedRun::spawn() {
  maker_.spawn();
  threads_.emplace_back();
}

void ThreadedRun::step(std::uint32_t choice) {
  current_ = choice % threads_.size();
  maker_.switch_to(StreamId{static_cast<std::uint32_t>(current_ + 1)});
  choice /= kMostThreads;
  // Often enough for most of the order to be known, and not for all of it.
  if (threads_.size() > 1 && choice % 4 != 0) maker_.sequence();
  choice /= 4;
  switch (choice % 13) {
    case 0:
    case 1:
    case 2:
      return enter();
    case 3:
    case 4:
    case 5:
      return leave();
    case 6:
      return begin_loop();
    case 7:
    case 8:
      return pass();
    case 9:
      return end_loop();
    case 10:
    case 11:
      if (threads_.size() < kMostThreads) return spawn();
      [[fallthrough]];
    default:
      return maker_.output(std::string(choice / 13 % 64, 'x'));
  }
}

void ThreadedRun::steps(std::uint32_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  while (count-- > 0) step(static_cast<std::uint32_t>(random()));
}

}  // namespace culprit::test
