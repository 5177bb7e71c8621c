#pragma once

#include <compare>

#include "src/base/ids.h"

namespace culprit::session {

/// What is asked and answered: a node of the subject, or a chain of siblings, by its first and its last call.
struct About {
  NodeId first = kNoNode;
  NodeId last = kNoNode;

  About() = default;
  About(NodeId node) : first(node), last(node) {}
  About(NodeId first_call, NodeId last_call) : first(first_call), last(last_call) {}
  bool is_nothing() const { return first == kNoNode; }
  bool is_chain() const { return first != last; }
  auto operator<=>(const About&) const = default;
};

}  // namespace culprit::session
