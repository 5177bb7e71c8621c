#include "src/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "src/base/check.h"
#include "src/base/node_ref.h"
#include "src/base/text.h"
#include "src/session/expectation.h"
#include "src/session/silent_passes.h"
#include "src/session/trust.h"

namespace culprit::session {
namespace {

Result<transform::Form> form_of(const SessionOptions& options) {
  auto list = transform::parse_transformations(options.transform);
  if (!list) return tl::unexpected(list.error());
  if (options.chain_size < transform::kLeastChainSize)
    return fail(ErrorCode::kUsage, fmt::format("a chain of at most {} calls is none", options.chain_size),
                fmt::format("{} is the least.", transform::kLeastChainSize));
  return transform::Form{std::move(*list), family_of(options.strategy), options.chain_size};
}

std::string name_of(const tree::Tree& subject, const About& about) {
  return to_text(subject.names().ref(about.first), subject.names().ref(about.last));
}

}  // namespace

Result<Session> Session::start(const tree::Tree& subject, const Spaces& spaces, const tree::EventOrder& order,
                               SessionOptions options) {
  auto strategy = strategy::make_strategy(options.strategy, options.choosing);
  if (!strategy) return tl::unexpected(strategy.error());
  auto form = form_of(options);
  if (!form) return tl::unexpected(form.error());
  return Session(subject, spaces, order, std::move(options), std::move(*strategy), std::move(*form));
}

Session::Session(const tree::Tree& subject, const Spaces& spaces, const tree::EventOrder& order,
                 SessionOptions options, std::unique_ptr<strategy::Strategy> strategy, transform::Form form)
    : subject_(subject),
      spaces_(spaces),
      order_(order),
      options_(std::move(options)),
      strategy_(std::move(strategy)),
      form_(std::move(form)) {
  update();
  settle();
}

Status Session::check_known(const About& about) const {
  if (about.is_nothing() || about.last.value() >= subject_.size())
    return fail(ErrorCode::kBadAnswer, "There is no such node.", "'tree' shows the names of nodes.");
  if (!about.is_chain() || space_->reshaped().find(about.first, about.last) != kNoSearchId) return {};
  return fail(ErrorCode::kBadAnswer, fmt::format("{} is no chain of this tree.", name_of(subject_, about)),
              "Name one of its calls.");
}

Status Session::check(const Request& request) const {
  switch (request.kind) {
    case RequestKind::kAnswer: {
      const About& about = request.answer.about;
      // An answer about a chain that is none in this tree is kept: it counts for its calls, or in another tree.
      if (about.is_nothing() || about.last.value() >= subject_.size()) return check_known(about);
      return check_trust(subject_.functions(), request.answer.kind, subject_.function_id(about.first));
    }
    case RequestKind::kJump:
      return check_known(request.about);
    case RequestKind::kStrategy:
      if (auto made = strategy::make_strategy(request.text); !made) return tl::unexpected(made.error());
      return {};
    case RequestKind::kReshape:
      if (auto list = transform::parse_transformations(request.text); !list)
        return tl::unexpected(list.error());
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
      if (question_ == kNoSearchId &&
          (verdict_.kind == VerdictKind::kBuggy ||
           (verdict_.kind == VerdictKind::kUndecided && marks_->search().root_is_wrong()))) {
        return {};
      }
      return fail(ErrorCode::kBadAnswer, "No bug was found that could be set aside.",
                  question_ == kNoSearchId
                      ? "Undo an answer, or jump to a node and judge it."
                      : "Answer the question first; another bug can be looked for after a verdict.");
  }
  return {};
}

Status Session::check_fold(const Request& request) const {
  if (Status known = check_known(request.about); !known) return known;
  const tree::SearchTree& tree = space_->tree();
  const SearchId n = space_->reshaped().find(request.about.first, request.about.last);
  // A call that a transformation took out is one node with its caller: there is nothing to close or to open.
  const bool is_open = n == kNoSearchId || !marks_->is_closed(n);
  if (request.kind == RequestKind::kUnfold) {
    if (!is_open) return {};
    return fail(ErrorCode::kBadAnswer, "This node is not closed.",
                "fold NODE closes one with all that is below it.");
  }
  if (!is_open) return fail(ErrorCode::kBadAnswer, "This node is closed already.", "unfold opens it.");
  if (n == kNoSearchId || tree.is_leaf(n))
    return fail(ErrorCode::kBadAnswer, "There is nothing below this node to close.", "");
  const transform::Chain chain{request.about.first, request.about.last};
  if (marks_->is_made(n) && !std::binary_search(wishes_->opened.begin(), wishes_->opened.end(), chain))
    return fail(ErrorCode::kBadAnswer, "These calls are no calls of one function that could be taken as one.",
                "Judge them together, or close one of them.");
  const SearchId root = marks_->search().root();
  if (n != root && tree.contains(root, n)) return {};
  return fail(ErrorCode::kBadAnswer, "The search is inside this node, or elsewhere.",
              "Only what is below the last wrong call can be closed; undo answers to go back.");
}

About Session::about(SearchId row) const {
  if (row == kNoSearchId) return {};
  return {space_->reshaped().origin_of(row), space_->reshaped().last_of(row)};
}

std::vector<About> Session::dropped() const {
  std::vector<About> chains;
  for (std::size_t i = 0; i < log_.size(); ++i) {
    const Answer& answer = log_[i].answer;
    if (log_[i].kind == Entry::Kind::kAnswer && answer.kind == AnswerKind::kNo && answer.about.is_chain() &&
        counted_[i] && row_of(i) == kNoSearchId)
      chains.push_back(answer.about);
  }
  return chains;
}

std::vector<NodeId> Session::calls(SearchId row) const {
  return calls_of(space_->reshaped(), row);
}

SearchId Session::row_of(std::size_t entry) const {
  const Answer& answer = log_[entry].answer;
  if (!answer.about.is_chain()) return space_->reshaped().find(answer.about.first);
  const auto known = chain_rows_.find(entry);
  if (known != chain_rows_.end()) return known->second;
  return chain_rows_[entry] = session::row_of(subject_, space_->reshaped(), answer);
}

void Session::apply(const Request& request) {
  accept(request);
  update();
  settle();
}

void Session::apply(const std::vector<Request>& answers) {
  for (const Request& answer : answers) accept(answer);
  update();
  settle();
}

bool Session::is_visible(const About& about) const {
  const SearchId row = space_->reshaped().find(about.first, about.last);
  if (row == kNoSearchId) return false;
  const SearchId above = space_->tree().parent(row);
  return above == kNoSearchId || space_->reshaped().made_as(above) != transform::Made::kCollapsed;
}

bool Session::may_change_tree(const Request& request) const {
  switch (request.kind) {
    case RequestKind::kAnswer:
      return !is_visible(request.answer.about) ||
             (request.answer.about.is_chain() && request.answer.kind == AnswerKind::kSkip);
    case RequestKind::kJump:
      return !is_visible(request.about);
    default:
      return true;
  }
}

std::optional<Session::Misfit> Session::replay(const std::vector<Request>& requests) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    // Only what the search says decides whether there is a bug to set aside, or what may be closed.
    const RequestKind kind = requests[i].kind;
    if (kind == RequestKind::kAnother || kind == RequestKind::kFold || kind == RequestKind::kUnfold) update();
    if (kind == RequestKind::kAnother) settle();
    if (Status fits = check(requests[i]); !fits) {
      update();
      settle();
      return Misfit{i, fits.error()};
    }
    const bool changes_tree = may_change_tree(requests[i]);
    accept(requests[i]);
    if (changes_tree) update();
  }
  update();
  settle();
  return std::nullopt;
}

