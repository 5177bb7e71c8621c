#include "src/cli/used_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "src/base/text.h"
#include "src/cli/value_path.h"

namespace culprit::cli {
namespace {

using state::UsedPart;
using state::Value;
using state::ValueKind;

/// A place and its value. An address says nothing to anybody.
Row row_of(std::string_view path, const Value& value, bool is_written) {
  const bool is_bare = value.kind == ValueKind::kPointer && value.address != 0 && value.children.empty();
  Row row{path_in_method(printable(path)), {}, {}};
  row.text = is_bare ? "not null" : service::to_text(value, 4096);
  if (is_written) row.note = "another thread wrote it meanwhile";
  return row;
}

/// `*this` as the members that were used, each by its own name.
void add_members(const UsedPart& part, std::vector<UsedPart>& out) {
  for (const Value& member : part.value.children) {
    if (member.kind == ValueKind::kCut || member.name.empty()) continue;
    UsedPart one = part;
    one.path = "this->" + member.name;
    one.value = member;
    out.push_back(std::move(one));
  }
}

/// An object without the members that changed; those of `*p` are known as `p->member`.
void add_unchanged(UsedPart part, const ChangedRows& changed, std::vector<UsedPart>& out) {
  const std::string object = part.path.starts_with('*') ? part.path.substr(1) + "->" : part.path + ".";
  std::vector<Value>& members = part.value.children;
  const bool had_members =
      std::ranges::any_of(members, [](const Value& member) { return member.kind != ValueKind::kCut; });
  const auto gone = std::erase_if(members, [&](const Value& member) {
    return !member.name.empty() && changed.shows(object + member.name);
  });
  const bool has_members =
      std::ranges::any_of(members, [](const Value& member) { return member.kind != ValueKind::kCut; });
  if (had_members && !has_members) return;
  if (gone > 0 && members.back().kind != ValueKind::kCut) {
    Value cut;
    cut.kind = ValueKind::kCut;
    members.push_back(std::move(cut));
  }
  out.push_back(std::move(part));
}

/// What was used, in the pieces in which changes are told: each element of `a[2..6]` by itself, so that those that changed can be left
/// out.
void add_pieces(const UsedPart& part, const ChangedRows& changed, std::vector<UsedPart>& out) {
  if (part.value.kind == ValueKind::kStruct)
    return part.path == "*this" ? add_members(part, out) : add_unchanged(part, changed, out);
  const auto elements = elements_of(part.path);
  const bool is_row = elements && part.value.kind == ValueKind::kArray && elements->last > elements->first &&
                      part.value.children.size() == elements->last - elements->first + 1;
  if (!is_row) return out.push_back(part);
  for (std::size_t i = 0; i < part.value.children.size(); ++i) {
    UsedPart one = part;
    one.path = fmt::format("{}[{}]", parent_path(part.path), elements->first + i);
    one.value = part.value.children[i];
    if (one.value.kind == ValueKind::kStruct)
      add_unchanged(std::move(one), changed, out);
    else
      out.push_back(std::move(one));
  }
}

/// Elements that follow each other as one row of them.
class Joiner {
 public:
  explicit Joiner(const state::Facts& facts) : facts_(facts) {}

  void add(const UsedPart& part) {
    const auto elements = elements_of(part.path);
    const std::string_view whole = parent_path(part.path);
    const bool is_plain = elements && elements->first == elements->last && !part.is_written;
    if (is_plain && open_ && whole == whole_ && elements->first == range_.last + 1 &&
        open_->children.size() < kMost) {
      open_->children.push_back(part.value);
      range_.last = elements->last;
      return;
    }
    close();
    if (!is_plain) {
      rows_.push_back(row_of(part.path, part.value, part.is_written));
      return;
    }
    whole_ = whole;
    range_ = *elements;
    open_.emplace();
    open_->kind = ValueKind::kArray;
    open_->children.push_back(part.value);
    single_ = part;
  }
  std::vector<Row> take() {
    close();
    return std::move(rows_);
  }

