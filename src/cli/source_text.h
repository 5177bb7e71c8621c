#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/cli/console.h"
#include "src/service/dialogue.h"
#include "src/service/subject.h"

namespace culprit::cli {

/// Lines of a source file, numbered from `first`.
struct SourceText {
  std::string path;
  std::uint32_t first = 1;
  std::vector<std::string> lines;
};

/// The text of lines first..last of a source file that a subject names. With only the first line known (last
/// <= first), the block that begins there, by its indentation. A relative path is looked for where the
/// program was compiled, beside the subject, and here. Fails with kNotFound if it is nowhere, and with
/// kVersion if it changed since the run: lines of another version would mislead.
Result<SourceText> read_source(const service::Subject& subject, const std::string& file, std::uint32_t first,
                               std::uint32_t last);

/// The source files of a trace that are there and have changed since the run.
std::vector<std::string> changed_sources(const service::Subject& subject);

/// With a gutter of line numbers; of a long text the middle is left out. Lines are clipped to `width`
/// columns.
/// Lines that are not to blame have another mark in the gutter.
std::string source_excerpt(const SourceText& source, const std::vector<service::Lines>& innocent,
                           const Console& console, std::size_t width);

}  // namespace culprit::cli
