#pragma once

#include <cstdint>
#include <vector>

#include "src/base/column.h"
#include "src/base/progress.h"
#include "src/state/index_format.h"
#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::state {

/// The nodes of each stream in the order of their enters. With one stream that is the order of the nodes, and
/// nothing is stored. O(n log streams).
struct StreamNodes {
  StreamNodes(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress);
  std::vector<std::uint64_t> starts;
  Column<std::uint32_t> nodes;
};

/// The index's columns with a row a node. The tree gives ancestors and passes; enter events give frames and
/// births.
class NodeColumns {
 public:
  NodeColumns(const tree::Tree& tree, const Progress& progress);
  /// An enter event of this node: its frame as given (long) or as a distance to its caller's, and the last
  /// event before it that was no write.
  void enter(NodeId node, const trace::Event& event);

  /// An iteration, and how far before it its loop began.
  void enter_iteration(NodeId node, std::uint64_t since_loop);

  const Column<std::uint64_t>& frames() const { return frames_; }
  const Column<std::uint32_t>& births() const { return births_; }
  const Column<std::uint32_t>& jumps() const { return jumps_; }
  /// Gives the memory back.
  void clear();

 private:
  void fill_iterations(Steps& steps);
  void fill_jumps(Steps& steps);

  const tree::Tree& tree_;
  Column<std::uint64_t> frames_;
  Column<std::uint32_t> births_;
  Column<std::uint32_t> jumps_;
};

/// Which nodes run functions that name globals, so that the globals of a subtree are found by binary
/// searches.
struct Postings {
  Postings(const trace::Tables& tables, const tree::Tree& tree);
  std::vector<std::uint32_t> functions;
  std::vector<std::uint64_t> starts;
  Column<std::uint32_t> nodes;
};

/// The globals a function names: of a loop without a list, those of the function it stands in.
const std::vector<GlobalId>& named_globals(const trace::Tables& tables, FunctionId function);

}  // namespace culprit::state
