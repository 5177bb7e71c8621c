// The calls of a chain as text.
#pragma once

#include <string>

#include "src/cli/console.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// The calls of a chain, numbered for "no N", with what each was made on, used of it and changed.
std::string calls_text(const service::NodeView& view, const Console& console, std::size_t indent,
                       std::size_t width);

}  // namespace culprit::cli
