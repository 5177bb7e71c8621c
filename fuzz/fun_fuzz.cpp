// Arbitrary bytes as a program of the functional language, and what stands behind its first line of "---" as the expression: a value or an
// error, never a crash; and a value that is printed reads as itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
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
