#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/oracle/memory.h"
#include "src/session/ahead.h"
#include "src/session/answer.h"
#include "src/session/marks.h"
#include "src/session/request.h"
#include "src/session/verdict.h"
#include "src/strategy/shape.h"
#include "src/strategy/strategy.h"

namespace culprit::session {

struct SessionOptions {
  bool ask_root = false;                    ///< false: the root is taken as wrong
  bool memory = true;                       ///< a question that was answered before is not asked again
  strategy::StrategyOptions strategy = {};  ///< for those that are switched to
};

/// Who gave an automatic answer.
inline constexpr std::string_view kEarlierAnswer = "earlier answer";

/// The dialogue's state: Algorithm 1 of the papers with every kind of answer, on a tree that is never pruned.
/// At any time there is a question or a verdict. Requests go in by check() and apply(), so that a caller can
/// save one in between.
class Session {
 public:
  /// Shape, account and reshaped tree must outlive the session. Without an account there is no memory and no
  /// contradiction. With a reshaped tree, shape and account are of it.
  Session(const strategy::Shape& shape, const state::Account* account,
          std::unique_ptr<strategy::Strategy> strategy, SessionOptions options = {},
          const transform::Reshaped* reshaped = nullptr);

  /// What is wrong with a request here and now: kBadAnswer, or kUsage for an unknown strategy.
  Status check(const Request& request) const;
  /// Precondition: check() passed. Returns the answered nodes that contradict the request.
  std::vector<Contradiction> apply(const Request& request);

  /// The node to judge now; kNoNode if there is a verdict.
  NodeId question() const { return question_; }
  /// Meaningful if there is no question.
  const Verdict& verdict() const { return verdict_; }
  /// True if the user jumped to the question.
  bool jumped() const { return jumped_ != kNoNode; }
  /// One sentence for "why this question?".
  std::string why() const;
  /// What the strategy assumed, or took back, on the way to the question.
  std::vector<std::string> remarks() const;
  Expectation expectation() const;
  /// Nodes that can still be the buggy one.
  std::uint64_t suspects() const { return marks_.search().total(); }

  /// Lets the strategy prepare for the answers to the question, while somebody thinks about it. Changes nothing.
  void think_ahead();

  std::string_view strategy() const { return strategy_->name(); }
  const SessionOptions& options() const { return options_; }
  const Marks& marks() const { return marks_; }
  /// Steps that undo can take back: answers that were given, and bugs set aside.
  std::uint32_t undoable() const;
  /// Answers given, automatic ones left out.
  std::uint32_t answers() const;
  std::vector<Answer> log() const;

 private:
  std::vector<Contradiction> answer(const Request& request);
  void undo(std::uint32_t steps);
  Status check_fold(const Request& request) const;
  /// Opens a node in the course of the step before.
  void open_by_itself(NodeId n);
  /// Opens a closed node that was found wrong, so that the search can go on in it. False if there is none.
  bool open_wrong_root();
  /// Finds the question or the verdict, answering from memory as far as that goes.
  void settle();
  std::optional<Answer> remembered(NodeId n) const;
  std::vector<Contradiction> contradictions(const Answer& answer) const;

  const strategy::Shape& shape_;
  std::unique_ptr<strategy::Strategy> strategy_;
  SessionOptions options_;
  std::optional<oracle::Memory> memory_;
  Marks marks_;
  NodeId jumped_ = kNoNode;
  NodeId question_ = kNoNode;
  Verdict verdict_;
  Ahead ahead_;  ///< last, so that it ends before what it looks at
};

}  // namespace culprit::session
