#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/service/node_views.h"
#include "src/service/subject.h"
#include "src/state/account.h"
#include "src/state/value.h"

namespace culprit::service {

/// What a node does itself, one after the other: a call, or a loop with all its passes.
struct Step {
  NodeView about;             ///< of a loop its first pass, with the facts of all of them
  std::uint32_t line = 0;     ///< that made it, in the file of the node; 0: not known
  bool is_loop = false;       ///< then about.passes says how many it made
  bool are_the_rest = false;  ///< of a pass: the passes behind it
};

/// A node, step by step.
struct Frame {
  NodeView about;
  std::vector<Step> steps;        ///< in order; with brief views if they are many
  std::uint64_t steps_total = 0;  ///< there may be more than are listed
  bool is_at_least = false;       ///< and more than that: they were not all counted
  bool is_cut() const { return steps.size() < steps_total; }
};

/// A column of a table: something that a loop works on or leaves.
struct TableColumn {
  std::string path;  ///< "left", "sieve->composite", "i"
  bool is_own =
      false;  ///< declared in the loop's head: its value is that during the pass, of all others that after it
};

/// Passes that follow each other, and the state behind the last of them.
struct TableRow {
  std::uint64_t first = 0;  ///< which passes, from 1
  std::uint64_t last = 0;
  NodeId pass = kNoNode;        ///< the first of them
  bool changed_nothing = true;  ///< none of them left anything else than it found
  state::Facts facts;           ///< of these passes alone
  std::vector<NodeView> calls;  ///< those that a single pass makes itself, in order; some, if they are many
  std::uint64_t calls_total = 0;
  std::vector<std::optional<state::Value>> values;  ///< one a column; nothing where there is none
};

/// A loop, pass by pass.
struct Table {
  NodeView loop;  ///< its first pass, in brief
  NodeView call;  ///< that it stands in, in brief
  std::uint64_t passes = 0;
  std::uint64_t from = 1;  ///< the passes that the rows are about
  std::uint64_t to = 0;
  bool is_range = false;    ///< for (x : container)
  bool is_sampled = false;  ///< some rows stand for passes of which something changed in several
  std::vector<TableColumn> columns;
  std::vector<std::optional<state::Value>> start;  ///< before pass `from`, one a column
  std::vector<TableRow> rows;
  std::optional<state::Left> left;                  ///< how it ended, if `to` is its last pass
  std::vector<std::optional<state::Value>> at_end;  ///< of the head's variables, then
};

/// Makes looks of more than one node. Nothing here passes over the tree: what is listed is bounded.
class Looks {
 public:
  /// All must outlive it.
  Looks(const Subject& subject, const state::Account& account, const NodeViews& views, state::Limits limits)
      : subject_(subject), account_(account), views_(views), limits_(limits) {}

  /// Steps that are shown with all that they did; of more of them only inputs and results are.
  static constexpr std::size_t kFullSteps = 15;
  /// And so many at most.
  static constexpr std::size_t kMostSteps = 100;
  static constexpr std::size_t kMostRows = 12;

  /// A node with its first steps. Of one that goes through many, only so many children are looked at.
  Frame frame(NodeId node) const;
  /// The loop that an iteration is a pass of; of it the passes from `from` to `to`, or all (0). Fails with kBadAnswer: it is no
  /// iteration, or there are no such passes.
  Result<Table> table(NodeId iteration, std::uint64_t from = 1, std::uint64_t to = 0) const;
  /// Which pass of its loop an iteration is, from 1.
  std::uint64_t number(NodeId iteration) const { return views_.brief(iteration).iteration; }
  /// The last pass, from number `from` on, that is not cleared. Precondition: with a pass all behind it are. O(log passes) looks; where the
  /// account knows no numbers, O(passes).
  std::uint64_t last_open(NodeId iteration, std::uint64_t from,
                          const std::function<bool(NodeId)>& is_cleared) const;
  /// A pass of the table's loop by its number; kNoNode if it made fewer.
  NodeId pass(const Table& table, std::uint64_t number) const;

 private:
  struct Passes;

  Step step(NodeId node, NodeId in, bool is_full) const;
  void add_rows(const Passes& passes, Table& table) const;
  TableRow row(const Passes& passes, std::uint64_t first, std::uint64_t last) const;
  void add_calls(TableRow& row) const;
  void add_columns(Table& table) const;
  void add_values(const Passes& passes, Table& table) const;

  const Subject& subject_;
  const state::Account& account_;
  const NodeViews& views_;
  state::Limits limits_;
};

}  // namespace culprit::service
