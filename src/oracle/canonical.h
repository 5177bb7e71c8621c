#pragma once

#include <string>
#include <string_view>

#include "src/oracle/reasons.h"
#include "src/state/account.h"

namespace culprit::oracle {

/// The form of the texts below. Whatever changes one of them changes this, since their hashes are kept in files.
inline constexpr std::string_view kForm = "q4";

/// What is shown of a call, as texts that are equal for equal calls, in whatever run or build of the program.
struct Canonical {
  std::string uses;    ///< inputs, the context before, input consumed, what was asked
  std::string did;     ///< outcome, result, exception, the context after, output by file, threads started
  Reasons incomplete;  ///< why equal texts do not mean equal calls
};

/// Where reads were recorded, `uses` is the arguments and what was used, by path, and `did` what became of it: outcome, result,
/// changes and output. Calls that differ only in what they did not use are the same. Else both are all that can be reached, and
/// calls are the same only if that is. The two never equal each other.
///
/// Values are written by kind, text and parts; names count where they tell parts apart; contexts go by name. There is no
/// address in the texts: what is visited is counted, in `uses` and on in `did`, and a pointer is the number of the first
/// value visited where it leads, so that a call on another object with the same contents is the same, and aliases still
/// count. Elements of unordered containers are sorted by their texts without such numbers.
///
/// What is not told is not guessed: a pointer to what was not visited, an object of which only the class is known, and
/// bytes that may be an address make the texts incomplete. O(size of the facts), and a sort for each unordered container.
Canonical canonical(const state::Facts& facts);

}  // namespace culprit::oracle
