#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/base/ids.h"

namespace culprit::session {

enum class Mark : std::uint8_t { kUndefined, kRight, kWrong, kTrusted, kSkipped, kInadmissible };

enum class AnswerKind : std::uint8_t {
  kYes,
  kNo,
  kSkip,
  kTrustFunction,
  kTrustFile,
  kTrustNamespace,
  kInadmissible
};

/// One judgement about one node. `who` says where it came from: "you", or an oracle's name.
struct Answer {
  AnswerKind kind;
  NodeId node;
  std::string who = "you";
};

std::string_view to_word(
    AnswerKind kind);  ///< "yes", "no", "skip", "trust", "trust file", "trust namespace", "inadmissible"
std::string_view to_word(Mark mark);

/// The words and keys of the manual ("y", "yes", "n", "no", "s", "d", "skip", "t", "trust", "trust file", …),
/// any case. Fails with kBadAnswer, saying what was typed and what can be.
Result<AnswerKind> parse_answer(std::string_view text);

}  // namespace culprit::session
