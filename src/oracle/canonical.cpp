#include "src/oracle/canonical.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace culprit::oracle {
namespace {

using state::Facts;
using state::Value;
using state::ValueKind;

/// A letter each, and not the number of the enumerator: that may change, and files may not.
char letter(ValueKind kind) {
  switch (kind) {
    case ValueKind::kText:
      return 't';
    case ValueKind::kBool:
      return 'b';
    case ValueKind::kSigned:
      return 'i';
    case ValueKind::kUnsigned:
      return 'u';
    case ValueKind::kFloat:
      return 'f';
    case ValueKind::kCharacter:
      return 'c';
    case ValueKind::kEnum:
      return 'e';
    case ValueKind::kString:
      return 's';
    case ValueKind::kPointer:
      return 'p';
    case ValueKind::kStruct:
      return 'S';
    case ValueKind::kUnion:
      return 'U';
    case ValueKind::kArray:
      return 'A';
    case ValueKind::kVoid:
      return 'v';
    case ValueKind::kOpaque:
      return 'o';
    case ValueKind::kUninitialised:
      return '?';
    case ValueKind::kFreed:
      return 'g';
    case ValueKind::kWild:
      return 'w';
    case ValueKind::kTuple:
      return 'T';
    case ValueKind::kMap:
      return 'M';
    case ValueKind::kEmpty:
      return 'n';
    case ValueKind::kWords:
      return 'W';
    case ValueKind::kIterator:
      return 'I';
    case ValueKind::kSeen:
      return '^';
    case ValueKind::kCut:
      return '~';
    case ValueKind::kList:
      return 'L';
  }
  return '!';
}

/// The type says that the value is elsewhere: then its address is what the program knows it by.
bool is_by_address(const Value& value) {
  std::string_view type = value.type;
  if (type.ends_with(" const")) type.remove_suffix(6);
  if (type.ends_with("const") && type.size() > 5 && type[type.size() - 6] == '*') type.remove_suffix(5);
  return type.ends_with('*') || type.ends_with('&');
}

/// Classes of the library of which nothing has to be known.
bool is_harmless(std::string_view name) {
  constexpr std::string_view kNames[] = {"mutex",
                                         "recursive_mutex",
                                         "timed_mutex",
                                         "recursive_timed_mutex",
                                         "shared_mutex",
                                         "shared_timed_mutex",
                                         "lock_guard",
                                         "unique_lock",
                                         "scoped_lock",
                                         "shared_lock",
                                         "condition_variable",
                                         "condition_variable_any",
                                         "allocator",
                                         "default_delete",
                                         "hash",
                                         "less",
                                         "greater",
                                         "equal_to"};
  if (name.starts_with("const ")) name.remove_prefix(6);
  if (!name.starts_with("std::")) return false;
  name.remove_prefix(5);
  return std::ranges::find(kNames, name.substr(0, name.find('<'))) != std::end(kNames);
}

/// What is written to these, or consumed, is part of the question; the latter if it was recorded.
bool is_standard_stream(std::string_view text, bool knows_input) {
  return text == "stdout" || text == "stderr" || (knows_input && text == "stdin");
}

/// Words are all that is known if they are a number with its unit, or bits.
bool says_all(const Value& value, bool knows_input) {
  const std::string_view text = value.text;
  if (text.empty() || text.ends_with("…")) return false;
  const bool is_number = text.find_first_of("0123456789") == (text.front() == '-' ? 1 : 0);
  return is_number || is_harmless(text) || is_standard_stream(text, knows_input);
}

/// Two lambdas in one line look the same if they capture the same.
bool is_callable(const Value& value) {
  return value.type.starts_with("std::function<") && value.kind == ValueKind::kStruct;
}

/// Up to 7 bytes are no address; of 16 and more there may be others behind them.
bool is_whole_and_no_address(std::string_view hex_bytes) {
  constexpr std::size_t kSevenBytes = 7 * 3 - 1;
  return !hex_bytes.empty() && hex_bytes.size() <= kSevenBytes;
}

/// Where an iterator stands, if that is known.
bool is_placed(const Value& value) {
  return !value.text.empty() && value.text != "nowhere known";
}

class Writer {
 public:
  /// Without numbers: for comparing elements whose order says nothing.
  explicit Writer(bool knows_input, bool is_masked = false)
      : knows_input_(knows_input), is_masked_(is_masked) {}

