#include "src/cli/changed_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "src/base/text.h"
#include "src/cli/value_path.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

using state::Change;
using state::Value;
using state::ValueKind;

constexpr std::size_t kFew = 3;  ///< elements that stand in rows of their own rather than in a list

/// Changes of parts of one object or container, in order.
struct Group {
  std::string path;  ///< of the whole; empty: a change by itself
  std::vector<const Change*> changes;
};

bool is_part_of_container(std::string_view path) {
  const std::string_view part = last_part(path);
  return part.starts_with('[') || part == ".size()";
}

/// Fields of `this` are known by their own names, and those of other objects belong together where more than one changed.
std::vector<Group> grouped(const std::vector<Change>& changes) {
  std::map<std::string_view, std::size_t> fields;
  for (const Change& change : changes) ++fields[parent_path(change.path)];
  std::vector<Group> groups;
  std::map<std::string_view, std::size_t> known;
  for (const Change& change : changes) {
    const std::string_view whole = parent_path(change.path);
    const bool is_object = whole != "this" && !whole.empty() && fields[whole] > 1;
    if (change.is_elsewhere || !change.note.empty() || (!is_object && !is_part_of_container(change.path))) {
      groups.push_back({"", {&change}});
      continue;
    }
    const auto [found, is_new] = known.emplace(whole, groups.size());
    if (is_new) groups.push_back({std::string(whole), {}});
    groups[found->second].changes.push_back(&change);
  }
  return groups;
}

/// What an address or a name leads to.
const Value* object_in(const Value* value) {
  while (value && value->kind == ValueKind::kPointer && value->children.size() == 1)
    value = &value->children[0];
  return value;
}

bool is_whole(const Value& value) {
  return std::ranges::none_of(value.children,
                              [](const Value& child) { return child.kind == ValueKind::kCut; });
}

/// Some elements of a list as a list.
Value slice(const Value& list, const Elements& elements) {
  Value part = list;
  part.children.assign(list.children.begin() + static_cast<std::ptrdiff_t>(elements.first),
                       list.children.begin() + static_cast<std::ptrdiff_t>(elements.last) + 1);
  return part;
}

/// Makes the rows of one group after the other.
class Rows {
 public:
  Rows(const state::Facts& facts, const Room& room, std::size_t column)
      : facts_(facts), room_(room), width_(room.columns > column + 12 ? room.columns - column : 12) {}

  void add(const Group& group) {
    if (group.path.empty()) return add_single(*group.changes[0]);
    const Value* before = object_in(value_at(facts_.before, group.path));
    const Value* after = object_in(value_at(facts_.after, group.path));
    if (before && after && add_together(group, *before, *after)) return;
    if (add_list(group, before)) return;
    for (const Change* change : group.changes) add_single(*change);
  }
  ChangedRows take() { return std::move(made_); }

 private:
  void add_row(std::string_view path, const Value& before, const Value& after, std::string note = {}) {
    made_.rows.push_back({path_in_method(path), before, after, {}, {}, std::move(note)});
    made_.places.emplace_back(path);
  }
  void add_single(const Change& change) {
    add_row(printable(change.path), change.before, change.after, change.note);
  }

  std::size_t width_of(const Value& value) const { return display_width(value_text(value, room_)); }

  /// As one change of the whole, or of the elements from the first to the last that changed.
  bool add_together(const Group& group, const Value& before, const Value& after) {
    const bool is_list = is_part_of_container(group.changes[0]->path);
    const std::size_t left = width_of(before), right = width_of(after);
    if (value_text(before, room_) == value_text(after, room_)) return false;
    if (!is_list) {
      add_row(group.path, before, after);
      return true;
    }
    const bool is_shown_whole = is_whole(before) && is_whole(after);
    if (is_shown_whole && left + right + 4 <= width_) {
      add_row(group.path, before, after);
      return true;
    }
    const bool has_size = std::ranges::any_of(
        group.changes, [](const Change* change) { return last_part(change->path) == ".size()"; });
    if (group.changes.size() > 1 && !has_size && add_slice(group, before, after)) return true;
    if (has_size) {
      add_row(group.path, before, after,
              after.kind == ValueKind::kArray ? counted(after.count, "element", "elements") : std::string());
      return true;
    }
    if (group.changes.size() == 1 || !is_shown_whole || std::max(left, right) > width_) return false;
    add_row(group.path, before, after);
    return true;
  }

