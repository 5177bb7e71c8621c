#pragma once

#include <string>

#include "recorders/fun/value.h"

namespace culprit::fun {

/// Why a run cannot go on. Empty as long as it can.
struct Failure {
  std::string what;  ///< "car of nil"
  std::string hint;

  Value set(std::string text, std::string advice = {}) {
    what = std::move(text);
    hint = std::move(advice);
    return Value::none();
  }
};

}  // namespace culprit::fun
