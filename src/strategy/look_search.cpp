#include "src/strategy/look_search.h"

#include <algorithm>
#include <utility>

namespace culprit::strategy {
namespace {

constexpr std::uint32_t kMostSplitters =
    64;  ///< that weigh at most half; of those that weigh more half as many
constexpr std::uint32_t kMostLoops = 32;
/// Looks whose worth differs by less are worth the same, however it was summed up.
constexpr double kSame = 1e-9;

bool is_better(const Look& look, const std::optional<Look>& than) {
  if (!than) return true;
  const double difference = look.worth() - than->worth();
  if (std::abs(difference) > kSame * than->worth()) return difference > 0;
  return look.id() < than->id();
}

}  // namespace

std::optional<Look> LookSearch::run() {
  if (suspects_.total() == 0) return std::nullopt;
  consider_root();
  consider_splitters();
  if (!choice_.calls_only) consider_loops();
  if (best_) return best_;
  if (best_declined_) return best_declined_;
  // Only a root that has not been judged, or all that is suspected below one that cannot be at fault.
  const SearchId last = Search(suspects_).first_askable();
  return last == kNoSearchId ? std::nullopt : std::optional(maker_.call(last));
}

void LookSearch::consider_root() {
  const SearchId root = suspects_.root();
  seen_.insert(root);
  if (choice_.calls_only) return;
  if (suspects_.root_is_wrong()) {
    consider(maker_.frame());
    consider_table(root);
  } else if (suspects_.askable(root)) {
    consider(maker_.call_with_steps(root));
    consider_table(root);
  }
}

void LookSearch::consider_splitters() {
  const SearchId root = suspects_.root();
  const std::uint64_t judged = suspects_.root_is_wrong() ? suspects_.own_weight(root) : 0;
  const std::uint64_t total = suspects_.total() - judged;
  if (total == 0) return;
  Search search(suspects_);
  const Chain chain = search.chain_above_half(total, judged);
  SearchId n = search.lowest_askable(chain);
  for (std::uint32_t i = 0; i < kMostSplitters / 2 && n != kNoSearchId && n > root; ++i) {
    if (suspects_.askable(n)) consider_node(n);
    n = suspects_.shape().parent(n);
  }
  for (const SearchId light : search.heaviest_off(chain, kMostSplitters)) consider_node(light);
}

void LookSearch::consider_loops() {
  const SearchId root = suspects_.root();
  const SearchId end = suspects_.shape().tree().end(root);
  const auto next_present = [&](SearchId n) { return suspects_.next_present(n); };
  for (const SearchId loop : facts_.loops.largest(SearchId{root.value() + 1}, end, kMostLoops, next_present))
    if (suspects_.askable(loop)) consider_node(loop);
  for (const SearchId step : Search(suspects_).steps_below(root, kMostSteps))
    if (facts_.loops.is_pass(step)) consider_node(step);
}

/// Where the table of the pass's loop starts: at the loop's first pass, or at the root if that is one of them.
SearchId LookSearch::first_row(SearchId pass) const {
  const auto place = facts_.loops.place(pass);
  const auto root = facts_.loops.place(suspects_.root());
  if (root && root->loop == place->loop) return suspects_.root();
  const SearchId head = facts_.loops.head(place->loop);
  return suspects_.askable(head) ? head : pass;
}

void LookSearch::consider_node(SearchId n) {
  if (!seen_.insert(n).second) return;
  if (choice_.calls_only) return consider(maker_.call(n));
  if (facts_.loops.is_pass(n)) {
    const SearchId start = first_row(n);
    consider_table(start);
    // That a pass from the middle of a loop is right to its end is the hardest to say: only if its table was declined.
    const bool has_table = tables_.contains(start);
    const bool is_declined = std::ranges::find(declined_, LookId{LookKind::kTable, start}) != declined_.end();
    if (has_table && start != n && !is_declined) return;
    consider(maker_.call(n));
    if (has_table) return;
  } else {
    consider(maker_.call(n));
  }
  if (!suspects_.shape().tree().is_leaf(n)) consider(maker_.call_with_steps(n));
}

void LookSearch::consider_table(SearchId pass) {
  if (tables_.contains(pass)) return;
  auto table = maker_.table(pass);
  if (!table) return;
  tables_.insert(pass);
  consider(*std::move(table));
}

void LookSearch::consider(Look look) {
  if (look.information <= 0) return;
  const bool is_declined = std::ranges::find(declined_, look.id()) != declined_.end();
  std::optional<Look>& best = is_declined ? best_declined_ : best_;
  if (is_better(look, best)) best = std::move(look);
}

}  // namespace culprit::strategy
