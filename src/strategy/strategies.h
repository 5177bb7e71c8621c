#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "src/strategy/look_search.h"
#include "src/strategy/strategy.h"

namespace culprit::strategy {

// One file each. make_strategy() finds them by name.
std::unique_ptr<Strategy> make_top_down();
std::unique_ptr<Strategy> make_heaviest_first();
std::unique_ptr<Strategy> make_divide_and_query();
std::unique_ptr<Strategy> make_divide_and_query_hirunkitti();
std::unique_ptr<Strategy> make_optimal_divide_and_query();
std::unique_ptr<Strategy> make_divide_by_queries(std::uint32_t exact_below = kExactBelow);
std::unique_ptr<Strategy> make_worst_case();
std::unique_ptr<Strategy> make_strategic();
std::unique_ptr<Strategy> make_least_effort(const LookChoice& choice = {});

/// "512 of the 1,023 suspects", or of their weight if weights are not all 1.
std::string share(const Suspects& suspects, SearchId node);
/// What each answer would clear, for the strategies that halve.
std::string explain_halving(const Suspects& suspects, SearchId chosen);

}  // namespace culprit::strategy
