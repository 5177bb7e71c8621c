#include "src/cli/set_again_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>

#include "src/base/text.h"
#include "src/cli/value_difference.h"
#include "src/cli/value_path.h"
#include "src/service/dialogue.h"

namespace culprit::cli {
namespace {

using state::Change;

/// Elements of one container that have rows of their own.
constexpr std::size_t kFew = 3;
constexpr std::size_t kMostListed = 40;

std::string text_of(const Change& same) {
  return service::to_text(same.after, kWholeValue);
}

/// `15 elements, each was true already:` and which.
Row elements_row(std::span<const Change> group, const Room& room) {
  Row row{in_signs(printable(path_in_method(parent_path(group[0].path))), room), {}, {}};
  const std::string value = text_of(group[0]);
  const bool is_one = std::ranges::all_of(group, [&](const Change& same) { return text_of(same) == value; });
  row.text = fmt::format("{} elements", with_commas(group.size())) +
             (is_one ? ", each was " + in_signs(value, room) + " already:" : ":");
  for (std::size_t i = 0; i < group.size() && i < kMostListed; ++i)
    row.items.push_back(std::string(last_part(group[i].path)) +
                        (is_one ? "" : " " + in_signs(text_of(group[i]), room)));
  if (group.size() > kMostListed) row.items.push_back(in_signs("…", room));
  return row;
}

}  // namespace

std::vector<Row> set_again_rows(const state::Facts& facts, const Room& room) {
  std::vector<Row> rows;
  const std::span<const Change> all = facts.set_again;
  for (std::size_t first = 0; first < all.size();) {
    const auto is_of_same = [&](const Change& same) {
      return elements_of(same.path) && parent_path(same.path) == parent_path(all[first].path);
    };
    std::size_t last = first + 1;
    while (is_of_same(all[first]) && last < all.size() && is_of_same(all[last])) ++last;
    if (last - first > kFew) {
      rows.push_back(elements_row(all.subspan(first, last - first), room));
    } else {
      for (std::size_t i = first; i < last; ++i) {
        rows.push_back({in_signs(printable(path_in_method(all[i].path)), room), {}, {}});
        rows.back().text = text_of(all[i]);
      }
    }
    first = last;
  }
  return rows;
}

}  // namespace culprit::cli
