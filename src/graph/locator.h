#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/ids.h"
#include "src/base/mark.h"
#include "src/graph/digraph.h"
#include "src/graph/function_graph.h"
#include "src/graph/instances.h"

namespace culprit::graph {

/// What the locator does to the projected graph, and why (the paper's names of properties and strategies).
enum class Operation : std::uint8_t {
  kStart,            ///< one abstract node, seen from an instance that is wrong
  kInstantiate,      ///< an instance of the node was judged
  kExpand,           ///< f.m* into f.m and f.(m+1)*
  kFold,             ///< the node is assumed right
  kUnfold,           ///< the assumption is taken back
  kDetail,           ///< an interval into its members
  kInnerRemoval,     ///< the node and what only it calls are right
  kOuterRemoval,     ///< only what the node calls is left
  kNonInputRemoval,  ///< only what its input can have come from is left
  kConfirm,          ///< a call made by the blamed instance was judged
};
enum class Reason : std::uint8_t { kWrongResult, kP1, kP2, kP3, kS1, kS2, kS3, kS4, kSource };

std::string_view operation_name(Operation operation);
/// "P1", "S2", ...; "-" for the two that the paper has no name for.
std::string_view reason_name(Reason reason);

/// The projected graph as it stands after a step: names of the nodes in sight, and the arcs between them.
struct Picture {
  std::vector<std::string> names;
  Digraph graph;
};

struct Step {
  Operation operation;
  Reason reason;
  std::string node;                   ///< before the step, with what is folded into it: "fr.2*[fr.1]"
  std::string part;                   ///< of kUnfold and kExpand: what came out of it
  SearchId instance = kNoSearchId;    ///< of kStart, kInstantiate, kOuterRemoval, kConfirm
  Mark judgement = Mark::kUndefined;  ///< of kInstantiate and kConfirm
  Picture after;                      ///< empty unless asked for
};
/// What an instance is called.
using NameOf = std::function<std::string(SearchId)>;
/// One sentence: "merge is assumed right, since one of its instances is". Instances are called by their rows unless named.
std::string describe(const Step& step, const NameOf& name = {});

enum class Keep : std::uint8_t { kNothing, kSteps, kPictures };

struct Location {
  enum class Kind : std::uint8_t {
    kQuestion,   ///< `node` has to be judged
    kSource,     ///< `node` is wrong and no call that it made is
    kExhausted,  ///< the limits were reached; `node` is the lowest instance found wrong
  };
  Kind kind;
  SearchId node;
  Reason reason;      ///< of a question: kS3, or kSource for a call of the instance that would be blamed
  std::string about;  ///< of a question: the node of the graph that it instantiates
  std::vector<Step> steps;
};

/// How much a replay may do, in terms that do not depend on the machine.
struct LocatorLimits {
  /// Tree nodes and values passed over. Going up a deep recursion one rank at a time passes over the values for each.
  std::uint64_t work = std::numeric_limits<std::uint64_t>::max();
  /// Questions about one node whose hypothesis was taken back. From then on the paper asks its instances one by one.
  std::uint32_t questions_after_retraction = std::numeric_limits<std::uint32_t>::max();
};

/// What an instance is known to be.
using Answers = std::function<Mark(SearchId)>;

/// The bug locator of N. Takahashi and S. Ono, "Strategic Bug Location Method for Functional Programs", section 4.3, as a machine
/// that is replayed from its answers: next() starts from the beginning, takes the answers that are known, and stops at the
/// first instance whose answer is not. So it has no state to save, and undoing an answer is forgetting it.
///
/// With two or more nodes it asks about the one of S3 and removes or folds (P1 to P3, S1); with one it expands (S2), takes the
/// last hypothesis back, or details (S4). What the paper leaves open:
///  - Ties go to what comes first in preorder. The last fold is the first to be unfolded.
///  - A node that cannot be instantiated is removed (P1) before any question; inadmissible instances do not stand in the way,
///    since none of them can be at fault.
///  - A hypothesis is made once. After it was taken back, right instances only use up what can be asked.
///  - Before an instance is blamed, the calls that it made are looked at, and asked if no question has met them: hypotheses may have
///    hidden a wrong one. Then the search starts anew in that one. So a source is wrong and none of its calls is,
///    whatever the hypotheses were worth.
class Locator {
 public:
  /// `given`: the program's arcs; without parameter arcs among them the order of calls takes their place. O(n). The
  /// instances must outlive this.
  Locator(const Instances& instances, const std::vector<FunctionArc>& given);

  /// `start` must be an instance; it is taken as wrong without being asked. Every step either uses up an instance or makes the graph
  /// smaller or finer, so this ends whatever is answered.
  Location next(const Answers& answers, SearchId start = SearchId{0}, Keep keep = Keep::kNothing,
                const LocatorLimits& limits = {}) const;

  const Instances& instances() const { return instances_; }
  const std::vector<FunctionArc>& arcs() const { return arcs_; }

 private:
  const Instances& instances_;
  std::vector<FunctionArc> arcs_;
};

class Replay;

/// The same, kept between questions: while the answers agree with those it has taken, it goes on from where it stopped. What
/// it gives is what Locator::next() gives with steps; it only costs less.
class KeptReplay {
 public:
  /// The locator must outlive this.
  KeptReplay(const Locator& locator, SearchId start, const LocatorLimits& limits);
  KeptReplay(KeptReplay&&) noexcept;
  KeptReplay& operator=(KeptReplay&&) noexcept;
  ~KeptReplay();
  SearchId start() const { return start_; }
  /// True if next() would not have to begin anew. O(answers taken).
  bool agrees_with(const Answers& answers) const;
  Location next(const Answers& answers);

 private:
  std::reference_wrapper<const Locator> locator_;
  SearchId start_;
  LocatorLimits limits_;
  std::unique_ptr<Replay> replay_;
};

}  // namespace culprit::graph
