#include "src/session/open_passes.h"

namespace culprit::session {
namespace {

/// Whether there is a suspect that can be asked in [first, last).
bool can_ask_between(const strategy::IntervalSuspects& search, SearchId first, SearchId last) {
  std::uint64_t weight = search.weight_between(first, last);
  for (const SearchId skipped : search.skipped())
    if (first <= skipped && skipped < last) weight -= search.own_weight(skipped);
  return weight > 0;
}

}  // namespace

/// O(children of the pass).
bool OpenPasses::has_pass_behind(NodeId pass) const {
  for (NodeId child{pass.value() + 1}; child < subject_.end(pass); child = subject_.end(child))
    if (subject_.function_id(child) == subject_.function_id(pass)) return true;
  return false;
}

/// The row of the pass before one that was open when the run ended and has none behind it; kNoSearchId if it is no such pass, or the
/// first of its loop. Where compression took the pass before out, the row is that of the pass which stands for it.
SearchId OpenPasses::pass_before(NodeId last) const {
  const NodeId before = subject_.parent(last);
  if (before == kNoNode || !subject_.is_iteration(last) ||
      subject_.function_id(before) != subject_.function_id(last) || !spaces_.did_not_finish(last) ||
      has_pass_behind(last))
    return kNoSearchId;
  const SearchId row = space_.reshaped().nearest(subject_, before);
  const bool is_pass = row != kNoSearchId && !space_.reshaped().is_made(row) &&
                       subject_.function_id(space_.reshaped().origin_of(row)) == subject_.function_id(last);
  return is_pass ? row : kNoSearchId;
}

SearchId OpenPasses::in_place_of(SearchId chosen, const strategy::IntervalSuspects& search) const {
  // A chain that ends with the pass is as wrong as the pass.
  const SearchId last = space_.reshaped().last_part(chosen);
  const SearchId before = pass_before(space_.reshaped().origin_of(last));
  if (before == kNoSearchId || before == chosen) return chosen;
  if (search.askable(before)) return before;
  const bool is_known_wrong = before == search.root() && search.root_is_wrong();
  const SearchId first{before.value() + 1};
  return is_known_wrong && can_ask_between(search, first, last) ? kNoSearchId : chosen;
}

}  // namespace culprit::session
