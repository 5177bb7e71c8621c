#include "src/service/look_answers.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"

namespace culprit::service {
namespace {

using session::AnswerKind;

Result<std::vector<Judgement>> no_such(std::uint64_t number, std::string_view what, std::uint64_t first,
                                       std::uint64_t last) {
  return fail(ErrorCode::kBadAnswer, fmt::format("There is no {} {} here.", what, number),
              first == last ? fmt::format("There is only {}.", first)
                            : fmt::format("They are {} to {}.", with_commas(first), with_commas(last)));
}

Result<std::vector<Judgement>> no_choice(std::string_view hint) {
  return fail(ErrorCode::kBadAnswer, "That is no answer to this look.", std::string(hint));
}

}  // namespace

Result<std::vector<Judgement>> judgements(const Frame& frame, bool is_known_wrong, const Choice& choice) {
  if (choice.kind == Choice::Kind::kNumber) {
    if (choice.number < 1 || choice.number > frame.steps.size())
      return frame.steps.empty() ? no_choice("There are no steps: 'own' says that its own lines are wrong.")
                                 : no_such(choice.number, "step", 1, frame.steps.size());
    return std::vector<Judgement>{{AnswerKind::kNo, frame.steps[choice.number - 1].about.about}};
  }
  if (choice.kind != Choice::Kind::kOwn)
    return no_choice("Type the number of a step, or 'own' if it is none of them.");
  std::vector<Judgement> all;
  if (!is_known_wrong) all.push_back({AnswerKind::kNo, frame.about.about});
  for (const Step& step : frame.steps) all.push_back({AnswerKind::kYes, step.about.about});
  return all;
}

Result<std::vector<Judgement>> judgements(const Table& table, const Choice& choice, const Looks& looks) {
  const auto pass = [&](std::uint64_t number) { return session::About(looks.pass(table, number)); };
  switch (choice.kind) {
    case Choice::Kind::kStart:
      return std::vector<Judgement>{{AnswerKind::kInadmissible, pass(table.from)}};
    case Choice::Kind::kOk:
      return std::vector<Judgement>{{AnswerKind::kYes, pass(table.from)}};
    case Choice::Kind::kEnd:
      if (table.to < table.passes)
        return fail(ErrorCode::kBadAnswer, "The end of the loop is not shown here.",
                    "'back' shows all of its passes.");
      return std::vector<Judgement>{{AnswerKind::kNo, pass(table.to)}};
    case Choice::Kind::kOwn:
      return no_choice("Type the number of a pass, 'start', 'end', or 'ok' if all is right.");
    case Choice::Kind::kNumber:
      break;
  }
  if (choice.number < table.from || choice.number > table.to)
    return no_such(choice.number, "pass", table.from, table.to);
  const auto row =
      std::ranges::find_if(table.rows, [&](const TableRow& one) { return choice.number <= one.last; });
  if (choice.number != row->last) return std::vector<Judgement>();
  std::vector<Judgement> both{{AnswerKind::kNo, pass(row->first)}};
  if (row->last < table.passes) both.push_back({AnswerKind::kInadmissible, pass(row->last + 1)});
  return both;
}

}  // namespace culprit::service
