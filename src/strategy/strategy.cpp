#include "src/strategy/strategy.h"

#include <algorithm>
#include <array>

#include "src/base/text.h"
#include "src/strategy/strategies.h"

namespace culprit::strategy {
namespace {

using Make = std::unique_ptr<Strategy> (*)(const StrategyOptions&);

struct Known {
  std::string_view name;
  Make make;
};
constexpr std::array kKnown{
    Known{"top-down", [](const StrategyOptions&) { return make_top_down(); }},
    Known{"heaviest-first", [](const StrategyOptions&) { return make_heaviest_first(); }},
    Known{"divide-and-query", [](const StrategyOptions&) { return make_divide_and_query(); }},
    Known{"divide-and-query-hirunkitti",
          [](const StrategyOptions&) { return make_divide_and_query_hirunkitti(); }},
    Known{"optimal-divide-and-query", [](const StrategyOptions&) { return make_optimal_divide_and_query(); }},
    Known{"divide-by-queries",
          [](const StrategyOptions& options) { return make_divide_by_queries(options.exact_below); }},
    Known{"worst-case", [](const StrategyOptions&) { return make_worst_case(); }},
    Known{"strategic", [](const StrategyOptions&) { return make_strategic(); }},
    Known{"least-effort", [](const StrategyOptions&) { return make_least_effort(); }},
};

constexpr auto kNames = [] {
  std::array<std::string_view, kKnown.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kKnown[i].name;
  return names;
}();

}  // namespace

std::span<const std::string_view> strategy_names() {
  return kNames;
}

Result<std::unique_ptr<Strategy>> make_strategy(std::string_view name, const StrategyOptions& options) {
  const auto found = std::ranges::find(kKnown, name, &Known::name);
  if (found != kKnown.end()) return found->make(options);
  std::string hint;
  const std::string_view near = nearest(name, kNames);
  if (!near.empty()) hint = "Did you mean '" + std::string(near) + "'? ";
  hint += "The strategies are";
  for (const std::string_view known : kNames)
    hint += (known == kNames.front() ? " " : ", ") + std::string(known);
  return fail(ErrorCode::kUsage, "there is no strategy '" + printable(name) + "'", hint + ".");
}

std::string share(const Suspects& suspects, SearchId node) {
  const std::uint64_t total = suspects.total();
  const std::uint64_t part = suspects.weight(node);
  const bool is_counted = suspects.shape().prior() == nullptr || suspects.shape().prior()->is_uniform();
  const std::string whole = with_commas(total) + (total == 1 ? " suspect" : " suspects");
  if (!is_counted) return with_commas(part) + " of the suspects' weight of " + with_commas(total);
  return part == total ? (total == 1 ? "the only suspect" : "all " + whole)
                       : with_commas(part) + " of the " + whole;
}

std::string explain_halving(const Suspects& suspects, SearchId chosen) {
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
