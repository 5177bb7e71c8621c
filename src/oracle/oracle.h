#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/base/mark.h"
#include "src/oracle/questions.h"
#include "src/oracle/who.h"

namespace culprit::oracle {

/// How often an opinion is wrong.
enum class Sureness : std::uint8_t {
  kSure,
  kGood,
  kFair,
  kVague,  ///< a hint: never an answer
};

/// What is assumed of opinions of that sureness until it was measured: 0.1 %, 1 %, 5 %; a vague one may be as well wrong
/// as right.
constexpr double error_rate(Sureness sureness) {
  switch (sureness) {
    case Sureness::kSure:
      return 0.001;
    case Sureness::kGood:
      return 0.01;
    case Sureness::kFair:
      return 0.05;
    case Sureness::kVague:
      break;
  }
  return 0.5;
}

/// What an oracle says of a question: right, wrong or inadmissible; undefined if it has nothing to say.
struct Opinion {
  Mark mark = Mark::kUndefined;
  Sureness sureness = Sureness::kVague;
  std::string ground{};  ///< one sentence that a user can check

  bool is_answer() const { return mark != Mark::kUndefined && sureness != Sureness::kVague; }
};

/// A call, a loop's pass or a chain of calls that somebody is asked about. Its question costs facts, so it is made when an
/// oracle wants it.
class Asked {
 public:
  /// The questions must outlive it.
  Asked(const Questions& questions, NodeId node) : questions_(&questions), calls_{node} {}
  /// A chain. Precondition: not empty.
  Asked(const Questions& questions, std::vector<NodeId> calls)
      : questions_(&questions), calls_(std::move(calls)) {}

  NodeId first() const { return calls_.front(); }
  NodeId last() const { return calls_.back(); }
  std::span<const NodeId> calls() const { return calls_; }
  /// Cheap.
  Hash128 function() const { return questions_->function_of_chain(calls_); }
  Question question() const { return questions_->of_chain(calls_); }

 private:
  const Questions* questions_;
  std::vector<NodeId> calls_;
};

/// What an oracle may cost. It keeps the time itself, since only it knows what it waits for; the panel counts.
struct Budget {
  std::chrono::milliseconds time = std::chrono::milliseconds::max();    ///< for one question
  std::uint64_t questions = std::numeric_limits<std::uint64_t>::max();  ///< in all
};

/// Somebody who can answer instead of the user.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual Who who() const = 0;
  std::string name() const { return to_text(who()); }
  /// An error says that it cannot be asked any more; that it knows no answer is an opinion without a mark.
  virtual Result<Opinion> ask(const Asked& asked, std::chrono::milliseconds time) = 0;
};

}  // namespace culprit::oracle
