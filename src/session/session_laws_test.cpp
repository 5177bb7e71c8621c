#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "src/session/expectation.h"
#include "src/session/session.h"
#include "src/session/test_space.h"
#include "tests/support/tree_gen.h"

namespace culprit::session {
namespace {

/// A random tree with everything a session needs.
struct World {
  TestSubject subject;
  const tree::Tree& tree;

  World() : subject(support::build(*support::plain_trees())), tree(subject.tree()) {}

  Session session(std::string_view strategy, bool ask_root = false) const {
    return subject.session({.ask_root = ask_root, .strategy = std::string(strategy)});
  }
  std::string any_strategy() const {
    const auto names = strategy::strategy_names();
    return std::string(names[*rc::gen::inRange<std::size_t>(0, names.size())]);
  }
  NodeId any_node() const { return NodeId{*rc::gen::inRange<std::uint32_t>(0, tree.size())}; }
};

/// Which nodes are wrong. A node is buggy if it is wrong and no child is.
struct Truth {
  std::vector<bool> wrong;
  std::vector<bool> buggy;

  /// Each node right or wrong at random, but for the root, which is wrong.
  explicit Truth(const tree::Tree& tree) : wrong(tree.size()), buggy(tree.size()) {
    for (std::uint32_t i = 0; i < tree.size(); ++i) wrong[i] = i == 0 || *rc::gen::inRange(0, 3) == 0;
    find_buggy(tree);
  }
  /// Planted bugs make all nodes above them wrong.
  Truth(const tree::Tree& tree, const std::vector<NodeId>& planted) : wrong(tree.size()), buggy(tree.size()) {
    for (NodeId bug : planted) {
      for (NodeId n = bug; n != kNoNode; n = tree.parent(n)) wrong[n.value()] = true;
    }
    find_buggy(tree);
  }
  void find_buggy(const tree::Tree& tree) {
    buggy = wrong;
    for (std::uint32_t i = 1; i < tree.size(); ++i) {
      if (wrong[i]) buggy[tree.parent(NodeId{i}).value()] = false;
    }
  }
  AnswerKind of(NodeId n) const { return wrong[n.value()] ? AnswerKind::kNo : AnswerKind::kYes; }
};

/// What was found buggy.
NodeId culprit(const Session& session) {
  return session.about(session.verdict().culprit).first;
}

/// Answers truly until there is a verdict; no node may be asked twice.
void finish(Session& session, const Truth& truth, const tree::Tree& tree) {
  std::set<NodeId> asked;
  while (!session.question().is_nothing()) {
    const NodeId n = session.question().first;
    RC_ASSERT(asked.insert(n).second);
    RC_ASSERT(asked.size() <= tree.size());
    session.apply(Request::make_answer(truth.of(n), n));
  }
}

RC_GTEST_PROP(SessionLaw, BlamesABuggyNode, ()) {
  const World world;
  const Truth truth(world.tree);
  Session session = world.session(world.any_strategy(), *rc::gen::arbitrary<bool>());
  finish(session, truth, world.tree);
  RC_ASSERT(session.verdict().kind == VerdictKind::kBuggy);
  RC_ASSERT(truth.buggy[culprit(session).value()]);
}

RC_GTEST_PROP(SessionLaw, BlamesAPlantedBug, ()) {
  const World world;
  std::vector<NodeId> planted{world.any_node()};
  if (*rc::gen::arbitrary<bool>()) planted.push_back(world.any_node());
  const Truth truth(world.tree, planted);
  for (std::string_view name : strategy::strategy_names()) {
    Session session = world.session(name);
    finish(session, truth, world.tree);
    RC_ASSERT(session.verdict().kind == VerdictKind::kBuggy);
    RC_ASSERT(std::count(planted.begin(), planted.end(), culprit(session)) > 0);
  }
}

RC_GTEST_PROP(SessionLaw, FindsEveryPlantedBugThatIsNotAboveAnother, ()) {
  const World world;
  const std::vector<NodeId> planted{world.any_node(), world.any_node(), world.any_node()};
  const Truth truth(world.tree, planted);
  Session session = world.session(world.any_strategy());
  std::set<NodeId> found;
  for (;;) {
    finish(session, truth, world.tree);
    if (session.verdict().kind != VerdictKind::kBuggy) break;
    RC_ASSERT(found.insert(culprit(session)).second);
    RC_ASSERT(!!session.check(Request::make_another()));
    session.apply(Request::make_another());
  }
  RC_ASSERT(session.verdict().kind == VerdictKind::kNothing);
  std::set<NodeId> expected;
  for (std::uint32_t i = 0; i < world.tree.size(); ++i) {
    if (truth.buggy[i]) expected.insert(NodeId{i});
  }
  RC_ASSERT(found == expected);
}

/// With skips, the buggy node of the planted bug is among the candidates. With trust and inadmissible calls
/// that tell the truth, the same: a trusted function has no bug, and an inadmissible call runs after the bug.
RC_GTEST_PROP(SessionLaw, KeepsThePlantedBugAmongTheCandidates, ()) {
  const World world;
  const NodeId bug = world.any_node();
  const Truth truth(world.tree, {bug});
  Session session = world.session(world.any_strategy());
  std::set<NodeId> asked;
  while (!session.question().is_nothing()) {
    const NodeId n = session.question().first;
    RC_ASSERT(asked.insert(n).second);
    AnswerKind kind = truth.of(n);
    const int choice = *rc::gen::inRange(0, 8);
    if (choice == 0) kind = AnswerKind::kSkip;
    if (choice == 1 && world.tree.function_id(n) != world.tree.function_id(bug))
      kind = AnswerKind::kTrustFunction;
    if (choice == 2 && n >= world.tree.end(bug)) kind = AnswerKind::kInadmissible;
    session.apply(Request::make_answer(kind, n));
  }
  const Verdict& verdict = session.verdict();
  if (verdict.kind == VerdictKind::kBuggy) RC_ASSERT(culprit(session) == bug);
  if (verdict.kind == VerdictKind::kUndecided) {
    const SearchId row = session.space().reshaped().find(bug);
    RC_ASSERT(std::count(verdict.candidates.begin(), verdict.candidates.end(), row) == 1);
    RC_ASSERT(std::count(verdict.candidates.begin(), verdict.candidates.end(), verdict.decisive) == 1);
  }
  RC_ASSERT(verdict.kind != VerdictKind::kNothing);
}

RC_GTEST_PROP(SessionLaw, EndsWhenDecisiveQuestionsAreAnswered, ()) {
  const World world;
  const NodeId bug = world.any_node();
  const Truth truth(world.tree, {bug});
  Session session = world.session(world.any_strategy());
  while (!session.question().is_nothing())
    session.apply(Request::make_answer(AnswerKind::kSkip, session.question()));
  for (std::uint32_t round = 0; session.verdict().kind == VerdictKind::kUndecided; ++round) {
    RC_ASSERT(round < world.tree.size());
    const NodeId n = session.about(session.verdict().decisive).first;
    session.apply(Request::make_answer(truth.of(n), n));
  }
  RC_ASSERT(session.verdict().kind == VerdictKind::kBuggy);
  RC_ASSERT(culprit(session) == bug);
}

/// Everything a user can see.
struct Seen {
  About question;
  VerdictKind verdict;
  SearchId culprit;
  std::vector<SearchId> candidates;
  std::uint64_t suspects;
  std::vector<Mark> marks;
  std::size_t answers;
  bool operator==(const Seen&) const = default;

