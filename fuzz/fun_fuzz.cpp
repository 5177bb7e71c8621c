// Arbitrary bytes as a program of the functional language, and what stands behind its first line of "---" as the expression: a value or an
// error, never a crash; and a value that is printed reads as itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "recorders/fun/dependencies.h"
#include "recorders/fun/machine.h"
#include "recorders/fun/parser.h"

namespace {

using namespace culprit::fun;

void require(bool condition) {
  if (!condition) std::abort();
}

constexpr Limits kLimits{.steps = 20'000, .depth = 1'000};

/// Empty if there is no value.
std::string run(const std::string& program, const std::string& expression) {
  const Source text("program", program), start("expression", expression);
  Heap heap;
  const auto code = read_code(text, start, heap);
  if (!code) {
    require(!code.error().what.empty());
    return {};
  }
  for (const Dependency& arc : dependencies_of(*code))
    require(arc.from < code->functions.size() && arc.to < code->functions.size());
  const auto value = Machine(*code, heap, kLimits, nullptr).run();
  if (!value) require(!value.error().what.empty());
  return value ? to_text(*value) : std::string();
}

}  // namespace

/// With `--seeds DIRECTORY` the program fills a corpus with small programs and ends.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc != 3 || std::string_view((*argv)[1]) != "--seeds") return 0;
  const std::filesystem::path directory = (*argv)[2];
  std::filesystem::create_directories(directory);
  std::ofstream(directory / "recursion") << "fr(n) = {if n <= 2 then 1 elsif n = 3 and true or false then 2\n"
                                            "  else fr(n-1) * fr(n-2)}.\n---\nfr(6)";
  std::ofstream(directory / "blocks")
      << "split(x)={if null(x) then (nil,nil) else {(u,(v,_))=(cdr(x),(car(x),1));\n"
         "  return(cons(v,u),u)}}, # comment\n---\nsplit((8 2 1))";
  std::ofstream(directory / "values")
      << "list(1, -2, (1 \"a\\n\" (true nil) (1, 2)), 10 mod 3 / 2, not 1 < 2)";
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::string_view kMark = "\n---\n";
  const std::size_t mark = bytes.find(kMark);
  const bool has_program = mark != std::string_view::npos;
  const std::string program(has_program ? bytes.substr(0, mark) : "");
  const std::string expression(has_program ? bytes.substr(mark + kMark.size()) : bytes);
  const std::string value = run(program, expression);
  constexpr std::size_t kShort = 10'000;
  if (!value.empty() && value.size() < kShort) require(run("", value) == value);
  return 0;
}
