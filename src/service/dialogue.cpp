#include "src/service/dialogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "src/base/node_ref.h"
#include "src/base/text.h"
#include "src/service/resumption.h"
#include "src/service/spaces.h"
#include "src/session/session_file.h"
#include "src/tree/event_order.h"

namespace culprit::service {

using session::About;
using session::Request;
using session::Session;
using transform::Made;

struct Dialogue::Impl {
  const Subject& subject;
  const state::Account& account;
  SubjectSpaces spaces;
  std::unique_ptr<tree::EventOrder> order;
  oracle::Questions questions;
  NodeViews views;
  Looks looks;
  std::optional<Conductor> conductor;  ///< once the session has begun
  bool thinks_ahead;
  bool is_resumed = false;
  std::uint32_t resumed = 0;
  std::vector<std::string> notes;
  std::vector<About> told_dropped;
  /// What was opened, if anything: a node, or a loop by one of its passes and the passes of it that are shown.
  struct Opened {
    NodeId node = kNoNode;
    std::uint64_t from = 1;  ///< 0: this pass is shown step by step
    std::uint64_t to = 0;
  };
  std::optional<Opened> opened;
  Turn turn;

  Impl(const Subject& about, const state::Account& its_account, const DialogueOptions& options,
       const Progress& progress)
      : subject(about),
        account(its_account),
        spaces(about, its_account, options.weights, progress),
        order(tree::event_order(about.tree(), about.trace())),
        questions(about.tree(), its_account, about.language()),
        views(about, its_account, options.limits),
        looks(about, its_account, views, options.limits),
        thinks_ahead(options.thinks_ahead) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const Session& session() const { return conductor->session(); }
  const transform::Reshaped& reshaped() const { return session().space().reshaped(); }

  Result<std::vector<Contradiction>> request(Request asked) {
    return settle(conductor->request(std::move(asked)));
  }
  Result<std::vector<Contradiction>> settle(Result<std::vector<Contradiction>> found) {
    for (std::string& note : conductor->take_notes()) notes.push_back(std::move(note));
    if (found) opened.reset();
    look();
    return found;
  }
  Result<std::vector<Contradiction>> answer(const std::vector<Judgement>& judged);
  Status plain_request(Request asked) {
    return request(std::move(asked)).map([](const auto&) {});
  }

