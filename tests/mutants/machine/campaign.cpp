#include "tests/mutants/machine/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "tests/mutants/machine/features.h"
#include "tests/mutants/runtime/exit_codes.h"

namespace culprit::mutants {
namespace {

using nlohmann::json;

/// What the log of one thread of a mutant may hold, in lengths of the original's longest, which are counted in whole segments. With the
/// right code it may hold more: the node that is asked may be the last one.
constexpr std::uint64_t kLongest = 3;
constexpr std::uint64_t kMoreWhenRight = 4;

/// Every site once: shuffled by a generator of our own (that of the library may change), then so that any beginning of the list has as
/// many of each operator, in loop heads and elsewhere, as there can be. A sample by chance has few of what is rare.
std::vector<Site> spread(std::vector<Site> sites) {
  std::mt19937 random(1);
  for (std::size_t i = sites.size(); i > 1; --i) std::swap(sites[i - 1], sites[random() % i]);
  std::map<std::pair<std::string, bool>, std::size_t> seen;
  std::vector<std::pair<std::size_t, Site>> ranked;
  for (Site& site : sites) {
    const std::size_t rank = seen[{site.kind, !site.head.empty()}]++;
    ranked.emplace_back(rank, std::move(site));
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, Site>::first);
  std::vector<Site> result;
  for (auto& [rank, site] : ranked) result.push_back(std::move(site));
  return result;
}

std::string results_path(const std::string& folder, const CampaignOptions& options) {
  std::string name = folder + "/results";
  for (const std::string& part :
       {options.settings.strategy, options.settings.transform, to_text(options.hidden)})
    if (!part.empty()) name += "-" + part;
  return name + ".jsonl";
}

std::map<std::uint32_t, json> read_results(const std::string& path) {
  std::map<std::uint32_t, json> results;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    json row = json::parse(line, nullptr, false);
    if (row.is_discarded()) continue;  // torn
    const std::uint32_t mutant = row.at("mutant");
    results[mutant] = std::move(row);
  }
  return results;
}

/// Empty if it cannot be told from the program.
std::string fate_of(const Ended& mutant, const Ended& original) {
  if (mutant == original) return {};
  const bool is_ended_by_us =
      mutant.how == Ended::How::kExit && (mutant.code == MUTANT_FULL || mutant.code == MUTANT_STUCK);
  if (mutant.how == Ended::How::kTime || is_ended_by_us) return "hang";
  if (mutant.how == Ended::How::kSignal) return "crash";
  return mutant.output == original.output ? "exit" : "output";
}

class Campaign {
 public:
  Campaign(Program& program, const CampaignOptions& options)
      : program_(program),
        options_(options),
        answers_(program.folder() + "/answers.jsonl"),
        path_(results_path(program.folder(), options)) {}

  /// Finds out how the program behaves without a mutant.
  Status prepare();
  Result<json> look_at(const Site& site);
  const std::string& path() const { return path_; }
  /// Of the program.
  const std::vector<std::string>& features() const { return features_; }

 private:
  void limit_log(const trace::Trace& original);
  Status debug(const Site& site, json& row);

