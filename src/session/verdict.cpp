#include "src/session/verdict.h"

#include <algorithm>

#include "src/session/marks.h"

namespace culprit::session {
namespace {

/// The judged or skipped node that splits the candidates most evenly; ties go to the first. Each candidate
/// but the wrong root was skipped, so each can be asked. O(k log k).
SearchId most_decisive(const strategy::IntervalSuspects& search, const std::vector<SearchId>& candidates) {
  SearchId best = kNoSearchId;
  std::size_t best_split = 0;
  for (auto at = candidates.begin(); at != candidates.end(); ++at) {
    if (*at == search.root() && search.root_is_wrong()) continue;
    const auto end = std::lower_bound(at, candidates.end(), search.shape().tree().end(*at));
    const std::size_t inside = static_cast<std::size_t>(end - at);
    const std::size_t split = std::min(inside, candidates.size() - inside);
    if (best == kNoSearchId || split > best_split) {
      best = *at;
      best_split = split;
    }
  }
  return best;
}

void list_children(const Marks& marks, Verdict& verdict) {
  const tree::SearchTree& tree = marks.tree();
  if (marks.is_closed(verdict.culprit)) return;  // what is below are its parts
  const SearchId end = tree.end(verdict.culprit);
  for (SearchId child{verdict.culprit.value() + 1}; child < end; child = tree.end(child)) {
    ++verdict.children_total;
    if (verdict.children.size() >= kListedChildren) continue;
    const Mark mark = marks.mark(child);
    const Step* step = marks.answer_of(child);
    if (!step && mark == Mark::kTrusted) step = marks.who_trusted(child);
    verdict.children.push_back({child, mark, step ? step->entry : Judged::kNoEntry});
  }
}

}  // namespace

Verdict conclude(const Marks& marks) {
  const strategy::IntervalSuspects& search = marks.search();
  Verdict verdict;
  // A projected chain cannot be at fault, but if all its parts were judged right the answers say that something between them is.
  const bool is_between = marks.space().reshaped().made_as(search.root()) == transform::Made::kProjected &&
                          search.total() == 0 && search.skipped().empty();
  const bool root_can_be = search.root_is_wrong() && (is_between || search.own_weight(search.root()) > 0);
  verdict.candidates = search.skipped();
  const bool root_is_skipped = !verdict.candidates.empty() && verdict.candidates.front() == search.root();
  if (root_can_be && !root_is_skipped) verdict.candidates.insert(verdict.candidates.begin(), search.root());
  const bool only_root = root_can_be && verdict.candidates.size() == 1;
  if (only_root || verdict.candidates.empty()) {
    verdict.kind = only_root ? VerdictKind::kBuggy : VerdictKind::kNothing;
    verdict.candidates.clear();
    if (only_root) {
      verdict.culprit = search.root();
      list_children(marks, verdict);
    }
    return verdict;
  }
  verdict.kind = VerdictKind::kUndecided;
  verdict.decisive = most_decisive(search, verdict.candidates);
  return verdict;
}

}  // namespace culprit::session
