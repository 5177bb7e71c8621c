// What a session must be whatever tree it searches: random trees, random transformations, random requests.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "src/session/session.h"
#include "src/session/session_lines.h"
#include "src/session/test_model.h"
#include "src/session/test_space.h"
#include "tests/support/chained_trees.h"

namespace culprit::session {
namespace {

constexpr std::uint32_t kChainSizes[] = {transform::kAnyChainSize, 2, 3};
constexpr std::string_view kLists[] = {"loops",
                                       "none",
                                       "loops,compress",
                                       "loops,compress-all",
                                       "loops,collapse",
                                       "loops,balance",
                                       "compress,balance",
                                       "loops,collapse,balance",
                                       "loops,compress,collapse,balance"};
constexpr AnswerKind kKinds[] = {
    AnswerKind::kYes,  AnswerKind::kNo,   AnswerKind::kYes,           AnswerKind::kNo,
    AnswerKind::kSkip, AnswerKind::kSkip, AnswerKind::kTrustFunction, AnswerKind::kInadmissible};

/// The same tree; all calls of h, if the root is none, are passes of a loop in the first function.
tree::Tree with_loops(const tree::Tree& from) {
  tree::TreeBuilder builder;
  for (tree::Function function : from.functions()) {
    if (function.name == "h" && from.function(from.root()).name != "h")
      function.kind = tree::FunctionKind::kLoop;
    builder.add_function(std::move(function));
  }
  std::vector<NodeId> open;
  for (std::uint32_t n = 0; n < from.size(); ++n) {
    for (; !open.empty() && !from.contains(open.back(), NodeId{n}); open.pop_back()) builder.close();
    builder.open(from.function_id(NodeId{n}));
    open.emplace_back(n);
    if (!from.labels().before.empty()) builder.context(from.labels().before[n], from.labels().after[n]);
  }
  return builder.finish();
}

/// Below a limit, all alike however small the tree is.
template <class Number>
Number any_below(Number limit) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<Number>(0, limit));
}

template <class Things>
auto any_of(const Things& things) {
  return things[any_below(std::size(things))];
}

/// A random tree, and how a session of it begins.
struct World {
  TestSubject subject;
  const tree::Tree& tree;
  SessionOptions options;

  World()
      : subject(with_loops(support::build(*support::chained_trees())), *rc::gen::arbitrary<bool>()),
        tree(subject.tree()),
        options{*rc::gen::arbitrary<bool>(),
                any_strategy(),
                std::string(any_of(kLists)),
                any_of(kChainSizes),
                {}} {}

  static std::string any_strategy() { return std::string(any_of(strategy::strategy_names())); }
  Session session() const {
    RC_LOG() << options.strategy << " " << options.transform << " chains of " << options.chain_size
             << (options.ask_root ? " ask root\n" : "\n");
    return subject.session(options);
  }
  NodeId any_node() const { return NodeId{any_below(tree.size())}; }
  /// A node of the subject, or a chain of the tree that is searched.
  About anything(const Session& session) const {
    const auto& made = session.space().reshaped().made;
    if (made.empty() || *rc::gen::arbitrary<bool>()) return any_node();
    return session.about(SearchId{made[any_below(made.size())]});
  }
};

/// Anything that can be asked of a session, about anything.
Request any_request(const World& world, const Session& session) {
  switch (any_below(14)) {
    case 0:
      return Request::make_jump(world.anything(session));
    case 1:
      return Request::make_strategy(World::any_strategy());
    case 2:
      return Request::make_reshape(std::string(any_of(kLists)));
    case 3:
      return Request::make_another();
    case 4:
      return Request::make_undo(1 + any_below(3u));
    case 5:
      return Request::make_fold(world.anything(session));
    case 6:
      return Request::make_unfold(world.anything(session));
    case 7:
    case 8:
    case 9:
      return Request::make_answer(any_of(kKinds), world.anything(session));
    default:
      const About asked = session.question();
      return Request::make_answer(any_of(kKinds), asked.is_nothing() ? world.anything(session) : asked);
  }
}

bool is_in_root(const Session& session, SearchId row) {
  return session.space().tree().contains(session.marks().search().root(), row);
}

