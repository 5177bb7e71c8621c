#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/graph/locator.h"
#include "src/service/subject.h"

namespace culprit::service {

/// A dependency graph of a run, to be drawn.
struct GraphView {
  struct Node {
    std::string label;
    std::string name{};       ///< of a node that stands for calls: what users call the first of them
    std::uint64_t calls = 0;  ///< how many it stands for; 0 if that says nothing
  };
  struct Arc {
    std::uint32_t from;
    std::uint32_t to;
    bool is_parameter = false;
  };
  std::vector<Node> nodes;
  std::vector<Arc> arcs;
  std::uint32_t initial = 0;
  std::vector<std::string> steps;  ///< of a projected graph: what led to it, a sentence each
};

enum class GraphKind : std::uint8_t { kInstance, kValue, kFunction };

/// Larger graphs can neither be drawn nor read.
inline constexpr std::uint32_t kMostGraphNodes = 2000;

/// Fails with kUsage if the graph has more than kMostGraphNodes nodes.
Result<GraphView> graph_view(const Subject& subject, const state::Account& account, GraphKind kind);

/// The strategically projected graph after so many steps of the bug locator (all, if there are fewer), as far as the answers
/// lead: the marks of all nodes, or none. `steps` says how it came to be.
Result<GraphView> projected_graph_view(const Subject& subject, const state::Account& account,
                                       const std::vector<Mark>& marks, std::uint32_t steps);

}  // namespace culprit::service
