#pragma once

#include <cstdint>
#include <vector>

#include "src/base/ids.h"

namespace culprit::strategy {

/// A whole search: what is asked after which answers. Row 0 comes first, and every row before those that it
/// leads to. There is none if nobody is suspected.
struct QuestionPlan {
  static constexpr std::uint32_t kNothing = 0xffffffff;  ///< the answer leaves no suspect
  struct Step {
    SearchId node;
    bool is_verdict = false;            ///< `node` is at fault (or a skipped node below it); no question
    std::uint64_t weight = 0;           ///< of a verdict: what was suspected of it, at least 1
    std::uint32_t if_wrong = kNothing;  ///< steps that follow
    std::uint32_t if_right = kNothing;
  };
  std::vector<Step> steps;

  /// How many questions come before each step.
  std::vector<std::uint32_t> asked_before() const {
    std::vector<std::uint32_t> asked(steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      for (const std::uint32_t next : {steps[i].if_wrong, steps[i].if_right})
        if (next != kNothing) asked[next] = asked[i] + 1;
    }
    return asked;
  }
};

}  // namespace culprit::strategy
