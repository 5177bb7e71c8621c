#include "src/cli/debug_loop.h"

#include <charconv>
#include <utility>

#include "src/cli/browse.h"
#include "src/cli/request.h"

namespace culprit::cli {

DebugLoop::DebugLoop(service::Dialogue& dialogue, Presenter& presenter, LineReader& reader, Console& console,
                     Opening opening, state::Limits limits)
    : dialogue_(dialogue),
      presenter_(presenter),
      reader_(reader),
      console_(console),
      opening_(std::move(opening)),
      limits_(limits) {}

ExitCode DebugLoop::run() {
  presenter_.opened(opening_);
  Next next = Next::kAsk;
  while (next != Next::kStop) {
    if (next == Next::kAsk) present();
    const bool has_question = std::holds_alternative<service::Question>(dialogue_.turn());
    const auto line = reader_.read("> ", has_question);
    if (!line) return finish(true);
    next = line->empty() ? Next::kAsk : obey(*line);
  }
  return finish(false);
}

void DebugLoop::present() {
  if (const std::vector<std::string> notes = dialogue_.take_notes(); !notes.empty()) presenter_.notes(notes);
  if (const auto* question = std::get_if<service::Question>(&dialogue_.turn()))
    return presenter_.question(*question, dialogue_);
  presenter_.verdict(std::get<service::VerdictView>(dialogue_.turn()), dialogue_);
}

DebugLoop::Next DebugLoop::obey(const std::string& line) {
  const auto request = parse_request(line);
  if (!request) return refuse(request.error());
  switch (request->kind) {
    case RequestKind::kAnswer:
      return answer(request->answer, request->part);
    case RequestKind::kChoose:
      return told(dialogue_.choose(request->choice));
    case RequestKind::kOpen:
      return open(*request);
    case RequestKind::kBack:
      return after(dialogue_.back());
    case RequestKind::kDetail:
      return detail(*request);
    case RequestKind::kUndo:
    case RequestKind::kStrategy:
    case RequestKind::kReshape:
    case RequestKind::kPlain:
    case RequestKind::kJump:
    case RequestKind::kAnother:
    case RequestKind::kFold:
    case RequestKind::kUnfold:
      return change(*request);
    case RequestKind::kQuit:
      return Next::kStop;
    default:
      return inspect(*request);
  }
}

DebugLoop::Next DebugLoop::answer(session::AnswerKind kind, std::uint32_t part) {
  const auto* question = std::get_if<service::Question>(&dialogue_.turn());
  if (!question) {
    const Error error{ErrorCode::kBadAnswer, "there is no question to answer: the verdict is in",
                      "type undo, jump NODE, another or quit"};
    if (reader_.is_interactive()) return refuse(error);
    presenter_.refused(error);
    return Next::kStop;
  }
  if (kind == session::AnswerKind::kSkip && part == 0 && (question->frame() || question->table()))
    return after(dialogue_.decline());
  if (part == 0 && question->frame() && question->is_known_wrong && session::is_judgement(kind))
    return refuse({ErrorCode::kBadAnswer, "That it is wrong is known.",
                   "type the number of the first wrong step, or 'own' if it is none of them"});
  const Result<session::About> about =
      part == 0 ? Result<session::About>(question->about.about) : dialogue_.call_of_chain(part);
  if (!about) return refuse(about.error());
  return told(dialogue_.answer(kind, *about));
}

DebugLoop::Next DebugLoop::told(const Result<std::vector<service::Contradiction>>& contradictions) {
  if (!contradictions) return refuse(contradictions.error());
  std::vector<ContradictionView> views;
  for (const service::Contradiction& pair : *contradictions) {
    auto earlier = pair.earlier.is_nothing() ? Result<service::NodeView>(service::NodeView())
                                             : dialogue_.view(pair.earlier);
    auto later = dialogue_.view(pair.later);
    if (earlier && later) views.push_back({std::move(*earlier), std::move(*later), pair.ground});
  }
  if (!views.empty()) presenter_.contradicted(views);
  return Next::kAsk;
}

/// The step of a frame that a number names.
const service::Step* DebugLoop::step(std::uint64_t number) const {
  const auto* question = std::get_if<service::Question>(&dialogue_.turn());
  const service::Frame* frame = question != nullptr ? question->frame() : nullptr;
  return frame != nullptr && number >= 1 && number <= frame->steps.size() ? &frame->steps[number - 1]
                                                                          : nullptr;
}

/// At steps a number is a place on the screen; elsewhere it names a node. Without one it is that of the question, or of the verdict.
DebugLoop::Next DebugLoop::open(const Request& request) {
  std::uint64_t number = 0;
  const char* end = request.text.data() + request.text.size();
  const bool is_number =
      !request.text.empty() && std::from_chars(request.text.data(), end, number).ptr == end;
  if (const service::Step* listed = is_number ? step(number) : nullptr)
    return after(dialogue_.open(listed->about.about));
  const Result<session::About> node = request.text.empty() ? current() : dialogue_.find(request.text);
  return node ? after(dialogue_.open(*node)) : refuse(node.error());
}

/// More of a step, or of a pass.
DebugLoop::Next DebugLoop::detail(const Request& request) {
  const std::uint64_t number = request.choice.number;
  const auto* question = std::get_if<service::Question>(&dialogue_.turn());
  NodeId node = kNoNode;
  if (const service::Step* listed = step(number)) node = listed->about.about.first;
  if (question != nullptr && question->table() != nullptr) node = dialogue_.pass(*question->table(), number);
  if (node == kNoNode)
    return refuse({ErrorCode::kBadAnswer, "There is no step or pass " + std::to_string(number) + " here.",
                   "'show NODE' shows any node"});
  const auto view = dialogue_.view(node);
  if (!view) return refuse(view.error());
  presenter_.node(*view);
  return Next::kPrompt;
}

DebugLoop::Next DebugLoop::change(const Request& request) {
  switch (request.kind) {
    case RequestKind::kUndo:
      return after(dialogue_.undo(request.number));
    case RequestKind::kStrategy:
      return after(dialogue_.change_strategy(request.text));
    case RequestKind::kReshape:
      return after(dialogue_.reshape(request.text));
    case RequestKind::kPlain:
      return after(dialogue_.reshape("loops"));
    case RequestKind::kJump:
    case RequestKind::kFold:
    case RequestKind::kUnfold:
      return change_at(request);
    default: {
      const bool was_found = found();
      const Status status = dialogue_.find_another();
      found_earlier_ |= was_found && status;
      return after(status);
    }
  }
}

/// Of fold and unfold without a node it is that of the question.
DebugLoop::Next DebugLoop::change_at(const Request& request) {
  const Result<session::About> node = request.text.empty() ? current() : dialogue_.find(request.text);
  if (!node) return refuse(node.error());
  if (node->is_nothing())
    return refuse({ErrorCode::kBadAnswer, "there is no question whose node could be meant", "give its name"});
  if (request.kind == RequestKind::kFold) return after(dialogue_.fold(*node));
  if (request.kind == RequestKind::kUnfold) return after(dialogue_.unfold(*node));
  return after(dialogue_.jump(*node));
}

DebugLoop::Next DebugLoop::inspect(const Request& request) {
  const auto* question = std::get_if<service::Question>(&dialogue_.turn());
  switch (request.kind) {
    case RequestKind::kWhy:
      if (!question)
        return refuse({ErrorCode::kBadAnswer, "there is no question to explain: the verdict is in", ""});
      presenter_.why(*question);
      return Next::kPrompt;
    case RequestKind::kMore:
      if (!question) return refuse({ErrorCode::kBadAnswer, "there is no question to show more of", ""});
      presenter_.more(*question, dialogue_);
      return Next::kPrompt;
    case RequestKind::kLog:
      presenter_.log(dialogue_);
      return Next::kPrompt;
    case RequestKind::kInfo:
      presenter_.info(dialogue_, opening_);
      return Next::kPrompt;
    case RequestKind::kHelp:
      presenter_.help();
      return Next::kPrompt;
    case RequestKind::kShow: {
      const auto node = dialogue_.find(request.text);
      if (!node) return refuse(node.error());
      const auto view = dialogue_.view(*node);
      if (!view) return refuse(view.error());
      presenter_.node(*view);
      return Next::kPrompt;
    }
    default:
      return look(request);
  }
}

/// Requests about the values or the place of the node that is being talked about.
DebugLoop::Next DebugLoop::look(const Request& request) {
  const session::About node = current();
  if (node.is_nothing())
    return refuse({ErrorCode::kBadAnswer, "there is no node to look at", "'show NODE' shows any"});
  if (request.kind == RequestKind::kTree) {
    presenter_.surroundings(dialogue_, node);
    return Next::kPrompt;
  }
  if (request.kind == RequestKind::kPrint) {
    ValuePair pair{request.text, dialogue_.look_up(node, false, request.text, limits_),
                   dialogue_.look_up(node, true, request.text, limits_)};
    if (!pair.before && !pair.after) return refuse(pair.before.error());
    presenter_.value(pair);
    return Next::kPrompt;
  }
  if (request.kind == RequestKind::kWho) {
    const auto writer = dialogue_.who_wrote(node, true, request.text);
    if (!writer) return refuse(writer.error());
    presenter_.writer(request.text, *writer, dialogue_);
    return Next::kPrompt;
  }
  if (!presenter_.allows_browsing())
    return refuse({ErrorCode::kBadAnswer, "'browse' is for people", "'print PATH' gives one value as JSON"});
  Browser(dialogue_, node, limits_, console_, reader_).run();
  return Next::kAsk;
}

DebugLoop::Next DebugLoop::after(const Status& status) {
  return status ? Next::kAsk : refuse(status.error());
}

DebugLoop::Next DebugLoop::refuse(const Error& error) {
  refused_ = true;
  presenter_.refused(error);
  return reader_.is_interactive() ? Next::kPrompt : Next::kAsk;
}

session::About DebugLoop::current() const {
  if (const auto* question = std::get_if<service::Question>(&dialogue_.turn())) return question->about.about;
  const auto& verdict = std::get<service::VerdictView>(dialogue_.turn());
  return verdict.kind == session::VerdictKind::kBuggy ? verdict.about.about : session::About();
}

bool DebugLoop::found() const {
  return dialogue_.is_found();
}

ExitCode DebugLoop::finish(bool input_ended) {
  presenter_.ended({found(), dialogue_.answers(), opening_.session_path, opening_.command, input_ended});
  if (found() || found_earlier_) return ExitCode::kOk;
  return refused_ && input_ended && !reader_.is_interactive() ? ExitCode::kAnswer : ExitCode::kNo;
}

}  // namespace culprit::cli