void Session::accept(const Request& request) {
  Entry entry;
  entry.about = request.about;
  entry.jumped = jumped_;
  About closed;
  switch (request.kind) {
    case RequestKind::kAnswer:
      entry.answer = request.answer;
      entry.automatic = !request.answer.is_by_person();
      if (entry.answer.about.is_chain() && entry.answer.calls.empty()) {
        const SearchId row = space_->reshaped().find(entry.answer.about.first, entry.answer.about.last);
        std::vector<NodeId> known = row == kNoSearchId ? std::vector<NodeId>() : calls(row);
        if (!known.empty() && known != siblings(subject_, entry.answer.about))
          entry.answer.calls = std::move(known);
      }
      break;
    case RequestKind::kUndo:
      return undo(request.steps);
    case RequestKind::kJump:
      jumped_ = request.about;
      return;
    case RequestKind::kStrategy:
      ahead_.stop();
      options_.strategy = request.text;
      strategy_ = std::move(*strategy::make_strategy(request.text, options_.choosing));
      return take_form();
    case RequestKind::kReshape:
      options_.transform = request.text;
      return take_form();
    case RequestKind::kFold:
      entry.kind = Entry::Kind::kFold;
      closed = request.about;
      break;
    case RequestKind::kUnfold:
      entry.kind = Entry::Kind::kUnfold;
      break;
    case RequestKind::kAnother:
      entry.kind = Entry::Kind::kAnother;
      entry.about = about(marks_->search().root());
      break;
  }
  jumped_ = {};
  log_.push_back(std::move(entry));
  before_.push_back({wishes_, forms_});
  if (closed.is_chain()) take_wishes(without(*wishes_, closed));
}

