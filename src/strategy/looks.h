#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/base/ids.h"
#include "src/base/mark.h"
#include "src/strategy/effort.h"
#include "src/strategy/loops.h"
#include "src/strategy/search.h"
#include "src/strategy/suspects.h"

namespace culprit::strategy {

inline constexpr std::uint32_t kMostSteps = 15;  ///< of a frame: the heaviest; what is more stays out of it
inline constexpr std::uint32_t kMostRows = 12;   ///< of a table: of more passes, evenly spaced ones

/// What a person sees and answers at once.
enum class LookKind : std::uint8_t {
  kCall,           ///< a node by itself: is it right?
  kCallWithSteps,  ///< the same with what is directly below it
  kFrame,          ///< a node known to be wrong, step by step: which one does wrong first?
  kTable           ///< a loop: after which pass is something wrong for the first time?
};

struct LookId {
  LookKind kind = LookKind::kCall;
  SearchId node = kNoSearchId;
  auto operator<=>(const LookId&) const = default;
};

/// A step of a frame, or a row of a table.
struct LookPart {
  SearchId node;                 ///< the step; of a row its first pass
  std::uint64_t weight = 0;      ///< suspects for which this part is the answer
  std::uint32_t first_pass = 0;  ///< of a row, counted from 1
  std::uint32_t last_pass = 0;
  SearchId behind = kNoSearchId;  ///< of a row: the pass after its last, if that is still suspected
};

/// Suspects fall into those of the parts, those for which all that is shown is right, and the rest: for a call all inside it, for
/// frames what is in the node's own lines (or in steps that are not listed).
struct Look {
  LookKind kind = LookKind::kCall;
  SearchId node;                     ///< of a table the first pass it shows
  bool is_known_wrong = false;       ///< the search's root: nobody has to say that it is wrong
  std::vector<LookPart> parts = {};  ///< in the order of the run
  std::uint64_t right = 0;           ///< weight left if the node is right; 0 if it is known to be wrong
  std::uint64_t own = 0;             ///< weight left if it is wrong, but none of the parts
  bool shows_start = false;          ///< a table: from the loop's first pass, not known to be wrong
  bool shows_end = false;            ///< a table: to the loop's last pass
  SearchId last_pass = kNoSearchId;  ///< a table: the last that it shows, by itself or in a row
  double information = 0;            ///< bits that its answer is expected to give
  double effort = 1;

  LookId id() const { return {kind, node}; }
  double worth() const { return information / effort; }
};

/// One thing to answer.
enum class LookAnswer : std::uint8_t {
  kRight,  ///< yes, or ok: nothing is wrong with the node
  kWrong,  ///< of a call: no
  kPart,   ///< of a frame: this step does wrong with what it was given; of a table: first wrong in this row
  kOwn,    ///< the node is wrong, and none of the steps that are listed
  kStart,  ///< of a table: wrong before the first pass
  kEnd     ///< of a table: the passes are right, the check that ended them is wrong
};

struct Judgement {
  SearchId node;
  Mark mark;  ///< right, wrong or inadmissible
  bool operator==(const Judgement&) const = default;
};

struct Outcome {
  LookAnswer answer;
  std::uint32_t part = 0;  ///< kPart: which one
  std::vector<Judgement> judgements;
  /// Suspects that make this the answer: those that it leaves. The outcomes of a look share all suspects out. `start` has none of its own: it
  /// leaves no other suspects than `ok` does; nor has `end`: its suspect is one of the last row's.
  std::uint64_t weight = 0;
};

/// All that can be answered, and the ordinary judgements that each answer stands for. What is known already (the root is wrong) is no judgement.
/// O(parts).
std::vector<Outcome> outcomes(const Look& look);

/// The effort of a look of kind call: a line with its values, and more for a pass or a chain.
double call_effort(const EffortModel& model, const EffortColumns& columns, const tree::SearchTree& tree,
                   SearchId n);

/// What one tree has for looks at it: made once a shape, O(n).
struct LookFacts {
  explicit LookFacts(const Shape& shape) : loops(shape.tree()), columns(shape.effort_columns()) {}
  Loops loops;
  EffortColumns columns;
};

/// Makes looks at what is suspected now, with what they tell and take. None passes over the tree: a look takes O(log n) for each part, and
/// parts are few.
class LookMaker {
 public:
  LookMaker(const Suspects& suspects, const LookFacts& facts, const EffortModel& model);

  /// Precondition of the first two: the node can be asked.
  Look call(SearchId n) const;
  /// Steps that cannot be asked are looked through. The last step of a pass are those behind it.
  Look call_with_steps(SearchId n) const;
  /// Of the root. Precondition: it is known to be wrong.
  Look frame() const;
  /// The rows from this pass on. Nothing if fewer than two passes are left. Precondition: the pass can be asked, or is the root.
  std::optional<Look> table(SearchId pass) const;

 private:
  std::vector<LookPart> steps(SearchId n) const;
  bool are_the_rest(SearchId step) const;
  std::uint32_t suspected_passes(Loops::Place from) const;
  Look table(Loops::Place from, std::uint32_t count, const std::vector<std::uint32_t>& ends) const;
  Look finished(Look look) const;
  double effort(const Look& look) const;
  double information(const Look& look) const;

  const Suspects& suspects_;
  const LookFacts& facts_;
  const EffortModel& model_;
  std::uint64_t total_;
};

}  // namespace culprit::strategy