  Seen(const Session& session, const tree::Tree& tree)
      : question(session.question()),
        verdict(question.is_nothing() ? session.verdict().kind : VerdictKind::kNothing),
        culprit(question.is_nothing() ? session.verdict().culprit : kNoSearchId),
        candidates(question.is_nothing() ? session.verdict().candidates : std::vector<SearchId>()),
        suspects(session.suspects()),
        answers(session.answers()) {
    for (std::uint32_t i = 0; i < tree.size(); ++i) marks.push_back(session.marks().mark(SearchId{i}));
  }
};

/// Any request that makes sense, about any node, whatever its state.
Request any_request(const World& world, const Session& session) {
  const int choice = *rc::gen::inRange(0, 12);
  if (choice == 0) return Request::make_jump(world.any_node());
  if (choice == 1) return Request::make_strategy(world.any_strategy());
  if (choice == 2 && session.check(Request::make_another())) return Request::make_another();
  if (choice == 3 && session.undoable() > 0) {
    return Request::make_undo(*rc::gen::inRange<std::uint32_t>(1, session.undoable() + 1));
  }
  const auto kind =
      *rc::gen::element(AnswerKind::kYes, AnswerKind::kYes, AnswerKind::kNo, AnswerKind::kNo,
                        AnswerKind::kSkip, AnswerKind::kTrustFunction, AnswerKind::kInadmissible);
  const bool asked = choice < 8 && !session.question().is_nothing();
  return Request::make_answer(kind, asked ? session.question() : About(world.any_node()));
}

RC_GTEST_PROP(SessionLaw, UndoRestoresWhatWasSeen, ()) {
  const World world;
  Session session = world.session(world.any_strategy(), *rc::gen::arbitrary<bool>());
  std::vector<Seen> seen;
  const int steps = *rc::gen::inRange(1, 15);
  for (int i = 0; i < steps; ++i) {
    Request request = any_request(world, session);
    // A strategy stays as it is when answers are undone, and a jump is no step.
    if (request.kind != RequestKind::kAnswer && request.kind != RequestKind::kAnother) continue;
    seen.emplace_back(session, world.tree);
    session.apply(request);
  }
  while (!seen.empty()) {
    const auto back = *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(seen.size()) + 1);
    session.apply(Request::make_undo(back));
    const Seen now(session, world.tree);
    RC_ASSERT(now == seen[seen.size() - back]);
    seen.erase(seen.end() - back, seen.end());
  }
  RC_ASSERT(session.undoable() == 0u);
}

/// The quick way to take an answer in must end where going through the whole log ends: an undo goes through
/// it.
RC_GTEST_PROP(SessionLaw, TakesAnswersInAsIfTheWholeLogWereRead, ()) {
  const World world;
  const bool ask_root = *rc::gen::arbitrary<bool>();
  Session session = world.session("top-down", ask_root);
  const int steps = *rc::gen::inRange(1, 20);
  for (int i = 0; i < steps; ++i) {
    session.apply(any_request(world, session));
    Session same = world.session(session.strategy(), ask_root);
    for (const Entry& entry : session.log()) {
      same.apply(entry.kind == Entry::Kind::kAnother ? Request::make_another()
                                                     : Request::make_answer(entry.answer));
    }
    same.apply(Request::make_answer(AnswerKind::kYes, world.any_node()));
    same.apply(Request::make_undo(1));
    if (session.jumped()) same.apply(Request::make_jump(session.question()));
    RC_ASSERT(Seen(session, world.tree) == Seen(same, world.tree));
  }
}

/// The rules of marks.h, read literally, in quadratic time.
class Model {
 public:
  Model(const tree::SearchTree& tree, const std::vector<Step>& steps) : tree_(tree), steps_(steps) {
    for (std::size_t i = steps.size(); i-- > 0;) {
      if (in_force(i) && (root_ == kNoSearchId || (tree.contains(root_, node(i)) && node(i) != root_)))
        root_ = node(i);
    }
    explicit_root_ = root_ != kNoSearchId;
    if (!explicit_root_) root_ = tree.root();
  }

