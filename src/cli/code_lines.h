#pragma once

#include <cstdint>
#include <string>

#include "src/cli/styled_line.h"
#include "src/service/subject.h"

namespace culprit::cli {

/// Lines of a source file behind their numbers, without the indentation that they share: `   16 │ while (…) {`. Long ones go on below.
/// Of more than `most` lines the last ones are left out, which is said. Nothing if the source is not there, or has changed.
StyledLines code_lines(const service::Subject& subject, const std::string& file, std::uint32_t first,
                       std::uint32_t last, std::size_t most, const Room& room);

/// The statement that a line is part of, on one line or two.
StyledLines statement_lines(const service::Subject& subject, const std::string& file, std::uint32_t line,
                            const Room& room);

}  // namespace culprit::cli
