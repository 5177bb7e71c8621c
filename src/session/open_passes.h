#pragma once

#include "src/base/ids.h"
#include "src/session/space.h"
#include "src/strategy/interval_suspects.h"
#include "src/tree/tree.h"

namespace culprit::session {

/// The passes that were open where the run ended. Of a loop that never ends every pass is wrong, and the last one, in which the run
/// was stopped, is the innermost; but the call that is to blame may not have been made in it yet, while the step before it is whole.
/// So the last pass is judged with the one before it, and by itself only when nothing else of that step can be to blame. Then it is
/// asked like any other: a run that crashed did so in its last pass, and whether it crashed or was stopped, a trace need not say.
class OpenPasses {
 public:
  /// All must outlive it.
  OpenPasses(const tree::Tree& subject, const Spaces& spaces, const Space& space)
      : subject_(subject), spaces_(spaces), space_(space) {}

  /// What is to be asked instead of what a strategy chose: the pass before; the chosen one itself if it is no such pass, or its turn
  /// has come; nothing if something else of the step before it has to be asked first.
  SearchId in_place_of(SearchId chosen, const strategy::IntervalSuspects& search) const;

 private:
  SearchId pass_before(NodeId last) const;
  bool has_pass_behind(NodeId pass) const;

  const tree::Tree& subject_;
  const Spaces& spaces_;
  const Space& space_;
};

}  // namespace culprit::session