  bool add_slice(const Group& group, const Value& before, const Value& after) {
    Elements range{~std::uint64_t{0}, 0};
    for (const Change* change : group.changes) {
      const auto elements = elements_of(change->path);
      if (!elements) return false;
      range = {std::min(range.first, elements->first), std::max(range.last, elements->last)};
    }
    const std::size_t count = range.last - range.first + 1;
    if (before.children.size() != after.children.size() || range.last >= before.children.size()) return false;
    if (count > 2 * group.changes.size()) return false;
    const Value was = slice(before, range), is = slice(after, range);
    if (!is_whole(was) || !is_whole(is) || std::max(width_of(was), width_of(is)) > width_) return false;
    add_row(count == before.children.size() ? group.path
                                            : fmt::format("{}[{}..{}]", group.path, range.first, range.last),
            was, is);
    return true;
  }

  /// Many elements that changed alike, or that take little room: `7 of 120 elements, each false → true: [25] [35]`.
  bool add_list(const Group& group, const Value* before) {
    if (group.changes.size() <= kFew) return false;
    const std::string first_before = value_text(group.changes[0]->before, room_),
                      first_after = value_text(group.changes[0]->after, room_);
    bool is_alike = true;
    std::vector<std::string> names, items;
    for (const Change* change : group.changes) {
      const std::string_view part = last_part(change->path);
      if (!part.starts_with('[')) return false;
      const std::string was = value_text(change->before, room_), is = value_text(change->after, room_);
      is_alike = is_alike && was == first_before && is == first_after;
      names.emplace_back(printable(part));
      items.push_back(fmt::format("{} {} {} {}", names.back(), was, in_signs("→", room_), is));
    }
    const bool is_short = std::ranges::all_of(
        items, [&](const std::string& item) { return 3 * display_width(item) <= 2 * room_.columns; });
    if (!is_alike && !is_short) return false;
    Row row;
    row.name = path_in_method(group.path);
    const std::uint64_t all = before && before->kind == ValueKind::kArray ? before->count : 0;
    row.text =
        with_commas(items.size()) + (all > items.size() ? " of " + with_commas(all) : "") + " elements";
    row.text +=
        is_alike ? fmt::format(", each {} {} {}:", first_before, in_signs("→", room_), first_after) : ":";
    row.items = is_alike ? names : items;
    made_.rows.push_back(std::move(row));
    for (const Change* change : group.changes) made_.places.push_back(change->path);
    return true;
  }

  const state::Facts& facts_;
  const Room& room_;
  std::size_t width_;
  ChangedRows made_;
};

/// Where too much was written to look at it all: how much, and whose it is.
void add_counts(const state::Facts& facts, std::vector<Row>& rows) {
  constexpr std::size_t kMost = 6;
  for (std::size_t i = 0; i < facts.written.size() && i < kMost; ++i) {
    const state::WrittenCount& count = facts.written[i];
    rows.push_back({{},
                    {},
                    {},
                    fmt::format("{}{} of {}", count.is_about ? "about " : "",
                                counted(count.bytes, "byte", "bytes"), printable(count.owner))});
  }
  if (facts.written.size() > kMost)
    rows.push_back({{}, {}, {}, "… and of " + with_commas(facts.written.size() - kMost) + " more"});
}

}  // namespace

bool ChangedRows::shows(std::string_view path) const {
  for (; !path.empty(); path = parent_path(path)) {
    const auto elements = elements_of(path);
    for (const std::string& place : places) {
      if (place == path) return true;
      if (!elements || parent_path(place) != parent_path(path)) continue;
      const auto shown = elements_of(place);
      if (shown && shown->first <= elements->first && elements->last <= shown->last) return true;
    }
  }
  return false;
}

bool ChangedRows::touches(std::string_view path) const {
  return shows(path) ||
         std::ranges::any_of(places, [&](const std::string& place) { return is_below(place, path); });
}

ChangedRows changed_rows(const state::Facts& facts, const Room& room) {
  std::vector<Row> names;
  for (const Change& change : facts.changes) names.push_back({path_in_method(change.path), {}, {}});
  Rows rows(facts, room, name_column(names, room.columns));
  for (const Group& group : grouped(facts.changes)) rows.add(group);
  ChangedRows made = rows.take();
  add_counts(facts, made.rows);
  if (facts.changes_cut) made.rows.push_back({{}, {}, {}, "… and there may be more; 'browse' shows all"});
  return made;
}

}  // namespace culprit::cli
