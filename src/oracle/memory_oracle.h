#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/oracle/oracle.h"

namespace culprit::oracle {

/// Names an answer that was remembered.
using AnswerId = Id<struct AnswerTag, std::uint64_t>;
/// What an answer gets that is not kept.
inline constexpr AnswerId kNoAnswer{0};

/// Earlier answers, of this session and of others: the first oracle to ask. Each operation takes O(1) and the answers to
/// the one question; what costs is making a question, so ask knows_function() before.
class MemoryOracle final : public Oracle {
 public:
  /// Answers to incomplete questions, and what is no judgement (right, wrong, inadmissible), are not kept.
  AnswerId remember(const Question& question, Mark mark, Sureness sureness, std::string ground);
  /// The same for an answer from elsewhere, such as "session 3 of an earlier run", which becomes a part of the ground. Load
  /// these before the session's own, since the last answer counts.
  AnswerId load(std::string_view origin, const Question& question, Mark mark, Sureness sureness,
                std::string_view ground);
  /// For undo. What is not known is no error.
  void forget(AnswerId answer);

  /// Whether an answer about this function (or chain of functions) is remembered.
  bool knows_function(const Hash128& function) const { return functions_.contains(function); }
  /// The last answer that says right or wrong, at most of good sureness: that it was given once is no proof. Inadmissible
  /// ones are not carried over, since they blame what came before that very call.
  Opinion recall(const Question& question) const;
  /// The grounds of answers that say otherwise than the mark, oldest first.
  std::vector<std::string> contradicting(const Question& question, Mark mark) const;

  Who who() const override { return {Who::Kind::kMemory}; }
  Result<Opinion> ask(const Asked& asked, std::chrono::milliseconds time) override;

 private:
  struct Key {
    Hash128 function, uses, did;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return key.function.low ^ key.uses.low * 3 ^ key.did.low * 5;
    }
  };
  struct Kept {
    AnswerId id;
    Opinion opinion;
  };
  static Key key_of(const Question& question) { return {question.function, question.uses, question.did}; }
  const std::vector<Kept>* find(const Question& question) const;

  std::unordered_map<Key, std::vector<Kept>, KeyHash> answers_;  ///< oldest first
  std::unordered_map<AnswerId, Key> keys_;
  std::unordered_map<Hash128, std::uint64_t> functions_;  ///< -> how many answers
  std::uint64_t last_ = 0;
};

}  // namespace culprit::oracle
