#include "src/cli/program.h"

int main(int argc, char** argv) {
  return culprit::cli::run(argc, argv);
}
