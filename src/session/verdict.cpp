#include "src/session/verdict.h"

#include <algorithm>

#include "src/session/marks.h"

namespace culprit::session {
namespace {

/// The judged or skipped node that splits the candidates most evenly; ties go to the first. Each candidate
/// but the wrong root was skipped, so each can be asked. O(k log k).
NodeId most_decisive(const strategy::IntervalSuspects& search, const std::vector<NodeId>& candidates) {
  NodeId best = kNoNode;
  std::size_t best_split = 0;
  for (auto at = candidates.begin(); at != candidates.end(); ++at) {
    if (*at == search.root() && search.root_is_wrong()) continue;
    const auto end = std::lower_bound(at, candidates.end(), search.shape().tree().end(*at));
    const std::size_t inside = static_cast<std::size_t>(end - at);
    const std::size_t split = std::min(inside, candidates.size() - inside);
    if (best == kNoNode || split > best_split) {
      best = *at;
      best_split = split;
    }
  }
  return best;
}

void list_children(const Marks& marks, Verdict& verdict) {
  const tree::Tree& tree = marks.tree();
  if (marks.is_closed(verdict.culprit)) return;  // what is below are its parts
  const NodeId end = tree.end(verdict.culprit);
  for (NodeId child{verdict.culprit.value() + 1}; child < end; child = tree.end(child)) {
    ++verdict.children_total;
    if (verdict.children.size() >= kListedChildren) continue;
    const Answer* answer = marks.answer_of(child);
    const Mark mark = marks.mark(child);
    verdict.children.push_back({child, mark,
                                answer                   ? answer->who
                                : mark == Mark::kTrusted ? marks.who_trusted(child)
                                                         : std::string()});
  }
}

}  // namespace

Verdict conclude(const Marks& marks) {
  const strategy::IntervalSuspects& search = marks.search();
  Verdict verdict;
  const bool root_can_be = search.root_is_wrong() && search.own_weight(search.root()) > 0;
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