void Session::take_form() {
  transform::Form form = *form_of(options_);
  if (form == form_) return;
  form_ = std::move(form);
  ++forms_;
}

void Session::take_wishes(transform::Wishes wishes) {
  if (wishes == *wishes_) return;
  wishes_ = std::make_shared<const transform::Wishes>(std::move(wishes));
  ahead_.stop();
  marks_ = nullptr;
  space_ = nullptr;
}

void Session::undo(std::uint32_t steps) {
  std::size_t keep = log_.size();
  for (std::uint32_t undone = 0; undone < steps; ++undone) {
    do {
      CULPRIT_CHECK(keep > 0);
      --keep;
    } while (!begins_step(log_, keep));
  }
  if (keep == log_.size()) return;
  // The question was where the user had jumped to, if so.
  jumped_ = log_[keep].jumped;
  // What was only there because it had been named goes.
  const Before before = before_[keep];
  log_.resize(keep);
  before_.resize(keep);
  chain_rows_.erase(chain_rows_.lower_bound(keep), chain_rows_.end());
  take_wishes(before.form == forms_ ? *before.wishes : transform::Wishes());
  if (!space_) return;
  const auto& steps_taken = marks_->steps();
  const auto is_kept = [&](const Step& step) { return step.entry < keep; };
  const auto first_undone = std::partition_point(steps_taken.begin(), steps_taken.end(), is_kept);
  marks_->pop(static_cast<std::size_t>(steps_taken.end() - first_undone));
  pushed_ = std::min(pushed_, keep);
}

void Session::update() {
  if (made_form_ != form_) take_wishes({});
  if (!space_ || made_form_ != form_) {
    made_form_ = form_;
    take_space(spaces_.make(form_, *wishes_));
  }
  // What is kept may change what else is taken out; each round adds something that is named, so this ends.
  for (;;) {
    transform::Wishes wishes = wishes_for(subject_, *space_, *wishes_, log_, jumped_,
                                          [&](std::size_t entry) { return row_of(entry) != kNoSearchId; });
    if (wishes == *wishes_) break;
    take_wishes(std::move(wishes));
    take_space(spaces_.make(form_, *wishes_));
  }
  // A chain that is none any more cannot be asked.
  if (jumped_.is_chain() && space_->reshaped().find(jumped_.first, jumped_.last) == kNoSearchId) jumped_ = {};
  const std::vector<bool> counts = in_force(subject_, log_);
  if (!std::equal(counted_.begin(),
                  counted_.begin() + static_cast<std::ptrdiff_t>(std::min(pushed_, counted_.size())),
                  counts.begin()))
    take_space(space_);
  counted_ = counts;
  while (pushed_ < log_.size()) {
    if (counts[pushed_]) push_entry(pushed_);
    ++pushed_;
  }
}

