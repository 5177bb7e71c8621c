#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/strategy/looks.h"
#include "src/strategy/question_plan.h"
#include "src/strategy/shape.h"
#include "src/strategy/suspects.h"

namespace culprit::strategy {

/// Chooses the next question. Pure: the same shape and suspects give the same node. Ties go to the first in
/// preorder.
/// `shape` is the tree's own; suspects that leave nodes out bring a reduced one (Suspects::shape).
class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string_view name() const = 0;
  /// The next node to ask, or kNoSearchId if no askable node is left below (or, if undefined, at) the root of the
  /// suspects.
  virtual SearchId select(const Shape& shape, const Suspects& suspects) const = 0;
  /// True if it chooses among looks. Then select() is for those who can ask single nodes only.
  virtual bool asks_by_looks() const { return false; }
  /// What to look at next; nothing if there is nothing to ask, as select(), or if it knows single nodes only. Looks that were declined are not
  /// offered again while another one tells anything.
  virtual std::optional<Look> look([[maybe_unused]] const Shape& shape,
                                   [[maybe_unused]] const Suspects& suspects,
                                   [[maybe_unused]] std::span<const LookId> declined) const {
    return std::nullopt;
  }
  /// Everything that it would ask from here on, if that is known at once: then nobody has to follow all
  /// answers. Nothing otherwise.
  virtual std::optional<QuestionPlan> plan([[maybe_unused]] const Suspects& suspects) const {
    return std::nullopt;
  }
  /// One that asks much the same and chooses in microseconds: for guesses, and where a choice is made many times.
  virtual const Strategy& quick() const { return *this; }
  /// One sentence for "why this node?", with the figures that decided.
  virtual std::string explain(const Shape& shape, const Suspects& suspects, SearchId chosen) const = 0;
  /// What it came to assume, or took back, on the last answer: a sentence each. Nothing, for most.
  virtual std::vector<std::string> remarks([[maybe_unused]] const Shape& shape,
                                           [[maybe_unused]] const Suspects& suspects) const {
    return {};
  }
};

/// All names, in the order in which help and messages list them.
std::span<const std::string_view> strategy_names();
inline constexpr std::string_view kDefaultStrategy = "divide-by-queries";
/// From so many suspects down divide-by-queries is exact, if the search for the optimum takes no longer than it may.
inline constexpr std::uint32_t kExactBelow = 300;
struct StrategyOptions {
  std::uint32_t exact_below = kExactBelow;
};
/// Fails with kUsage, naming the nearest strategy and listing all.
Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name, const StrategyOptions& options = {});

}  // namespace culprit::strategy
