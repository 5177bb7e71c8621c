#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/mutants/machine/program.h"

namespace culprit::mutants {

/// Killed mutants by operator and by feature, of the program or of the place.
class Cells {
 public:
  /// A line of results.
  void add(const nlohmann::json& row);
  std::size_t count(const std::string& kind, const std::string& feature) const;
  /// Whether a mutant there would be of a cell that has fewer than so many. `features`: of the program.
  bool has_fewer(const Site& site, std::vector<std::string> features, std::size_t least) const;
  std::string table() const;

 private:
  std::map<std::string, std::map<std::string, std::size_t>> counts_;  ///< by operator, then by feature
};

/// What a mutant can be counted by, besides its operator.
std::vector<std::string> features_of(const nlohmann::json& row);

}  // namespace culprit::mutants
