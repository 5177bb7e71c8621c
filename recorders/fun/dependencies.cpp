#include "recorders/fun/dependencies.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace culprit::fun {
namespace {

/// Which calls a value is computed with: a set, as a node of a graph in which a node is a call or the union of two others. Unions are
/// made without looking inside, so that following the code costs no more than its length.
class Origins {
 public:
  static constexpr std::uint32_t kNothing = 0;

  std::uint32_t call(std::uint32_t function) { return add({.function = function, .is_call = true}); }
  std::uint32_t both(std::uint32_t a, std::uint32_t b) {
    if (a == kNothing || a == b) return b;
    return b == kNothing ? a : add({.left = a, .right = b});
  }
  /// The functions that are called in it, each once or more.
  template <class Visit>
  void each(std::uint32_t set, Visit visit) {
    ++round_;
    seen_.resize(sets_.size(), 0);
    left_.assign(1, set);
    while (!left_.empty()) {
      const std::uint32_t next = left_.back();
      left_.pop_back();
      if (next == kNothing || std::exchange(seen_[next], round_) == round_) continue;
      const Set& at = sets_[next];
      if (at.is_call) {
        visit(at.function);
      } else {
        left_.push_back(at.left);
        left_.push_back(at.right);
      }
    }
  }

 private:
  struct Set {
    std::uint32_t left = kNothing;
    std::uint32_t right = kNothing;
    std::uint32_t function = 0;
    bool is_call = false;
  };
  std::uint32_t add(Set set) {
    sets_.push_back(set);
    return static_cast<std::uint32_t>(sets_.size() - 1);
  }
  std::vector<Set> sets_{1};
  std::vector<std::uint32_t> seen_, left_;
  std::uint32_t round_ = 0;
};

/// Follows the code of a function with sets in place of values. Jumps lead forwards only, so one pass does.
class Follower {
 public:
  Follower(const Function& function, std::optional<std::uint32_t> row, std::vector<Dependency>& found)
      : function_(function), row_(row), found_(found), locals_(function.locals, Origins::kNothing) {}

  void run() {
    for (at_ = 0; at_ < function_.code.size(); ++at_) {
      arrive();
      step(function_.code[at_]);
    }
  }

 private:
  /// A set on its way to where branches meet. They nest, so those that arrive first were sent last.
  struct Waiting {
    std::uint32_t goal;
    std::uint32_t set;
    bool
        is_branch;  ///< the value of a branch; else that of the left side of `and` or `or`, with the right side on top
  };
  /// A condition whose branch is being followed; the branch's last instruction lies before `end`.
  struct Condition {
    std::uint32_t end;
    std::uint32_t set;
  };

  std::uint32_t pop() {
    if (stack_.empty()) return Origins::kNothing;  // behind branches that have all returned
    const std::uint32_t set = stack_.back();
    stack_.pop_back();
    return set;
  }
  void push_all(std::uint32_t count) {
    std::uint32_t all = Origins::kNothing;
    for (; count > 0; --count) all = origins_.both(pop(), all);
    stack_.push_back(all);
  }

  void arrive() {
    std::optional<std::uint32_t> value;
    for (; !waiting_.empty() && waiting_.back().goal == at_; waiting_.pop_back()) {
      const Waiting& waiting = waiting_.back();
      if (waiting.is_branch)
        value = origins_.both(value.value_or(Origins::kNothing), waiting.set);
      else
        stack_.push_back(origins_.both(pop(), waiting.set));
    }
    if (value) stack_.push_back(*value);
  }

  /// The value of a branch is computed with its condition, too.
  std::uint32_t end_branch() {
    std::uint32_t set = pop();
    if (conditions_.empty() || conditions_.back().end != at_ + 1) return set;
    set = origins_.both(set, conditions_.back().set);
    conditions_.pop_back();
    return set;
  }

  void call(const Instruction& instruction) {
    if (row_) found_.push_back({Dependency::Kind::kCall, *row_, instruction.a});
    const std::size_t first = stack_.size() - instruction.b;
    for (std::uint32_t i = 0; i < instruction.b; ++i)
      origins_.each(stack_[first + i], [&](std::uint32_t from) {
        found_.push_back({Dependency::Kind::kParameter, from, instruction.a, i});
      });
    stack_.resize(first);
    stack_.push_back(origins_.call(instruction.a));
  }

  void step(const Instruction& instruction) {
    switch (instruction.op) {
      case Op::kConstant:
        return stack_.push_back(Origins::kNothing);
      case Op::kLoad:
        return stack_.push_back(locals_[instruction.a]);
      case Op::kStore:
        locals_[instruction.a] = pop();
        return;
      case Op::kPop:
        pop();
        return;
      case Op::kCall:
        return call(instruction);
      case Op::kBuiltIn:
        return push_all(instruction.b);
      case Op::kTuple:
        return push_all(instruction.a);
      case Op::kSpread: {
        const std::uint32_t set = pop();
        stack_.resize(stack_.size() + instruction.a, set);
        return;
      }
      case Op::kUnless:
        return conditions_.push_back({instruction.a, pop()});
      case Op::kJump:
        return waiting_.push_back({instruction.a, end_branch(), true});
      case Op::kReturn:
        end_branch();
        return;
      case Op::kAnd:
      case Op::kOr:
        return waiting_.push_back({instruction.a, pop(), false});
      case Op::kCheckTruth:
      case Op::kNot:
      case Op::kNegate:
        return;
      default:
        return push_all(2);
    }
  }

  const Function& function_;
  std::optional<std::uint32_t> row_;
  std::vector<Dependency>& found_;
  Origins origins_;
  std::vector<std::uint32_t> locals_;
  std::vector<std::uint32_t> stack_;
  std::vector<Condition> conditions_;
  std::vector<Waiting> waiting_;
  std::uint32_t at_ = 0;
};

}  // namespace

std::vector<Dependency> dependencies_of(const Code& code) {
  std::vector<Dependency> found;
  for (std::uint32_t row = 0; row < code.functions.size(); ++row)
    Follower(code.functions[row], row, found).run();
  Follower(code.start, std::nullopt, found).run();
  std::ranges::sort(found);
  const auto twice = std::ranges::unique(found);
  found.erase(twice.begin(), twice.end());
  return found;
}

}  // namespace culprit::fun
