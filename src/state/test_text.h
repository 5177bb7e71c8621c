#pragma once

#include <string>
#include <vector>

#include "src/state/account.h"
#include "src/state/value.h"

namespace culprit::state {

/// Values in a short form for literal expectations in tests: `{next: ->{…1}, name: "x", size: ?}`.
inline std::string short_text(const Value& value);

inline std::string short_list(const std::vector<Value>& values, std::string_view separator) {
  std::string text;
  for (const Value& value : values) {
    if (!text.empty()) text += separator;
    if (!value.name.empty() && value.name.front() != '[' && value.name != "*") text += value.name + ": ";
    text += short_text(value);
  }
  return text;
}

inline std::string short_text(const Value& value) {
  const std::string inside = short_list(value.children, value.kind == ValueKind::kUnion  ? " | "
                                                        : value.kind == ValueKind::kList ? " "
                                                                                         : ", ");
  switch (value.kind) {
    case ValueKind::kCharacter:
      return "'" + value.text + "'";
    case ValueKind::kString:
      return "\"" + value.text + "\"" + inside;
    case ValueKind::kPointer:
      if (value.address == 0) return "null";
      if (value.children.empty()) return "pointer";
      return value.children.front().name.starts_with("[") ? "->[" + inside + "]" : "->" + inside;
    case ValueKind::kStruct:
      return value.text + "{" + inside + "}";
    case ValueKind::kUnion:
      return "<" + inside + ">";
    case ValueKind::kTuple:
      return "(" + inside + ")";
    case ValueKind::kMap: {
      std::string text;
      for (const Value& entry : value.children) {
        if (!text.empty()) text += ", ";
        const bool is_pair = entry.kind == ValueKind::kTuple && entry.children.size() == 2;
        text += is_pair ? short_text(entry.children[0]) + ": " + short_text(entry.children[1])
                        : short_text(entry);
      }
      return "{" + text + "}";
    }
    case ValueKind::kEmpty:
      return "<" + value.text + ">";
    case ValueKind::kIterator:
      return "=>" + (value.text.empty() ? inside : value.text);
    case ValueKind::kList:
      return value.children.empty() ? "nil" : "(" + inside + ")";
    case ValueKind::kArray:
      return "[" + inside + "]";
    case ValueKind::kVoid:
      return "void";
    case ValueKind::kOpaque:
      return "#" + value.text;
    case ValueKind::kUninitialised:
      return "?";
    case ValueKind::kFreed:
      return "gone";
    case ValueKind::kWild:
      return "wild";
    case ValueKind::kSeen:
      return "@" + value.text;
    case ValueKind::kCut:
      return "…" + std::to_string(value.count);
    default:
      return value.text;
  }
}

inline std::string short_changes(const Facts& facts) {
  std::string text;
  for (const Change& change : facts.changes)
    text += change.path + ": " + short_text(change.before) + " -> " + short_text(change.after) + "\n";
  return text + (facts.changes_cut ? "…\n" : "");
}

}  // namespace culprit::state
