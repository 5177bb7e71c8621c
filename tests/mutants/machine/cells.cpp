#include "tests/mutants/machine/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace culprit::mutants {
namespace {

std::vector<std::string> with_place(std::vector<std::string> features, bool is_in_head, bool is_node) {
  if (is_in_head) features.emplace_back("loop head");
  if (!is_node) features.emplace_back("in no node");
  return features;
}

}  // namespace

std::vector<std::string> features_of(const nlohmann::json& row) {
  const nlohmann::json& site = row.at("site");
  return with_place(row.at("features"), site.at("head") != "", site.at("is_node"));
}

void Cells::add(const nlohmann::json& row) {
  if (!row.contains("shown")) return;
  for (const std::string& feature : features_of(row)) ++counts_[row.at("site").at("operator")][feature];
}

std::size_t Cells::count(const std::string& kind, const std::string& feature) const {
  const auto row = counts_.find(kind);
  if (row == counts_.end()) return 0;
  const auto cell = row->second.find(feature);
  return cell == row->second.end() ? 0 : cell->second;
}

bool Cells::has_fewer(const Site& site, std::vector<std::string> features, std::size_t least) const {
  return std::ranges::any_of(with_place(std::move(features), !site.head.empty(), site.is_node),
                             [&](const std::string& feature) { return count(site.kind, feature) < least; });
}

std::string Cells::table() const {
  std::set<std::string> features;
  for (const auto& [kind, row] : counts_)
    for (const auto& [feature, count] : row) features.insert(feature);
  std::string text = fmt::format("\n{:<16}", "killed");
  for (const std::string& feature : features) fmt::format_to(std::back_inserter(text), "{:>16}", feature);
  text += "\n";
  for (const auto& [kind, row] : counts_) {
    fmt::format_to(std::back_inserter(text), "{:<16}", kind);
    for (const std::string& feature : features)
      fmt::format_to(std::back_inserter(text), "{:>16}", count(kind, feature));
    text += "\n";
  }
  return text;
}

}  // namespace culprit::mutants
