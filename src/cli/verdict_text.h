#pragma once

#include <string>

#include "src/cli/console.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// The whole verdict for people: what is to blame, where, the wrong result, the children that were right, the
/// source text.
std::string verdict_text(const service::VerdictView& verdict, const service::Dialogue& dialogue,
                         const Console& console);

/// "✓" right, "✗" wrong, "·" not known, and so on, in colour.
std::string mark_sign(Mark mark, const Console& console);

/// "L[2] was written at sort.cpp:12 by merge({1}, {2}) (node 5)".
std::string writer_text(const std::string& path, const state::Writer& writer,
                        const service::Dialogue& dialogue, std::size_t width);

}  // namespace culprit::cli
