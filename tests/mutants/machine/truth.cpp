#include "tests/mutants/machine/truth.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "src/base/node_ref.h"
#include "tests/mutants/machine/effect.h"
#include "tests/mutants/machine/start_difference.h"
#include "tests/mutants/runtime/exit_codes.h"

namespace culprit::mutants {
namespace {

using nlohmann::json;

Said said_of(std::string_view word) {
  return word == "right" ? Said::kRight : word == "wrong" ? Said::kWrong : Said::kUnknown;
}

Truth unknown(std::string why) {
  return {Said::kUnknown, Said::kUnknown, std::move(why)};
}

bool is_stuck(const Ended& ended) {
  return ended.how == Ended::How::kExit && ended.code == MUTANT_STUCK;
}

}  // namespace

std::string_view to_word(Said said) {
  return said == Said::kRight ? "right" : said == Said::kWrong ? "wrong" : "unknown";
}

Answers::Answers(std::string path) : path_(std::move(path)) {
  std::ifstream file(path_);
  for (std::string line; std::getline(file, line);) {
    const json row = json::parse(line, nullptr, false);
    if (row.is_discarded()) continue;  // torn
    known_[{row.at("mutant"), row.at("node"), row.at("hidden")}] = {
        said_of(row.at("shown").get<std::string>()), said_of(row.at("logged").get<std::string>()),
        row.at("why")};
  }
}

const Truth* Answers::find(std::uint32_t mutant, const std::string& node, const std::string& hidden) const {
  const auto found = known_.find({mutant, node, hidden});
  return found == known_.end() ? nullptr : &found->second;
}

void Answers::add(std::uint32_t mutant, const std::string& node, const std::string& hidden,
                  const Truth& truth) {
  known_[{mutant, node, hidden}] = truth;
  std::ofstream(path_, std::ios::app) << json{{"mutant", mutant},
                                              {"node", node},
                                              {"hidden", hidden},
                                              {"shown", to_word(truth.shown)},
                                              {"logged", to_word(truth.logged)},
                                              {"why", truth.why}}
                                             .dump()
                                      << "\n";
}

Result<Truth> TruthTeller::ask(NodeId node) {
  const NodeRef ref = subject_.tree().names().ref(node);
  const std::string name = culprit::to_text(ref), hidden = to_text(hidden_);
  if (const Truth* known = answers_.find(mutant_.number, name, hidden)) return asked_[name] = *known;
  Result<Truth> truth = find_out(ref, node);
  if (!truth) return truth;
  answers_.add(mutant_.number, name, hidden, *truth);
  return asked_[name] = *truth;
}

Result<Truth> TruthTeller::compare(const service::Subject& subject, NodeId node,
                                   const service::Subject& right, NodeId other) const {
  Truth truth;
  truth.why = difference(effect_of(*subject.trace(), subject.tree(), node),
                         effect_of(*right.trace(), right.tree(), other), mutant_.is_cut);
  truth.logged = truth.why.empty() ? Said::kRight : Said::kWrong;
  const Result<bool> is_same = looks_same(subject, node, right, other, hidden_);
  if (!is_same) return tl::unexpected(is_same.error());
  truth.shown = *is_same ? Said::kRight : Said::kWrong;
  return truth;
}

Result<Truth> TruthTeller::with_files(Truth truth, NodeRef ref, const std::string& right) const {
  if (!truth.why.empty()) return truth;
  const auto ended = program_.run(
      {.mutant = mutant_.number, .node = ref, .keeps_mutant = true, .stops_behind = true}, "longer.trace");
  if (!ended) return tl::unexpected(ended.error());
  if (program_.files() != right) {
    truth.logged = Said::kWrong;
    truth.why = "files";
  }
  return truth;
}

Result<Truth> TruthTeller::find_out(NodeRef ref, NodeId node) const {
  const auto ended =
      program_.run({.mutant = mutant_.number, .node = ref, .stops_behind = true}, "right.trace");
  if (!ended) return tl::unexpected(ended.error());
  const auto right = service::Subject::open(program_.folder() + "/right.trace");
  if (!right) return unknown("the run with the right code cannot be read: " + right.error().what);
  const NodeId other = right->tree().names().node(ref);
  if (other == kNoNode) return unknown("ran differently: there is no such node");
  const std::string before =
      start_difference(*subject_.trace(), subject_.tree(), node, *right->trace(), right->tree(), other);
  if (!before.empty()) return unknown("ran differently: " + before);
  if (!mutant_.is_cut || subject_.tree().leave(node) != kNoMoment) {
    const std::string files = program_.files();
    auto truth = compare(subject_, node, *right, other);
    return truth && mutant_.writes_files ? with_files(*truth, ref, files) : truth;
  }
  return compare_unfinished(ref, *right, other, is_stuck(*ended));
}

Result<Truth> TruthTeller::compare_unfinished(NodeRef ref, const service::Subject& right, NodeId other,
                                              bool is_stuck_when_right) const {
  const auto ended = program_.run(
      {.mutant = mutant_.number, .node = ref, .keeps_mutant = true, .stops_behind = true}, "longer.trace");
  if (!ended) return tl::unexpected(ended.error());
  const auto longer = service::Subject::open(program_.folder() + "/longer.trace");
  if (!longer) return unknown("the longer run cannot be read: " + longer.error().what);
  const NodeId same = longer->tree().names().node(ref);
  if (same == kNoNode) return unknown("ran differently");
  const bool ends = longer->tree().leave(same) != kNoMoment,
             ends_right = right.tree().leave(other) != kNoMoment;
  if (ends && ends_right) return compare(*longer, same, right, other);
  if (ends != ends_right)
    return Truth{Said::kWrong, Said::kWrong, ends ? "hangs with the right code only" : "hangs"};
  // Threads that wait for each other have done all that they ever will; what goes on for ever was cut somewhere.
  if (is_stuck(*ended) && is_stuck_when_right) return compare(*longer, same, right, other);
  return Truth{Said::kRight, Said::kRight, {}};
}

}  // namespace culprit::mutants
