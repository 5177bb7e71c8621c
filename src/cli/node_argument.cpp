#include "src/cli/node_argument.h"

#include <fmt/format.h>

#include <charconv>

#include "src/base/text.h"

namespace culprit::cli {

Result<NodeId> node_argument(const std::string& text, const tree::Tree& tree) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && number < tree.size()) return NodeId{number};
  return fail(ErrorCode::kUsage,
              fmt::format("there is no node '{}': this tree has the nodes 0 to {}", text,
                          with_commas(tree.size() - 1)),
              "'culprit tree FILE' shows their numbers");
}

}  // namespace culprit::cli
