#pragma once

#include <string>
#include <vector>

#include "src/cli/console.h"
#include "src/service/dialogue.h"
#include "src/service/source.h"

namespace culprit::cli {

/// With a gutter of line numbers; of a long text the middle is left out. Lines are clipped to `width`
/// columns.
/// Lines that are not to blame have another mark in the gutter.
std::string source_excerpt(const service::SourceText& source, const std::vector<service::Lines>& innocent,
                           const Console& console, std::size_t width);

}  // namespace culprit::cli
