#pragma once

#include <string>

#include "src/service/dependency_graph.h"

namespace culprit::cli {

/// For Graphviz. Parameter arcs are dotted, as in the papers; the initial node has a thick border.
std::string graph_dot(const service::GraphView& view);
std::string graph_json(const service::GraphView& view, const std::string& kind);

}  // namespace culprit::cli