  SearchId root() const { return root_; }
  bool is_suspect(SearchId n) const {
    if (!tree_.contains(root_, n)) return false;
    bool exempt = false;
    std::size_t another = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (steps_[i].is_another()) another = i;
      const bool trusts = !steps_[i].is_another() && steps_[i].answer == AnswerKind::kTrustFunction;
      if (trusts && tree_.function_id(node(i)) == tree_.function_id(n))
        exempt = exempt || !has_own_answer(n, 0);
      if (steps_[i].is_another() && tree_.contains(n, node(i))) exempt = exempt || !has_own_answer(n, i);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!is_latest(i) || !inside(node(i))) continue;
      const bool clears =
          steps_[i].is_another() || is(i, AnswerKind::kYes) || is(i, AnswerKind::kInadmissible);
      if (clears && tree_.contains(node(i), n)) return false;
      if (is(i, AnswerKind::kInadmissible) && i >= another && n > node(i)) return false;
    }
    return !exempt;
  }

 private:
  SearchId node(std::size_t i) const { return steps_[i].row; }
  bool is(std::size_t i, AnswerKind kind) const {
    return !steps_[i].is_another() && steps_[i].answer == kind;
  }
  bool is_latest(std::size_t i) const {
    if (steps_[i].is_another()) return true;
    for (std::size_t j = i + 1; j < steps_.size(); ++j) {
      if (!steps_[j].is_another() && node(j) == node(i)) return false;
    }
    return true;
  }
  bool in_force(std::size_t i) const {
    if (!is(i, AnswerKind::kNo) || !is_latest(i)) return false;
    for (std::size_t j = i + 1; j < steps_.size(); ++j) {
      const bool above = tree_.contains(node(j), node(i));
      if (steps_[j].is_another() && (above || tree_.contains(node(i), node(j)))) return false;
      if (is_latest(j) && above && (is(j, AnswerKind::kYes) || is(j, AnswerKind::kInadmissible)))
        return false;
    }
    return true;
  }
  bool inside(SearchId n) const { return tree_.contains(root_, n) && !(explicit_root_ && n == root_); }
  bool has_own_answer(SearchId n, std::size_t since) const {
    for (std::size_t i = since; i < steps_.size(); ++i) {
      const bool trusts = is(i, AnswerKind::kTrustFunction);
      if (!steps_[i].is_another() && node(i) == n && is_latest(i) && !trusts) return true;
    }
    return false;
  }

  const tree::SearchTree& tree_;
  const std::vector<Step>& steps_;
  SearchId root_ = kNoSearchId;
  bool explicit_root_ = false;
};

