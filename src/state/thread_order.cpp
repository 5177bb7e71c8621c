#include "src/state/thread_order.h"

#include <algorithm>

namespace culprit::state {

ThreadOrder::Span ThreadOrder::span(Moment moment) const {
  Span span{.moment = moment, .stream = trace_.stream_at(moment)};
  const auto at = changes_.find(span.stream.value());
  if (at == changes_.end()) return span;
  const std::vector<Change>& changes = at->second;
  const auto next = std::upper_bound(changes.begin(), changes.end(), moment,
                                     [](Moment m, const Change& change) { return m < change.moment; });
  if (next != changes.begin()) span.after = (next - 1)->number;
  if (next != changes.end()) {
    span.before = next->number;
    span.until = next->moment;
  }
  return span;
}

ThreadOrder::Relation ThreadOrder::relation(Moment moment, const Span& span) const {
  const Span other = this->span(moment);
  if (other.stream == span.stream) return moment < span.moment ? Relation::kBefore : Relation::kAfter;
  if (other.before <= span.after) return Relation::kBefore;
  return other.after >= span.before ? Relation::kAfter : Relation::kEither;
}

}  // namespace culprit::state