/// Everything a user can see.
struct Seen {
  About question;
  VerdictKind verdict = VerdictKind::kNothing;
  About culprit;
  std::vector<About> candidates;
  std::uint64_t suspects;
  std::vector<About> rows;
  std::vector<Mark> marks;
  std::vector<std::uint64_t> weights;
  std::vector<About> dropped;
  std::uint32_t answers;
  bool operator==(const Seen&) const = default;

  explicit Seen(const Session& session)
      : question(session.question()),
        suspects(session.suspects()),
        dropped(session.dropped()),
        answers(session.answers()) {
    if (question.is_nothing()) {
      verdict = session.verdict().kind;
      culprit = session.about(session.verdict().culprit);
      for (const SearchId row : session.verdict().candidates) candidates.push_back(session.about(row));
    }
    for (std::uint32_t i = 0; i < session.space().tree().size(); ++i) {
      rows.push_back(session.about(SearchId{i}));
      marks.push_back(session.marks().mark(SearchId{i}));
      weights.push_back(is_in_root(session, SearchId{i}) ? session.marks().search().own_weight(SearchId{i})
                                                         : 0);
    }
  }
};

/// Plays random requests, those left out that make no sense or for which `each` is false.
template <class Each>
void play(const World& world, Session& session, Each each) {
  const int steps = 1 + any_below(15);
  for (int i = 0; i < steps; ++i) {
    const Request request = any_request(world, session);
    if (!session.check(request) || !each(request)) continue;
    RC_LOG() << to_line(request, world.tree);
    session.apply(request);
  }
}

RC_GTEST_PROP(ReshapeLaw, PlainTreesHaveTheMarksThatTheAnswersSay, ()) {
  const World world;
  Session session = world.session();
  Sayings sayings;
  play(world, session, [&](const Request& request) {
    sayings.take(request, session);
    return true;
  });
  session.apply(Request::make_reshape("loops"));
  const Model model(world.tree, world.options.ask_root, sayings.all());
  RC_ASSERT(session.space().tree().size() == world.tree.size());
  const strategy::IntervalSuspects& search = session.marks().search();
  RC_ASSERT(session.about(search.root()) == About(model.root()));
  for (std::uint32_t i = 0; i < world.tree.size(); ++i) {
    RC_LOG() << "node " << i << "\n";
    RC_ASSERT(session.marks().mark(SearchId{i}) == model.mark(NodeId{i}));
    const bool is_suspect = is_in_root(session, SearchId{i}) && search.own_weight(SearchId{i}) > 0;
    RC_ASSERT(is_suspect == model.is_suspect(NodeId{i}));
  }
}

RC_GTEST_PROP(ReshapeLaw, EveryNodeCanBeJumpedToAndAnswered, ()) {
  const World world;
  Session session = world.session();
  play(world, session, [](const Request&) { return true; });
  for (int i = 0; i < 4; ++i) {
    const NodeId n = world.any_node();
    const Request jump = Request::make_jump(n);
    RC_ASSERT(!!session.check(jump));
    session.apply(jump);
    RC_ASSERT(session.question() == About(n));
    RC_ASSERT(session.jumped());
    const AnswerKind kind = any_of(kKinds);
    const Request answer = Request::make_answer(kind, *rc::gen::arbitrary<bool>() ? n : world.any_node());
    RC_ASSERT(!!session.check(answer));
    session.apply(answer);
    const SearchId row = session.space().reshaped().find(answer.answer.about.first);
    RC_ASSERT(row != kNoSearchId);
    RC_ASSERT(session.marks().mark(row) == mark_of(kind));
    RC_ASSERT(!session.jumped());
  }
}

