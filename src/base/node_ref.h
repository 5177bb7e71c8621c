#pragma once

#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/base/ids.h"

namespace culprit {

/// One node, or a chain of calls: its first and its last.
struct RefRange {
  NodeRef first;
  NodeRef last;
  constexpr auto operator<=>(const RefRange&) const = default;
  bool is_one() const { return first == last; }
};

/// What users type: `17` in the first thread, `2:17` in the second, `root`.
std::string to_text(NodeRef ref);
/// A chain: `17-23`, `2:17-23`, `2:17-3:4`; one node as above.
std::string to_text(const RefRange& range);
inline std::string to_text(NodeRef first, NodeRef last) {
  return to_text(RefRange{first, last});
}

/// Reads what to_text() writes, and `1:17` for `17`. kBadAnswer if it is none of these. Whether there is such a node
/// is not known here.
Result<RefRange> parse_ref(std::string_view text);

}  // namespace culprit
