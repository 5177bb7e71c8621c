#include "src/session/marks.h"

#include <algorithm>
#include <utility>

#include "src/base/check.h"
#include "src/session/trust.h"

namespace culprit::session {
namespace {

bool is_trust(AnswerKind kind) {
  return kind == AnswerKind::kTrustFunction || kind == AnswerKind::kTrustFile ||
         kind == AnswerKind::kTrustNamespace;
}

bool clears(AnswerKind kind) {
  return kind == AnswerKind::kYes || kind == AnswerKind::kInadmissible;
}

/// Unknown for what is no judgement.
graph::Judgement judgement_of(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::kYes:
      return graph::Judgement::kRight;
    case AnswerKind::kNo:
      return graph::Judgement::kWrong;
    case AnswerKind::kInadmissible:
      return graph::Judgement::kInadmissible;
    default:
      return graph::Judgement::kUnknown;
  }
}

/// The largest of some subtrees. Subtrees nest or are apart, so the one that begins last before a node
/// decides.
class Subtrees {
 public:
  void add(NodeId first, NodeId last) {
    if (holds(first)) return;
    ranges_.erase(ranges_.lower_bound(first), ranges_.lower_bound(last));
    ranges_.emplace(first, last);
  }
  bool holds(NodeId n) const {
    const auto after = ranges_.upper_bound(n);
    return after != ranges_.begin() && n < std::prev(after)->second;
  }

 private:
  std::map<NodeId, NodeId> ranges_;
};

/// True for rows that stand for no code of the program: what a damaged trace lost can be neither judged nor
/// blamed.
bool never_asked(const tree::Function& function) {
  return function.kind == tree::FunctionKind::kLost;
}

}  // namespace

Marks::Marks(const strategy::Shape& shape, bool ask_root, const transform::Reshaped* reshaped)
    : tree_(shape.tree()),
      ask_root_(ask_root),
      reshaped_(reshaped),
      untouched_(shape),
      unjudged_(shape),
      search_(shape) {
  update_trusted();
  rebuild();
}

void Marks::push(Step step) {
  const bool fast = push_fast(step);
  const std::size_t index = steps_.size();
  if (step.is_another()) {
    anothers_.push_back(index);
  } else if (step.is_fold()) {
    folds_[step.folded] = !step.opens;
  } else {
    latest_[step.answer.node] = index;
    if (is_trust(step.answer.kind)) trusts_.push_back(index);
  }
  steps_.push_back(std::move(step));
  if (fast) return;
  update_trusted();
  rebuild();
}

/// A first answer about a suspect strictly inside the root: the search moves on without looking at older
/// answers. (An older "no" inside the node would have been the root.)
bool Marks::push_fast(const Step& step) {
  const NodeId n = step.answer.node;
  if (!step.is_answer() || latest_.contains(n) || n == search_.root()) return false;
  if (step.answer.kind == AnswerKind::kSkip && is_made(n)) return false;
  if (!tree_.contains(search_.root(), n) || search_.own_weight(n) == 0) return false;
  switch (step.answer.kind) {
    case AnswerKind::kYes:
      search_.clear(n);
      search_.judge(n, judgement_of(step.answer.kind));
      return true;
    case AnswerKind::kNo:
      search_.set_root(n, true);
      search_.judge(n, judgement_of(step.answer.kind));
      return true;
    case AnswerKind::kSkip:
      search_.skip(n);
      return true;
    case AnswerKind::kInadmissible:
      search_.clear_between(n, tree_.end(search_.root()));
      search_.judge(n, judgement_of(step.answer.kind));
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
    if (steps_[i].is_answer()) latest_[steps_[i].answer.node] = i;
    if (steps_[i].is_fold()) folds_[steps_[i].folded] = !steps_[i].opens;
  }
  const auto is_gone = [&](std::size_t step) { return step >= steps_.size(); };
  std::erase_if(trusts_, is_gone);
  std::erase_if(anothers_, is_gone);
  update_trusted();
  rebuild();
}

bool Marks::is_latest(std::size_t step) const {
  return steps_[step].is_answer() && latest_.at(steps_[step].answer.node) == step;
}

bool Marks::set_aside_after(NodeId n, std::size_t step) const {
  return std::any_of(anothers_.begin(), anothers_.end(),
                     [&](std::size_t a) { return a > step && tree_.contains(n, steps_[a].bug); });
}

