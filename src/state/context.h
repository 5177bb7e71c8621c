#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/base/ids.h"
#include "src/state/account.h"
#include "src/state/index.h"
#include "src/state/place.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// A name that a node can see, and where its value is.
struct Root {
  std::string name;
  Place place;
  bool is_this = false;
  bool is_fixed = false;  ///< the same in every iteration of a loop
  bool is_own = false;    ///< an object passed by value: nobody but the call sees what becomes of it
};

/// What is known of a node from its own records: where its inputs, result and globals are, and how it ended.
/// Places point into the mapped trace.
class Context {
 public:
  Context(const trace::Trace& trace, const tree::Tree& tree, const Index& index, NodeId node);

  /// The moments of the states before and after the node; kNoMoment: the end of the log.
  Moment before() const { return before_; }
  Moment after() const { return after_; }
  Outcome outcome() const { return outcome_; }
  const std::vector<Root>& inputs() const { return inputs_; }
  /// It was given variable arguments by code that is not recorded: they are not among the inputs.
  bool has_unknown_inputs() const { return has_unknown_inputs_; }
  /// The same roots when the node ended, without those that ended with it: variables declared in the head of a loop. Of an
  /// iteration without a last record, only those that lie in memory.
  const std::vector<Root>& outputs() const { return outputs_; }
  const Root* result() const { return result_.empty() ? nullptr : result_.data(); }
  /// It should have returned a value, and made none. There is no result then.
  bool lacks_result() const { return lacks_result_; }
  /// Type of the exception if it threw.
  const std::string& exception() const { return exception_; }
  /// Of an iteration, without the result. Nothing if its loop was not seen to end in its call.
  const std::optional<Left>& left() const { return left_; }
  /// Of an iteration: the variables of its loop's head, when that ended.
  const std::vector<Root>& own_at_end() const { return own_at_end_; }

 private:
  void read_enter(const trace::Trace& trace, const trace::Function& function, Moment loop_began);
  void read_leave(const trace::Trace& trace, const trace::Function& function, bool is_iteration);
  void read_exit(const trace::Trace& trace, const trace::Function& loop, const trace::Event& event);
  void read_unwind(const trace::Trace& trace, const trace::Event& event);

  Moment before_{0};
  Moment after_ = kNoMoment;
  Outcome outcome_ = Outcome::kUnfinished;
  std::vector<Root> inputs_;
  std::vector<Root> outputs_;
  std::vector<Root> result_;
  bool lacks_result_ = false;
  bool has_unknown_inputs_ = false;
  std::string exception_;
  std::optional<Left> left_;
  std::vector<Root> own_at_end_;
  std::span<const std::byte> fixed_;  ///< of an iteration: what its loop's beginning recorded
};

/// The variable arguments of a call, in order; nothing if the code that made the call was not recorded.
std::vector<Root> variable_arguments(const trace::Trace& trace, const tree::Tree& tree, NodeId call);

/// The exception that a call caught right behind a moment in it, such as the end of a loop. Nothing if it is not found soon. O(events of a
/// segment).
std::optional<Root> caught_behind(const trace::Trace& trace, Moment moment);

/// The globals that the functions of the nodes [first, end) name, such as those of a subtree, by id. Cost: the lesser of
/// O(nodes) and O(functions that name any * log n).
std::vector<GlobalId> named_in(const trace::Tables& tables, const tree::Tree& tree, const Index& index,
                               NodeId first, NodeId end);
/// The same as roots.
std::vector<Root> globals_of(const trace::Tables& tables, const tree::Tree& tree, const Index& index,
                             NodeId first, NodeId end);

}  // namespace culprit::state
