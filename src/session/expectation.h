#pragma once

#include "src/base/ids.h"
#include "src/session/verdict.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategy.h"

namespace culprit::session {

/// How many questions are still to come if each suspect in turn is the buggy one and every question is
/// answered yes or no. `first` is the question that is asked now, whatever the strategy says; kNoSearchId leaves
/// it to the strategy.
///
/// If the strategy knows its whole plan, from that, exactly. Otherwise what follows is asked of a quick one, and
/// exact only if that is the strategy itself.
///
/// Up to kExactSuspects suspects: exact, by one walk over the strategy's decision tree (as many steps as
/// suspects). Above: the walks of a few suspects, and the two walks that always keep the lighter or the
/// heavier part. Both stay below kExpectationSteps choices of the strategy, whatever the size of the tree.
Expectation expected_questions(const strategy::Shape& shape, const strategy::Strategy& strategy,
                               const strategy::IntervalSuspects& search, SearchId first = kNoSearchId);

inline constexpr std::uint64_t kExactSuspects = 250;
inline constexpr std::uint32_t kExpectationSteps = 384;

}  // namespace culprit::session
