#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/places.h"
#include "tests/support/run_program.h"

namespace culprit::test {

/// A folder with the examples, and the program to run in it.
class CommandLine : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("culprit_cli_test." + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    const auto flat = std::filesystem::copy_options::overwrite_existing;
    for (const char* name :
         {"chess.tree", "equal_sets.tree", "mergesort/mergesort.tree", "mergesort/mergesort.cpp"}) {
      const std::filesystem::path source = std::filesystem::path(CULPRIT_SOURCE_DIR) / "examples" / name;
      std::filesystem::copy_file(source, folder_ / source.filename(), flat);
    }
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Finished culprit(std::vector<std::string> words, const std::string& input = {}) {
    words.insert(words.begin(), CULPRIT_PROGRAM);
    return run_program(words, input, folder_);
  }
  Finished culprit_at_terminal(std::vector<std::string> words, const std::vector<std::string>& lines) {
    words.insert(words.begin(), CULPRIT_PROGRAM);
    return run_at_terminal(words, lines, folder_);
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return text.str();
  }
  bool exists(const std::string& name) { return std::filesystem::exists(folder_ / name); }

  std::filesystem::path folder_;
};

}  // namespace culprit::test
