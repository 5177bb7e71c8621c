#include "src/cli/request.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "src/base/text.h"
#include "src/strategy/strategy.h"

namespace culprit::cli {
namespace {

enum class Operand { kNone, kOptionalNumber, kText, kOptionalText };

struct Verb {
  std::string_view word;
  std::string_view key;
  RequestKind kind;
  Operand operand = Operand::kNone;
  std::string_view example = {};
};

constexpr std::array kVerbs{
    Verb{"undo", "u", RequestKind::kUndo, Operand::kOptionalNumber, "undo 2"},
    Verb{"strategy", "", RequestKind::kStrategy, Operand::kText, "strategy top-down"},
    Verb{"mode", "", RequestKind::kStrategy, Operand::kText, "strategy top-down"},
    Verb{"reshape", "", RequestKind::kReshape, Operand::kText, "reshape loops,compress"},
    Verb{"plain", "", RequestKind::kPlain},
    Verb{"browse", "b", RequestKind::kBrowse},
    Verb{"print", "p", RequestKind::kPrint, Operand::kText, "print L[2]"},
    Verb{"who", "", RequestKind::kWho, Operand::kText, "who L[2]"},
    Verb{"info", "", RequestKind::kInfo},
    Verb{"help", "?", RequestKind::kHelp},
    Verb{"quit", "q", RequestKind::kQuit},
    Verb{"why", "w", RequestKind::kWhy},
    Verb{"tree", "", RequestKind::kTree},
    Verb{"show", "", RequestKind::kShow, Operand::kText, "show 7"},
    Verb{"jump", "", RequestKind::kJump, Operand::kText, "jump 7"},
    Verb{"fold", "", RequestKind::kFold, Operand::kOptionalText, "fold 7"},
    Verb{"unfold", "", RequestKind::kUnfold, Operand::kOptionalText, "unfold 7"},
    Verb{"another", "", RequestKind::kAnother},
    Verb{"log", "", RequestKind::kLog},
    Verb{"open", "o", RequestKind::kOpen, Operand::kOptionalText, "open 2"},
    Verb{"back", "", RequestKind::kBack},
    Verb{"more", "m", RequestKind::kMore},
};

constexpr std::array kWords{
    DialogueWord{"yes", "y", "this result is right for these inputs: the call and all it called are cleared"},
    DialogueWord{"no", "n", "it is wrong: the bug is in it or in what it called"},
    DialogueWord{"no N", "",
                 "when calls in a row are asked: call N of them is wrong; the others stay unjudged"},
    DialogueWord{"input", "i", "these inputs should never have come: the fault is before this call"},
    DialogueWord{"skip", "s d", "don't know: not asked again while there is another question"},
    DialogueWord{"trust", "t", "no call of this function is asked about or blamed"},
    DialogueWord{"trust file", "", "the same for all functions of its source file"},
    DialogueWord{"trust namespace", "", "the same for all functions of its namespace or class"},
    DialogueWord{"undo [N]", "u", "take back the last answer, or the last N"},
    DialogueWord{"open [NODE]", "o",
                 "show a call step by step, or a loop pass by pass; at steps their number"},
    DialogueWord{"N", "", "at steps or passes: this is the first that did wrong"},
    DialogueWord{"N?", "", "more of step or pass N"},
    DialogueWord{"own", "", "at steps: none of them, its own lines are wrong"},
    DialogueWord{"start", "", "at passes: it was wrong before the first"},
    DialogueWord{"end", "", "at passes: the loop ended too early, or too late"},
    DialogueWord{"ok", "", "at passes: all is right"},
    DialogueWord{"back", "", "the question again, or all passes"},
    DialogueWord{"jump NODE", "", "ask about this node next"},
    DialogueWord{"fold [NODE]", "", "close a call and all below it: one question for the whole"},
    DialogueWord{"unfold [NODE]", "", "open what is closed; a chain of calls is halved"},
    DialogueWord{"plain", "", "search the tree as it was recorded; the answers stay"},
    DialogueWord{"reshape LIST", "", "search another tree, such as loops,compress,balance; the answers stay"},
    DialogueWord{"strategy NAME", "", "choose questions by another strategy, on the tree made for it"},
    DialogueWord{"another", "", "after a verdict: look for a further bug"},
    DialogueWord{"more", "m",
                 "this question again, with all that had no room; an empty line shows it as it was"},
    DialogueWord{"browse", "b", "look into the values of this question"},
    DialogueWord{"print PATH", "p", "one value, before and after"},
    DialogueWord{"who PATH", "", "who wrote this value"},
    DialogueWord{"show NODE", "", "any node, with its values"},
    DialogueWord{"tree", "", "where this question stands among the calls"},
    DialogueWord{"why", "w", "why this question was chosen"},
    DialogueWord{"info", "", "suspects, strategy, session"},
    DialogueWord{"log", "", "the answers so far"},
    DialogueWord{"help", "?", "this list"},
    DialogueWord{"quit", "q", "stop; the session can be resumed"},
};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

bool read_number(std::string_view text, std::uint32_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

/// "no 5": a place on the screen, since nodes are only named behind a verb.
Result<Request> wrong_part(std::string_view operand) {
  Request request{.kind = RequestKind::kAnswer, .answer = session::AnswerKind::kNo};
  if (read_number(operand, request.part) && request.part > 0) return request;
  return fail(
      ErrorCode::kBadAnswer,
      "'no' takes the number of a call in the list, from 1, not '" + escaped(clipped(operand, 60)) + "'",
      "for example 'no 2'; 'no' alone judges what is asked");
}

Result<Request> with_operand(const Verb& verb, std::string_view operand) {
  Request request{.kind = verb.kind, .text = std::string(operand)};
  const std::string word(verb.word);
  const std::string hint =
      verb.example.empty() ? "type it alone" : "for example '" + std::string(verb.example) + "'";
  if (operand.empty()) {
    if (verb.operand != Operand::kText) return request;
    return fail(ErrorCode::kBadAnswer, "'" + word + "' needs something after it", hint);
  }
  if (verb.operand == Operand::kNone)
    return fail(ErrorCode::kBadAnswer, "'" + word + "' stands alone, without '" + std::string(operand) + "'",
                hint);
  if (verb.operand != Operand::kOptionalNumber) return request;
  if (!read_number(operand, request.number))
    return fail(ErrorCode::kBadAnswer, "'" + word + "' needs a number, not '" + std::string(operand) + "'",
                hint);
  return request;
}

/// "3", "3?", "own": something to point at in a frame or table.
std::optional<Request> pointed_at(std::string_view word) {
  using Kind = service::Choice::Kind;
  constexpr std::pair<std::string_view, Kind> kPlaces[] = {
      {"own", Kind::kOwn}, {"start", Kind::kStart}, {"end", Kind::kEnd}, {"ok", Kind::kOk}};
  Request request{.kind = RequestKind::kChoose};
  for (const auto& [name, kind] : kPlaces) {
    if (word != name) continue;
    request.choice.kind = kind;
    return request;
  }
  if (word.ends_with('?') && word.size() > 1) {
    request.kind = RequestKind::kDetail;
    word.remove_suffix(1);
  }
  std::uint32_t number = 0;
  if (!read_number(word, number)) return std::nullopt;
  request.choice.number = number;
  return request;
}

Error no_answer(std::string_view line) {
  std::vector<std::string_view> words;
  for (const DialogueWord& word : kWords) words.push_back(word.word.substr(0, word.word.find(' ')));
  const std::string_view near = line.size() < 2 ? std::string_view() : nearest(line, words);
  const std::string mean = near.empty() ? "" : "did you mean '" + std::string(near) + "'? ";
  return {ErrorCode::kBadAnswer, "'" + escaped(clipped(line, 60)) + "' is no answer",
          mean + "type yes, no, skip, trust or input; help lists all words"};
}

}  // namespace

std::span<const DialogueWord> dialogue_words() {
  return kWords;
}

std::vector<std::string> completion_of_words() {
  std::vector<std::string> words;
  for (const DialogueWord& word : kWords) {
    const std::size_t operand =
        word.word.find_first_of("[LNP");  // where "[N]", "LIST", "NODE", "NAME", "PATH" begins
    if (operand > 0) words.emplace_back(word.word.substr(0, operand));
  }
  for (const std::string_view name : strategy::strategy_names())
    words.push_back("strategy " + std::string(name));
  return words;
}

Result<Request> parse_request(std::string_view line) {
  line = trimmed(line);
  const std::size_t space = line.find_first_of(" \t");
  const std::string first = lower(line.substr(0, space));
  const std::string_view rest =
      space == std::string_view::npos ? std::string_view() : trimmed(line.substr(space));
  for (const Verb& verb : kVerbs) {
    if (first == verb.word || (!verb.key.empty() && first == verb.key)) return with_operand(verb, rest);
  }
  if (rest.empty())
    if (const auto pointed = pointed_at(first)) return *pointed;
  const auto answer = session::parse_answer(line);
  if (answer) return Request{.kind = RequestKind::kAnswer, .answer = *answer};
  if (!rest.empty() && session::parse_answer(first) == session::AnswerKind::kNo) return wrong_part(rest);
  return tl::unexpected(no_answer(line));
}

}  // namespace culprit::cli
