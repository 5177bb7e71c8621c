#include "src/session/marks.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "src/base/check.h"
#include "src/session/trust.h"

namespace culprit::session {
namespace {

bool clears(AnswerKind kind) {
  return kind == AnswerKind::kYes || kind == AnswerKind::kInadmissible;
}

/// Undefined for what is no judgement.
Mark judgement_of(AnswerKind kind) {
  return is_judgement(kind) ? mark_of(kind) : Mark::kUndefined;
}

/// The largest of some subtrees. Subtrees nest or are apart, so the one that begins last before a node
/// decides.
class Subtrees {
 public:
  void add(SearchId first, SearchId last) {
    if (holds(first)) return;
    ranges_.erase(ranges_.lower_bound(first), ranges_.lower_bound(last));
    ranges_.emplace(first, last);
  }
  bool holds(SearchId n) const {
    const auto after = ranges_.upper_bound(n);
    return after != ranges_.begin() && n < std::prev(after)->second;
  }

 private:
  std::map<SearchId, SearchId> ranges_;
};

/// True for rows that stand for no code of the program: what a damaged trace lost can be neither judged nor
/// blamed.
bool never_asked(const tree::Function& function) {
  return function.kind == tree::FunctionKind::kLost;
}

}  // namespace

Marks::Marks(const Space& space, bool ask_root)
    : space_(space),
      tree_(space.tree()),
      ask_root_(ask_root),
      untouched_(space.shape()),
      unjudged_(space.shape()),
      search_(space.shape()) {
  update_trusted();
  rebuild();
}

void Marks::push(Step step) {
  const bool fast = push_fast(step);
  const std::size_t index = steps_.size();
  if (step.is_another()) {
    anothers_.push_back(index);
  } else if (step.is_fold()) {
    folds_[step.row] = step.kind == Step::Kind::kClose;
  } else {
    latest_[step.row] = index;
    if (is_trust(step.answer)) trusts_.push_back(index);
  }
  steps_.push_back(std::move(step));
  if (fast) return;
  update_trusted();
  rebuild();
}

/// A first answer about a suspect strictly inside the root: the search moves on without looking at older answers. (An older
/// "no" inside the row would have been the root.)
bool Marks::push_fast(const Step& step) {
  const SearchId n = step.row;
  if (!step.is_answer() || latest_.contains(n) || n == search_.root()) return false;
  if (!tree_.contains(search_.root(), n) || search_.is_cleared(n) || search_.is_exempt(n)) return false;
  switch (step.answer) {
    case AnswerKind::kYes:
      search_.clear(n);
      search_.judge(n, Mark::kRight);
      return true;
    case AnswerKind::kNo:
      search_.set_root(n, true);
      search_.judge(n, Mark::kWrong);
      return true;
    case AnswerKind::kSkip:
      search_.skip(n);
      return true;
    default:
      return false;
  }
}

void Marks::pop(std::size_t count) {
  CULPRIT_CHECK(count <= steps_.size());
  steps_.resize(steps_.size() - count);
  latest_.clear();
  folds_.clear();
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (steps_[i].is_answer()) latest_[steps_[i].row] = i;
    if (steps_[i].is_fold()) folds_[steps_[i].row] = steps_[i].kind == Step::Kind::kClose;
  }
  const auto is_gone = [&](std::size_t step) { return step >= steps_.size(); };
  std::erase_if(trusts_, is_gone);
  std::erase_if(anothers_, is_gone);
  update_trusted();
  rebuild();
}

bool Marks::is_latest(std::size_t step) const {
  return steps_[step].is_answer() && latest_.at(steps_[step].row) == step;
}

bool Marks::set_aside_after(SearchId n, std::size_t step) const {
  return std::any_of(anothers_.begin(), anothers_.end(),
                     [&](std::size_t a) { return a > step && tree_.contains(n, steps_[a].row); });
}

Marks::Root Marks::find_root() const {
  Subtrees covered;  // by judgements later than the one looked at
  Root root{tree_.root(), false};
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const Step& step = steps_[i];
    if (step.is_fold()) continue;
    const SearchId n = step.row;
    if (step.is_another() || (is_latest(i) && clears(step.answer))) {
      covered.add(n, tree_.end(n));
    } else if (is_latest(i) && step.answer == AnswerKind::kNo) {
      if (covered.holds(n) || set_aside_after(n, i)) continue;
      if (!root.is_explicit || (n > root.node && tree_.contains(root.node, n))) root = {n, true};
    }
  }
  return root;
}