  void write(char part, std::string_view text) {
    fmt::format_to(std::back_inserter(text_), "{}{}:{}", part, text.size(), text);
  }
  void write(char part, const std::vector<Value>& values) {
    fmt::format_to(std::back_inserter(text_), "{}{} ", part, values.size());
    for (const Value& value : values) write(value, true);
  }
  /// Globals come in the order of their ids, which another run numbers otherwise: so contexts go by name.
  void write_context(char part, const std::vector<Value>& values) {
    std::vector<const Value*> sorted;
    sorted.reserve(values.size());
    for (const Value& value : values) sorted.push_back(&value);
    std::ranges::stable_sort(sorted, {},
                             [](const Value* value) -> const std::string& { return value->name; });
    fmt::format_to(std::back_inserter(text_), "{}{} ", part, values.size());
    for (const Value* value : sorted) write(*value, true);
  }
  /// Values nest only as deep as the limits allow, so recursion is bounded.
  void write(const Value& value, bool is_named);

  void found(Reasons reasons) { incomplete_.add(reasons); }
  Reasons incomplete() const { return incomplete_; }
  /// Pointers are told apart by where they lead, whether that is shown or not.
  void know(const state::Used& used) { used_ = &used; }
  std::string take() { return std::exchange(text_, std::string(kForm)); }

 private:
  void write_own(const Value& value, std::uint64_t visit);
  void write_address(const Value& value, std::uint64_t visit);
  void write_bare(Address address, std::uint64_t visit);
  void write_children(const Value& value);
  void write_unordered(const std::vector<Value>& children);
  void remember_end(const Value& value);