Marks::Root Marks::find_root() const {
  Subtrees covered;  // by judgements later than the one looked at
  Root root{tree_.root(), false};
  for (std::size_t i = steps_.size(); i-- > 0;) {
    const Step& step = steps_[i];
    if (step.is_fold()) continue;
    const NodeId n = step.is_another() ? step.bug : step.answer.node;
    if (step.is_another() || (is_latest(i) && clears(step.answer.kind))) {
      covered.add(n, tree_.end(n));
    } else if (is_latest(i) && step.answer.kind == AnswerKind::kNo) {
      if (covered.holds(n) || set_aside_after(n, i)) continue;
      if (!root.is_explicit || (n > root.node && tree_.contains(root.node, n))) root = {n, true};
    }
  }
  return root;
}

/// In preorder of their beginnings.
std::vector<Marks::Range> Marks::cleared_ranges(Root root) const {
  const std::size_t last_another = anothers_.empty() ? 0 : anothers_.back();
  const NodeId end = tree_.end(root.node);
  const auto counts = [&](NodeId n) {
    return tree_.contains(root.node, n) && (n != root.node || !root.is_explicit);
  };
  std::vector<Range> ranges;
  for (auto at = latest_.lower_bound(root.node); at != latest_.end() && at->first < end; ++at) {
    const AnswerKind kind = steps_[at->second].answer.kind;
    const NodeId n = at->first;
    if (!clears(kind) || !counts(n)) continue;
    const bool also_after = kind == AnswerKind::kInadmissible && at->second >= last_another;
    ranges.push_back({n, also_after ? end : tree_.end(n)});
  }
  for (std::size_t step : anothers_) {
    const NodeId bug = steps_[step].bug;
    if (counts(bug)) ranges.push_back({bug, tree_.end(bug)});
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.first < b.first; });
  return ranges;
}

void Marks::rebuild() {
  update_exempt();
  const Root root = find_root();
  search_ = unjudged_;
  search_.set_root(root.node, root.is_explicit || !ask_root_ || !anothers_.empty());
  for (const Range& range : cleared_ranges(root)) search_.clear_between(range.first, range.last);
  const NodeId end = tree_.end(root.node);
  for (auto at = latest_.lower_bound(root.node); at != latest_.end() && at->first < end; ++at) {
    if (steps_[at->second].answer.kind == AnswerKind::kSkip) search_.skip(at->first);
  }
  tell_judgements();
}

/// What strategies may know of answers that the search itself has no use for. A bug that was set aside counts as right, and what
/// was wrong because of it as not judged.
void Marks::tell_judgements() {
  for (const auto& [n, step] : latest_) {
    const graph::Judgement judgement = judgement_of(steps_[step].answer.kind);
    if (judgement != graph::Judgement::kUnknown && !set_aside_after(n, step)) search_.judge(n, judgement);
  }
  for (const std::size_t step : anothers_) {
    const auto later = latest_.find(steps_[step].bug);
    if (later == latest_.end() || later->second < step)
      search_.judge(steps_[step].bug, graph::Judgement::kRight);
  }
}