  Program& program_;
  const CampaignOptions& options_;
  Answers answers_;
  std::string path_;
  Ended original_;
  bool writes_files_ = false;
  std::uint32_t most_segments_ = kLongest;
  std::vector<std::string> features_;
};

/// Mutants that run for ever cost what their log does.
void Campaign::limit_log(const trace::Trace& original) {
  std::uint64_t longest = 0;
  for (const trace::StreamInfo& stream : original.streams()) longest = std::max(longest, stream.end);
  most_segments_ = static_cast<std::uint32_t>(kLongest * (longest / CULPRIT_SEGMENT_SIZE + 1));
  const std::uint64_t with_tables = original.streams().size() + 1;
  program_.set_most_bytes(kMoreWhenRight * most_segments_ * with_tables * CULPRIT_SEGMENT_SIZE);
}

Status Campaign::prepare() {
  std::optional<Ended> first = std::nullopt;
  for (int i = 0; i < 3; ++i) {
    const auto ended = program_.run({}, "original.trace");
    if (!ended) return tl::unexpected(ended.error());
    if (i == 1) first = *ended;
    if (i == 0) {
      const std::string trace = program_.folder() + "/original.trace";
      const auto subject = service::Subject::open(trace);
      if (!subject) return tl::unexpected(subject.error());
      features_ = features_of(program_, *subject);
      limit_log(*subject->trace());
    }
    original_ = *ended;
    writes_files_ = !program_.files().empty();
  }
  if (original_ != *first) return fail(ErrorCode::kUsage, "the program does not always do the same");
  return {};
}

Status Campaign::debug(const Site& site, json& row) {
  const auto subject = service::Subject::open(program_.folder() + "/mutant.trace");
  if (!subject) return tl::unexpected(subject.error());
  const bool is_cut = row.at("fate") == "hang";
  TruthTeller teller(program_, {site.number, writes_files_, is_cut}, *subject, answers_, options_.hidden);
  const auto hold_by = [&](const char* name, Said Truth::* said) -> Status {
    const auto held = hold(*subject, site, is_cut, options_.settings, [&](NodeId node) -> Result<Said> {
      const auto truth = teller.ask(node);
      if (!truth) return tl::unexpected(truth.error());
      return (*truth).*said;
    });
    if (!held) return tl::unexpected(held.error());
    row[name] = to_json(*held);
    return {};
  };
  if (const Status held = hold_by("shown", &Truth::shown); !held) return held;
  if (const Status held = hold_by("logged", &Truth::logged); !held) return held;
  std::size_t unknown = 0;
  row["differ"] = json::array();
  for (const auto& [name, truth] : teller.asked()) {
    if (truth.ran_differently()) {
      ++unknown;
      row["unknown_why"] = truth.why;
    } else if (truth.shown != truth.logged) {
      row["differ"].push_back({{"node", name}, {"shown", to_word(truth.shown)}, {"why", truth.why}});
    }
  }
  row["nodes_asked"] = teller.asked().size();
  row["ran_differently"] = unknown;
  return {};
}

Result<json> Campaign::look_at(const Site& site) {
  const auto begin = std::chrono::steady_clock::now();
  json row{{"mutant", site.number}, {"site", to_json(site)}, {"features", features_}};
  const auto ended = program_.run({.mutant = site.number, .most_segments = most_segments_}, "mutant.trace");
  // A mutant may leave no trace to look at: it ended before its first call.
  const std::string fate = ended ? fate_of(*ended, original_) : "no trace";
  row["fate"] = fate.empty() ? "survived" : fate;
  if (ended && !fate.empty())
    if (const Status held = debug(site, row); !held) row["error"] = held.error().what;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  row["seconds"] = taken.count();
  return row;
}

}  // namespace

Result<std::vector<json>> run_campaign(Program& program, const CampaignOptions& options,
                                       const std::function<void(const json&)>& tell) {
  Campaign campaign(program, options);
  if (const Status prepared = campaign.prepare(); !prepared) return tl::unexpected(prepared.error());
  const std::map<std::uint32_t, json> known = read_results(campaign.path());
  std::vector<json> rows;
  std::size_t killed = 0;
  for (const Site& site : spread(program.sites())) {
    if (options.only != 0 && site.number != options.only) continue;
    const auto found = known.find(site.number);
    const bool is_known = found != known.end() && options.only == 0;
    const bool is_in_sample = options.sample == 0 || killed < options.sample;
    if (is_known) {
      rows.push_back(found->second);
    } else if (!is_in_sample && !(options.more && options.more(site, campaign.features()))) {
      continue;
    } else {
      auto row = campaign.look_at(site);
      if (!row) return tl::unexpected(row.error());
      std::ofstream(campaign.path(), std::ios::app) << row->dump() << "\n";
      rows.push_back(std::move(*row));
      tell(rows.back());
    }
    if (rows.back().contains("shown")) ++killed;
  }
  return rows;
}

std::vector<json> known_results(const std::string& folder, const CampaignOptions& options) {
  std::vector<json> rows;
  for (auto& [mutant, row] : read_results(results_path(folder, options))) rows.push_back(row);
  return rows;
}

}  // namespace culprit::mutants
