#include "src/service/reshaping.h"

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
                            std::span<const transform::Transformation> list, transform::Family family,
                            bool any_context) {
  if (any_context) return transform::transform(tree, list, family, transform::AnyContexts());
  return transform::transform(tree, list, family, AccountContexts(account));
}

Reshaping::Reshaping(const Subject& subject, const state::Account& account,
                     std::span<const transform::Transformation> list, transform::Family family,
                     bool any_context)
    : reshaped_(reshape(subject.tree(), account, list, family, any_context)),
      shape_(reshaped_.tree),
      account_(subject.tree(), account, reshaped_) {
  // The functions have the same ids, and calls are as equal as they were.
  shape_.set_facts([&subject, &reshaped = reshaped_] {
    graph::RunFacts facts = subject.shape().facts();
    if (facts.keys.empty()) return facts;
    std::vector<std::uint64_t> keys;
    for (const std::uint32_t origin : reshaped.origin) keys.push_back(facts.keys[origin]);
    facts.keys = std::move(keys);
    return facts;
  });
}

transform::Family family_of(std::string_view strategy) {
  return strategy == "top-down" || strategy == "heaviest-first" ? transform::Family::kTopDown
                                                                : transform::Family::kDivideAndQuery;
}

}  // namespace culprit::service