 private:
  static constexpr std::size_t kMost = 4096;  ///< elements of a row

  void close() {
    if (!open_) return;
    if (range_.first == range_.last) {
      rows_.push_back(row_of(single_.path, single_.value, false));
    } else {
      const Value* all = value_at(facts_.before, whole_);
      const bool is_all = all && range_.first == 0 && all->children.size() == range_.last + 1;
      rows_.push_back(row_of(is_all ? whole_ : fmt::format("{}[{}..{}]", whole_, range_.first, range_.last),
                             *open_, false));
    }
    open_.reset();
  }

  const state::Facts& facts_;
  std::vector<Row> rows_;
  std::optional<Value> open_;
  UsedPart single_;
  std::string whole_;
  Elements range_{};
};

/// What has no name, by who owns it.
void add_rest(const state::Used& used, std::vector<Row>& rows) {
  constexpr std::size_t kMost = 6;
  for (std::size_t i = 0; i < used.rest.size() && i < kMost; ++i) {
    Row row;
    row.text = fmt::format("{}{} of {}", used.rest[i].is_about ? "about " : "",
                           counted(used.rest[i].bytes, "byte", "bytes"), printable(used.rest[i].owner));
    rows.push_back(std::move(row));
  }
  if (used.rest.size() <= kMost) return;
  Row row;
  row.text = fmt::format("bytes of {} more", with_commas(used.rest.size() - kMost));
  rows.push_back(std::move(row));
}

}  // namespace

std::vector<Row> used_rows(const state::Facts& facts, const ChangedRows& changed,
                           const std::function<bool(std::string_view)>& is_shown, bool with_rest) {
  if (!facts.used.is_known) return {};
  std::vector<UsedPart> parts;
  for (const UsedPart& part : facts.used.parts) add_pieces(part, changed, parts);
  const auto is_hidden = [&](const UsedPart& part) {
    return part.is_link || (is_shown(part.root) && !part.root.empty()) || changed.shows(part.path);
  };
  // Who sees elements sees how many there are, as far as that matters.
  const auto says_nothing = [&](const UsedPart& part) {
    const std::string_view whole = parent_path(part.path);
    if (last_part(part.path) != ".size()") return false;
    return changed.touches(whole) || std::ranges::any_of(parts, [&](const UsedPart& other) {
             return &other != &part && is_below(other.path, whole);
           });
  };
  Joiner joiner(facts);
  for (const UsedPart& part : parts)
    if (!is_hidden(part) && !says_nothing(part)) joiner.add(part);
  std::vector<Row> rows = joiner.take();
  if (with_rest) add_rest(facts.used, rows);
  if (facts.used.is_cut) {
    Row row;
    row.text = "… it used more than could be told apart";
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Row> visible_rows(const state::Facts& facts, const ChangedRows& changed,
                              const std::function<bool(std::string_view)>& is_shown) {
  if (facts.used.is_known && !facts.used.is_cut) return {};
  const auto is_used = [&](std::string_view root) {
    return std::ranges::any_of(facts.used.parts, [&](const UsedPart& part) { return part.root == root; });
  };
  std::vector<Row> rows;
  for (const Value& value : facts.before) {
    const bool is_unmade = value.name == "this" && value.kind == ValueKind::kPointer &&
                           value.children.size() == 1 && value.children[0].kind == ValueKind::kUninitialised;
    if (is_unmade || is_shown(value.name) || changed.shows(value.name) || is_used(value.name)) continue;
    if (value.name != "this" || value.children.size() != 1 || value.children[0].kind != ValueKind::kStruct) {
      rows.push_back(row_of(value.name, value, false));
      continue;
    }
    for (const Value& member : value.children[0].children) {
      const std::string path = "this->" + member.name;
      if (!member.name.empty() && !changed.shows(path)) rows.push_back(row_of(path, member, false));
    }
  }
  return rows;
}

}  // namespace culprit::cli