RC_GTEST_PROP(SessionLaw, SearchesWhereTheRulesSay, ()) {
  const World world;
  Session session = world.session(world.any_strategy());
  const int steps = *rc::gen::inRange(1, 15);
  for (int i = 0; i < steps; ++i) session.apply(any_request(world, session));
  const strategy::IntervalSuspects& search = session.marks().search();
  const Model model(session.space().tree(), session.marks().steps());
  RC_ASSERT(search.root() == model.root());
  for (std::uint32_t i = 0; i < world.tree.size(); ++i) {
    const SearchId n{i};
    const bool is_suspect = session.space().tree().contains(search.root(), n) && search.own_weight(n) > 0;
    RC_ASSERT(is_suspect == model.is_suspect(n));
    const Step* step = session.marks().answer_of(n);
    const bool is_skipped = step && step->answer == AnswerKind::kSkip;
    RC_ASSERT(search.askable(n) ==
              (is_suspect && !is_skipped && !(n == search.root() && search.root_is_wrong())));
  }
}

/// Questions that the session really asks if `bug` is the one.
std::uint32_t count_questions(const World& world, Session session_now, const Truth& truth) {
  std::uint32_t count = 0;
  for (; !session_now.question().is_nothing(); ++count) {
    const NodeId n = session_now.question().first;
    session_now.apply(Request::make_answer(truth.of(n), n));
    RC_ASSERT(count <= world.tree.size());
  }
  return count;
}

RC_GTEST_PROP(SessionLaw, ForeseesWhatEachSuspectNeeds, ()) {
  const World world;
  const std::string name = world.any_strategy();
  if (name == "strategic" || name == "least-effort")
    return;  // what to expect of them is a guess: a choice costs too much to follow all answers
  const bool ask_root = *rc::gen::arbitrary<bool>();
  std::vector<Request> requests;
  Session session = world.session(name, ask_root);
  const int steps = *rc::gen::inRange(0, 4);
  for (int i = 0; i < steps && !session.question().is_nothing(); ++i) {
    const auto kind =
        *rc::gen::element(AnswerKind::kYes, AnswerKind::kNo, AnswerKind::kSkip, AnswerKind::kTrustFunction);
    requests.push_back(Request::make_answer(kind, session.question()));
    session.apply(requests.back());
  }
  if (session.question().is_nothing()) return;
  const strategy::IntervalSuspects& search = session.marks().search();
  std::vector<std::uint32_t> needed;
  const tree::SearchTree& tree = session.space().tree();
  for (SearchId n = search.root(); n < tree.end(search.root()); n = SearchId{n.value() + 1}) {
    if (search.own_weight(n) == 0) continue;
    Session copy = world.session(name, ask_root);
    for (const Request& request : requests) copy.apply(request);
    needed.push_back(count_questions(world, std::move(copy), Truth(world.tree, {session.about(n).first})));
  }
  const Expectation expected = session.expectation();
  RC_ASSERT(expected.is_exact);
  RC_ASSERT(expected.most_is_bound);
  RC_ASSERT(expected.least == *std::min_element(needed.begin(), needed.end()));
  RC_ASSERT(expected.most == *std::max_element(needed.begin(), needed.end()));
  const double mean = std::accumulate(needed.begin(), needed.end(), 0.0) / static_cast<double>(needed.size());
  RC_ASSERT(std::abs(expected.mean - mean) < 1e-9);
}

}  // namespace
}  // namespace culprit::session
