#pragma once

#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/service/subject.h"

namespace culprit::mutants {

/// What is left out of what is compared as shown. The machine tests itself so: whatever is hidden must lead to misses.
struct Hidden {
  bool globals = false;
  bool captures = false;  ///< what lambdas hold
  bool heap = false;
  bool input = false;  ///< how much of it was consumed
  bool output = false;
  bool result = false;

  bool is_nothing() const { return !globals && !captures && !heap && !input && !output && !result; }
};
/// A list: "globals,heap". Fails with kUsage.
Result<Hidden> parse_hidden(std::string_view list);
std::string to_text(const Hidden& hidden);

/// Whether a person who is shown all of a node sees the same in both runs: the canonical texts of what it did. Where these leave something
/// out for its size, more is compared, as who browses does.
Result<bool> looks_same(const service::Subject& subject, NodeId node, const service::Subject& other,
                        NodeId other_node, const Hidden& hidden);

}  // namespace culprit::mutants
