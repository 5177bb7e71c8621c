#pragma once

namespace culprit::cli {

/// The whole program: reads the arguments, runs one command, prints an error if there is one, and gives the
/// exit code.
int run(int argc, char** argv);

}  // namespace culprit::cli
