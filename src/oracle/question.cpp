#include "src/oracle/question.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "src/base/text.h"
#include "src/oracle/canonical.h"

namespace culprit::oracle {
namespace {

/// `q` and a number, and perhaps a letter: q1, q2s.
bool is_form(std::string_view text) {
  const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0; };
  return text.size() > 1 && text.size() < 16 && text[0] == 'q' &&
         std::isdigit(static_cast<unsigned char>(text[1])) != 0 && std::ranges::all_of(text, is_word);
}

tl::unexpected<Error> no_question(std::string_view text) {
  return fail(
      ErrorCode::kBadSession, fmt::format("'{}' is no question.", escaped(clipped(text, 40))),
      fmt::format("Expected {}: and three hashes of 32 hexadecimal digits, with - in between.", kForm));
}

}  // namespace

bool same(const Question& a, const Question& b) {
  return a.is_complete() && b.is_complete() && a.function == b.function && a.uses == b.uses && a.did == b.did;
}

std::string to_text(const Question& question) {
  const std::string reasons = to_text(question.incomplete);
  return fmt::format("{}:{}-{}-{}{}{}", kForm, to_hex(question.function), to_hex(question.uses),
                     to_hex(question.did), reasons.empty() ? "" : "?", reasons);
}

Result<Question> parse_question(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view form = text.substr(0, colon);
  if (colon == std::string_view::npos || !is_form(form)) return no_question(text);
  Question question;
  if (form != kForm) {
    question.incomplete = Reason::kOtherForm;
    return question;
  }
  std::string_view rest = text.substr(colon + 1);
  if (const std::size_t mark = rest.find('?'); mark != std::string_view::npos) {
    const auto reasons = parse_reasons(rest.substr(mark + 1));
    if (!reasons || reasons->empty()) return no_question(text);
    question.incomplete = *reasons;
    rest = rest.substr(0, mark);
  }
  const std::vector<std::string_view> parts = split(rest, '-');
  if (parts.size() != 3) return no_question(text);
  const auto function = parse_hash128(parts[0]), uses = parse_hash128(parts[1]),
             did = parse_hash128(parts[2]);
  if (!function || !uses || !did) return no_question(text);
  question.function = *function;
  question.uses = *uses;
  question.did = *did;
  return question;
}

}  // namespace culprit::oracle
