#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/state/surroundings.h"
#include "src/state/value.h"
#include "src/tree/tree.h"

namespace culprit::state {

enum class Outcome : std::uint8_t { kReturned, kThrew, kJumped, kExited, kUnfinished };

/// How a loop was left, and with that the passes of it that were still open.
enum class LoopExit : std::uint8_t { kRanOut, kBroke, kReturned, kJumped, kThrew, kUnknown };

struct Left {
  LoopExit how = LoopExit::kUnknown;
  std::uint32_t line = 0;       ///< of the statement; 0: not known
  std::optional<Value> result;  ///< of the call that it returned from
  std::vector<Value> own;       ///< what the variables of its head held then
};

/// How much was written of what one owner has: "what was allocated in f", a global, "variables of f".
struct WrittenCount {
  std::string owner;
  std::uint64_t bytes = 0;
  bool is_about = false;  ///< reckoned from some of them
};

/// A part of what a node used, as it was when the node began.
struct UsedPart {
  std::string path;         ///< as in Change; of a row of elements, `a[2..6]`
  Value value;              ///< pointers without what they lead to; of an object the fields that were used
  std::string root;         ///< the name that the path begins with; empty if the node does not see it
  bool is_link = false;     ///< a pointer that other parts lie behind
  bool is_written = false;  ///< another thread wrote it meanwhile
};

/// What a node used: read before it had written it itself.
struct Used {
  bool is_known = false;     ///< reads were recorded
  bool is_cut = false;       ///< there was more than can be looked at: that is counted
  bool is_too_much = false;  ///< some of it may have been written by the node's own threads before
  bool is_raced = false;     ///< other threads wrote some of it meanwhile
  std::vector<UsedPart> parts;
  /// Addresses among the values behind which nothing was used -> where the object begins that they lie in; 0 if that is not known.
  std::map<Address, Address> bare;
  std::vector<WrittenCount> rest;  ///< what has no name, by who owns it, the most first
  std::string
      rest_bytes;  ///< the same as a text that is equal for equal contents; empty if that is not known
};

/// A thread that a node started and that outlived it: the first call in it, with what it was given.
struct StartedThread {
  struct Given {
    Value value;
    std::string place;  ///< of an address: what it is of, "workers[30]"; empty if that has no name
    std::string owner;  ///< and the same in a form that is equal in every run; empty if it is not known
  };
  std::string function;  ///< empty: no call in it was recorded
  std::vector<Given> inputs;
};

/// What was not recorded and so cannot be known of a node, which is another thing than that there was nothing.
struct Unrecorded {
  bool reads = false;    ///< what it used, or some of it
  bool partly = false;   ///< of that some may be recorded
  bool input = false;    ///< what it consumed, wrote to files and asked
  bool records = false;  ///< some of what it did: a part of its records is missing
  bool before = false;   ///< some of what was done before it: what it found may have been another

