#pragma once

#include <string>
#include <vector>

#include "src/service/subject.h"
#include "tests/mutants/machine/program.h"

namespace culprit::mutants {

/// What a program has that questions may show badly: "recursion", "containers", "threads", "files", "standard input", "globals".
/// From its run without mutants, and from the words of its sources.
std::vector<std::string> features_of(const Program& program, const service::Subject& run);

}  // namespace culprit::mutants
