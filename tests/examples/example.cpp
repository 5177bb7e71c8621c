#include "tests/examples/example.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/support/places.h"

namespace culprit::test {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void read_expected(Example& example) {
  std::istringstream lines(contents(example.folder / "expected"));
  std::string* text = nullptr;
  bool first = false;
  for (std::string line; std::getline(lines, line);) {
    const std::string indented = line.starts_with("  ") ? line.substr(2) : "";
    if (line.starts_with("culprit: ")) {
      example.culprit = line.substr(9);
    } else if (line == "prints:") {
      text = &example.prints;
    } else if (line == "should print:") {
      text = &example.should_print;
    } else if (line == "judged by hand:" || line == "judged by hand first:") {
      text = nullptr;
      first = line.ends_with(" first:");
    } else if (text != nullptr) {
      *text += indented + "\n";
    } else if (indented.starts_with("yes  ") || indented.starts_with("no   ")) {
      example.judged.push_back({indented.substr(5), indented.starts_with("yes"), first});
    }
  }
}

std::vector<std::uint32_t> differing_lines(const std::string& a, const std::string& b) {
  std::vector<std::uint32_t> lines;
  std::istringstream left(a), right(b);
  std::string x, y;
  for (std::uint32_t line = 1; std::getline(left, x) && std::getline(right, y); ++line) {
    if (x != y) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::vector<Example> Example::all() {
  std::vector<Example> examples;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(CULPRIT_SOURCE_DIR) / "examples")) {
    if (!std::filesystem::exists(entry.path() / "expected")) continue;
    Example example;
    example.folder = entry.path();
    example.name = entry.path().filename().string();
    const std::string ending = std::filesystem::exists(entry.path() / (example.name + ".c")) ? ".c" : ".cpp";
    example.source = example.name + ending;
    example.fixed_source = example.name + "_fixed" + ending;
    example.answers = contents(entry.path() / "answers");
    example.mended = differing_lines(contents(entry.path() / example.source),
                                     contents(entry.path() / example.fixed_source));
    read_expected(example);
    examples.push_back(std::move(example));
  }
  std::ranges::sort(examples, {}, &Example::name);
  return examples;
}

Finished compile_and_record(const std::string& culprit, const std::filesystem::path& source,
                            const std::filesystem::path& folder, const std::string& trace) {
  const bool is_c = source.extension() == ".c";
  const std::string compiler =
      (std::filesystem::path(culprit).parent_path() / (is_c ? "culprit-cc" : "culprit-c++")).string();
  const std::string program = (folder / source.stem()).string();
  const Finished compiled =
      run_program({compiler, is_c ? "-std=gnu11" : "-std=c++20", "-pthread", source.string(), "-o", program});
  if (compiled.code != 0) return compiled;
  return run_program({"/usr/bin/env", "CULPRIT_TRACE=" + trace, program});
}

}  // namespace culprit::test