RC_GTEST_PROP(ReshapeLaw, ThePlainTreeIsThatOfAPlainSession, ()) {
  const World world;
  Session session = world.session();
  Sayings sayings;
  play(world, session, [&](const Request& request) {
    // What was found, and what may be closed, depends on the tree.
    if (request.kind == RequestKind::kAnother || request.kind == RequestKind::kFold ||
        request.kind == RequestKind::kUnfold)
      return false;
    sayings.take(request, session);
    return true;
  });
  session.apply(Request::make_reshape("loops"));
  session.apply(Request::make_strategy("optimal-divide-and-query"));
  Session plain = world.subject.session(
      {.ask_root = world.options.ask_root, .strategy = "optimal-divide-and-query", .transform = "loops"});
  for (const Said& said : sayings.all()) plain.apply(Request::make_answer(said.answer, said.node));
  if (session.jumped()) plain.apply(Request::make_jump(session.question()));
  const Seen here(session), there(plain);
  RC_ASSERT(here.marks == there.marks);
  RC_ASSERT(here.weights == there.weights);
  RC_ASSERT(here.question == there.question);
  RC_ASSERT(here.verdict == there.verdict);
  RC_ASSERT(here.culprit == there.culprit);
  RC_ASSERT(here.candidates == there.candidates);
}

RC_GTEST_PROP(ReshapeLaw, AChainThatIsRightIsRightInEveryTree, ()) {
  const World world;
  Session session = world.session();
  const auto& made = session.space().reshaped().made;
  if (made.empty()) return;
  const SearchId chain{made[any_below(made.size())]};
  const std::vector<NodeId> calls = session.calls(chain);
  session.apply(Request::make_answer(AnswerKind::kYes, session.about(chain)));
  const int steps = 1 + any_below(4);
  for (int i = 0; i < steps; ++i) {
    const About node = world.any_node();  // to keep it may change what is a chain
    const Request request = any_of(std::vector<Request>{
        Request::make_reshape(std::string(any_of(kLists))), Request::make_strategy(World::any_strategy()),
        Request::make_jump(node), Request::make_answer(AnswerKind::kSkip, node)});
    RC_LOG() << to_line(request, world.tree);
    session.apply(request);
    for (const NodeId call : calls) {
      if (call == node.first) continue;
      const SearchId row = session.space().reshaped().find(call);
      RC_ASSERT(row != kNoSearchId);
      const Mark mark = session.marks().mark(row);
      RC_ASSERT(mark == Mark::kRight || mark == Mark::kSkipped);
      RC_ASSERT(session.marks().search().is_cleared(row) || mark == Mark::kSkipped);
    }
  }
}

RC_GTEST_PROP(ReshapeLaw, UndoReturnsToTheVeryState, ()) {
  const World world;
  Session session = world.session();
  std::vector<Seen> seen;
  const int steps = 1 + any_below(15);
  for (int i = 0; i < steps; ++i) {
    const Request request = any_request(world, session);
    // The strategy and the tree stay what they are when answers are undone.
    if (request.kind == RequestKind::kUndo || request.kind == RequestKind::kStrategy ||
        request.kind == RequestKind::kReshape || !session.check(request))
      continue;
    if (request.kind != RequestKind::kJump) seen.emplace_back(session);
    RC_LOG() << to_line(request, world.tree);
    session.apply(request);
  }
  while (!seen.empty()) {
    RC_ASSERT(session.undoable() == seen.size());
    const auto back = *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(seen.size()) + 1);
    session.apply(Request::make_undo(back));
    RC_ASSERT(Seen(session) == seen[seen.size() - back]);
    seen.erase(seen.end() - back, seen.end());
  }
  RC_ASSERT(session.undoable() == 0u);
}

RC_GTEST_PROP(ReshapeLaw, ReplayLeadsWhereTheRequestsLed, ()) {
  const World world;
  Session live = world.session();
  std::vector<Request> requests;
  play(world, live, [&](const Request& request) {
    requests.push_back(request);
    return true;
  });
  Session replayed = world.session();
  RC_ASSERT(!replayed.replay(requests));
  RC_ASSERT(Seen(replayed) == Seen(live));
  RC_ASSERT(replayed.undoable() == live.undoable());
}

