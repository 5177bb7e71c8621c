#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/base/ids.h"
#include "src/base/mark.h"

namespace culprit::session {

struct Expectation {
  std::uint32_t least = 0;
  double mean = 0;
  std::uint32_t most = 0;
  bool is_exact = true;       ///< false: sampled, since there are too many suspects to try every one
  bool most_is_bound = true;  ///< false: more than `most` may be needed (the walk was cut there)
};

enum class VerdictKind : std::uint8_t {
  kBuggy,      ///< `culprit` is wrong and everything below it is right
  kUndecided,  ///< only skipped nodes are left: `candidates` has them all, `decisive` would decide between
               ///< them
  kNothing,    ///< the root was judged right, or a further search found nothing
};

struct Judged {
  static constexpr std::size_t kNoEntry = ~std::size_t{0};
  SearchId node;
  Mark mark;
  std::size_t entry =
      kNoEntry;  ///< of the session's log; kNoEntry: not asked, follows from an answer above it
};

struct Verdict {
  VerdictKind kind = VerdictKind::kBuggy;
  SearchId culprit = kNoSearchId;
  std::vector<SearchId> candidates;
  SearchId decisive = kNoSearchId;
  std::vector<Judged> children;  ///< of the culprit, at most a few hundred; children_total counts all
  std::uint64_t children_total = 0;
};

class Marks;

/// The verdict when no question is left. Children listed: the first kListedChildren.
Verdict conclude(const Marks& marks);

inline constexpr std::size_t kListedChildren = 300;

}  // namespace culprit::session
