#pragma once

#include <string>

#include "src/oracle/canonical_writer.h"
#include "src/oracle/reasons.h"
#include "src/state/account.h"

namespace culprit::oracle {

/// What is shown of a call, as texts that are equal for equal calls, in whatever run or build of the program.
struct Canonical {
  std::string uses;    ///< inputs, the context before, what of them was used, input consumed, what was asked
  std::string did;     ///< outcome, result, exception, the context after, output by file, threads started
  Reasons incomplete;  ///< why equal texts do not mean equal calls
};

/// `uses` is all that can be reached, and where reads were recorded also which of it was used, by path: a call that differs only in
/// what it did not use is another one, since the right code may have used it. `did` is what became of it: where reads were
/// recorded outcome, result, changes and output, else all that can be reached afterwards. The two forms never equal each other.
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