std::vector<SearchRange> Marks::within(const std::vector<SearchRange>& ranges, SearchId first, SearchId end) {
  std::vector<SearchRange> result;
  for (const SearchRange& range : ranges) {
    const SearchRange part{std::max(range.first, SearchId{first.value() + 1}), std::min(range.last, end)};
    if (part.first < part.last) result.push_back(part);
  }
  return result;
}

/// In preorder of their beginnings.
std::vector<SearchRange> Marks::cleared_ranges(Root root) const {
  const std::size_t last_another = anothers_.empty() ? 0 : anothers_.back();
  const SearchId end = tree_.end(root.node);
  const auto counts = [&](SearchId n) {
    return tree_.contains(root.node, n) && (n != root.node || !root.is_explicit);
  };
  std::vector<SearchRange> ranges;
  for (auto at = latest_.lower_bound(root.node); at != latest_.end() && at->first < end; ++at) {
    const Step& step = steps_[at->second];
    const SearchId n = at->first;
    if (!clears(step.answer) || !counts(n)) continue;
    ranges.push_back({n, tree_.end(n)});
    if (step.answer != AnswerKind::kInadmissible || at->second < last_another) continue;
    for (const SearchRange& after : within(step.after, root.node, end)) ranges.push_back(after);
  }
  for (std::size_t step : anothers_) {
    const SearchId bug = steps_[step].row;
    if (counts(bug)) ranges.push_back({bug, tree_.end(bug)});
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const SearchRange& a, const SearchRange& b) { return a.first < b.first; });
  return ranges;
}

void Marks::rebuild() {
  update_exempt();
  const Root root = find_root();
  search_ = unjudged_;
  search_.set_root(root.node, root.is_explicit || !ask_root_ || !anothers_.empty());
  for (const SearchRange& range : cleared_ranges(root)) search_.clear_between(range.first, range.last);
  const SearchId end = tree_.end(root.node);
  for (auto at = latest_.lower_bound(root.node); at != latest_.end() && at->first < end; ++at) {
    if (steps_[at->second].answer == AnswerKind::kSkip) search_.skip(at->first);
  }
  tell_judgements();
}

/// What strategies may know of answers that the search itself has no use for. A bug that was set aside counts as right, and what
/// was wrong because of it as not judged.
void Marks::tell_judgements() {
  for (const auto& [n, step] : latest_) {
    const Mark judgement = judgement_of(steps_[step].answer);
    if (judgement != Mark::kUndefined && !set_aside_after(n, step)) search_.judge(n, judgement);
  }
  for (const std::size_t step : anothers_) {
    const auto later = latest_.find(steps_[step].row);
    if (later == latest_.end() || later->second < step) search_.judge(steps_[step].row, Mark::kRight);
  }
}

void Marks::update_trusted() {
  trusted_by_.assign(tree_.functions().size(), 0);
  for (std::size_t step : trusts_) {
    std::vector<bool> covered(trusted_by_.size());
    add_trusted(tree_.functions(), tree_.function_id(steps_[step].row), steps_[step].answer, covered);
    for (std::size_t i = 0; i < covered.size(); ++i) {
      if (covered[i] && trusted_by_[i] == 0) trusted_by_[i] = step + 1;
    }
  }
}

/// Passes over the tree only if what is exempt has changed.
void Marks::update_exempt() {
  std::vector<bool> functions(trusted_by_.size());
  for (std::size_t i = 0; i < functions.size(); ++i) {
    functions[i] = trusted_by_[i] != 0 || never_asked(tree_.functions()[i]);
  }
  Exemption now;
  now.any = !anothers_.empty() || !folds_.empty() ||
            std::find(functions.begin(), functions.end(), true) != functions.end();
  if (now.any) {
    now.steps = trusts_;
    now.steps.insert(now.steps.end(), anothers_.begin(), anothers_.end());
    now.overrides = overrides();
    now.folds = folds_;
  }
  if (now == exemption_) return;
  unjudged_ = untouched_;
  if (now.any) unjudged_.exempt(exempt_rows(functions, now));
  exemption_ = std::move(now);
}

