#include "src/cli/node_argument.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/node_ref.h"
#include "src/base/text.h"
#include "src/service/dialogue.h"
#include "src/service/resumption.h"
#include "src/service/spaces.h"

namespace culprit::cli {

Result<SearchId> row_argument(const std::string& text, const service::Subject& subject,
                              const transform::Reshaped& reshaped) {
  const auto about = service::find_node(subject.tree(), text);
  if (!about)
    return fail(ErrorCode::kUsage, about.error().what,
                about.error().hint + " 'culprit tree FILE' shows the names of nodes.");
  const SearchId row = reshaped.find(about->first, about->last);
  if (row != kNoSearchId) return row;
  return fail(ErrorCode::kUsage, fmt::format("{} is not in this tree", printable(text)),
              about->is_chain() ? "a chain is there only with the --transform that made it"
                                : "--transform took it out: leave that out to see it");
}

std::size_t name_width(const service::Subject& subject, const transform::Reshaped& reshaped) {
  const tree::Names& names = subject.tree().names();
  std::size_t widest = 1;
  for (const tree::Names::Extent& extent : names.extents()) {
    // The last of a thread has the longest name, or one that is as long.
    NodeId last{extent.rows.last.value() - 1};
    while (names.ref(last).stream != extent.stream) last = NodeId{last.value() - 1};
    widest = std::max(widest, to_text(names.ref(last)).size());
  }
  return reshaped.made.empty() ? widest : 2 * widest + 1;
}

std::uint32_t chain_size_argument(const Arguments& arguments) {
  return arguments.number("--chain-size", service::kDefaultChainSize);
}

Status check_chain_size(const Arguments& arguments) {
  if (!arguments.has("--chain-size") || arguments.has("--transform")) return {};
  return fail(ErrorCode::kUsage, "--chain-size says how long chains are, and nothing is transformed",
              "give --transform, too: for example --transform loops,balance");
}

Result<transform::Reshaped> reshaped_argument(const Arguments& arguments, const service::Subject& subject,
                                              const state::Account& account) {
  if (const Status checked = check_chain_size(arguments); !checked) return tl::unexpected(checked.error());
  const std::string list = arguments.text("--transform");
  if (list.empty()) return transform::unchanged(subject.tree());
  const auto parsed = transform::parse_transformations(list);
  if (!parsed) return tl::unexpected(parsed.error());
  return service::reshape(subject.tree(), account,
                          {*parsed, transform::Family::kDivideAndQuery, chain_size_argument(arguments)},
                          false);
}

}  // namespace culprit::cli
