#pragma once

#include <cstdint>
#include <string>

#include "src/session/answer.h"

namespace culprit::session {

enum class RequestKind : std::uint8_t { kAnswer, kUndo, kStrategy, kJump, kAnother, kFold, kUnfold };

/// One thing a user asks of a session. A session's state is a function of the requests it accepted, in order:
/// this is what a session file holds, a line each. Fields that a kind does not use are ignored.
struct Request {
  RequestKind kind = RequestKind::kAnswer;
  AnswerKind answer = AnswerKind::kYes;  ///< kAnswer
  NodeId node = kNoNode;                 ///< kAnswer, kJump, kFold, kUnfold
  std::string who = "you";               ///< kAnswer
  std::uint32_t steps = 1;               ///< kUndo
  std::string strategy;                  ///< kStrategy

  static Request make_answer(AnswerKind answer, NodeId node, std::string who = "you") {
    return {RequestKind::kAnswer, answer, node, std::move(who), 1, {}};
  }
  static Request make_undo(std::uint32_t steps) { return {RequestKind::kUndo, {}, kNoNode, {}, steps, {}}; }
  static Request make_strategy(std::string name) {
    return {RequestKind::kStrategy, {}, kNoNode, {}, 1, std::move(name)};
  }
  static Request make_jump(NodeId node) { return {RequestKind::kJump, {}, node, {}, 1, {}}; }
  /// Closes a subtree into one node, or opens one that is closed.
  static Request make_fold(NodeId node) { return {RequestKind::kFold, {}, node, {}, 1, {}}; }
  static Request make_unfold(NodeId node) { return {RequestKind::kUnfold, {}, node, {}, 1, {}}; }
  static Request make_another() { return {RequestKind::kAnother, {}, kNoNode, {}, 1, {}}; }
};

}  // namespace culprit::session