std::vector<SearchId> Marks::exempt_rows(const std::vector<bool>& functions,
                                         const Exemption& exemption) const {
  const std::vector<SearchId>& overrides = exemption.overrides;
  std::vector<SearchId> nodes;
  const bool any_trusted = std::find(functions.begin(), functions.end(), true) != functions.end();
  for (std::uint32_t i = 0; any_trusted && i < tree_.size(); ++i) {
    if (functions[tree_.function_id(SearchId{i}).value()]) nodes.push_back(SearchId{i});
  }
  if (any_trusted) add_trusted_chains(nodes);
  for (std::size_t step : anothers_) {
    for (SearchId n = tree_.parent(steps_[step].row); n != kNoSearchId; n = tree_.parent(n))
      nodes.push_back(n);
  }
  std::erase_if(nodes, [&](SearchId n) { return std::binary_search(overrides.begin(), overrides.end(), n); });
  add_hidden(nodes);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// A projected chain of nothing but exempt rows is one, too: there is nothing in it that could be asked as a whole. `rows` are
/// ascending; the chains come behind them.
void Marks::add_trusted_chains(std::vector<SearchId>& rows) const {
  const transform::Reshaped& reshaped = space_.reshaped();
  std::vector<SearchId> chains;  // descending: a chain inside another stands behind it
  const auto is_exempt = [&](SearchId n) {
    return std::binary_search(rows.begin(), rows.end(), n) ||
           std::binary_search(chains.begin(), chains.end(), n, std::greater<>());
  };
  for (std::size_t i = reshaped.made.size(); i-- > 0;) {
    if (static_cast<transform::Made>(reshaped.kinds[i]) != transform::Made::kProjected) continue;
    const SearchId chain{reshaped.made[i]};
    SearchId part{chain.value() + 1};
    while (part < tree_.end(chain) && is_exempt(part)) part = tree_.end(part);
    if (part == tree_.end(chain)) chains.push_back(chain);
  }
  rows.insert(rows.end(), chains.begin(), chains.end());
}

/// What lies below rows that were closed.
void Marks::add_hidden(std::vector<SearchId>& rows) const {
  for (const auto& [n, is_closed] : folds_) {
    if (!is_closed) continue;
    for (std::uint32_t i = n.value() + 1; i < tree_.end(n).value(); ++i) rows.push_back(SearchId{i});
  }
}

bool Marks::is_closed(SearchId n) const {
  if (const auto found = folds_.find(n); found != folds_.end()) return found->second;
  return space_.reshaped().made_as(n) == transform::Made::kCollapsed;
}

SearchId Marks::closed_above(SearchId n) const {
  for (const auto& [above, is_closed] : folds_) {
    if (is_closed && above != n && tree_.contains(above, n)) return above;
  }
  return kNoSearchId;
}

/// Nodes that would be exempt but for an answer of their own, in preorder.
std::vector<SearchId> Marks::overrides() const {
  std::vector<SearchId> nodes;
  for (const auto& [n, step] : latest_) {
    const tree::Function& function = tree_.function(n);
    // Also by a first step: the answer that named the bug may have been about a chain that is none here.
    const bool was_set_aside = std::any_of(anothers_.begin(), anothers_.end(), [&, row = n](std::size_t a) {
      return tree_.contains(row, steps_[a].row);
    });
    const bool would_be =
        trusted_by_[tree_.function_id(n).value()] != 0 || never_asked(function) || was_set_aside;
    if (would_be && !is_trust(steps_[step].answer) && !set_aside_after(n, step)) nodes.push_back(n);
  }
  return nodes;
}

const Step* Marks::answer_of(SearchId n) const {
  const auto found = latest_.find(n);
  return found == latest_.end() ? nullptr : &steps_[found->second];
}

Mark Marks::mark(SearchId n) const {
  if (const Step* step = answer_of(n)) return mark_of(step->answer);
  // The nearest judged ancestor decides, but a "no" gives way to a later judgement above it.
  std::size_t wrong_since = 0;
  for (auto at = latest_.upper_bound(n); at != latest_.begin();) {
    --at;
    if (!tree_.contains(at->first, n)) continue;
    const AnswerKind kind = steps_[at->second].answer;
    if (kind == AnswerKind::kNo) wrong_since = std::max(wrong_since, at->second + 1);
    if (clears(kind) && at->second >= wrong_since) return mark_of(kind);
  }
  if (n == tree_.root() && !ask_root_) return Mark::kWrong;
  return trusted_by_[tree_.function_id(n).value()] == 0 ? Mark::kUndefined : Mark::kTrusted;
}

const Step* Marks::who_trusted(SearchId n) const {
  const std::size_t by = trusted_by_[tree_.function_id(n).value()];
  return by == 0 ? nullptr : &steps_[by - 1];
}

}  // namespace culprit::session