void Marks::update_trusted() {
  trusted_by_.assign(tree_.functions().size(), 0);
  for (std::size_t step : trusts_) {
    std::vector<bool> covered(trusted_by_.size());
    add_trusted(tree_, steps_[step].answer, covered);
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
  now.any = !anothers_.empty() || !folds_.empty() || (reshaped_ && !reshaped_->made.empty()) ||
            std::find(functions.begin(), functions.end(), true) != functions.end();
  if (now.any) {
    now.steps = trusts_;
    now.steps.insert(now.steps.end(), anothers_.begin(), anothers_.end());
    now.overrides = overrides();
    now.folds = folds_;
    now.dissolved = dissolved();
  }
  if (now == exemption_) return;
  unjudged_ = untouched_;
  if (now.any) unjudged_.exempt(exempt_nodes(functions, now));
  exemption_ = std::move(now);
}

std::vector<NodeId> Marks::exempt_nodes(const std::vector<bool>& functions,
                                        const Exemption& exemption) const {
  const std::vector<NodeId>& overrides = exemption.overrides;
  std::vector<NodeId> nodes;
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    if (functions[tree_.function_id(NodeId{i}).value()]) nodes.push_back(NodeId{i});
  }
  for (std::size_t step : anothers_) {
    for (NodeId n = tree_.parent(steps_[step].bug); n != kNoNode; n = tree_.parent(n)) nodes.push_back(n);
  }
  std::erase_if(nodes, [&](NodeId n) { return std::binary_search(overrides.begin(), overrides.end(), n); });
  nodes.insert(nodes.end(), exemption.dissolved.begin(), exemption.dissolved.end());
  add_hidden(nodes);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

/// What lies below closed nodes.
void Marks::add_hidden(std::vector<NodeId>& nodes) const {
  const auto add_below = [&](NodeId n) {
    for (std::uint32_t i = n.value() + 1; i < tree_.end(n).value(); ++i) nodes.push_back(NodeId{i});
  };
  for (const auto& [n, is_closed] : folds_) {
    if (is_closed) add_below(n);
  }
  if (!reshaped_) return;
  for (std::size_t i = 0; i < reshaped_->made.size(); ++i) {
    const NodeId n{reshaped_->made[i]};
    if (static_cast<transform::Made>(reshaped_->kinds[i]) == transform::Made::kCollapsed &&
        !folds_.contains(n))
      add_below(n);
  }
}

/// Made nodes that were skipped, in preorder.
std::vector<NodeId> Marks::dissolved() const {
  std::vector<NodeId> nodes;
  for (const auto& [n, step] : latest_) {
    if (steps_[step].answer.kind == AnswerKind::kSkip && is_made(n)) nodes.push_back(n);
  }
  return nodes;
}

bool Marks::is_closed(NodeId n) const {
  if (const auto found = folds_.find(n); found != folds_.end()) return found->second;
  return reshaped_ && reshaped_->made_as(n) == transform::Made::kCollapsed;
}

NodeId Marks::closed_above(NodeId n) const {
  for (const auto& [above, is_closed] : folds_) {
    if (is_closed && above != n && tree_.contains(above, n)) return above;
  }
  const NodeId parent = tree_.parent(n);  // the parts of collapsed nodes are leaves
  return parent != kNoNode && is_closed(parent) ? parent : kNoNode;
}

/// Nodes that would be exempt but for an answer of their own, in preorder.
std::vector<NodeId> Marks::overrides() const {
  std::vector<NodeId> nodes;
  for (const auto& [n, step] : latest_) {
    const tree::Function& function = tree_.function(n);
    const bool would_be =
        trusted_by_[tree_.function_id(n).value()] != 0 || never_asked(function) || set_aside_after(n, 0);
    if (would_be && !is_trust(steps_[step].answer.kind) && !set_aside_after(n, step)) nodes.push_back(n);
  }
  return nodes;
}

const Answer* Marks::answer_of(NodeId n) const {
  const auto found = latest_.find(n);
  return found == latest_.end() ? nullptr : &steps_[found->second].answer;
}

Mark Marks::mark(NodeId n) const {
  if (const Answer* answer = answer_of(n)) {
    switch (answer->kind) {
      case AnswerKind::kYes:
        return Mark::kRight;
      case AnswerKind::kNo:
        return Mark::kWrong;
      case AnswerKind::kSkip:
        return Mark::kSkipped;
      case AnswerKind::kInadmissible:
        return Mark::kInadmissible;
      default:
        return Mark::kTrusted;
    }
  }
  // The nearest judged ancestor decides, but a "no" gives way to a later judgement above it.
  std::size_t wrong_since = 0;
  for (auto at = latest_.upper_bound(n); at != latest_.begin();) {
    --at;
    if (!tree_.contains(at->first, n)) continue;
    const AnswerKind kind = steps_[at->second].answer.kind;
    if (kind == AnswerKind::kNo) wrong_since = std::max(wrong_since, at->second + 1);
    if (clears(kind) && at->second >= wrong_since)
      return kind == AnswerKind::kYes ? Mark::kRight : Mark::kInadmissible;
  }
  if (n == tree_.root() && !ask_root_) return Mark::kWrong;
  return trusted_by_[tree_.function_id(n).value()] == 0 ? Mark::kUndefined : Mark::kTrusted;
}

std::string Marks::who_trusted(NodeId n) const {
  const std::size_t by = trusted_by_[tree_.function_id(n).value()];
  return by == 0 ? std::string() : steps_[by - 1].answer.who;
}

}  // namespace culprit::session
