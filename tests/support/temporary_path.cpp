#include "tests/support/temporary_path.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>

namespace culprit::test {

TemporaryPath::TemporaryPath(std::string_view suffix) {
  static std::atomic<int> count{0};
  path_ = std::filesystem::temp_directory_path() / ("culprit_test_" + std::to_string(::getpid()) + "_" +
                                                    std::to_string(count++) + std::string(suffix));
}

TemporaryPath::~TemporaryPath() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace culprit::test
