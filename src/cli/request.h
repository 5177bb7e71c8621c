#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/service/look_answers.h"
#include "src/session/answer.h"

namespace culprit::cli {

enum class RequestKind {
  kAnswer,
  kUndo,
  kStrategy,
  kReshape,
  kPlain,
  kBrowse,
  kPrint,
  kWho,
  kInfo,
  kHelp,
  kQuit,
  kWhy,
  kTree,
  kShow,
  kJump,
  kAnother,
  kFold,
  kUnfold,
  kLog,
  kOpen,
  kBack,
  kChoose,
  kDetail,
  kMore,
};

/// What a line typed at a question asks for.
struct Request {
  RequestKind kind = RequestKind::kAnswer;
  session::AnswerKind answer = session::AnswerKind::kYes;
  std::uint32_t number = 1;  ///< steps to undo
  std::uint32_t part = 0;    ///< kAnswer: which call of the chain that is asked, from 1; 0: what is asked
  service::Choice choice{};  ///< kChoose; kDetail: of a number
  std::string text{};        ///< node, strategy, list of transformations, path; empty if it was left out
};

/// A word of the dialogue, as help and manual list it.
struct DialogueWord {
  std::string_view word;  ///< "undo [N]"
  std::string_view key;   ///< "u", or empty
  std::string_view help;
};
std::span<const DialogueWord> dialogue_words();
/// What the tab key completes.
std::vector<std::string> completion_of_words();

/// Words and keys of the manual, in any case. Fails with kBadAnswer, saying what was typed and what can be.
Result<Request> parse_request(std::string_view line);

}  // namespace culprit::cli
