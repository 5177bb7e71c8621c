#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "src/session/answer.h"

namespace culprit::session {

enum class RequestKind : std::uint8_t {
  kAnswer,
  kUndo,
  kStrategy,
  kReshape,
  kJump,
  kAnother,
  kFold,
  kUnfold
};

/// One thing that is asked of a session. A session's state is a function of the requests it accepted, in order: this is what a
/// session file holds, a line each. Fields that a kind does not use are ignored.
struct Request {
  RequestKind kind = RequestKind::kAnswer;
  Answer answer{};          ///< kAnswer
  About about{};            ///< kJump, kFold, kUnfold
  std::uint32_t steps = 1;  ///< kUndo
  std::string text{};       ///< kStrategy: its name. kReshape: the list of transformations

  static Request make_answer(Answer answer) {
    Request request;
    request.answer = std::move(answer);
    return request;
  }
  static Request make_answer(AnswerKind kind, About about) {
    Answer answer;
    answer.kind = kind;
    answer.about = about;
    return make_answer(std::move(answer));
  }
  static Request make_undo(std::uint32_t steps) { return {RequestKind::kUndo, {}, {}, steps, {}}; }
  static Request make_strategy(std::string name) {
    return {RequestKind::kStrategy, {}, {}, 1, std::move(name)};
  }
  static Request make_reshape(std::string list) {
    return {RequestKind::kReshape, {}, {}, 1, std::move(list)};
  }
  static Request make_jump(About about) { return {RequestKind::kJump, {}, about, 1, {}}; }
  /// Closes a subtree into one node, or opens one that is closed, or a chain.
  static Request make_fold(About about) { return {RequestKind::kFold, {}, about, 1, {}}; }
  static Request make_unfold(About about) { return {RequestKind::kUnfold, {}, about, 1, {}}; }
  static Request make_another() { return {RequestKind::kAnother, {}, {}, 1, {}}; }

  /// What it names; nothing for undo and the like.
  const About& names() const { return kind == RequestKind::kAnswer ? answer.about : about; }
};

}  // namespace culprit::session
