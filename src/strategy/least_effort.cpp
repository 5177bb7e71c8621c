#include <fmt/core.h>

#include <mutex>

#include "src/strategy/look_search.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

std::string in_words(const Look& look) {
  const std::size_t parts = look.parts.size();
  switch (look.kind) {
    case LookKind::kCall:
      return "asked by itself";
    case LookKind::kCallWithSteps:
      return fmt::format("shown with {}", parts == 1 ? "its step" : fmt::format("{} of its steps", parts));
    case LookKind::kFrame:
      return fmt::format("in the frame of the lowest wrong one, with {}",
                         parts == 1 ? "one step" : fmt::format("{} steps", parts));
    case LookKind::kTable:
      return fmt::format("in a table of {} rows", parts);
  }
  return "";
}

/// Greedy: of the looks that are considered, the one whose answer is expected to tell most for the effort that it takes, with the weights
/// of the suspects as how likely they are. Information over the answers' weights is that of C. E. Shannon, "A Mathematical
/// Theory of Communication"; with one effort for all and single nodes only, the choice is that of optimal divide and query.
class LeastEffort final : public Strategy {
 public:
  explicit LeastEffort(const LookChoice& choice)
      : choice_(choice), halving_(make_optimal_divide_and_query()) {}

  std::string_view name() const override { return "least-effort"; }

  bool asks_by_looks() const override { return true; }

  std::optional<Look> look(const Shape& shape, const Suspects& suspects,
                           std::span<const LookId> declined) const override {
    return LookSearch(suspects, *facts(shape), choice_, declined).run();
  }

  SearchId select(const Shape& shape, const Suspects& suspects) const override {
    const auto chosen = look(shape, suspects, {});
    return chosen ? node_of(*chosen, suspects) : kNoSearchId;
  }

  const Strategy& quick() const override { return *halving_; }

  std::string explain(const Shape& shape, const Suspects& suspects, SearchId chosen) const override {
    const auto best = look(shape, suspects, {});
    const std::string holds = "its subtree holds " + share(suspects, chosen);
    if (!best || best->information <= 0) return holds;
    return fmt::format("{}, it tells most for the effort: {:.2f} bits for {:.0f} lines and values; {}",
                       in_words(*best), best->information, best->effort, holds);
  }

 private:
  /// Of a look at what is known to be wrong the part that divides the suspects most evenly, as far as it can be asked.
  static SearchId node_of(const Look& look, const Suspects& suspects) {
    if (suspects.askable(look.node)) return look.node;
    const std::uint64_t total = suspects.total();
    SearchId best = kNoSearchId;
    std::uint64_t least = 0;
    for (const LookPart& part : look.parts) {
      if (!suspects.askable(part.node)) continue;
      const std::uint64_t twice = 2 * suspects.weight(part.node);
      const std::uint64_t uneven = twice > total ? twice - total : total - twice;
      if (best == kNoSearchId || uneven < least) {
        best = part.node;
        least = uneven;
      }
    }
    return best == kNoSearchId ? Search(suspects).first_askable() : best;
  }

  std::shared_ptr<const LookFacts> facts(const Shape& shape) const {
    const std::lock_guard lock(mutex_);
    if (!last_ || serial_ != shape.serial()) last_ = std::make_shared<const LookFacts>(shape);
    serial_ = shape.serial();
    return last_;
  }

  LookChoice choice_;
  std::unique_ptr<Strategy> halving_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const LookFacts> last_;  ///< saves work, decides nothing
  mutable std::uint64_t serial_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_least_effort(const LookChoice& choice) {
  return std::make_unique<LeastEffort>(choice);
}

}  // namespace culprit::strategy
