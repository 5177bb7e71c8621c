#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "src/session/answer.h"
#include "src/session/space.h"
#include "src/transform/wishes.h"
#include "src/tree/tree.h"

namespace culprit::session {

/// One thing that a session has accepted: an answer, "find another bug" (then `about` is what was found and set aside), or
/// a subtree or chain closed or opened.
struct Entry {
  enum class Kind : std::uint8_t { kAnswer, kAnother, kFold, kUnfold };
  Kind kind = Kind::kAnswer;
  Answer answer{};
  About about{};           ///< kAnother, kFold, kUnfold
  bool automatic = false;  ///< not a person's: goes with the entry before it
  About jumped{};          ///< the question was this because the user had jumped to it

  const About& names() const { return kind == Kind::kAnswer ? answer.about : about; }
};

/// Whether an entry begins what undo takes back at once: all others go with the one before them, since nobody gave them, or since
/// they were given at the same look.
bool begins_step(const std::vector<Entry>& log, std::size_t entry);

/// The siblings of the subject from the first call of a chain to its last. O(calls).
std::vector<NodeId> siblings(const tree::Tree& subject, const About& chain);
/// The calls of a chain: those that the answer names, or else the siblings.
std::vector<NodeId> calls_of(const tree::Tree& subject, const Answer& answer);
/// The calls of a row that is a chain, in order, through chains inside it; of any other row its node. O(calls).
std::vector<NodeId> calls_of(const transform::Reshaped& reshaped, SearchId row);
/// The row that an answer is about; kNoSearchId if there is none. A chain of other calls than those that were judged is another
/// one, even if it begins and ends alike: a pass between them may have been dissolved. O(log n), of a chain O(calls).
SearchId row_of(const tree::Tree& subject, const transform::Reshaped& reshaped, const Answer& answer);

/// True for each entry that counts: a remembered answer does not if the one that it was taken from has changed since, nor an
/// answer about a chain if there is a later one about the same. (A node's older answers have no effect anyway; a chain's
/// calls would keep them where it is none any more.)
std::vector<bool> in_force(const tree::Tree& subject, const std::vector<Entry>& log);

/// What has to be in the tree so that everything that the log and a jump name is there: `wishes` (of `space`), and what that
/// lacks. The same wishes again if it lacks nothing. `has_row`: whether an entry's answer about a chain has a row.
/// O(log of the session * log n).
transform::Wishes wishes_for(const tree::Tree& subject, const Space& space, const transform::Wishes& wishes,
                             const std::vector<Entry>& log, const About& jumped,
                             const std::function<bool(std::size_t)>& has_row);

/// The same, but for a chain, which is not opened any more, and those inside it.
transform::Wishes without(transform::Wishes wishes, const About& chain);

}  // namespace culprit::session
