#include "src/strategy/strategy.h"

#include <algorithm>
#include <array>

#include "src/base/text.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

using Make = std::unique_ptr<Strategy> (*)();

std::unique_ptr<Strategy> make_divide_by_queries_as_measured() {
  return make_divide_by_queries();
}

constexpr std::array<std::string_view, 7> kNames = {"top-down",
                                                    "heaviest-first",
                                                    "divide-and-query",
                                                    "divide-and-query-hirunkitti",
                                                    "optimal-divide-and-query",
                                                    "divide-by-queries",
                                                    "worst-case"};
constexpr std::array<Make, 7> kMakers = {make_top_down,
                                         make_heaviest_first,
                                         make_divide_and_query,
                                         make_divide_and_query_hirunkitti,
                                         make_optimal_divide_and_query,
                                         make_divide_by_queries_as_measured,
                                         make_worst_case};

}  // namespace

std::span<const std::string_view> strategy_names() {
  return kNames;
}

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found != kNames.end()) return kMakers[static_cast<std::size_t>(found - kNames.begin())]();
  std::string hint;
  const std::string_view near = nearest(name, kNames);
  if (!near.empty()) hint = "Did you mean '" + std::string(near) + "'? ";
  hint += "The strategies are";
  for (const std::string_view known : kNames)
    hint += (known == kNames.front() ? " " : ", ") + std::string(known);
  return fail(ErrorCode::kUsage, "there is no strategy '" + printable(name) + "'", hint + ".");
}

std::string share(const Suspects& suspects, NodeId node) {
  const std::uint64_t total = suspects.total();
  const std::uint64_t part = suspects.weight(node);
  const bool is_counted = suspects.shape().prior() == nullptr || suspects.shape().prior()->is_uniform();
  const std::string whole = with_commas(total) + (total == 1 ? " suspect" : " suspects");
  if (!is_counted) return with_commas(part) + " of the suspects' weight of " + with_commas(total);
  return part == total ? (total == 1 ? "the only suspect" : "all " + whole)
                       : with_commas(part) + " of the " + whole;
}

std::string explain_halving(const Suspects& suspects, NodeId chosen) {
  const std::uint64_t total = suspects.total();
  const std::uint64_t part = suspects.weight(chosen);
  const std::string beginning = "its subtree holds " + share(suspects, chosen) + ": ";
  if (suspects.own_weight(chosen) == total) return "it is the only suspect left";
  if (part == total) return beginning + "if it is right, the search is over";
  if (5 * std::min(part, total - part) >= 2 * total)
    return beginning + "whatever the answer, about half are cleared";
  return beginning + "no other question divides them more evenly";
}

}  // namespace culprit::strategy