void Session::take_space(std::shared_ptr<const Space> space) {
  ahead_.stop();
  marks_ = nullptr;
  space_ = std::move(space);
  marks_ = std::make_unique<Marks>(*space_, options_.ask_root);
  declined_.clear();
  pushed_ = 0;
  chain_rows_.clear();
}

void Session::push_entry(std::size_t index) {
  const Entry& entry = log_[index];
  const transform::Reshaped& reshaped = space_->reshaped();
  const About& about = entry.names();
  Step step;
  step.entry = index;
  step.row = reshaped.find(about.first, about.last);
  switch (entry.kind) {
    case Entry::Kind::kAnswer:
      push_answer(index);
      break;
    case Entry::Kind::kAnother:
      step.kind = Step::Kind::kAnother;
      // A chain that is none any more was one function's calls: the first stands for them.
      if (step.row == kNoSearchId) step.row = reshaped.nearest(subject_, about.first);
      marks_->push(std::move(step));
      break;
    case Entry::Kind::kFold:
    case Entry::Kind::kUnfold:
      // Chains are opened by how the tree is made.
      if (step.row == kNoSearchId || reshaped.is_made(step.row)) break;
      step.kind = entry.kind == Entry::Kind::kFold ? Step::Kind::kClose : Step::Kind::kOpen;
      marks_->push(std::move(step));
      break;
  }
  open_wrong_root(index);
}

std::vector<SearchRange> Session::after(NodeId node) const {
  std::vector<SearchRange> ranges;
  for (const tree::RowRange& range : order_.after(node, subject_.root())) {
    const auto [first, last] = space_->reshaped().rows(range.first, range.last);
    if (first < last) ranges.push_back({first, last});
  }
  return ranges;
}

void Session::push_answer(std::size_t index) {
  const Answer& answer = log_[index].answer;
  const transform::Reshaped& reshaped = space_->reshaped();
  Step step;
  step.entry = index;
  step.row = row_of(index);
  step.answer = answer.kind;
  if (step.answer == AnswerKind::kInadmissible) step.after = after(answer.about.first);
  const bool is_projected =
      step.row != kNoSearchId && reshaped.made_as(step.row) == transform::Made::kProjected;
  // A projected chain has no function of its own that could be trusted.
  if (step.row == kNoSearchId || (is_projected && is_trust(step.answer)))
    return push_calls(index, std::move(step));
  push_judged(std::move(step));
}

void Session::push_calls(std::size_t index, Step step) {
  const Answer& answer = log_[index].answer;
  std::vector<NodeId> calls;
  switch (answer.kind) {
    case AnswerKind::kYes:
    case AnswerKind::kTrustFunction:
    case AnswerKind::kTrustFile:
    case AnswerKind::kTrustNamespace:
      calls = calls_of(subject_, answer);
      break;
    case AnswerKind::kInadmissible:
      calls = {answer.about.first};
      break;
    case AnswerKind::kSkip:  // its calls can be asked
    case AnswerKind::kNo:    // one of them is wrong, or something between them
      break;
  }
  for (const NodeId call : calls) {
    step.row = space_->reshaped().find(call);
    if (step.row != kNoSearchId) push_judged(step);
  }
}

