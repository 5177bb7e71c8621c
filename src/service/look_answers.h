#pragma once

#include <cstdint>
#include <vector>

#include "src/base/error.h"
#include "src/service/looks.h"
#include "src/session/about.h"
#include "src/session/answer.h"

namespace culprit::service {

/// What is said at a look of several nodes.
struct Choice {
  enum class Kind : std::uint8_t {
    kNumber,  ///< of a frame: that step is the first wrong one; of a table: after that pass something is wrong for the first time
    kOwn,     ///< of a frame: no step, the node's own lines are wrong
    kStart,   ///< of a table: it was wrong before the first pass
    kEnd,     ///< of a table: the loop ended too early or too late
    kOk,      ///< of a table: all is right
  };
  Kind kind = Kind::kNumber;
  std::uint64_t number = 0;
};

/// One of the answers that a choice stands for.
struct Judgement {
  session::AnswerKind kind = session::AnswerKind::kYes;
  session::About about;

  bool operator==(const Judgement&) const = default;
};

/// Pointing at a step says nothing of the others; to say that it is none of them judges all that are listed. If the node is not
/// known to be wrong, it is said to be by `own`, too. Fails with kBadAnswer: there is no such step.
Result<std::vector<Judgement>> judgements(const Frame& frame, bool is_known_wrong, const Choice& choice);

/// Pointing at the row that ends with pass r, where q is the last pass of the row above: the passes behind q do wrong, and the one behind
/// r was given what is wrong already. Without a judgement if a row stands for several passes, and one in it was meant that is not
/// shown: then these have to be looked at. Fails with kBadAnswer: there is no such pass.
Result<std::vector<Judgement>> judgements(const Table& table, const Choice& choice, const Looks& looks);

}  // namespace culprit::service
