#include "src/base/node_ref.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "src/base/text.h"

namespace culprit {
namespace {

constexpr StreamId kFirstStream{1};
constexpr std::string_view kRootText = "root";

/// Digits only: no sign, no space.
std::optional<std::uint32_t> parse_number(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || at != end) return {};
  return number;
}

/// One name; `stream` is that of a name without one.
std::optional<NodeRef> parse_one(std::string_view text, StreamId stream) {
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    const auto number = parse_number(text.substr(0, colon));
    if (!number || *number == 0) return {};
    stream = StreamId{*number};
    text.remove_prefix(colon + 1);
  }
  const auto ordinal = parse_number(text);
  if (!ordinal) return {};
  return NodeRef{stream, *ordinal};
}

std::optional<RefRange> parse_range(std::string_view text) {
  if (text == kRootText) return RefRange{kRootRef, kRootRef};
  const std::size_t dash = text.find('-');
  const auto first = parse_one(text.substr(0, dash), kFirstStream);
  if (!first) return {};
  if (dash == std::string_view::npos) return RefRange{*first, *first};
  const auto last = parse_one(text.substr(dash + 1), first->stream);
  if (!last) return {};
  return RefRange{*first, *last};
}

}  // namespace

std::string to_text(NodeRef ref) {
  if (ref == kRootRef) return std::string(kRootText);
  if (ref.stream == kFirstStream) return fmt::format("{}", ref.ordinal);
  return fmt::format("{}:{}", ref.stream.value(), ref.ordinal);
}

std::string to_text(const RefRange& range) {
  if (range.is_one()) return to_text(range.first);
  // Without a thread of its own the last call is of the first one's, so another thread is always said.
  if (range.first.stream == range.last.stream)
    return fmt::format("{}-{}", to_text(range.first), range.last.ordinal);
  return fmt::format("{}-{}:{}", to_text(range.first), range.last.stream.value(), range.last.ordinal);
}

Result<RefRange> parse_ref(std::string_view text) {
  const std::optional<RefRange> range = parse_range(text);
  if (!range) {
    return fail(ErrorCode::kBadAnswer,
                fmt::format("'{}' names no call; expected a number such as 17, or 2:17 for the second thread",
                            escaped(text)),
                "A chain is named by its first and last call, 17-23; the program itself is 'root'.");
  }
  if (range->first.stream == range->last.stream && range->last < range->first) {
    return fail(
        ErrorCode::kBadAnswer,
        fmt::format("'{}' ends before it begins; expected the first call and then the last", escaped(text)),
        fmt::format("Did you mean {}?", to_text(range->last, range->first)));
  }
  return *range;
}

}  // namespace culprit