void Session::push_judged(Step step) {
  const SearchId row = step.row;
  const std::size_t entry = step.entry;
  const bool is_skipped = step.answer == AnswerKind::kSkip;
  marks_->push(std::move(step));
  // Who cannot judge the whole may judge the parts; and who judges a part has looked inside.
  if (is_skipped && marks_->is_closed(row) && !marks_->is_made(row)) open_row(row, entry);
  for (SearchId closed; (closed = marks_->closed_above(row)) != kNoSearchId;) open_row(closed, entry);
}

void Session::open_row(SearchId row, std::size_t entry) {
  Step opens;
  opens.kind = Step::Kind::kOpen;
  opens.entry = entry;
  opens.row = row;
  marks_->push(std::move(opens));
}

void Session::open_wrong_root(std::size_t entry) {
  const strategy::IntervalSuspects& search = marks_->search();
  // A collapsed chain is to blame itself, or rather its one function.
  if (search.root_is_wrong() && marks_->is_closed(search.root()) && !marks_->is_made(search.root()))
    open_row(search.root(), entry);
}

void Session::settle() {
  search_.emplace(marks_->search());
  look_.reset();
  if (!jumped() && strategy_->asks_by_looks()) {
    look_ = strategy_->look(space_->shape(), *search_, declined_);
    // Who can judge single nodes only is asked the part of it that tells most.
    const bool is_asked = look_ && search_->askable(look_->node);
    question_ = is_asked ? look_->node : strategy_->select(space_->shape(), *search_);
    if (question_ == kNoSearchId) look_.reset();
  } else if (jumped()) {
    question_ = space_->reshaped().find(jumped_.first, jumped_.last);
  } else if (strategy_->name() == strategy::kDefaultStrategy) {
    question_ = select_showing(subject_, spaces_, *space_, *strategy_, *search_);
  } else {
    question_ = strategy_->select(space_->shape(), *search_);  // to the letter
  }
  if (question_ == kNoSearchId) verdict_ = conclude(*marks_);
}

void Session::decline() {
  declined_.push_back(look_->id());
  // A pass by itself, and with those behind it, may be shown alike.
  if (look_->kind == strategy::LookKind::kFrame)
    declined_.push_back({strategy::LookKind::kTable, look_->node});
  settle();
}

void Session::think_ahead() {
  if (question_ != kNoSearchId && !look_) ahead_.start(space_->shape(), *strategy_, *search_, question_);
}

std::vector<std::string> Session::remarks() const {
  return jumped() ? std::vector<std::string>() : strategy_->remarks(space_->shape(), *search_);
}

std::string Session::why() const {
  if (question_ == kNoSearchId) return {};
  if (jumped()) return "You jumped to this node.";
  return strategy_->explain(space_->shape(), *search_, question_);
}

Expectation Session::expectation() const {
  if (question_ == kNoSearchId) return {};
  return expected_questions(space_->shape(), *strategy_, *search_, question_);
}

std::uint32_t Session::undoable() const {
  std::uint32_t steps = 0;
  for (std::size_t i = 0; i < log_.size(); ++i) steps += begins_step(log_, i) ? 1 : 0;
  return steps;
}

std::uint32_t Session::answers() const {
  std::uint32_t looks = 0;
  for (std::size_t i = 0; i < log_.size(); ++i)
    looks += log_[i].kind == Entry::Kind::kAnswer && begins_step(log_, i) ? 1 : 0;
  return looks;
}

std::uint32_t Session::next_look() const {
  std::uint32_t highest = 0;
  for (const Entry& entry : log_) highest = std::max(highest, entry.answer.look);
  // Files may have any number. Only what stands in a row has to differ.
  constexpr std::uint32_t kHighest = 1'000'000'000;
  return highest < kHighest ? highest + 1 : log_.back().answer.look % kHighest + 1;
}

const Answer* Session::answer_of(const About& about) const {
  for (auto at = log_.rbegin(); at != log_.rend(); ++at)
    if (at->kind == Entry::Kind::kAnswer && at->answer.about == about) return &at->answer;
  return nullptr;
}

}  // namespace culprit::session
