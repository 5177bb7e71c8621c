#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace culprit::mutants {

/// Rows of a campaign, by the program's name.
using Campaigns = std::map<std::string, std::vector<nlohmann::json>>;

/// Tables by program, operator and feature, and every miss.
std::string report(const Campaigns& campaigns);
/// Sessions by what is shown that did not end right.
std::size_t misses(const Campaigns& campaigns);

}  // namespace culprit::mutants
