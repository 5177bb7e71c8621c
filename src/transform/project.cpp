#include "src/transform/project.h"

#include <algorithm>
#include <cstring>

namespace culprit::transform {
namespace {

constexpr std::uint32_t kLeastToDivide =
    3;  ///< of fewer, at most all could be projected, which is never closer than one

constexpr std::uint32_t kLast = 0xffffffff;

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
  return a < b ? b - a : a - b;
}
/// Of a row of the heap of children.
std::uint32_t child_of(std::uint64_t row) {
  return kLast - static_cast<std::uint32_t>(row);
}
bool contains(Projector::Span span, std::uint32_t child) {
  return span.first <= child && child <= span.last;
}

}  // namespace

void Projector::clear() {
  sums_.resize(0);
  sums_.push_back(0);
  is_continued_.resize(0);
  heaviest_ = 0;
}

void Projector::add(std::uint32_t weight, bool continues) {
  sums_.push_back(sums_.back() + weight);
  is_continued_.push_back(continues ? 1 : 0);
  heaviest_ = std::max(heaviest_, weight);
}

const std::vector<Projector::Span>& Projector::project(std::uint32_t own) {
  projected_.clear();
  const auto children = static_cast<std::uint32_t>(is_continued_.size());
  if (children < kLeastToDivide) return projected_;
  is_taken_.resize(children);
  start({{0, children - 1}, heaviest_});
  left_ += own;
  push_chains();
  while (!chains_.empty()) step();
  while (!jobs_.empty()) {
    const Job job = jobs_.back();
    jobs_.pop_back();
    start(job);
    push(job.children);
    while (!chains_.empty()) step();
  }
  return projected_;
}

void Projector::start(const Job& job) {
  all_ = job.children;
  left_ = weight_of(all_);  // a projected node has no weight of its own: it cannot be at fault
  bound_ = job.heaviest;
  heavy_.clear();
  std::memset(is_taken_.data() + all_.first, 0, all_.last + 1 - all_.first);
}

void Projector::push_chains() {
  std::uint32_t first = 0;
  for (std::uint32_t child = 1; child <= all_.last; ++child) {
    if (is_continued_[child]) continue;
    push({first, child - 1});
    first = child;
  }
  push({first, all_.last});
}

void Projector::push(Span chain) {
  if (chain.first >= chain.last) return;
  chains_.push_back({weight_of(chain), chain});
  std::push_heap(chains_.begin(), chains_.end());
}

Projector::Chain Projector::pop() {
  std::pop_heap(chains_.begin(), chains_.end());
  const Chain chain = chains_.back();
  chains_.pop_back();
  return chain;
}

void Projector::step() {
  const std::uint64_t longest = chains_.front().weight;
  if (2 * longest > left_) return step_with_long_chain();
  const std::uint32_t child = heaviest_child();
  // A child in a chain is lighter than the chain, so the one that is taken here is in none.
  if (bound_ >= longest) {
    take_child(child);
  } else {
    project(pop().span);
  }
}

void Projector::step_with_long_chain() {
  const Span chain = pop().span;
  // If no child is heavier than a quarter of what is left, prefixes of the long chain come so close to half of it that one
  // of them is closer than any child.
  const bool may_take_child = 4 * bound_ > left_;
  const std::uint32_t child = may_take_child ? heaviest_child() : 0;
  if (may_take_child && 2 * bound_ >= left_) return take_child_of(chain, child);
  const Part part = closest_part(chain);
  if (may_take_child && part.distance >= left_ - 2 * bound_) return take_child_of(chain, child);
  if (!contains(chain, part.span.first)) {
    pop();
    push(chain);
  } else {
    cut(chain, part.span);
  }
  project(part.span);
}

Projector::Part Projector::closest_part(Span long_chain) const {
  const Part part = closest_within(long_chain);
  if (chains_.empty()) return part;
  const Part other{left_ - 2 * chains_.front().weight, chains_.front().span};
  if (other.distance != part.distance) return other.distance < part.distance ? other : part;
  return other.span.first < part.span.first ? other : part;
}

Projector::Part Projector::closest_within(Span chain) const {
  const std::uint64_t nearest = left_ % 2;  // none can be closer
  const std::uint32_t end = chain.last + 1;
  const auto twice = [&](std::uint32_t first, std::uint32_t past) {
    return 2 * (std::uint64_t{sums_[past]} - sums_[first]);
  };
  const auto* half = std::lower_bound(sums_.begin() + chain.first + 2, sums_.begin() + end,
                                      sums_[chain.first] + (left_ + 1) / 2);
  auto past = static_cast<std::uint32_t>(half - sums_.begin());
  Part best{left_ + 1, {}};
  for (std::uint32_t first = chain.first; first < chain.last; ++first) {
    past = std::max(past, first + 2);
    while (past < end && twice(first, past) < left_) ++past;
    for (std::uint32_t candidate = std::max(past - 1, first + 2); candidate <= past; ++candidate) {
      const std::uint64_t away = distance(twice(first, candidate), left_);
      if (away < best.distance) best = {away, {first, candidate - 1}};
    }
    if (best.distance == nearest || twice(first, past) < left_) break;
  }
  return best;
}

std::uint32_t Projector::heaviest_child() {
  if (heavy_.empty()) {
    for (std::uint32_t child = all_.first; child <= all_.last; ++child) {
      if (!is_taken_[child]) heavy_.push_back(weight_of({child, child}) << 32 | (kLast - child));
    }
    std::make_heap(heavy_.begin(), heavy_.end());
  }
  while (is_taken_[child_of(heavy_.front())]) {
    std::pop_heap(heavy_.begin(), heavy_.end());
    heavy_.pop_back();
  }
  bound_ = heavy_.front() >> 32;
  return child_of(heavy_.front());
}

void Projector::take_child(std::uint32_t child) {
  is_taken_[child] = 1;
  left_ -= weight_of({child, child});
}

void Projector::take_child_of(Span long_chain, std::uint32_t child) {
  take_child(child);
  // Any other chain with the child in it would be closer than the child.
  if (contains(long_chain, child)) {
    cut(long_chain, {child, child});
  } else {
    push(long_chain);
  }
}

void Projector::project(Span span) {
  const std::uint32_t length = span.last + 1 - span.first;
  projected_.push_back(span);
  if (length >= kLeastToDivide) jobs_.push_back({span, bound_});
  std::memset(is_taken_.data() + span.first, 1, length);
  left_ -= weight_of(span);
}

void Projector::cut(Span chain, Span part) {
  if (part.first > chain.first) push({chain.first, part.first - 1});
  push({part.last + 1, chain.last});
}

}  // namespace culprit::transform