  void look() {
    tell_dropped();
    if (opened) {
      turn = opened_question(*opened);
      std::get<Question>(turn).why = "You opened it.";
    } else if (const auto wanted = look_of_strategy()) {
      turn = opened_question(*wanted);
    } else if (session().question_row() != kNoSearchId) {
      turn = question();
      if (thinks_ahead) conductor->session().think_ahead();
    } else {
      turn = verdict();
    }
  }
  /// The session, with what a file says.
  Status begin(const DialogueOptions& options, Resumption& from);
  void tell_dropped();
  /// Who clears a chain has to see all its calls.
  Status check_seen(const About& chain) const;
  Question question() const;
  /// What the strategy wants to be looked at, if it is more than one node.
  std::optional<Opened> look_of_strategy() const;
  Opened opened_at(NodeId node) const;
  Question opened_question(const Opened& node) const;
  Status open(const Opened& node);
  VerdictView verdict() const;
  void add_culprit(SearchId culprit, VerdictView& view) const;
  void add_innocent(NodeId culprit, VerdictView& view) const;
  std::string who(std::size_t entry) const;
};

/// Who gave an answer, in words.
std::string in_words(const oracle::Who& who) {
  if (who.kind == oracle::Who::Kind::kPerson) return who.name.empty() ? "you" : who.name;
  return who.kind == oracle::Who::Kind::kMemory ? "earlier answer" : oracle::to_text(who);
}

void Dialogue::Impl::tell_dropped() {
  std::vector<About> dropped = session().dropped();
  for (const About& chain : dropped) {
    if (std::find(told_dropped.begin(), told_dropped.end(), chain) != told_dropped.end()) continue;
    notes.push_back(fmt::format("The answer 'no' about {} does not count here: it is no chain of this tree.",
                                views.name(chain)));
  }
  told_dropped = std::move(dropped);
}

Status Dialogue::Impl::check_seen(const About& chain) const {
  const SearchId row = reshaped().find(chain.first, chain.last);
  const std::size_t calls = row == kNoSearchId ? 0 : session().calls(row).size();
  if (calls <= kMostListed) return {};
  return fail(ErrorCode::kBadAnswer,
              fmt::format("Only {} of the {} calls of this chain can be shown, and all would be cleared.",
                          with_commas(kMostListed), with_commas(calls)),
              "'skip' opens the chain: then its halves are asked.");
}

Question Dialogue::Impl::question() const {
  Question question;
  question.about = views.full(reshaped(), session().question_row());
  question.suspects = session().suspects();
  question.expected = session().expectation();
  question.why = session().why();
  question.remarks = session().remarks();
  question.number = session().answers() + 1;
  return question;
}

/// A pass with others behind it that can be wrong is shown with them.
Dialogue::Impl::Opened Dialogue::Impl::opened_at(NodeId node) const {
  if (!subject.tree().is_iteration(node)) return {node, 0, 0};
  const std::uint64_t first = looks.number(node);
  const std::uint64_t last = looks.last_open(node, first, [&](NodeId pass) {
    const SearchId row = reshaped().find(pass);
    const Mark mark = row == kNoSearchId ? Mark::kUndefined : session().marks().mark(row);
    return mark == Mark::kRight || mark == Mark::kInadmissible;
  });
  return last > first ? Opened{node, first, last} : Opened{node, 0, 0};
}

std::optional<Dialogue::Impl::Opened> Dialogue::Impl::look_of_strategy() const {
  const auto& look = session().look();
  if (!look || look->kind == strategy::LookKind::kCall || reshaped().is_made(look->node)) return std::nullopt;
  const NodeId node = reshaped().origin_of(look->node);
  if (look->kind != strategy::LookKind::kTable) return opened_at(node);
  const SearchId last = look->last_pass == kNoSearchId ? look->node : look->last_pass;
  return Opened{node, looks.number(node), looks.number(reshaped().origin_of(last))};
}

/// What is no loop that can be told, as files may have it, is shown step by step.
Question Dialogue::Impl::opened_question(const Opened& node) const {
  Question question;
  question.suspects = session().suspects();
  question.number = session().answers() + 1;
  question.why = session().why();
  question.remarks = session().remarks();
  if (session().question_row() != kNoSearchId) question.expected = session().expectation();
  auto table = node.from > 0 ? looks.table(node.node, node.from, node.to)
                             : Result<Table>(fail(ErrorCode::kBadAnswer, "A pass by itself."));
  if (table) {
    // What is said of the table as a whole is said of the passes that it shows.
    question.about = views.brief(looks.pass(*table, table->from));
    question.look = std::move(*table);
  } else {
    Frame frame = looks.frame(node.node);
    question.about = frame.about;
    question.look = std::move(frame);
  }
  const SearchId row = reshaped().find(question.about.about.first);
  question.is_known_wrong = row != kNoSearchId && session().marks().mark(row) == Mark::kWrong;
  return question;
}

Status Dialogue::Impl::open(const Opened& node) {
  if (subject.tree().is_iteration(node.node)) {
    const auto table = looks.table(node.node, node.from, node.to);
    if (!table) return tl::unexpected(table.error());
  }
  opened = node;
  look();
  return {};
}

Result<std::vector<Contradiction>> Dialogue::Impl::answer(const std::vector<Judgement>& judged) {
  std::vector<session::Answer> answers;
  for (const Judgement& one : judged) {
    answers.emplace_back();
    answers.back().kind = one.kind;
    answers.back().about = one.about;
  }
  return settle(conductor->answer(std::move(answers)));
}

/// A projected chain has no code of its own: if all its parts are right, the fault is in what its caller does between them.
void Dialogue::Impl::add_culprit(SearchId culprit, VerdictView& view) const {
  const tree::SearchTree& tree = reshaped().tree;
  while (reshaped().made_as(culprit) == Made::kProjected) {
    view.is_between = true;
    culprit = tree.parent(culprit);
  }
  view.about = views.full(reshaped(), culprit);
  if (view.about.is_chain()) return;
  add_innocent(reshaped().origin_of(culprit), view);
}

/// A loop's passes say nothing of its head: what it begins with, and whether there is a first pass, is its caller's code. Its body
/// is innocent if each time that it ran here was judged right from the first pass on. Passes that were not judged, since they show
/// nothing or are not in the searched tree, are looked through: what is in them is the culprit's own.
void Dialogue::Impl::add_innocent(NodeId culprit, VerdictView& view) const {
  const tree::Tree& tree = subject.tree();
  std::vector<std::pair<FunctionId, bool>>
      loops;  // in the order of their first passes; whether all were right
  for (NodeId n{culprit.value() + 1}; n < tree.end(culprit);) {
    if (!tree.is_iteration(n)) {
      n = tree.end(n);
      continue;
    }
    const FunctionId loop = tree.function_id(n);
    const SearchId row = reshaped().find(n);
    const bool is_right = row != kNoSearchId && session().marks().mark(row) == Mark::kRight;
    if (loop != tree.function_id(culprit)) {
      auto known = std::ranges::find(loops, loop, &std::pair<FunctionId, bool>::first);
      if (known == loops.end()) known = loops.insert(loops.end(), {loop, true});
      known->second = known->second && is_right;
    }
    n = is_right ? tree.end(n) : NodeId{n.value() + 1};
  }
  for (const auto& [id, is_right] : loops) {
    const tree::Function& loop = tree.functions()[id.value()];
    if (is_right && loop.body_first > 0 && loop.file == view.about.file)
      view.innocent.push_back({loop.body_first, loop.body_last});
  }
}

std::string Dialogue::Impl::who(std::size_t entry) const {
  return entry < session().log().size() ? in_words(session().log()[entry].answer.who) : std::string();
}

VerdictView Dialogue::Impl::verdict() const {
  const session::Verdict& found = session().verdict();
  VerdictView view;
  view.kind = found.kind;
  view.questions = session().answers();
  view.borrowed = conductor->borrowed();
  view.children_total = found.children_total;
  if (found.culprit != kNoSearchId) add_culprit(found.culprit, view);
  for (const SearchId candidate : found.candidates)
    view.candidates.push_back(views.brief(reshaped(), candidate));
  if (found.decisive != kNoSearchId) view.decisive = views.full(reshaped(), found.decisive);
  for (const session::Judged& child : found.children)
    view.children.push_back({views.brief(reshaped(), child.node), child.mark, who(child.entry)});
  return view;
}

std::string_view default_transform(std::string_view strategy) {
  return strategy == "strategic" || strategy == "least-effort" ? "loops" : kDefaultTransform;
}

DialogueOptions as_resumed(DialogueOptions options, const Resumption& resumed) {
  // What was answered from memory is in a file, unless it is of version 1.
  if (options.read_only && !resumed.is_converted) options.memory = false;
  if (!resumed.is_resumed) return options;
  options.strategy = resumed.header.strategy;
  options.transform = resumed.header.transform;
  options.ask_root = resumed.header.ask_root;
  options.memory = options.memory && resumed.header.memory;
  options.choosing.exact_below = resumed.header.exact_below;
  options.chain_size = resumed.header.chain_size;
  return options;
}

Status Dialogue::Impl::begin(const DialogueOptions& options, Resumption& from) {
  auto session = Session::start(
      subject.tree(), spaces, *order,
      {options.ask_root, options.strategy, options.transform, options.chain_size, options.choosing});
  if (!session) return tl::unexpected(session.error());
  conductor.emplace(std::move(*session), questions, subject.tree(), options.memory);
  for (const session::SavedSession& other : from.others) conductor->remember(other, "an earlier run");
  const auto misfit =
      from.is_converted ? conductor->convert(from.requests, from.lines) : conductor->replay(from.requests);
  if (!misfit) return {};
  return fail(ErrorCode::kBadSession,
              fmt::format("Line {} of the session does not fit its subject: {}", misfit->index + 2,
                          misfit->error.what),
              "Start a new session; the old one is kept.");
}

Result<Dialogue> Dialogue::start(const Subject& subject, DialogueOptions options, const Progress& progress) {
  const Result<const state::Account*> account = subject.account(progress);
  if (!account) return tl::unexpected(account.error());
  if (options.weights.empty()) options.weights = weights_of(subject.tree());
  auto impl = std::make_unique<Impl>(subject, **account, options, progress);
  Result<Resumption> resumed = resume(subject, **account, options);
  if (!resumed) return tl::unexpected(resumed.error());
  Status begun = impl->begin(as_resumed(options, *resumed), *resumed);
  if (!begun && resumed->is_converted && !options.read_only) {
    set_aside(*resumed, begun.error());
    begun = impl->begin(options, *resumed);
  }
  if (!begun) return tl::unexpected(begun.error());
  impl->is_resumed = resumed->is_resumed;
  impl->resumed = impl->session().answers();
  for (std::string& note : resumed->notes) impl->notes.push_back(std::move(note));
  if (Status taken = take_file(*resumed, subject, as_resumed(options, *resumed)); !taken)
    return tl::unexpected(taken.error());
  if (resumed->file) {
    if (!resumed->file->note().empty()) impl->notes.push_back(resumed->file->note());
    impl->conductor->keep_in(std::move(*resumed->file));
  }
  for (const Request& request : resumed->then) {
    const auto done = impl->conductor->request(request);
    if (!done) return tl::unexpected(done.error());
  }
  if (!options.read_only) {
    if (Status consulted = impl->conductor->consult(); !consulted) return tl::unexpected(consulted.error());
  }
  impl->look();
  return Dialogue(std::move(impl));
}

Dialogue::Dialogue(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Dialogue::Dialogue(Dialogue&&) noexcept = default;
Dialogue& Dialogue::operator=(Dialogue&&) noexcept = default;
Dialogue::~Dialogue() = default;

const Turn& Dialogue::turn() const {
  return impl_->turn;
}

Result<std::vector<Contradiction>> Dialogue::answer(session::AnswerKind kind, const About& about) {
  if (kind == session::AnswerKind::kYes && about.is_chain()) {
    if (Status seen = impl_->check_seen(about); !seen) return tl::unexpected(seen.error());
  }
  return impl_->request(Request::make_answer(kind, about));
}
Result<std::vector<Contradiction>> Dialogue::choose(const Choice& choice) {
  const auto* question = std::get_if<Question>(&turn());
  const Frame* frame = question != nullptr ? question->frame() : nullptr;
  const Table* table = question != nullptr ? question->table() : nullptr;
  if (frame == nullptr && table == nullptr)
    return fail(ErrorCode::kBadAnswer, "Neither steps nor passes are shown that could be pointed at.",
                "'open' shows the steps of what is asked.");
  auto judged = frame != nullptr ? judgements(*frame, question->is_known_wrong, choice)
                                 : judgements(*table, choice, impl_->looks);
  if (!judged) return tl::unexpected(judged.error());
  if (frame != nullptr) return impl_->answer(*judged);
  // The passes that a row stands for, where it was meant by one of them.
  std::optional<Impl::Opened> zoomed;
  for (const TableRow& row : table->rows)
    if (choice.kind == Choice::Kind::kNumber && row.first <= choice.number && choice.number <= row.last &&
        row.first < row.last)
      zoomed = Impl::Opened{table->loop.about.first, row.first, row.last};
  auto found = judged->empty() ? Result<std::vector<Contradiction>>() : impl_->answer(*judged);
  if (!found || !zoomed || !std::holds_alternative<Question>(turn())) return found;
  if (Status shown = impl_->open(*zoomed); !shown) return tl::unexpected(shown.error());
  return found;
}
Status Dialogue::open(const About& about) {
  if (about.is_nothing() || about.last.value() >= impl_->subject.tree().size())
    return fail(ErrorCode::kBadAnswer, "There is no such node.", "'tree' shows the names of nodes.");
  if (about.is_chain())
    return fail(ErrorCode::kBadAnswer, "A chain has no steps of its own.", "Name one of its calls.");
  return impl_->open({about.first, 1, 0});
}
bool Dialogue::is_found() const {
  return impl_->session().question_row() == kNoSearchId &&
         impl_->session().verdict().kind == session::VerdictKind::kBuggy;
}
NodeId Dialogue::pass(const Table& table, std::uint64_t number) const {
  return impl_->looks.pass(table, number);
}
Status Dialogue::decline() {
  const bool is_opened = impl_->opened.has_value();
  impl_->opened.reset();
  if (!is_opened && impl_->session().look()) impl_->conductor->session().decline();
  impl_->look();
  return {};
}
Status Dialogue::back() {
  const auto* question = std::get_if<Question>(&turn());
  const Table* table = question != nullptr ? question->table() : nullptr;
  if (table != nullptr && (table->from > 1 || table->to < table->passes))
    return impl_->open({table->loop.about.first, 1, 0});
  if (!impl_->opened)
    return fail(ErrorCode::kBadAnswer, "Nothing was opened.", "'open' shows steps or passes.");
  impl_->opened.reset();
  impl_->look();
  return {};
}
Result<About> Dialogue::call_of_chain(std::uint32_t number) const {
  const auto* question = std::get_if<Question>(&turn());
  if (!question || !question->about.is_chain())
    return fail(ErrorCode::kBadAnswer, "No chain is asked whose calls could be numbered.",
                "'no' alone judges what is asked; 'jump NODE' asks about another node.");
  const std::vector<NodeId> calls = impl_->session().calls(impl_->session().question_row());
  if (number >= 1 && number <= calls.size()) return About(calls[number - 1]);
  return fail(ErrorCode::kBadAnswer, fmt::format("There is no call {} in this chain.", number),
              fmt::format("Its calls are 1 to {}; 'jump NODE' asks about any other node.", calls.size()));
}
Status Dialogue::undo(std::uint32_t steps) {
  return impl_->plain_request(Request::make_undo(steps));
}
Status Dialogue::change_strategy(std::string_view name) {
  const bool has_default_tree = transform() == default_transform(strategy());
  if (Status changed = impl_->plain_request(Request::make_strategy(std::string(name))); !changed)
    return changed;
  if (!has_default_tree || transform() == default_transform(name)) return {};
  return reshape(default_transform(name));
}
Status Dialogue::reshape(std::string_view list) {
  return impl_->plain_request(Request::make_reshape(std::string(list)));
}
Status Dialogue::find_another() {
  return impl_->plain_request(Request::make_another());
}
Status Dialogue::jump(const About& about) {
  return impl_->plain_request(Request::make_jump(about));
}
Status Dialogue::fold(const About& about) {
  return impl_->plain_request(Request::make_fold(about));
}
Status Dialogue::unfold(const About& about) {
  return impl_->plain_request(Request::make_unfold(about));
}

Result<About> Dialogue::find(std::string_view name) const {
  return find_node(impl_->subject.tree(), name);
}
std::string Dialogue::name(const About& about) const {
  return impl_->views.name(about);
}

std::string_view Dialogue::strategy() const {
  return impl_->session().strategy();
}
std::string_view Dialogue::transform() const {
  return impl_->session().transform();
}
std::uint32_t Dialogue::chain_size() const {
  return impl_->session().options().chain_size;
}
const transform::Reshaped& Dialogue::searched() const {
  return impl_->reshaped();
}
std::uint64_t Dialogue::nodes() const {
  return impl_->reshaped().tree.size() - impl_->reshaped().hidden().size();
}
SearchId Dialogue::row(const About& about) const {
  const SearchId found = impl_->reshaped().find(about.first, about.last);
  return found != kNoSearchId ? found : impl_->reshaped().nearest(impl_->subject.tree(), about.first);
}
bool Dialogue::is_closed(SearchId row) const {
  return impl_->session().marks().is_closed(row);
}
Mark Dialogue::mark(SearchId row) const {
  return impl_->session().marks().mark(row);
}
NodeView Dialogue::brief(SearchId row) const {
  return impl_->views.brief(impl_->reshaped(), row);
}

std::uint32_t Dialogue::answers() const {
  return impl_->session().answers();
}
bool Dialogue::is_resumed() const {
  return impl_->is_resumed;
}
std::uint32_t Dialogue::resumed_answers() const {
  return impl_->resumed;
}
std::vector<LogLine> Dialogue::log() const {
  std::vector<LogLine> lines;
  for (const session::Entry& entry : impl_->session().log()) {
    const session::Answer& answer = entry.answer;
    if (entry.kind == session::Entry::Kind::kAnswer)
      lines.push_back({answer.about, answer.kind, in_words(answer.who), answer.ground});
  }
  return lines;
}

Result<NodeView> Dialogue::view(const About& about) const {
  if (about.is_nothing() || about.last.value() >= impl_->subject.tree().size())
    return fail(ErrorCode::kBadAnswer, "There is no such node.", "'tree' shows the names of nodes.");
  if (!about.is_chain()) return impl_->views.full(about.first);
  const SearchId row = impl_->reshaped().find(about.first, about.last);
  if (row != kNoSearchId) return impl_->views.full(impl_->reshaped(), row);
  return fail(ErrorCode::kBadAnswer, fmt::format("{} is no chain of this tree.", name(about)),
              "Name one of its calls.");
}

state::Facts Dialogue::facts(const About& about, const state::Limits& limits) const {
  return about.is_chain() ? impl_->account.chain_facts(about.first, about.last, limits)
                          : impl_->account.facts(about.first, limits);
}
Result<state::Value> Dialogue::look_up(const About& about, bool after, std::string_view path,
                                       const state::Limits& limits) const {
  return impl_->account.look_up(after ? about.last : about.first, after, path, limits);
}
Result<state::Writer> Dialogue::who_wrote(const About& about, bool after, std::string_view path) const {
  return impl_->account.who_wrote(after ? about.last : about.first, after, path);
}

std::vector<std::string> Dialogue::take_notes() {
  return std::exchange(impl_->notes, {});
}
const Subject& Dialogue::subject() const {
  return impl_->subject;
}

Result<std::vector<Mark>> marks_of(const Subject& subject, const std::string& session_path,
                                   const Progress& progress) {
  DialogueOptions options;
  options.session_path = session_path;
  options.resume = true;
  options.read_only = true;
  options.transform = "loops";
  options.transform_given = true;
  Result<Dialogue> dialogue = Dialogue::start(subject, options, progress);
  if (!dialogue) return tl::unexpected(dialogue.error());
  std::vector<Mark> marks;
  marks.reserve(subject.tree().size());
  for (std::uint32_t n = 0; n < subject.tree().size(); ++n)
    marks.push_back(dialogue->mark(dialogue->row(NodeId{n})));
  return marks;
}

}  // namespace culprit::service
