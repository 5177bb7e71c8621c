#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/base/mark.h"
#include "src/oracle/oracle.h"
#include "src/oracle/question.h"
#include "src/oracle/who.h"
#include "src/session/about.h"

namespace culprit::session {

enum class AnswerKind : std::uint8_t {
  kYes,
  kNo,
  kSkip,
  kTrustFunction,
  kTrustFile,
  kTrustNamespace,
  kInadmissible
};

/// An opinion that was accepted: one judgement about one node or chain, and whose it is.
struct Answer {
  AnswerKind kind = AnswerKind::kYes;
  About about{};
  oracle::Who who{};
  std::string ground{};  ///< why: of a remembered one, the node that was answered before
  oracle::Sureness sureness = oracle::Sureness::kSure;
  std::optional<oracle::Question> question{};  ///< what was asked, if it can be told
  /// Of a chain: its calls, if they are more or other than the siblings from the first to the last, since a transformation
  /// had taken out calls between them.
  std::vector<NodeId> calls{};
  std::uint32_t look =
      0;  ///< answers in a row with the same number were given at one look; 0: at one of its own
  std::string extra{};  ///< keys of a session file that are kept for who wrote them: a JSON object, or empty

  bool is_by_person() const { return who.kind == oracle::Who::Kind::kPerson; }
};

/// Yes, no or inadmissible; a mark that is none of these for the others.
Mark mark_of(AnswerKind kind);
inline bool is_judgement(AnswerKind kind) {
  return kind == AnswerKind::kYes || kind == AnswerKind::kNo || kind == AnswerKind::kInadmissible;
}
inline bool is_trust(AnswerKind kind) {
  return kind == AnswerKind::kTrustFunction || kind == AnswerKind::kTrustFile ||
         kind == AnswerKind::kTrustNamespace;
}

/// "yes", "no", "skip", "trust", "trust file", "trust namespace", "inadmissible".
std::string_view to_word(AnswerKind kind);
std::string_view to_word(Mark mark);

/// The words and keys of the manual ("y", "yes", "n", "no", "s", "d", "skip", "t", "trust", "trust file", "input", …), any case.
/// Fails with kBadAnswer, saying what was typed and what can be.
Result<AnswerKind> parse_answer(std::string_view text);

}  // namespace culprit::session
