#include "src/state/key_text.h"

#include "src/base/text.h"

namespace culprit::state {
namespace {

constexpr std::size_t kLongest = 200;

void add(std::string& text, const Value& value);

void add_list(std::string& text, const Value& value) {
  if (value.children.empty()) text += "nil";
  for (const Value& child : value.children) {
    text += &child == &value.children.front() ? "(" : " ";
    add(text, child);
  }
  if (!value.children.empty()) text += ")";
}

void add(std::string& text, const Value& value) {
  if (text.size() > kLongest) return;
  switch (value.kind) {
    case ValueKind::kString:
      text += '"' + escaped(value.text) + '"';
      return;
    case ValueKind::kCharacter:
      text += '\'' + escaped(value.text) + '\'';
      return;
    case ValueKind::kCut:
      text += "…";
      return;
    case ValueKind::kUninitialised:
      text += "uninitialised";
      return;
    case ValueKind::kIterator:
      text += value.text;
      return;
    case ValueKind::kList:
      return add_list(text, value);
    default:
      break;
  }
  if (value.children.empty()) {
    text += value.text;
    return;
  }
  const bool is_tuple = value.kind == ValueKind::kTuple;
  text += value.kind == ValueKind::kPointer ? "&" : is_tuple ? "(" : "{";
  for (const Value& child : value.children) {
    if (&child != &value.children.front()) text += ", ";
    add(text, child);
  }
  text += value.kind == ValueKind::kPointer ? "" : is_tuple ? ")" : "}";
}

}  // namespace

std::string key_text(const Value& value) {
  std::string text;
  add(text, value);
  return text;
}

}  // namespace culprit::state
