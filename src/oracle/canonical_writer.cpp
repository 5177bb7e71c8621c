#include "src/oracle/canonical_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace culprit::oracle {
namespace {

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

}  // namespace

bool is_nan(const Value& value) {
  return value.kind == ValueKind::kFloat && value.text.ends_with("nan");
}

void CanonicalWriter::write(char part, std::string_view text) {
  fmt::format_to(std::back_inserter(text_), "{}{}:{}", part, text.size(), text);
}

void CanonicalWriter::write(char part, const std::vector<Value>& values) {
  fmt::format_to(std::back_inserter(text_), "{}{} ", part, values.size());
  for (const Value& value : values) write(value, true);
}

void CanonicalWriter::write_context(char part, const std::vector<Value>& values) {
  std::vector<const Value*> sorted;
  sorted.reserve(values.size());
  for (const Value& value : values) sorted.push_back(&value);
  std::ranges::stable_sort(sorted, {}, [](const Value* value) -> const std::string& { return value->name; });
  fmt::format_to(std::back_inserter(text_), "{}{} ", part, values.size());
  for (const Value* value : sorted) write(*value, true);
}

void CanonicalWriter::write(const Value& value, bool is_named) {
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

void CanonicalWriter::write_own(const Value& value, std::uint64_t visit) {
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
      // Other texts are the shortest that give the number back.
      return write('v', is_nan(value) ? "nan" : value.text);
    default:
      break;
  }
  write('v', value.text);
}

void CanonicalWriter::write_address(const Value& value, std::uint64_t visit) {
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
  } else if (shows_nothing && end != ends_.end()) {
    fmt::format_to(std::back_inserter(text_), "#{}+", end->second);
  } else if (shows_nothing && used_ != nullptr) {
    write_bare(value.address, visit);
  } else {
    // What it leads to is unknown, be it a function or bytes without a type: then others may look the same.
    if (shows_nothing) return found(Reason::kPointer);
    visited_.emplace(value.address, visit);
    fmt::format_to(std::back_inserter(text_), "#{}", visit);
  }
}

/// A pointer that leads to what was used is known by that. Of another one it counts in which object it leads where; if the object is
/// not known, how far it is from what was visited.
void CanonicalWriter::write_bare(Address address, std::uint64_t visit) {
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
  } else if (has_all_used_) {
    return found(Reason::kPointer);
  } else {
    fmt::format_to(std::back_inserter(text_), "#{}", visit);
  }
  visited_.emplace(address, visit);
}

void CanonicalWriter::write_children(const Value& value) {
  const bool are_fields = value.kind == ValueKind::kStruct || value.kind == ValueKind::kUnion;
  if (value.is_unordered) return write_unordered(value.children);
  for (const Value& child : value.children) write(child, are_fields);
  remember_end(value);
}

void CanonicalWriter::write_unordered(const std::vector<Value>& children) {
  std::vector<std::pair<std::string, const Value*>> sorted;
  for (const Value& child : children) {
    CanonicalWriter masked(knows_input_, true);
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
void CanonicalWriter::remember_end(const Value& value) {
  const bool is_row = value.kind == ValueKind::kArray || value.kind == ValueKind::kPointer;
  if (!is_row || value.children.size() < 2) return;
  const Address last = place_of(value.children.back());
  const Address before = place_of(value.children[value.children.size() - 2]);
  if (last == 0 || before == 0 || last < before) return;
  const auto seen = visited_.find(last);
  if (seen != visited_.end()) ends_.emplace(last + (last - before), seen->second);
}

}  // namespace culprit::oracle
