#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/error.h"

namespace culprit::oracle {

/// Who gave an answer: the kind, and which one if there may be several.
struct Who {
  enum class Kind : std::uint8_t {
    kPerson,     ///< `name` empty: whoever sits there
    kMemory,     ///< an earlier answer
    kReference,  ///< a version that is known to be good
    kContract,
    kTest,
    kProgram,  ///< an outside one
  };
  Kind kind = Kind::kPerson;
  std::string name{};

  bool operator==(const Who&) const = default;
};

/// "person", "memory", "program:judge.py".
std::string to_text(const Who& who);
/// Fails with kBadSession, saying what there is.
Result<Who> parse_who(std::string_view text);

}  // namespace culprit::oracle
