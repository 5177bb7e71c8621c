#include "src/transform/runs.h"

#include <algorithm>

namespace culprit::transform {
namespace {

/// Copies a tree in preorder and puts made nodes in between.
class Inserter {
 public:
  Inserter(const Reshaped& from, Runs& runs) : from_(from), tree_(from.tree), runs_(runs) {
    for (const tree::Function& function : tree_.functions()) builder_.add_function(function);
    if (runs.has_projected()) run_ = find_or_add_run();
  }

  Reshaped insert() {
    for (std::uint32_t n = 0; n < tree_.size(); ++n) {
      const NodeId node{n};
      while (!open_.empty() && tree_.end(NodeId{open_.back()}) <= node) close();
      for (const Runs::Run& run : runs_.starting_at(node)) {
        open(run.kind == Made::kProjected ? run_ : tree_.function_id(node), node, run.last, run.kind);
      }
      open(tree_.function_id(node), node, node, kind_of(node));
    }
    while (!open_.empty()) close();
    result_.tree = builder_.finish();
    return std::move(result_);
  }

 private:
  FunctionId find_or_add_run() {
    const std::vector<tree::Function>& known = tree_.functions();
    const auto found = std::find_if(known.begin(), known.end(), [](const tree::Function& function) {
      return function.kind == tree::FunctionKind::kRun;
    });
    if (found != known.end()) return FunctionId{static_cast<std::uint32_t>(found - known.begin())};
    tree::Function run;
    run.name = "run";
    run.kind = tree::FunctionKind::kRun;
    return builder_.add_function(std::move(run));
  }

  /// Precondition: nodes are asked for in ascending order, each once. O(1).
  Made kind_of(NodeId node) {
    if (next_made_ == from_.made.size() || from_.made[next_made_] != node.value()) return Made::kNo;
    return static_cast<Made>(from_.kinds[next_made_++]);
  }

  void open(FunctionId function, NodeId first, NodeId last, Made kind) {
    const NodeId opened = builder_.open(function, tree_.has_moments() ? tree_.enter(first) : kNoMoment);
    open_.push_back(last.value());
    result_.origin.push_back(from_.origin[first.value()]);
    if (kind == Made::kNo) return;
    result_.made.push_back(opened.value());
    result_.kinds.push_back(static_cast<std::uint8_t>(kind));
  }

  void close() {
    builder_.close(tree_.has_moments() ? tree_.leave(NodeId{open_.back()}) : kNoMoment);
    open_.pop_back();
  }

  const Reshaped& from_;
  const tree::Tree& tree_;
  Runs& runs_;
  FunctionId run_{};
  std::size_t next_made_ = 0;
  tree::TreeBuilder builder_;
  Column<std::uint32_t> open_;  ///< the nodes with which open ones end: themselves, or the last of a run
  Reshaped result_;
};

}  // namespace

void Runs::add(Made kind, NodeId first, NodeId last) {
  rows_.push_back({last.value(), newest_[first.value()]});
  kinds_.push_back(static_cast<std::uint8_t>(kind));
  newest_[first.value()] = static_cast<std::uint32_t>(rows_.size());
  has_projected_ = has_projected_ || kind == Made::kProjected;
}

const std::vector<Runs::Run>& Runs::starting_at(NodeId first) {
  found_.clear();
  for (std::uint32_t row = newest_[first.value()]; row != 0; row = rows_[row - 1].older) {
    found_.push_back({NodeId{rows_[row - 1].last}, static_cast<Made>(kinds_[row - 1])});
  }
  if (found_.size() > 1) {
    std::sort(found_.begin(), found_.end(), [](const Run& a, const Run& b) { return a.last > b.last; });
  }
  return found_;
}

Reshaped with_runs(const Reshaped& from, Runs& runs) {
  return Inserter(from, runs).insert();
}

}  // namespace culprit::transform
