#pragma once

#include <memory>
#include <string>

#include "recorders/fun/machine.h"
#include "recorders/fun/parser.h"

namespace culprit::fun {

/// What culprit-fun says of a program "p.fun" and an expression: the value, or the error with its hint.
inline std::string outcome(const std::string& program, const std::string& expression,
                           const Limits& limits = {}) {
  const Source text("p.fun", program), start("expression", expression);
  Heap heap;
  const auto told = [](const Error& error) {
    return error.what + (error.hint.empty() ? "" : "\n  hint: " + error.hint);
  };
  const auto code = read_code(text, start, heap);
  if (!code) return told(code.error());
  const auto value = Machine(*code, heap, limits, nullptr).run();
  return value ? to_text(*value) : told(value.error());
}

/// Of an expression alone.
inline std::string value_of(const std::string& expression) {
  return outcome("", expression);
}

}  // namespace culprit::fun
