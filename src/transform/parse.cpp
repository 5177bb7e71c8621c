#include "src/transform/transform.h"

#include <algorithm>
#include <array>
#include <string>

#include "src/base/text.h"

namespace culprit::transform {
namespace {

constexpr std::array<std::string_view, 5> kNames{"loops", "compress-all", "compress", "collapse", "balance"};
constexpr std::string_view kNone = "none";

bool has(std::span<const Transformation> list, Transformation transformation) {
  return std::find(list.begin(), list.end(), transformation) != list.end();
}

std::string joined(std::vector<Transformation> list) {
  std::string text;
  for (const Transformation transformation : list)
    text += (text.empty() ? "" : ",") + std::string(name_of(transformation));
  return text;
}

Error unknown(std::string_view name) {
  std::string hint;
  const std::string_view near = nearest(name, kNames);
  if (!near.empty()) hint = "Did you mean '" + std::string(near) + "'? ";
  hint += "The transformations are";
  for (const std::string_view known : kNames) hint += " " + std::string(known) + ",";
  return {ErrorCode::kUsage,
          name.empty() ? "a transformation without a name"
                       : "there is no transformation '" + printable(name) + "'",
          hint + " or none alone."};
}

/// What is wrong with `next` behind the ones in `list`; empty if nothing is.
Status check_next(const std::vector<Transformation>& list, Transformation next) {
  const std::string name(name_of(next));
  if (has(list, next))
    return fail(ErrorCode::kUsage, "the transformation '" + name + "' is given twice", "name each one once");
  const Transformation other =
      next == Transformation::kCompress ? Transformation::kCompressAll : Transformation::kCompress;
  if ((next == Transformation::kCompress || next == Transformation::kCompressAll) && has(list, other))
    return fail(ErrorCode::kUsage, "compress and compress-all do not go together",
                "compress-all leaves nothing for compress to choose from: give one of them");
  if (list.empty() || list.back() < next) return {};
  std::vector<Transformation> ordered = list;
  ordered.push_back(next);
  std::sort(ordered.begin(), ordered.end());
  return fail(ErrorCode::kUsage,
              "'" + name + "' makes no sense after '" + std::string(name_of(list.back())) + "'",
              "the order that does: " + joined(ordered));
}

}  // namespace

std::span<const std::string_view> transformation_names() {
  return kNames;
}

std::string_view name_of(Transformation transformation) {
  return kNames[static_cast<std::size_t>(transformation)];
}

Result<std::vector<Transformation>> parse_transformations(std::string_view list) {
  std::vector<Transformation> result;
  if (list == kNone) return result;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string_view name = list.substr(at, end - at);
    const auto* found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) return tl::unexpected(unknown(name));
    const auto next = static_cast<Transformation>(found - kNames.begin());
    if (const Status status = check_next(result, next); !status) return tl::unexpected(status.error());
    result.push_back(next);
    at = end + 1;
  }
  return result;
}

}  // namespace culprit::transform
