#include "src/cli/value_difference.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "src/base/text.h"
#include "src/cli/wrap.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

using state::Value;
using state::ValueKind;
using Values = std::vector<Value>;

constexpr std::size_t kAround = 8;  ///< characters of a text that are kept beside a change

bool is_same(const Value& a, const Value& b) {
  return service::to_text(a, kWholeValue) == service::to_text(b, kWholeValue);
}

/// "…"; of several that follow each other one is enough.
void leave_out(Values& children) {
  if (!children.empty() && children.back().kind == ValueKind::kCut && children.back().count == 0) return;
  Value cut;
  cut.kind = ValueKind::kCut;
  children.push_back(std::move(cut));
}

/// Parts that belong to each other by their place.
void differ_by_place(const Value& before, const Value& after, Value& left, Value& right) {
  for (std::size_t i = 0; i < before.children.size(); ++i) {
    const Value &a = before.children[i], &b = after.children[i];
    if (is_same(a, b)) {
      leave_out(left.children);
      leave_out(right.children);
      continue;
    }
    auto [was, is] = difference(a, b);
    left.children.push_back(std::move(was));
    right.children.push_back(std::move(is));
  }
}

/// Elements of lists with other lengths: without the common beginning and end, but for one beside the change.
void differ_by_length(const Value& before, const Value& after, Value& left, Value& right) {
  const Values &a = before.children, &b = after.children;
  const std::size_t least = std::min(a.size(), b.size());
  std::size_t head = 0, tail = 0;
  while (head < least && is_same(a[head], b[head])) ++head;
  while (tail < least - head && is_same(a[a.size() - 1 - tail], b[b.size() - 1 - tail])) ++tail;
  const auto fill = [&](const Values& from, Values& into) {
    if (head > 1) leave_out(into);
    for (std::size_t i = head > 0 ? head - 1 : 0; i < from.size() - tail; ++i) into.push_back(from[i]);
    if (tail > 0) leave_out(into);
  };
  fill(a, left.children);
  fill(b, right.children);
}

/// Entries and elements without an order belong to each other by what they say.
void differ_by_text(const Value& before, const Value& after, Value& left, Value& right) {
  const auto texts_of = [](const Values& values) {
    std::vector<std::string> texts;
    for (const Value& value : values) texts.push_back(service::to_text(value, kWholeValue));
    std::ranges::sort(texts);
    return texts;
  };
  const auto fill = [](const Values& from, const std::vector<std::string>& others, Values& into) {
    for (const Value& value : from) {
      if (std::ranges::binary_search(others, service::to_text(value, kWholeValue)))
        leave_out(into);
      else
        into.push_back(value);
    }
  };
  fill(before.children, texts_of(after.children), left.children);
  fill(after.children, texts_of(before.children), right.children);
}

/// Whole characters only.
bool is_inside(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

void differ_in_text(Value& left, Value& right) {
  const std::string_view a = left.text, b = right.text;
  const std::size_t least = std::min(a.size(), b.size());
  std::size_t head = 0, tail = 0;
  while (head < least && a[head] == b[head]) ++head;
  while (tail < least - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const auto part = [&](std::string_view text) {
    std::size_t first = head > kAround ? head - kAround : 0;
    std::size_t last = std::min(text.size() - tail + kAround, text.size());
    while (first > 0 && is_inside(text, first)) --first;
    while (is_inside(text, last)) ++last;
    return std::string(first > 0 ? "…" : "").append(text.substr(first, last - first)) +
           (last < text.size() ? "…" : "");
  };
  std::string was = part(a), is = part(b);
  left.text = std::move(was);
  right.text = std::move(is);
}

}  // namespace

std::pair<Value, Value> difference(const Value& before, const Value& after) {
  Value left = before, right = after;
  if (before.kind != after.kind || is_same(before, after)) return {left, right};
  if (before.kind == ValueKind::kString) {
    differ_in_text(left, right);
    return {left, right};
  }
  if (before.children.empty() || after.children.empty()) return {left, right};
  left.children.clear();
  right.children.clear();
  const bool is_paired = before.children.size() == after.children.size() &&
                         std::ranges::equal(before.children, after.children, {}, &Value::name, &Value::name);
  if (before.is_unordered || before.kind == ValueKind::kMap)
    differ_by_text(before, after, left, right);
  else if (is_paired)
    differ_by_place(before, after, left, right);
  else
    differ_by_length(before, after, left, right);
  return {left, right};
}

std::pair<std::string, std::string> around_difference(const std::string& before, const std::string& after,
                                                      std::size_t width, const std::string& dots) {
  if (display_width(before) <= width && display_width(after) <= width) return {before, after};
  const auto [a, b] = std::ranges::mismatch(before, after);
  std::size_t from = static_cast<std::size_t>(a - before.begin());
  from -= std::min(from, std::min(kAround, width / 4));
  while (from > 0 && is_inside(before, from)) --from;
  const auto part = [&](const std::string& text) {
    const std::string head = from > 0 ? dots : "";
    const std::string rest = text.substr(std::min(from, text.size()));
    const std::size_t room = width > display_width(head) + 1 ? width - display_width(head) : 1;
    if (display_width(rest) <= room) return head + rest;
    return head + cut_to(rest, room, dots);
  };
  return {part(before), part(after)};
}

}  // namespace culprit::cli
