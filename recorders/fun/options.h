#pragma once

#include <string>
#include <vector>

#include "recorders/fun/machine.h"

namespace culprit::fun {

/// The command line of culprit-fun.
struct Options {
  enum class Action { kRun, kCheck, kHelp, kVersion };
  Action action = Action::kRun;
  std::string program;
  std::string expression;
  Limits limits;
};

Result<Options> read_options(const std::vector<std::string>& words);
std::string help_text();

}  // namespace culprit::fun
