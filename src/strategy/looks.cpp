#include "src/strategy/looks.h"

#include <algorithm>
#include <cmath>

namespace culprit::strategy {
namespace {

Outcome of_part(const Look& look, std::uint32_t i) {
  const LookPart& part = look.parts[i];
  Outcome outcome{LookAnswer::kPart, i, {}, part.weight};
  const bool is_known = look.is_known_wrong && part.node == look.node;
  if (!is_known) outcome.judgements.push_back({part.node, Mark::kWrong});
  if (part.behind != kNoSearchId) outcome.judgements.push_back({part.behind, Mark::kInadmissible});
  return outcome;
}

Outcome own_lines(const Look& look) {
  Outcome outcome{LookAnswer::kOwn, 0, {}, look.own};
  if (!look.is_known_wrong) outcome.judgements.push_back({look.node, Mark::kWrong});
  for (const LookPart& part : look.parts) outcome.judgements.push_back({part.node, Mark::kRight});
  return outcome;
}

void add_rows(const Look& look, std::vector<Outcome>& result) {
  if (look.shows_start) result.push_back({LookAnswer::kStart, 0, {{look.node, Mark::kInadmissible}}, 0});
  for (std::uint32_t i = 0; i < look.parts.size(); ++i) result.push_back(of_part(look, i));
  if (look.shows_end) result.push_back({LookAnswer::kEnd, 0, {{look.last_pass, Mark::kWrong}}, 0});
}

}  // namespace

std::vector<Outcome> outcomes(const Look& look) {
  std::vector<Outcome> result;
  if (!look.is_known_wrong)
    result.push_back({LookAnswer::kRight, 0, {{look.node, Mark::kRight}}, look.right});
  if (look.kind == LookKind::kCall) {
    result.push_back({LookAnswer::kWrong, 0, {{look.node, Mark::kWrong}}, look.own});
  } else if (look.kind == LookKind::kTable) {
    add_rows(look, result);
  } else {
    for (std::uint32_t i = 0; i < look.parts.size(); ++i) result.push_back(of_part(look, i));
    if (look.own > 0) result.push_back(own_lines(look));
  }
  return result;
}

LookMaker::LookMaker(const Suspects& suspects, const LookFacts& facts, const EffortModel& model)
    : suspects_(suspects), facts_(facts), model_(model), total_(suspects.total()) {}

Look LookMaker::call(SearchId n) const {
  Look look{.kind = LookKind::kCall, .node = n, .own = suspects_.weight(n)};
  look.right = total_ - look.own;
  return finished(std::move(look));
}

Look LookMaker::call_with_steps(SearchId n) const {
  Look look{.kind = LookKind::kCallWithSteps, .node = n, .parts = steps(n), .own = suspects_.weight(n)};
  look.right = total_ - look.own;
  for (const LookPart& part : look.parts) look.own -= part.weight;
  return finished(std::move(look));
}

Look LookMaker::frame() const {
  const SearchId root = suspects_.root();
  Look look{
      .kind = LookKind::kFrame, .node = root, .is_known_wrong = true, .parts = steps(root), .own = total_};
  for (const LookPart& part : look.parts) look.own -= part.weight;
  return finished(std::move(look));
}

std::vector<LookPart> LookMaker::steps(SearchId n) const {
  std::vector<LookPart> parts;
  for (const SearchId step : Search(suspects_).steps_below(n, kMostSteps))
    parts.push_back({step, suspects_.weight(step)});
  std::ranges::sort(parts, {}, &LookPart::node);
  return parts;
}

bool LookMaker::are_the_rest(SearchId step) const {
  const auto place = facts_.loops.place(step);
  return place && place->pass > 0;
}

std::uint32_t LookMaker::suspected_passes(Loops::Place from) const {
  // Later passes are parts of earlier ones, so those with suspects come first.
  std::uint32_t low = from.pass;
  for (std::uint32_t high = facts_.loops.passes(from.loop); low < high;) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (suspects_.weight(facts_.loops.pass(from.loop, middle)) > 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - from.pass;
}

std::optional<Look> LookMaker::table(SearchId pass) const {
  const auto place = facts_.loops.place(pass);
  const std::uint32_t count = place ? suspected_passes(*place) : 0;
  if (count < 2) return std::nullopt;
  std::vector<std::uint32_t> ends;
  const std::uint64_t rows = std::min(count, kMostRows);
  for (std::uint64_t row = 1; row <= rows; ++row)
    ends.push_back(static_cast<std::uint32_t>(row * count / rows));
  return table(*place, count, ends);
}

/// `ends` say how many of the `count` passes come before the end of each row.
Look LookMaker::table(Loops::Place from, std::uint32_t count, const std::vector<std::uint32_t>& ends) const {
  const Loops& loops = facts_.loops;
  const auto pass = [&](std::uint32_t i) { return loops.pass(from.loop, from.pass + i); };
  Look look{.kind = LookKind::kTable, .node = pass(0)};
  look.is_known_wrong = look.node == suspects_.root() && suspects_.root_is_wrong();
  look.shows_start = from.pass == 0 && !look.is_known_wrong;
  look.shows_end = from.pass + count == loops.passes(from.loop);
  look.last_pass = pass(count - 1);
  std::uint64_t weight = suspects_.weight(look.node);
  look.right = total_ - weight;
  std::uint32_t first = 0;
  for (const std::uint32_t end : ends) {
    const SearchId behind = end < count ? pass(end) : kNoSearchId;
    const std::uint64_t later = end < count ? suspects_.weight(behind) : 0;
    look.parts.push_back({pass(first), weight - later, from.pass + first + 1, from.pass + end, behind});
    weight = later;
    first = end;
  }
  return finished(std::move(look));
}

Look LookMaker::finished(Look look) const {
  look.information = information(look);
  look.effort = effort(look);
  return look;
}

double LookMaker::information(const Look& look) const {
  const auto bits = [&](std::uint64_t weight) {
    if (weight == 0) return 0.0;
    const double share = static_cast<double>(weight) / static_cast<double>(total_);
    return -share * std::log2(share);
  };
  double sum = bits(look.right) + bits(look.own);
  for (const LookPart& part : look.parts) sum += bits(part.weight);
  return sum;
}

double LookMaker::effort(const Look& look) const {
  double sum = model_.look;
  if (look.kind == LookKind::kTable) {
    const auto rows = static_cast<unsigned>(look.parts.size()) + (look.shows_start ? 1u : 0u);
    return sum + model_.line * rows;
  }
  if (look.kind != LookKind::kFrame)
    sum = call_effort(model_, facts_.columns, suspects_.shape().tree(), look.node);
  for (const LookPart& part : look.parts) {
    sum += model_.of_row(facts_.columns, part.node);
    if (are_the_rest(part.node)) sum += model_.pass_or_run;
  }
  return sum;
}

double call_effort(const EffortModel& model, const EffortColumns& columns, const tree::SearchTree& tree,
                   SearchId n) {
  const tree::FunctionKind kind = tree.function(n).kind;
  const bool is_many = kind == tree::FunctionKind::kLoop || kind == tree::FunctionKind::kChain;
  return model.look + model.of_row(columns, n) + (is_many ? model.pass_or_run : 0);
}

}  // namespace culprit::strategy
