#include "src/state/thread_order.h"

#include <algorithm>

namespace culprit::state {

ThreadOrder::Span ThreadOrder::span(Moment moment) const {
  Span span{.moment = moment};
  const auto at = changes_.find(moment.stream().value());
  if (at == changes_.end()) return span;
  const std::vector<Change>& changes = at->second;
  const auto next =
      std::upper_bound(changes.begin(), changes.end(), moment.position(),
                       [](std::uint64_t p, const Change& change) { return p < change.position; });
  if (next != changes.begin()) span.after = (next - 1)->number;
  if (next != changes.end()) {
    span.before = next->number;
    span.until = trace_.order(Moment{moment.stream(), next->position});
  }
  return span;
}

ThreadOrder::Relation ThreadOrder::relation(Moment moment, const Span& span) const {
  const Span other = this->span(moment);
  if (moment.stream() == span.moment.stream())
    return moment.position() < span.moment.position() ? Relation::kBefore : Relation::kAfter;
  if (other.before <= span.after) return Relation::kBefore;
  return other.after >= span.before ? Relation::kAfter : Relation::kEither;
}

}  // namespace culprit::state