  bool knows_input_;
  bool is_masked_;
  const state::Used* used_ = nullptr;
  std::string text_{kForm};
  Reasons incomplete_;
  std::uint64_t visits_ = 0;
  std::unordered_map<Address, std::uint64_t> visited_;  ///< -> the first value there, by order
  std::unordered_map<Address, std::uint64_t> ends_;     ///< behind the last of several elements -> that one
};

/// The address where a value lies; 0 if it is not known.
Address place_of(const Value& value) {
  switch (value.kind) {
    case ValueKind::kPointer:
    case ValueKind::kIterator:
    case ValueKind::kWild:
    case ValueKind::kFreed:
    case ValueKind::kSeen:
    case ValueKind::kCut:
      return 0;
    default:
      return value.address;
  }
}

void Writer::write(const Value& value, bool is_named) {
  const std::uint64_t visit = visits_++;
  text_ += '(';
  text_ += letter(value.kind);
  if (is_named) write('n', value.name);
  write_own(value, visit);
  if (!value.note.empty()) write('m', value.note);
  if (value.count != 0) fmt::format_to(std::back_inserter(text_), "*{}", value.count);
  write_children(value);
  text_ += ')';
}

void Writer::write_own(const Value& value, std::uint64_t visit) {
  const Address place = place_of(value);
  if (place != 0 && is_by_address(value)) write_address(value, visit);
  if (place != 0) visited_.emplace(place, visit);
  switch (value.kind) {
    case ValueKind::kPointer:
      return write_address(value, visit);
    case ValueKind::kWild:
      return found(Reason::kPointer);
    case ValueKind::kUninitialised:
    case ValueKind::kFreed:
    case ValueKind::kSeen:  // the pointer to it has its number
      return;
    case ValueKind::kCut:
      if (value.text == state::kUnused) return;
      if (!value.text.starts_with(state::kHashed)) return found(Reason::kCut);
      break;
    case ValueKind::kIterator:
      if (!is_placed(value)) found(Reason::kPointer);
      break;
    case ValueKind::kWords:
      if (!says_all(value, knows_input_)) found(Reason::kContents);
      break;
    case ValueKind::kOpaque:
      if (!is_whole_and_no_address(value.text)) found(Reason::kContents);
      break;
    case ValueKind::kStruct:
      if (is_callable(value)) found(Reason::kContents);
      break;
    case ValueKind::kFloat:
      // A NaN is one value, whatever its sign. Other texts are the shortest that give the number back.
      return write('v', value.text.ends_with("nan") ? "nan" : value.text);
    default:
      break;
  }
  write('v', value.text);
}

void Writer::write_address(const Value& value, std::uint64_t visit) {
  if (value.address == 0) {
    text_ += '0';
    return;
  }
  const bool shows_nothing = value.kind == ValueKind::kPointer && value.children.empty();
  const auto seen = visited_.find(value.address);
  const auto end = ends_.find(value.address);
  if (is_masked_) {
    text_ += '#';
  } else if (seen != visited_.end()) {
    fmt::format_to(std::back_inserter(text_), "#{}", seen->second);
  } else if (shows_nothing && used_ != nullptr) {
    write_bare(value.address, visit);
  } else if (shows_nothing && end != ends_.end()) {
    fmt::format_to(std::back_inserter(text_), "#{}+", end->second);
  } else {
    // What it leads to is unknown, be it a function or bytes without a type: then others may look the same.
    if (shows_nothing) return found(Reason::kPointer);
    visited_.emplace(value.address, visit);
    fmt::format_to(std::back_inserter(text_), "#{}", visit);
  }
}

/// A pointer that leads to what was used is known by that. Of another one it counts in which object it leads where; if the object is
/// not known, how far it is from what was visited.
void Writer::write_bare(Address address, std::uint64_t visit) {
  constexpr Address kNear = 64 << 10;
  const auto bare = used_->bare.find(address);
  if (bare != used_->bare.end() && bare->second != 0) {
    const auto [base, is_new] = visited_.emplace(bare->second, visit);
    fmt::format_to(std::back_inserter(text_), "#{}+{}", base->second, address - bare->second);
  } else if (bare != used_->bare.end()) {
    std::pair<Address, std::uint64_t> nearest{kNear, visit};
    for (const auto& [other, number] : visited_) {
      const Address distance = other < address ? address - other : other - address;
      nearest = std::min(nearest, std::pair(distance, number));
    }
    if (nearest.first < kNear)
      fmt::format_to(std::back_inserter(text_), "#{}~{}", nearest.second, nearest.first);
    else
      fmt::format_to(std::back_inserter(text_), "#{}", visit);
  } else {
    fmt::format_to(std::back_inserter(text_), "#{}", visit);
  }
  visited_.emplace(address, visit);
}

void Writer::write_children(const Value& value) {
  const bool are_fields = value.kind == ValueKind::kStruct || value.kind == ValueKind::kUnion;
  if (value.is_unordered) return write_unordered(value.children);
  for (const Value& child : value.children) write(child, are_fields);
  remember_end(value);
}

void Writer::write_unordered(const std::vector<Value>& children) {
  std::vector<std::pair<std::string, const Value*>> sorted;
  for (const Value& child : children) {
    Writer masked(knows_input_, true);
    masked.write(child, false);
    sorted.emplace_back(masked.take(), &child);
  }
  std::ranges::stable_sort(sorted, {}, &std::pair<std::string, const Value*>::first);
  for (const auto& [text, child] : sorted) {
    if (is_masked_)
      text_ += text;
    else
      write(*child, false);
  }
}

/// `end` of a range is a pointer to where no value is. The length of one element is known if there are two.
void Writer::remember_end(const Value& value) {
  const bool is_row = value.kind == ValueKind::kArray || value.kind == ValueKind::kPointer;
  if (!is_row || value.children.size() < 2) return;
  const Address last = place_of(value.children.back());
  const Address before = place_of(value.children[value.children.size() - 2]);
  if (last == 0 || before == 0 || last < before) return;
  const auto seen = visited_.find(last);
  if (seen != visited_.end()) ends_.emplace(last + (last - before), seen->second);
}

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
void write_exit(Writer& writer, const state::Left& left) {
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
void write_consumed(Writer& writer, const Facts& facts) {
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
void write_done(Writer& writer, const Facts& facts) {
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
void write_started(Writer& writer, const Facts& facts) {
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

void write_used(Writer& writer, const state::Used& used) {
  writer.know(used);
  writer.write('g', used.given);
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

/// What was there and is not changed is not the call's doing.
void write_changes(Writer& writer, const Facts& facts) {
  for (const state::Change* change : by_path(facts.changes)) {
    writer.write('c', change->path);
    writer.write(change->after, false);
  }
}

/// Memory as it was left before what is missing may have changed since.
bool is_lost(const Facts& facts) {
  const bool saw_memory = facts.used.is_known ? !facts.used.parts.empty() || !facts.used.rest.empty()
                                              : !facts.before.empty() || !facts.after.empty();
  return facts.unrecorded.records || (facts.unrecorded.before && saw_memory);
}

}  // namespace

Canonical canonical(const Facts& facts) {
  const bool is_by_use = facts.used.is_known;
  Writer writer(facts.knows_input);
  Canonical result;
  const std::vector<const state::Change*> elsewhere =
      is_by_use ? std::vector<const state::Change*>() : changed_elsewhere(facts);
  if (is_by_use) {
    write_used(writer, facts.used);
  } else {
    writer.write('i', facts.inputs);
    writer.write_context('b', facts.before);
  }
  for (const state::Change* change : elsewhere) {
    writer.write('e', change->path);
    writer.write(change->before, false);
  }
  write_consumed(writer, facts);
  result.uses = writer.take();
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
  for (const state::Change* change : elsewhere) writer.write(change->after, false);
  result.did = writer.take();
  result.incomplete = writer.incomplete();
  if (facts.outcome == state::Outcome::kUnfinished) result.incomplete.add(Reason::kUnfinished);
  if (facts.changes_cut || facts.output_cut || facts.transfers_cut) result.incomplete.add(Reason::kCut);
  if (facts.left && facts.left->how == state::LoopExit::kUnknown) result.incomplete.add(Reason::kLoopEnd);
  if (is_lost(facts)) result.incomplete.add(Reason::kLost);
  if (facts.foreign > 0) result.incomplete.add(Reason::kContents);
  if (!is_by_use && has_twins(facts)) result.incomplete.add(Reason::kAmbiguous);
  return result;
}

}  // namespace culprit::oracle
