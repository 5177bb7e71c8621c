#include "src/strategy/prior.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <vector>

namespace culprit::strategy {
namespace {

using Weights = std::vector<std::uint32_t>;
using Nodes = std::vector<SearchId>;

/// What a prior is made of, as flags a node.
struct Flags {
  Weights weights;
  std::vector<bool> is_exempt;
  std::vector<bool> is_weightless;
};

std::string difference(const Prior& prior, const Flags& flags) {
  const auto size = static_cast<std::uint32_t>(flags.weights.size());
  bool has_exempt = false, has_weightless = false;
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    const bool is_exempt = flags.is_exempt[i] || (flags.weights[i] == 0 && !flags.is_weightless[i]);
    const bool is_weightless = flags.is_weightless[i] && !is_exempt;
    if (prior.is_exempt(i) != is_exempt) return "exempt";
    if (prior.is_weightless(i) != is_weightless) return "weightless";
    if (prior.weight_between(0, i) != sum) return "weight";
    if (!is_exempt && !is_weightless) sum += flags.weights[i];
    if (prior.weight_between(i, size) != prior.weight_between(0, size) - prior.weight_between(0, i))
      return "rest";
    has_exempt = has_exempt || is_exempt;
    has_weightless = has_weightless || is_weightless;
  }
  if (prior.weight_between(0, size) != sum) return "sum";
  if (prior.has_exempt() != has_exempt) return "has exempt";
  return prior.has_weightless() == has_weightless ? "" : "has weightless";
}

TEST(Prior, KnowsWhatItWasTold) {
  EXPECT_TRUE(rc::check("as flags", [](bool has_weights) {
    const auto weights = *rc::gen::container<Weights>(
        rc::gen::weightedOneOf<std::uint32_t>({{1, rc::gen::just(0u)}, {3, rc::gen::inRange(1u, 9u)}}));
    const std::size_t size = weights.size();
    Flags flags{has_weights ? weights : Weights(size, 1), std::vector<bool>(size), std::vector<bool>(size)};
    Nodes exempt, weightless, more;
    const int share = *rc::gen::element(2, 5, 50);
    for (std::uint32_t i = 0; i < size; ++i) {
      if (*rc::gen::inRange(0, share) == 0) exempt.push_back(SearchId{i});
      if (*rc::gen::inRange(0, share) == 0) weightless.push_back(SearchId{i});
      if (*rc::gen::inRange(0, share) == 0) more.push_back(SearchId{i});
    }
    for (const SearchId n : exempt) flags.is_exempt[n.value()] = true;
    for (const SearchId n : weightless) flags.is_weightless[n.value()] = true;
    const Prior prior(static_cast<std::uint32_t>(size),
                      has_weights ? std::span(weights) : std::span<const std::uint32_t>(), exempt,
                      weightless);
    RC_ASSERT(difference(prior, flags) == "");
    for (const SearchId n : more) flags.is_exempt[n.value()] = true;
    RC_ASSERT(difference(Prior(prior, more), flags) == "");
  }));
}

TEST(Prior, OfNothingIsNone) {
  EXPECT_EQ(uniform_prior(10, {}), nullptr);
  const SearchId hidden[] = {SearchId{3}};
  EXPECT_EQ(uniform_prior(10, {}, hidden)->weight_between(0, 10), 9u);
}

}  // namespace
}  // namespace culprit::strategy
