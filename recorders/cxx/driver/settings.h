#pragma once

#include <string>
#include <vector>

#include "src/base/error.h"

namespace culprit::driver {

/// What of a program is recorded. The driver gathers it; the pass plugin gets it in the environment.
struct Settings {
  std::vector<std::string> include;  ///< patterns of paths and of functions
  std::vector<std::string> exclude;
  std::string loops;   ///< "all", "calls", "none", or empty: not said
  std::string locals;  ///< "all", "shared" (with other functions), or empty: not said
};

/// The nearest culprit.toml in `folder` or above it; empty if there is none.
std::string find_settings_file(const std::string& folder);

/// Reads [record] of a culprit.toml. Fails with the place (file, line and column) of what is wrong: a syntax
/// error, an unknown key, a value of the wrong type.
Result<Settings> read_settings_file(const std::string& path);

/// CULPRIT_INCLUDE, CULPRIT_EXCLUDE, CULPRIT_LOOPS and CULPRIT_LOCALS.
Result<Settings> settings_of_environment();

/// Patterns of both, those of `base` first; loops and locals as `over` says, if it does.
Settings merged(Settings base, const Settings& over);

/// Sets the four variables for the plugin; what is empty is removed.
void put_into_environment(const Settings& settings);

}  // namespace culprit::driver
