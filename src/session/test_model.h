#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "src/session/session.h"
#include "src/tree/tree.h"

namespace culprit::session {

/// What a request says of the subject's nodes, whatever was searched: of a chain, what is true of its calls.
struct Said {
  enum class Kind { kAnswer, kAnother, kFold, kUnfold };
  Kind kind = Kind::kAnswer;
  NodeId node;
  AnswerKind answer = AnswerKind::kYes;
};

/// What the requests say that were not undone.
class Sayings {
 public:
  /// To be told before the session is: chains are those of its tree.
  void take(const Request& request, const Session& session) {
    if (request.kind == RequestKind::kUndo) steps_.resize(steps_.size() - request.steps);
    Step step{request.names(), request.answer.kind, {}};
    const bool is_chain = step.about.is_chain();
    switch (request.kind) {
      case RequestKind::kAnswer:
        for (const NodeId call : judged_calls(request.answer, session))
          step.said.push_back({Said::Kind::kAnswer, call, request.answer.kind});
        break;
      case RequestKind::kAnother:
        step.said.push_back({Said::Kind::kAnother, session.about(session.marks().search().root()).first});
        break;
      case RequestKind::kFold:
        if (!is_chain) step.said.push_back({Said::Kind::kFold, step.about.first});
        break;
      case RequestKind::kUnfold:
        if (!is_chain) step.said.push_back({Said::Kind::kUnfold, step.about.first});
        break;
      default:
        return;
    }
    step.is_chain_answer = is_chain && request.kind == RequestKind::kAnswer;
    steps_.push_back(std::move(step));
  }

  /// In order. What was said of a chain is replaced by what was said of it later, unless a function was trusted.
  std::vector<Said> all() const {
    std::vector<Said> result;
    for (auto step = steps_.begin(); step != steps_.end(); ++step) {
      const bool is_replaced = step->is_chain_answer && !is_trust(step->answer) &&
                               std::any_of(step + 1, steps_.end(), [&](const Step& later) {
                                 return later.is_chain_answer && later.about == step->about;
                               });
      if (!is_replaced) result.insert(result.end(), step->said.begin(), step->said.end());
    }
    return result;
  }

 private:
  struct Step {
    About about;
    AnswerKind answer;
    std::vector<Said> said;
    bool is_chain_answer = false;
  };

  static std::vector<NodeId> judged_calls(const Answer& answer, const Session& session) {
    if (!answer.about.is_chain()) return {answer.about.first};
    const SearchId row = session.space().reshaped().find(answer.about.first, answer.about.last);
    if (answer.kind == AnswerKind::kYes || is_trust(answer.kind)) return session.calls(row);
    if (answer.kind == AnswerKind::kInadmissible) return {answer.about.first};
    return {};
  }

  std::vector<Step> steps_;  ///< what undo takes back, one by one
};

/// The rules of marks.h and docs/dialogue.md, read literally.
class Model {
 public:
  Model(const tree::Tree& tree, bool ask_root, std::vector<Said> all)
      : tree_(tree), ask_root_(ask_root), all_(std::move(all)) {
    for (std::size_t i = all_.size(); i-- > 0;) {
      if (!is_in_force(i)) continue;
      if (root_ == kNoNode || (all_[i].node != root_ && tree_.contains(root_, all_[i].node)))
        root_ = all_[i].node;
    }
  }

  Mark mark(NodeId n) const {
    if (const auto own = latest(n)) return mark_of(all_[*own].answer);
    // Right or inadmissible by the nearest node above that was judged so later than any "no" between it and this one.
    std::size_t last_no = 0;
    for (NodeId above = tree_.parent(n); above != kNoNode; above = tree_.parent(above)) {
      const auto judged = latest(above);
      if (!judged) continue;
      if (all_[*judged].answer == AnswerKind::kNo) last_no = std::max(last_no, *judged);
      if (clears(*judged) && *judged >= last_no) return mark_of(all_[*judged].answer);
    }
    if (n == tree_.root() && !ask_root_) return Mark::kWrong;
    return is_trusted(n) ? Mark::kTrusted : Mark::kUndefined;
  }

