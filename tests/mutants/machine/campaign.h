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
  /// Which others to look at, besides the sample; by the place and the features of the program.
  std::function<bool(const Site&, const std::vector<std::string>&)> more{};
};

/// Runs all mutants of a program, in an order that looks random but is always the same, and debugs those that are noticed. What came
/// of each is a line of `results*.jsonl` in the program's folder: mutants that have one there are not run again. Gives those lines, of
/// earlier and larger samples, too. `tell` is told each as it comes.
Result<std::vector<nlohmann::json>> run_campaign(Program& program, const CampaignOptions& options,
                                                 const std::function<void(const nlohmann::json&)>& tell);
/// The lines that are there, and nothing is run.
std::vector<nlohmann::json> known_results(const std::string& folder, const CampaignOptions& options);

}  // namespace culprit::mutants
