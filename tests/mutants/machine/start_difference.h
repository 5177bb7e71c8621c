#pragma once

#include <string>

#include "src/trace/trace.h"
#include "src/tree/tree.h"

namespace culprit::mutants {

/// Empty if two runs were the same up to where a node begins, its own record included: then what they did behind it can be compared. Else
/// the first difference, in words.
/// Each thread's log counts, all but the numbers that order threads. Precondition: a and b are the node's rows in the two trees.
std::string start_difference(const trace::Trace& trace, const tree::Tree& tree, NodeId a,
                             const trace::Trace& other_trace, const tree::Tree& other_tree, NodeId b);

}  // namespace culprit::mutants
