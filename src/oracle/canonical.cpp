#include "src/oracle/canonical.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <vector>

namespace culprit::oracle {
namespace {

using state::Facts;
using state::Value;

/// Two globals of one name, in two files, cannot be told apart.
bool has_twins(const Facts& facts) {
  std::vector<std::string_view> names, inputs;
  for (const Value& value : facts.before) names.push_back(value.name);
  for (const Value& value : facts.inputs) inputs.push_back(value.name);
  std::ranges::sort(names);
  std::ranges::sort(inputs);
  std::vector<std::string_view> others;
  std::ranges::set_difference(names, inputs, std::back_inserter(others));
  return std::ranges::adjacent_find(others) != others.end();
}

/// What was changed out of sight, in an order that does not depend on addresses.
std::vector<const state::Change*> changed_elsewhere(const Facts& facts) {
  std::vector<const state::Change*> changes;
  for (const state::Change& change : facts.changes)
    if (change.is_elsewhere) changes.push_back(&change);
  std::ranges::stable_sort(changes, [](const state::Change* a, const state::Change* b) {
    return std::tie(a->path, a->before.text, a->after.text) <
           std::tie(b->path, b->before.text, b->after.text);
  });
  return changes;
}

char letter(state::Outcome outcome) {
  switch (outcome) {
    case state::Outcome::kReturned:
      return 'r';
    case state::Outcome::kThrew:
      return 't';
    case state::Outcome::kJumped:
      return 'j';
    case state::Outcome::kExited:
      return 'e';
    case state::Outcome::kUnfinished:
      return 'u';
  }
  return '!';
}

char letter(state::LoopExit how) {
  switch (how) {
    case state::LoopExit::kRanOut:
      return 'c';
    case state::LoopExit::kBroke:
      return 'b';
    case state::LoopExit::kReturned:
      return 'r';
    case state::LoopExit::kJumped:
      return 'j';
    case state::LoopExit::kThrew:
      return 't';
    case state::LoopExit::kUnknown:
      return '?';
  }
  return '!';
}

/// Without the line: a loop that is left at another place with the same outcome did the same.
void write_exit(CanonicalWriter& writer, const state::Left& left) {
  writer.write('l', std::string_view(std::string(1, letter(left.how))));
  if (left.result) writer.write(*left.result, false);
}

char letter(state::AskedOf what) {
  switch (what) {
    case state::AskedOf::kEnvironment:
      return 'e';
    case state::AskedOf::kTime:
      return 't';
    case state::AskedOf::kRandom:
      return 'r';
    case state::AskedOf::kSystem:
      return 's';
    case state::AskedOf::kOpening:
      return 'o';
  }
  return '!';
}

/// Contents and the end of files, not where in a file they stood.
void write_consumed(CanonicalWriter& writer, const Facts& facts) {
  for (const state::Consumed& consumed : facts.consumed) {
    writer.write('f', consumed.file);
    writer.write(consumed.is_end ? 'E' : 'c', consumed.text);
  }
  for (const state::Asked& asked : facts.asked) {
    writer.write('q', std::string_view(std::string(1, letter(asked.what))));
    writer.write('n', asked.name);
    writer.write(asked.has_answer ? 'v' : '-', asked.answer);
  }
}
/// How much was consumed is what a call did to a file: others go on behind it.
void write_done(CanonicalWriter& writer, const Facts& facts) {
  for (const state::Consumed& consumed : facts.consumed) {
    writer.write('f', consumed.file);
    writer.write('k', std::string_view(std::to_string(consumed.text.size() - consumed.given_back)));
    writer.write('r', consumed.returned);
  }
  for (const state::FileText& file : facts.files) {
    writer.write('f', file.file);
    writer.write('w', file.text);
  }
}

/// By the places that the first calls were given, not by what was there when they got to it.
void write_started(CanonicalWriter& writer, const Facts& facts) {
  for (const state::StartedThread& thread : facts.started) {
    writer.write('h', thread.function);
    for (const state::StartedThread::Given& given : thread.inputs) {
      if (given.owner.empty())
        writer.write(given.value, true);
      else
        writer.write('p', given.owner);
    }
  }
}

/// By path: how the parts were found does not count.
template <class Row>
std::vector<const Row*> by_path(const std::vector<Row>& rows) {
  std::vector<const Row*> sorted;
  for (const Row& row : rows) sorted.push_back(&row);
  std::ranges::stable_sort(sorted, {}, [](const Row* row) -> const std::string& { return row->path; });
  return sorted;
}

void write_used(CanonicalWriter& writer, const state::Used& used) {
  writer.know(used);
  const auto parts = by_path(used.parts);
  for (const state::UsedPart* part : parts) {
    writer.write('u', part->path);
    writer.write(part->value, false);
  }
  const auto is_same = [](const state::UsedPart* a, const state::UsedPart* b) { return a->path == b->path; };
  if (std::ranges::adjacent_find(parts, is_same) != parts.end()) writer.found(Reason::kAmbiguous);
  writer.write('r', used.rest_bytes);
  if (used.is_cut) writer.found(Reason::kCut);
  if (!used.rest.empty() && used.rest_bytes.empty()) writer.found(Reason::kContents);
  if (used.is_raced) writer.found(Reason::kThreads);
}

/// What was there and is not changed is not the call's doing; a NaN of another sign is what was there.
void write_changes(CanonicalWriter& writer, const Facts& facts) {
  for (const state::Change* change : by_path(facts.changes)) {
    if (is_nan(change->before) && is_nan(change->after)) continue;
    writer.write('c', change->path);
    writer.write(change->after, false);
  }
}

}  // namespace

Canonical canonical(const Facts& facts) {
  const bool is_by_use = facts.used.is_known;
  CanonicalWriter writer(facts.knows_input);
  Canonical result;
  const std::vector<const state::Change*> elsewhere = changed_elsewhere(facts);
  writer.write('i', facts.inputs);
  writer.write_context('b', facts.before);
  if (is_by_use) write_used(writer, facts.used);
  for (const state::Change* change : elsewhere) {
    writer.write('e', change->path);
    writer.write(change->before, false);
  }
  write_consumed(writer, facts);
  result.uses = writer.take();
  writer.know_all_used();
  writer.write('o', std::string_view(std::string(1, letter(facts.outcome))));
  if (facts.result) writer.write(*facts.result, false);
  writer.write('x', facts.exception);
  if (facts.left) write_exit(writer, *facts.left);
  if (is_by_use)
    write_changes(writer, facts);
  else
    writer.write_context('a', facts.after);
  writer.write('t', facts.output);
  write_done(writer, facts);
  write_started(writer, facts);
  if (!is_by_use)
    for (const state::Change* change : elsewhere) writer.write(change->after, false);
  result.did = writer.take();
  result.incomplete = writer.incomplete();
  if (facts.outcome == state::Outcome::kUnfinished) result.incomplete.add(Reason::kUnfinished);
  if (facts.changes_cut || facts.output_cut || facts.transfers_cut) result.incomplete.add(Reason::kCut);
  if (facts.left && facts.left->how == state::LoopExit::kUnknown) result.incomplete.add(Reason::kLoopEnd);
  if (facts.unrecorded.records || facts.unrecorded.before) result.incomplete.add(Reason::kLost);
  if (facts.foreign > 0) result.incomplete.add(Reason::kContents);
  if (has_twins(facts)) result.incomplete.add(Reason::kAmbiguous);
  return result;
}

}  // namespace culprit::oracle
