#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/base/error.h"
#include "src/base/hash128.h"
#include "src/oracle/reasons.h"

namespace culprit::oracle {

/// What is asked about a call, a loop's pass or a chain of calls, as hashes of its canonical texts: who was called, what
/// it was given, and what it made of it. Earlier answers, contradictions and references know a question by nothing else.
/// An incomplete one is the same as none, not even as itself.
struct Question {
  Hash128 function;
  Hash128 uses;
  Hash128 did;
  Reasons incomplete;

  bool is_complete() const { return incomplete.empty(); }
};

/// True if both are complete, and ask the same.
bool same(const Question& a, const Question& b);

/// For files: `q5:<function>-<uses>-<did>`, 32 hexadecimal digits each; of an incomplete one with the reasons behind it,
/// `?cut,unfinished`.
std::string to_text(const Question& question);
/// A text of another form (`q4:…`) is a question that is incomplete for that reason: it is read, and equals none. Fails
/// with kBadSession if the text is no question at all.
Result<Question> parse_question(std::string_view text);

}  // namespace culprit::oracle
