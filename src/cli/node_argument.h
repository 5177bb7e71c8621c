#pragma once

#include <cstddef>
#include <string>

#include "src/base/error.h"
#include "src/cli/command.h"
#include "src/service/subject.h"
#include "src/transform/reshaped.h"

namespace culprit::cli {

/// A node as a user names it, in a tree that was made from a subject's: the row that stands for it, or for the chain. Fails with kUsage if
/// there is no such node, or it is not in this tree.
Result<SearchId> row_argument(const std::string& text, const service::Subject& subject,
                              const transform::Reshaped& reshaped);

/// The columns that the names of a tree's rows take at most.
std::size_t name_width(const service::Subject& subject, const transform::Reshaped& reshaped);

/// The subject's tree as --transform and --chain-size say; as it was recorded if the first is not given. Fails with kUsage.
Result<transform::Reshaped> reshaped_argument(const Arguments& arguments, const service::Subject& subject,
                                              const state::Account& account);
/// --chain-size, or what `debug` takes without it, so that the chains are those that it asks about.
std::uint32_t chain_size_argument(const Arguments& arguments);
/// --chain-size says nothing of a tree that is not transformed. Fails with kUsage.
Status check_chain_size(const Arguments& arguments);

}  // namespace culprit::cli
