#include "src/oracle/reasons.h"

#include <algorithm>
#include <array>

#include "src/base/text.h"

namespace culprit::oracle {
namespace {

struct Row {
  Reason reason;
  std::string_view word;
  std::string_view sentence;
};

constexpr std::array kRows = {
    Row{Reason::kCut, "cut", "something was left out"},
    Row{Reason::kUnfinished, "unfinished", "the call did not finish"},
    Row{Reason::kNameOnly, "name", "nothing but a name is known"},
    Row{Reason::kLost, "lost", "records are missing"},
    Row{Reason::kPointer, "pointer", "a pointer leads to what is not known"},
    Row{Reason::kContents, "contents", "the contents of an object are not known"},
    Row{Reason::kAmbiguous, "ambiguous", "something else has the same name"},
    Row{Reason::kLoopEnd, "loop-end", "how the loop ended was not recorded"},
    Row{Reason::kThreads, "threads", "another thread wrote what was used"},
    Row{Reason::kOtherForm, "form", "it was saved in another form"},
};

std::string joined(Reasons reasons, std::string_view separator, std::string_view Row::* part) {
  std::string text;
  for (const Row& row : kRows) {
    if (!reasons.has(row.reason)) continue;
    if (!text.empty()) text += separator;
    text += row.*part;
  }
  return text;
}

}  // namespace

std::string to_text(Reasons reasons) {
  return joined(reasons, ",", &Row::word);
}

std::string describe(Reasons reasons) {
  return joined(reasons, "; ", &Row::sentence);
}

std::optional<Reasons> parse_reasons(std::string_view text) {
  Reasons reasons;
  if (text.empty()) return reasons;
  for (const std::string_view word : split(text, ',')) {
    const auto row = std::ranges::find(kRows, word, &Row::word);
    if (row == kRows.end()) return {};
    reasons.add(row->reason);
  }
  return reasons;
}

}  // namespace culprit::oracle
