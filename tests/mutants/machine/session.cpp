#include "tests/mutants/machine/session.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "src/service/dialogue.h"
#include "src/session/log.h"

namespace culprit::mutants {
namespace {

using service::Dialogue;
using service::VerdictView;
using session::AnswerKind;
using session::VerdictKind;

constexpr std::size_t kMostQuestions = 300;

Result<AnswerKind> answer_to(const Dialogue& dialogue, const service::Question& question,
                             const std::function<Result<Said>(NodeId)>& ask) {
  const std::vector<NodeId> calls =
      session::calls_of(dialogue.searched(), dialogue.row(question.about.about));
  bool is_known = true;
  for (const NodeId call : calls) {
    const Result<Said> said = ask(call);
    if (!said) return tl::unexpected(said.error());
    if (*said == Said::kWrong) return AnswerKind::kNo;
    is_known = is_known && *said == Said::kRight;
  }
  return is_known ? AnswerKind::kYes : AnswerKind::kSkip;
}

/// The function whose code a node is.
const tree::Function& function_around(const tree::Tree& tree, NodeId node) {
  const tree::Function* function = &tree.function(node);
  while (function->kind == tree::FunctionKind::kLoop && function->enclosing != FunctionId{})
    function = &tree.function(function->enclosing);
  return *function;
}

bool is_of(const Site& site, const tree::Function& function) {
  return function.name == site.function && (function.file.empty() || function.file == site.file) &&
         function.first_line == site.function_line;
}

Judgement judge(const tree::Tree& tree, const Site& site, const VerdictView& verdict) {
  if (verdict.kind == VerdictKind::kUndecided) return Judgement::kUndecided;
  if (verdict.kind == VerdictKind::kNothing) return Judgement::kNothing;
  const NodeId culprit = verdict.about.about.first;
  if (!is_of(site, function_around(tree, culprit))) return Judgement::kWrong;
  const auto contains = [&](std::uint32_t first, std::uint32_t last) {
    return first <= site.line && site.line <= last;
  };
  for (const service::Lines& lines : verdict.innocent)
    if (site.head.empty() && contains(lines.first, lines.last)) return Judgement::kInnocent;
  if (tree.is_iteration(culprit))
    return contains(verdict.about.first_line, verdict.about.last_line) ? Judgement::kRightLoop
                                                                       : Judgement::kOtherLoop;
  return site.loop_line != 0 && site.head != "start" ? Judgement::kFunctionOfLoop : Judgement::kRightFunction;
}

std::string in_words(const VerdictView& verdict) {
  if (verdict.kind == VerdictKind::kNothing) return "nothing";
  if (verdict.kind == VerdictKind::kUndecided)
    return fmt::format("undecided between {}", verdict.candidates.size());
  return fmt::format("{} {} {} (lines {} to {})", verdict.about.kind, verdict.about.name,
                     verdict.about.function, verdict.about.first_line, verdict.about.last_line);
}

}  // namespace

std::string_view to_word(Judgement judgement) {
  switch (judgement) {
    case Judgement::kRightFunction:
      return "right function";
    case Judgement::kRightLoop:
      return "right loop";
    case Judgement::kFunctionOfLoop:
      return "function of the loop";
    case Judgement::kOtherLoop:
      return "other loop";
    case Judgement::kInnocent:
      return "called innocent";
    case Judgement::kWrong:
      return "wrong";
    case Judgement::kAtCut:
      return "wrong at the cut";
    case Judgement::kUndecided:
      return "undecided";
    case Judgement::kNothing:
      return "nothing found";
    case Judgement::kGaveUp:
      return "gave up";
  }
  return "";
}

bool is_right(Judgement judgement) {
  return judgement == Judgement::kRightFunction || judgement == Judgement::kRightLoop ||
         judgement == Judgement::kFunctionOfLoop;
}

nlohmann::json to_json(const Held& held) {
  return {{"judgement", to_word(held.judgement)},
          {"is_right", is_right(held.judgement)},
          {"verdict", held.verdict},
          {"asked", held.asked},
          {"contradictions", held.contradictions}};
}

Result<Held> hold(const service::Subject& subject, const Site& site, bool is_cut, const Settings& settings,
                  const std::function<Result<Said>(NodeId)>& ask) {
  service::DialogueOptions options;
  if (!settings.strategy.empty()) options.strategy = settings.strategy;
  options.transform = settings.transform.empty() ? service::default_transform(options.strategy)
                                                 : std::string_view(settings.transform);
  Result<Dialogue> dialogue = Dialogue::start(subject, options);
  if (!dialogue) return tl::unexpected(dialogue.error());
  Held held;
  while (const auto* question = std::get_if<service::Question>(&dialogue->turn())) {
    if (held.asked.size() >= kMostQuestions) {
      held.judgement = Judgement::kGaveUp;
      return held;
    }
    const Result<AnswerKind> answer = answer_to(*dialogue, *question, ask);
    if (!answer) return tl::unexpected(answer.error());
    held.asked.emplace_back(question->about.name, session::to_word(*answer));
    const auto contradictions = dialogue->answer(*answer, question->about.about);
    if (!contradictions) return tl::unexpected(contradictions.error());
    held.contradictions += static_cast<std::uint32_t>(contradictions->size());
  }
  const auto& verdict = std::get<VerdictView>(dialogue->turn());
  held.judgement = judge(subject.tree(), site, verdict);
  const bool is_unfinished =
      verdict.kind == VerdictKind::kBuggy && subject.tree().leave(verdict.about.about.last) == kNoMoment;
  if (held.judgement == Judgement::kWrong && is_cut && is_unfinished) held.judgement = Judgement::kAtCut;
  held.verdict = in_words(verdict);
  return held;
}

}  // namespace culprit::mutants