  bool operator==(const Unrecorded&) const = default;
};

/// Everything a question shows of a node. `changes` are the differences between before and after.
struct Facts {
  Outcome outcome = Outcome::kReturned;
  std::vector<Value> inputs;    ///< arguments (of an iteration: the visible variables), in order
  std::optional<Value> result;  ///< result; of an exception, its object
  std::string exception;        ///< type of the exception, if it threw
  std::optional<Left>
      left;  ///< of an iteration: how its loop ended, unless an exception or a jump left the call
  std::vector<Value> before;  ///< the context: what arguments reach, and globals the subtree names
  std::vector<Value> after;
  std::vector<Change> changes;
  std::vector<Change> set_again;  ///< what was written with the value that it had, some of it if changes_cut
  std::uint64_t foreign = 0;      ///< bytes changed in memory of code that was not recorded
  bool changes_cut = false;       ///< limits were reached: there may be more changes
  /// Where more was written than can be looked at: how much of what was there before and still is, the most first.
  std::vector<WrittenCount> written;
  Used used;
  std::string output;                  ///< text written by the subtree to standard output and error
  bool output_cut = false;             ///< there was more than can be shown
  std::vector<Consumed> consumed;      ///< input, by file, in the order of first use
  std::vector<FileText> files;         ///< text written by the subtree to other files
  std::vector<Asked> asked;            ///< environment, time, randomness, in order
  std::vector<StartedThread> started;  ///< in order
  bool transfers_cut = false;          ///< of these there was more than can be shown
  bool knows_input = false;            ///< what is consumed was recorded
  Unrecorded unrecorded;
};

/// Who wrote some bytes: the write's moment, node and source line.
struct Writer {
  Moment moment = kNoMoment;
  NodeId node = kNoNode;  ///< innermost node in which the write happened; kNoNode: before the program ran
  std::string file;
  std::uint32_t line = 0;   ///< 0 if not known
  bool is_initial = false;  ///< there from the start
  bool is_foreign = false;  ///< by code that was not recorded, seen after the fact
};

/// How much memory may still be looked at, in granules of 64 bytes, a microsecond or two each. What is spent is taken off.
struct Effort {
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
  void spend(std::uint64_t granules) { left -= std::min(left, granules); }
};

/// The source of facts about nodes, whatever a tree was made from. One implementation reads traces, one
/// labels.
class Account {
 public:
  virtual ~Account() = default;
  virtual Facts facts(NodeId node, const Limits& limits) const = 0;
  /// Inputs and result only, for one-line descriptions. Much cheaper than facts().
  virtual Facts brief(NodeId node, const Limits& limits) const = 0;
  /// A path as in Change ("head->next"), looked up in the node's context before (or after) it.
  virtual Result<Value> look_up(NodeId node, bool after, std::string_view path,
                                const Limits& limits) const = 0;
  virtual Result<Writer> who_wrote(NodeId node, bool after, std::string_view path) const = 0;
  /// As facts(), of a run of siblings: the state before the first and after the last of them, and what differs. No inputs
  /// and no result; the outcome is the last one's, the output that of all. Precondition: first <= last.
  virtual Facts chain_facts(NodeId first, NodeId last, const Limits& limits) const = 0;
  /// As facts(), of the passes of a loop from `first` to `last` alone, each with its step and the check that admits the next one:
  /// what they did up to where the next pass begins. Of the last pass, facts() of `first`. Where nothing is known of the time between
  /// passes, facts() too.
  virtual Facts step_facts(NodeId first, [[maybe_unused]] NodeId last, const Limits& limits) const {
    return facts(first, limits);
  }
  /// Whether a node goes on where another ended: its context before is the other's context after. Contexts are the same if
  /// they have the same roots and nothing that these reach was written in between; two empty ones always are. Where that
  /// cannot be told cheaply, or no effort is left, the answer is no. Precondition: `second` began after `first` ended.
  virtual bool continues(NodeId first, NodeId second, Effort& effort) const = 0;
  bool continues(NodeId first, NodeId second) const {
    Effort any;
    return continues(first, second, any);
  }
  /// Which pass of its loop an iteration is, from 1; 0 for a call, or if not known. O(1).
  virtual std::uint64_t pass_of(NodeId node) const;
  /// How many passes the loop of an iteration made; 0 for a call, or if not known. O(log n).
  virtual std::uint64_t passes_of(NodeId node) const;
  /// Another pass of the loop, by its number from 1; kNoNode if there is none, or if not known. O(log n).
  virtual NodeId pass(NodeId iteration, std::uint64_t number) const;
  /// The call that a pass belongs to, through all loops around it; of a call itself. kNoNode if there is none, or if not known. O(1).
  virtual NodeId call_of(NodeId node) const;
  /// On which line of its caller's file a call stands; 0 if that is not known, and for an iteration. What library code called counts as called
  /// from where the program went into the library. O(log n).
  virtual std::uint32_t call_line(NodeId node) const;
};

/// For trees from text and JSON. The tree must outlive it.
std::unique_ptr<Account> make_label_account(const tree::Tree& tree);

}  // namespace culprit::state
