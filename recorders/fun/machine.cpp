#include "recorders/fun/machine.h"

#include <array>

#include "recorders/fun/arithmetic.h"
#include "recorders/fun/built_in.h"
#include "src/base/text.h"

namespace culprit::fun {

Result<Value> Machine::run() {
  frames_.push_back({&code_.start, 0, 0});
  stack_.resize(code_.start.locals);
  if (!go()) return tl::unexpected(failed());
  return stack_.back();
}

bool Machine::go() {
  for (std::uint64_t left = limits_.steps; left > 0; --left) {
    const Instruction& instruction = frames_.back().function->code[next_++];
    if (instruction.op == Op::kReturn) {
      if (frames_.size() == 1) return true;
      leave(instruction);
    } else if (!step(instruction)) {
      return false;
    }
  }
  ++next_;
  failure_.set("more than " + with_commas(limits_.steps) + " steps",
               "--steps gives a higher one, if this is no endless recursion");
  return false;
}

bool Machine::step(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kConstant:
      return push(code_.constants[instruction.a]);
    case Op::kLoad:
      return push(stack_[frames_.back().locals + instruction.a]);
    case Op::kStore:
      stack_[frames_.back().locals + instruction.a] = pop();
      return true;
    case Op::kPop:
      pop();
      return true;
    case Op::kCall:
      return call(instruction);
    case Op::kBuiltIn:
      return apply(instruction);
    case Op::kTuple: {
      const Value tuple = heap_.tuple(std::span<const Value>(stack_).last(instruction.a));
      stack_.resize(stack_.size() - instruction.a);
      return push(tuple);
    }
    case Op::kSpread:
      return spread(instruction);
    case Op::kJump:
      next_ = instruction.a;
      return true;
    case Op::kUnless: {
      const Value condition = pop();
      if (!condition.is_boolean()) return check_truth("a condition is", condition);
      if (!condition.is_true()) next_ = instruction.a;
      return true;
    }
    case Op::kAnd:
    case Op::kOr: {
      const bool is_or = instruction.op == Op::kOr;
      const Value left = stack_.back();
      if (!left.is_boolean()) return check_truth(is_or ? "or takes" : "and takes", left);
      if (left.is_true() == is_or)
        next_ = instruction.a;
      else
        pop();
      return true;
    }
    case Op::kCheckTruth:
      return check_truth(instruction.a == 0 ? "and takes" : "or takes", stack_.back());
    case Op::kNot:
      if (!check_truth("not takes", stack_.back())) return false;
      stack_.back() = Value::boolean(!stack_.back().is_true());
      return true;
    case Op::kNegate:
      stack_.back() = negate(heap_, failure_, stack_.back());
      return !stack_.back().is_none();
    default:
      return binary(instruction);
  }
}

bool Machine::check_truth(std::string_view what, Value value) {
  if (value.is_boolean()) return true;
  failure_.set(std::string(what) + " true or false, not " + described(value));
  return false;
}

bool Machine::binary(const Instruction& instruction) {
  const Value right = pop();
  Value& left = stack_.back();
  switch (instruction.op) {
    case Op::kEqual:
      left = Value::boolean(equal(left, right));
      return true;
    case Op::kUnequal:
      left = Value::boolean(!equal(left, right));
      return true;
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual:
      left = compare(failure_, instruction.op, left, right);
      break;
    default:
      left = calculate(heap_, failure_, instruction.op, left, right);
  }
  return !left.is_none();
}

bool Machine::spread(const Instruction& instruction) {
  const Value value = pop();
  const std::size_t size = value.is(Tag::kTuple) ? value.tuple()->parts.size() : 0;
  if (size != instruction.a) {
    failure_.set("the pattern takes a tuple of " + std::to_string(instruction.a) + ", not " +
                 described(value));
    return false;
  }
  for (std::size_t i = size; i-- > 0;) stack_.push_back(value.tuple()->parts[i]);
  return true;
}

bool Machine::apply(const Instruction& instruction) {
  const auto arguments = std::span<const Value>(stack_).last(instruction.b);
  const Value result = built_ins()[instruction.a].apply(heap_, failure_, arguments);
  stack_.resize(stack_.size() - instruction.b);
  return push(result);
}

bool Machine::call(const Instruction& instruction) {
  const Function& callee = code_.functions[instruction.a];
  // The start is no call.
  if (frames_.size() - 1 >= limits_.depth) {
    failure_.set("more than " + with_commas(limits_.depth) + " calls in one another",
                 "--depth gives a higher one, if this is no endless recursion");
    return false;
  }
  if (heap_.is_full()) collect();
  if (recorder_ != nullptr)
    recorder_->enter(
        instruction.a, std::span<const Value>(stack_).last(instruction.b),
        frames_.size() > 1 ? 1 + instruction.position.line - frames_.back().function->position.line : 0);
  frames_.back().next = next_;
  frames_.push_back({&callee, 0, static_cast<std::uint32_t>(stack_.size() - instruction.b)});
  stack_.resize(stack_.size() + callee.locals - instruction.b);
  next_ = 0;
  return true;
}

void Machine::leave(const Instruction& instruction) {
  const Value result = stack_.back();
  const Frame& frame = frames_.back();
  if (recorder_ != nullptr)
    recorder_->leave(result, 1 + instruction.position.line - frame.function->position.line);
  stack_.resize(frame.locals);
  stack_.push_back(result);
  frames_.pop_back();
  next_ = frames_.back().next;
}

void Machine::collect() {
  const std::array<std::span<const Value>, 2> roots{code_.constants, stack_};
  heap_.collect(roots);
}

Error Machine::failed() {
  const Function& function = *frames_.back().function;
  const Position at = function.code[next_ - 1].position;
  if (recorder_ != nullptr)
    recorder_->fail(static_cast<std::uint32_t>(frames_.size() - 1), failure_.what,
                    frames_.size() > 1 ? at : Position{});
  return function.source->error(at, failure_.what, failure_.hint);
}

}  // namespace culprit::fun
