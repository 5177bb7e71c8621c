#include "src/session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/base/check.h"
#include "src/base/text.h"
#include "src/session/expectation.h"
#include "src/session/trust.h"

namespace culprit::session {
namespace {

/// Automatic answers in a row. Above, the question is asked: a million equal calls must not keep a user
/// waiting.
constexpr std::ptrdiff_t kAutomaticInARow = 1000;

bool is_judgement(AnswerKind kind) {
  return kind == AnswerKind::kYes || kind == AnswerKind::kNo || kind == AnswerKind::kInadmissible;
}

Status check_node(const tree::Tree& tree, NodeId node) {
  if (node.value() < tree.size()) return {};
  return fail(ErrorCode::kBadAnswer, fmt::format("There is no node {}.", with_commas(node.value())),
              fmt::format("The nodes are 0 to {}.", with_commas(tree.size() - 1)));
}

}  // namespace

Session::Session(const strategy::Shape& shape, const state::Account* account,
                 std::unique_ptr<strategy::Strategy> strategy, SessionOptions options,
                 const transform::Reshaped* reshaped)
    : shape_(shape),
      strategy_(std::move(strategy)),
      options_(options),
      marks_(shape, options.ask_root, reshaped) {
  if (account) memory_.emplace(shape.tree(), *account);
  settle();
}

Status Session::check(const Request& request) const {
  switch (request.kind) {
    case RequestKind::kAnswer:
      if (Status found = check_node(shape_.tree(), request.node); !found) return found;
      return check_trust(shape_.tree(), request.answer, request.node);
    case RequestKind::kJump:
      return check_node(shape_.tree(), request.node);
    case RequestKind::kStrategy:
      if (auto made = strategy::make_strategy(request.strategy); !made) return tl::unexpected(made.error());
      return {};
    case RequestKind::kUndo:
      if (request.steps <= undoable()) return {};
      return fail(ErrorCode::kBadAnswer,
                  undoable() == 0
                      ? std::string("There is nothing to undo.")
                      : fmt::format("Only {} steps can be undone, not {}.", undoable(), request.steps),
                  undoable() == 0 ? "" : fmt::format("undo {} goes back to the start.", undoable()));
    case RequestKind::kFold:
    case RequestKind::kUnfold:
      return check_fold(request);
    case RequestKind::kAnother:
      if (question_ == kNoNode &&
          (verdict_.kind == VerdictKind::kBuggy ||
           (verdict_.kind == VerdictKind::kUndecided && marks_.search().root_is_wrong()))) {
        return {};
      }
      return fail(ErrorCode::kBadAnswer, "No bug was found that could be set aside.",
                  question_ == kNoNode
                      ? "Undo an answer, or jump to a node and judge it."
                      : "Answer the question first; another bug can be looked for after a verdict.");
  }
  return {};
}

Status Session::check_fold(const Request& request) const {
  const tree::Tree& tree = shape_.tree();
  if (Status found = check_node(tree, request.node); !found) return found;
  const NodeId n = request.node;
  const bool is_open = !marks_.is_closed(n);
  if (request.kind == RequestKind::kUnfold) {
    if (!is_open) return {};
    return fail(ErrorCode::kBadAnswer, "This node is not closed.",
                "fold NODE closes one with all that is below it.");
  }
  if (!is_open) return fail(ErrorCode::kBadAnswer, "This node is closed already.", "unfold opens it.");
  if (tree.is_leaf(n)) return fail(ErrorCode::kBadAnswer, "There is nothing below this node to close.", "");
  const NodeId root = marks_.search().root();
  if (n != root && tree.contains(root, n)) return {};
  return fail(ErrorCode::kBadAnswer, "The search is inside this node, or elsewhere.",
              "Only what is below the last wrong call can be closed; undo answers to go back.");
}

void Session::open_by_itself(NodeId n) {
  Step step;
  step.folded = n;
  step.opens = true;
  step.automatic = true;
  marks_.push(std::move(step));
}

bool Session::open_wrong_root() {
  const strategy::IntervalSuspects& search = marks_.search();
  // A collapsed node is to blame itself, or rather its one function.
  if (!search.root_is_wrong() || !marks_.is_closed(search.root()) || marks_.is_made(search.root()))
    return false;
  open_by_itself(search.root());
  return true;
}

std::vector<Contradiction> Session::apply(const Request& request) {
  std::vector<Contradiction> found;
  switch (request.kind) {
    case RequestKind::kAnswer:
      return answer(request);
    case RequestKind::kUndo:
      undo(request.steps);
      return {};
    case RequestKind::kJump:
      jumped_ = request.node;
      break;
    case RequestKind::kStrategy:
      ahead_.stop();
      strategy_ = std::move(*strategy::make_strategy(request.strategy, options_.strategy));
      break;
    case RequestKind::kFold:
    case RequestKind::kUnfold: {
      Step step;
      step.folded = request.node;
      step.opens = request.kind == RequestKind::kUnfold;
      step.jumped = jumped_;
      jumped_ = kNoNode;
      marks_.push(std::move(step));
      break;
    }
    case RequestKind::kAnother: {
      Step step;
      step.bug = marks_.search().root();
      marks_.push(std::move(step));
      break;
    }
  }
  settle();
  return found;
}

std::vector<Contradiction> Session::answer(const Request& request) {
  Step step;
  step.answer = {request.answer, request.node, request.who};
  step.jumped = jumped_;
  std::vector<Contradiction> found = contradictions(step.answer);
  jumped_ = kNoNode;
  if (memory_ && is_judgement(request.answer)) memory_->add(request.node);
  marks_.push(std::move(step));
  // Who cannot judge the whole may judge the parts; and who judges a part has looked inside.
  if (request.answer == AnswerKind::kSkip && marks_.is_closed(request.node)) open_by_itself(request.node);
  for (NodeId closed = marks_.closed_above(request.node); closed != kNoNode;
       closed = marks_.closed_above(request.node)) {
    open_by_itself(closed);
  }
  settle();
  return found;
}

void Session::undo(std::uint32_t steps) {
  const std::vector<Step>& log = marks_.steps();
  std::size_t keep = log.size();
  for (std::uint32_t undone = 0; undone < steps; ++undone) {
    do {
      CULPRIT_CHECK(keep > 0);
      --keep;
    } while (log[keep].automatic);
  }
  // The question was where the user had jumped to, if so.
  jumped_ = keep < log.size() ? log[keep].jumped : kNoNode;
  marks_.pop(log.size() - keep);
  settle();
}

void Session::settle() {
  const std::vector<Step>& log = marks_.steps();
  const auto given = std::find_if(log.rbegin(), log.rend(), [](const Step& step) { return !step.automatic; });
  for (auto row = given - log.rbegin();; ++row) {
    question_ = jumped_ != kNoNode ? jumped_ : strategy_->select(shape_, marks_.search());
    if (question_ == kNoNode && open_wrong_root()) continue;
    if (question_ == kNoNode) {
      verdict_ = conclude(marks_);
      return;
    }
    if (!options_.memory || jumped_ != kNoNode || row >= kAutomaticInARow) return;
    std::optional<Answer> known = remembered(question_);
    if (!known) return;
    Step step;
    step.answer = {known->kind, question_, std::string(kEarlierAnswer)};
    step.automatic = true;
    marks_.push(std::move(step));
  }
}

void Session::think_ahead() {
  if (question_ != kNoNode) ahead_.start(shape_, *strategy_, marks_.search(), question_);
}

std::optional<Answer> Session::remembered(NodeId n) const {
  if (!memory_) return {};
  const std::vector<NodeId> same = memory_->same_question(n);
  for (auto at = same.rbegin(); at != same.rend(); ++at) {
    const Answer* answer = marks_.answer_of(*at);
    if (answer && (answer->kind == AnswerKind::kYes || answer->kind == AnswerKind::kNo)) return *answer;
  }
  return {};
}

std::vector<Contradiction> Session::contradictions(const Answer& answer) const {
  std::vector<Contradiction> found;
  if (!memory_ || !is_judgement(answer.kind)) return found;
  for (NodeId same : memory_->same_question(answer.node)) {
    const Answer* other = marks_.answer_of(same);
    if (other && same != answer.node && is_judgement(other->kind) && other->kind != answer.kind) {
      found.push_back({same, answer.node});
    }
  }
  return found;
}

std::vector<std::string> Session::remarks() const {
  return jumped() ? std::vector<std::string>() : strategy_->remarks(shape_, marks_.search());
}

std::string Session::why() const {
  if (question_ == kNoNode) return {};
  if (jumped_ != kNoNode) return "You jumped to this node.";
  return strategy_->explain(shape_, marks_.search(), question_);
}

Expectation Session::expectation() const {
  if (question_ == kNoNode) return {};
  return expected_questions(shape_, *strategy_, marks_.search(), question_);
}

std::uint32_t Session::undoable() const {
  const std::vector<Step>& log = marks_.steps();
  return static_cast<std::uint32_t>(
      std::count_if(log.begin(), log.end(), [](const Step& step) { return !step.automatic; }));
}

std::uint32_t Session::answers() const {
  const std::vector<Step>& log = marks_.steps();
  return static_cast<std::uint32_t>(std::count_if(
      log.begin(), log.end(), [](const Step& step) { return !step.automatic && step.is_answer(); }));
}

std::vector<Answer> Session::log() const {
  std::vector<Answer> answers;
  for (const Step& step : marks_.steps()) {
    if (step.is_answer()) answers.push_back(step.answer);
  }
  return answers;
}

}  // namespace culprit::session
