#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "tests/mutants/machine/program.h"
#include "tests/mutants/machine/session.h"
#include "tests/mutants/machine/shown.h"

namespace culprit::mutants {

struct CampaignOptions {
  Settings settings{};
  Hidden hidden{};
  std::size_t sample = 0;  ///< killed mutants to look at; 0: all
  std::size_t only = 0;    ///< this mutant alone, anew; 0: all
};

/// Runs all mutants of a program, in an order that looks random but is always the same, and debugs those that are noticed. What came
/// of each is a line of `results*.jsonl` in the program's folder: mutants that have one there are not run again. Gives those lines.
/// `tell` is told each as it comes.
Result<std::vector<nlohmann::json>> run_campaign(Program& program, const CampaignOptions& options,
                                                 const std::function<void(const nlohmann::json&)>& tell);

}  // namespace culprit::mutants
