#include "src/session/answer.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <utility>

#include "src/base/text.h"

namespace culprit::session {
namespace {

constexpr std::array<std::pair<std::string_view, AnswerKind>, 22> kWords{{
    {"y", AnswerKind::kYes},
    {"yes", AnswerKind::kYes},
    {"right", AnswerKind::kYes},
    {"n", AnswerKind::kNo},
    {"no", AnswerKind::kNo},
    {"wrong", AnswerKind::kNo},
    {"s", AnswerKind::kSkip},
    {"skip", AnswerKind::kSkip},
    {"d", AnswerKind::kSkip},
    {"don't know", AnswerKind::kSkip},
    {"dont know", AnswerKind::kSkip},
    {"unknown", AnswerKind::kSkip},
    {"t", AnswerKind::kTrustFunction},
    {"trust", AnswerKind::kTrustFunction},
    {"trust function", AnswerKind::kTrustFunction},
    {"trust method", AnswerKind::kTrustFunction},
    {"trust file", AnswerKind::kTrustFile},
    {"trust namespace", AnswerKind::kTrustNamespace},
    {"i", AnswerKind::kInadmissible},
    {"inadmissible", AnswerKind::kInadmissible},
    {"input", AnswerKind::kInadmissible},
    {"wrong input", AnswerKind::kInadmissible},
}};

/// Lower case, single spaces.
std::string normal(std::string_view text) {
  std::string out;
  for (char c : trimmed(text)) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && !out.empty() && out.back() == ' ') continue;
    out += space ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return out;
}

}  // namespace

Mark mark_of(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::kYes:
      return Mark::kRight;
    case AnswerKind::kNo:
      return Mark::kWrong;
    case AnswerKind::kInadmissible:
      return Mark::kInadmissible;
    case AnswerKind::kSkip:
      return Mark::kSkipped;
    case AnswerKind::kTrustFunction:
    case AnswerKind::kTrustFile:
    case AnswerKind::kTrustNamespace:
      return Mark::kTrusted;
  }
  return Mark::kUndefined;
}

std::string_view to_word(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::kYes:
      return "yes";
    case AnswerKind::kNo:
      return "no";
    case AnswerKind::kSkip:
      return "skip";
    case AnswerKind::kTrustFunction:
      return "trust";
    case AnswerKind::kTrustFile:
      return "trust file";
    case AnswerKind::kTrustNamespace:
      return "trust namespace";
    case AnswerKind::kInadmissible:
      return "inadmissible";
  }
  return "";
}

std::string_view to_word(Mark mark) {
  switch (mark) {
    case Mark::kUndefined:
      return "undefined";
    case Mark::kRight:
      return "right";
    case Mark::kWrong:
      return "wrong";
    case Mark::kTrusted:
      return "trusted";
    case Mark::kSkipped:
      return "skipped";
    case Mark::kInadmissible:
      return "inadmissible";
  }
  return "";
}

Result<AnswerKind> parse_answer(std::string_view text) {
  const std::string word = normal(text);
  for (const auto& [known, kind] : kWords) {
    if (word == known) return kind;
  }
  return fail(ErrorCode::kBadAnswer, fmt::format("'{}' is no answer.", clipped(escaped(trimmed(text)), 60)),
              "Answer yes (y), no (n), skip (s), trust (t), trust file, trust namespace or input (i).");
}

}  // namespace culprit::session
