#pragma once

#include <vector>

#include "src/cli/screen.h"
#include "src/state/account.h"

namespace culprit::cli {

/// What a node gave out: printed, wrote to files, started in threads.
std::vector<Block> given_out(const state::Facts& facts, const Room& room);
/// What it got from elsewhere than memory: what it consumed of files, and asked the system.
std::vector<Block> taken_in(const state::Facts& facts, const Room& room);

}  // namespace culprit::cli