  /// The node that is searched.
  NodeId root() const { return root_ == kNoNode ? tree_.root() : root_; }

  bool is_suspect(NodeId n) const {
    if (!tree_.contains(root(), n)) return false;
    const auto counts = [&](NodeId m) { return tree_.contains(root(), m) && m != root_; };
    std::size_t last_another = 0;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (all_[i].kind == Said::Kind::kAnother) last_another = i;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const NodeId m = all_[i].node;
      if (all_[i].kind == Said::Kind::kAnother && counts(m) && tree_.contains(m, n)) return false;
      if (all_[i].kind == Said::Kind::kAnother && m != n && tree_.contains(n, m) && !has_own(n, i))
        return false;
      if (!is_latest(i) || !clears(i) || !counts(m)) continue;
      if (tree_.contains(m, n)) return false;
      if (all_[i].answer == AnswerKind::kInadmissible && i >= last_another && n > m)
        return false;  // it ran later
    }
    if (is_trusted(n) && !has_own(n, 0)) return false;
    for (const NodeId closed : closed_nodes())
      if (closed != n && tree_.contains(closed, n)) return false;
    return true;
  }

 private:
  bool is_answer(std::size_t i) const { return all_[i].kind == Said::Kind::kAnswer; }
  bool clears(std::size_t i) const {
    return is_answer(i) &&
           (all_[i].answer == AnswerKind::kYes || all_[i].answer == AnswerKind::kInadmissible);
  }
  std::optional<std::size_t> latest(NodeId n) const {
    for (std::size_t i = all_.size(); i-- > 0;)
      if (is_answer(i) && all_[i].node == n) return i;
    return {};
  }
  bool is_latest(std::size_t i) const { return is_answer(i) && latest(all_[i].node) == i; }
  bool is_in_force(std::size_t i) const {
    const NodeId no = all_[i].node;
    if (!is_latest(i) || all_[i].answer != AnswerKind::kNo) return false;
    for (std::size_t j = i + 1; j < all_.size(); ++j) {
      const bool is_above = tree_.contains(all_[j].node, no);
      if (all_[j].kind == Said::Kind::kAnother && (is_above || tree_.contains(no, all_[j].node)))
        return false;
      if (is_latest(j) && clears(j) && is_above) return false;
    }
    return true;
  }
  /// Has an answer of its own that is no trust, given since.
  bool has_own(NodeId n, std::size_t since) const {
    const auto own = latest(n);
    return own && *own >= since && !is_trust(all_[*own].answer);
  }
  bool is_trusted(NodeId n) const {
    return std::any_of(all_.begin(), all_.end(), [&](const Said& said) {
      const FunctionId trusted = tree_.function_id(said.node);
      return said.kind == Said::Kind::kAnswer && is_trust(said.answer) &&
             (trusted == tree_.function_id(n) ||
              (tree_.is_iteration(n) && trusted == tree_.function(n).enclosing));
    });
  }
  /// What was closed, and neither looked into since nor found wrong.
  std::set<NodeId> closed_nodes() const {
    std::set<NodeId> closed;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const Said& said = all_[i];
      if (said.kind == Said::Kind::kFold) closed.insert(said.node);
      if (said.kind == Said::Kind::kUnfold) closed.erase(said.node);
      if (said.kind == Said::Kind::kAnswer)
        std::erase_if(closed, [&](NodeId n) {
          return tree_.contains(n, said.node) && (n != said.node || said.answer == AnswerKind::kSkip);
        });
      const std::vector<Said> so_far(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      closed.erase(Model(tree_, ask_root_, so_far).root_);
    }
    return closed;
  }

  const tree::Tree& tree_;
  bool ask_root_;
  std::vector<Said> all_;
  NodeId root_ = kNoNode;  ///< the "no" that the search goes on in, if there is one
};

}  // namespace culprit::session