RC_GTEST_PROP(ReshapeLaw, ProjectedChainsAreToBlameOnlyForWhatIsBetweenTheirCalls, ()) {
  World world;
  world.options.transform =
      *rc::gen::element<std::string>("loops,balance", "loops,collapse,balance", "balance");
  Session session = world.session();
  const std::vector<SearchId> projected = session.space().reshaped().projected();
  if (projected.empty()) return;
  session.apply(Request::make_answer(AnswerKind::kNo, session.about(any_of(projected))));
  while (!session.question().is_nothing()) {
    const auto kind = *rc::gen::weightedElement<AnswerKind>({{12, AnswerKind::kYes},
                                                             {2, AnswerKind::kSkip},
                                                             {1, AnswerKind::kNo},
                                                             {1, AnswerKind::kTrustFunction}});
    const Request request = Request::make_answer(kind, session.question());
    RC_LOG() << to_line(request, world.tree);
    session.apply(request);
  }
  const transform::Reshaped& reshaped = session.space().reshaped();
  for (const SearchId candidate : session.verdict().candidates)
    RC_ASSERT(reshaped.made_as(candidate) != transform::Made::kProjected);
  const SearchId culprit = session.verdict().culprit;
  if (culprit == kNoSearchId || reshaped.made_as(culprit) != transform::Made::kProjected) return;
  RC_CLASSIFY(true, "between");
  for (const NodeId call : session.calls(culprit)) {
    // A call that was skipped may be right with a chain of which it is a part.
    const SearchId row = reshaped.find(call);
    RC_ASSERT(session.marks().search().is_cleared(row) || session.marks().mark(row) == Mark::kTrusted);
  }
}

/// The calls of the rows that stand for parts of a chain and hide nothing or are asked as one, in order.
std::vector<NodeId> visible_calls(const Session& session) {
  const transform::Reshaped& reshaped = session.space().reshaped();
  std::vector<NodeId> calls;
  for (SearchId row{1}; row.value() < reshaped.tree.size();) {
    if (reshaped.made_as(row) == transform::Made::kProjected) {
      row = SearchId{row.value() + 1};
      continue;
    }
    for (const NodeId call : session.calls(row)) calls.push_back(call);
    row = reshaped.tree.end(row);
  }
  return calls;
}

std::uint32_t calls_in(const About& chain) {
  return chain.last.value() - chain.first.value() + 1;
}

RC_GTEST_PROP(ReshapeLaw, AnOpenedChainIsHalved, ()) {
  const auto length = *rc::gen::inRange<std::uint32_t>(2, 300);
  std::vector<support::NodeSpec> nodes(length + 1);
  nodes[0].name = "main";
  for (std::uint32_t i = 1; i <= length; ++i) {
    nodes[i].name = "f";
    nodes[i].up = i > 1 ? 1 : 0;
  }
  const TestSubject subject(support::build(nodes));
  const std::vector<NodeId> all = siblings(subject.tree(), {NodeId{1}, NodeId{length}});
  Session session =
      subject.session({.strategy = "top-down",
                       .transform = *rc::gen::element<std::string>("loops,collapse", "loops,balance")});
  RC_ASSERT(session.question() == About(NodeId{1}, NodeId{length}));
  // Who skips and skips comes down to a call, and then to the next part that was not asked.
  std::uint32_t skipped = 0;
  for (About last = session.question(); last.is_chain(); last = session.question()) {
    session.apply(Request::make_answer(AnswerKind::kSkip, last));
    ++skipped;
    RC_ASSERT(visible_calls(session) == all);
    const About half = session.question();
    RC_ASSERT(half.first == last.first);
    RC_ASSERT(calls_in(half) == (calls_in(last) + 1) / 2);
  }
  RC_ASSERT((1u << (skipped - 1)) < length);
  RC_ASSERT(length <= (1u << skipped));
  // A wrong call far behind is found by halving, too.
  const NodeId bug{*rc::gen::inRange<std::uint32_t>(1, length + 1)};
  session.apply(Request::make_undo(skipped - 1));
  std::uint32_t asked = 0;
  while (!session.question().is_nothing()) {
    const About about = session.question();
    const bool is_wrong = about.first <= bug && bug <= about.last;
    // The halves can be judged, the chain itself could not.
    session.apply(Request::make_answer(is_wrong ? AnswerKind::kNo : AnswerKind::kYes, about));
    if (is_wrong && about.is_chain() &&
        session.marks().is_closed(session.space().reshaped().find(about.first, about.last)))
      session.apply(Request::make_unfold(about));
    ++asked;
    RC_ASSERT(visible_calls(session) == all);
  }
  RC_ASSERT(session.about(session.verdict().culprit) == About(bug));
  RC_ASSERT(asked <= 2 * skipped);
}

}  // namespace
}  // namespace culprit::session
