#pragma once

#include <cstddef>
#include <string>

#include "src/base/error.h"
#include "src/service/subject.h"
#include "src/transform/reshaped.h"

namespace culprit::cli {

/// A node as a user names it, in a tree that was made from a subject's: the row that stands for it, or for the chain. Fails with kUsage if
/// there is no such node, or it is not in this tree.
Result<SearchId> row_argument(const std::string& text, const service::Subject& subject,
                              const transform::Reshaped& reshaped);

/// The columns that the names of a tree's rows take at most.
std::size_t name_width(const service::Subject& subject, const transform::Reshaped& reshaped);

/// The subject's tree as --transform says; as it was recorded if that is not given.
Result<transform::Reshaped> reshaped_argument(const std::string& list, const service::Subject& subject,
                                              const state::Account& account);

}  // namespace culprit::cli
