#include "src/service/spaces.h"

#include <algorithm>

namespace culprit::service {
namespace {

class AccountContexts final : public transform::Contexts {
 public:
  explicit AccountContexts(const state::Account& account) : account_(account) {}
  bool match(NodeId first, NodeId second) const override {
    return account_.continues(first, second, effort_);
  }

 private:
  /// About a second. A transformation looks at nodes in one order, so that the same trace gives the same tree.
  static constexpr std::uint64_t kMostEffort = 300'000;

  const state::Account& account_;
  mutable state::Effort effort_{kMostEffort};
};

}  // namespace

transform::Reshaped reshape(const tree::Tree& tree, const state::Account& account,
                            const transform::Form& form, bool any_context, const transform::Wishes& wishes,
                            const Progress& progress) {
  if (any_context) return transform::transform(tree, form, transform::AnyContexts(), wishes, progress);
  return transform::transform(tree, form, AccountContexts(account), wishes, progress);
}

std::shared_ptr<const session::Space> SubjectSpaces::make(const transform::Form& form,
                                                          const transform::Wishes& wishes) const {
  const tree::Tree& tree = subject_.tree();
  auto space = std::make_shared<session::Space>(reshape(tree, account_, form, false, wishes, progress_), tree,
                                                weights_, progress_);
  // The functions have the same ids, and calls are as equal as they were.
  const transform::Reshaped reshaped = space->reshaped();
  space->set_facts([&subject = subject_, reshaped] {
    graph::RunFacts facts = subject.facts();
    if (facts.keys.empty()) return facts;
    std::vector<std::uint64_t> keys;
    for (std::uint32_t n = 0; n < reshaped.tree.size(); ++n)
      keys.push_back(facts.keys[reshaped.origin_of(SearchId{n}).value()]);
    facts.keys = std::move(keys);
    return facts;
  });
  return space;
}

bool SubjectSpaces::is_silent(NodeId pass) const {
  const auto [known, is_new] = silent_.try_emplace(pass, false);
  if (!is_new) return known->second;
  const state::Facts facts = account_.facts(pass, {});
  known->second = facts.outcome == state::Outcome::kReturned && facts.changes.empty() && !facts.changes_cut &&
                  facts.foreign == 0 && facts.output.empty() && !facts.output_cut && facts.consumed.empty() &&
                  facts.files.empty() && facts.asked.empty() && facts.started.empty() &&
                  !facts.transfers_cut && facts.left && facts.left->how == state::LoopExit::kRanOut;
  return known->second;
}

bool SubjectSpaces::did_not_finish(NodeId node) const {
  const tree::Tree& tree = subject_.tree();
  return tree.has_moments() && tree.enter(node) != kNoMoment && tree.leave(node) == kNoMoment;
}

}  // namespace culprit::service
