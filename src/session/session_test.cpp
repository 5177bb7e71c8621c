#include "src/session/session.h"

#include <gtest/gtest.h>

#include "tests/support/player.h"

namespace culprit::session {
namespace {

using support::Player;

constexpr std::string_view kTree =
    "a\n"
    "  b\n"
    "    c\n"
    "    d\n"
    "  e\n"
    "    f\n"
    "      g\n"
    "    h\n"
    "  i\n";

TEST(Session, ClearsTheSubtreeOfARightNode) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("yes, yes, yes"), "b yes, e yes, i yes, -> a");
  EXPECT_EQ(player.marks(), "wrrrrrrrr");
}

TEST(Session, KeepsOnlyTheSubtreeOfAWrongNode) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("yes, no, no, yes"), "b yes, e no, f no, g yes, -> f");
  EXPECT_EQ(player.session().verdict().children_total, 1u);
  EXPECT_EQ(player.marks(), "wrrrwwr..");
}

TEST(Session, AsksTheRootIfToldTo) {
  Player player(kTree, "top-down", {.ask_root = true});
  EXPECT_EQ(player.now(), "a?");
  EXPECT_EQ(player.play("yes"), "a yes, -> nothing");
  EXPECT_EQ(player.play("undo 1, no"), "a no, b?");
}

TEST(Session, BlamesALoneRoot) {
  EXPECT_EQ(Player("a\n", "optimal-divide-and-query").now(), "-> a");
  Player asked("a\n", "optimal-divide-and-query", {.ask_root = true});
  EXPECT_EQ(asked.play("no"), "a no, -> a");
}

TEST(Session, DoesNotAskASkippedNodeButItsChildren) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("skip"), "b skip, c?");
  EXPECT_EQ(player.session().suspects(), 9u);
  EXPECT_EQ(player.play("yes, no"), "c yes, d no, -> d");
}

TEST(Session, NamesAllCandidatesWhenOnlySkippedNodesAreLeft) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("skip, yes, yes, skip, skip, skip, yes, yes"),
            "b skip, c yes, d yes, e skip, f skip, g skip, h yes, i yes, -> undecided a b e f g, decisive e");
}

TEST(Session, DecidesWhenASkippedNodeIsJudgedAfterAll) {
  Player player(kTree, "top-down");
  player.play("skip, yes, yes, yes, yes");
  EXPECT_EQ(player.now(), "-> undecided a b, decisive b");
  EXPECT_EQ(player.play("judge b: no"), "-> b");
  EXPECT_EQ(player.play("undo 1, judge b: yes"), "-> a");
}

TEST(Session, AsksOneQuestionAboutWhatIsClosed) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("fold e"), "b?");
  EXPECT_EQ(player.session().suspects(), 6u);
  EXPECT_EQ(player.play("yes, yes, yes"), "b yes, e yes, i yes, -> a");
}

TEST(Session, OpensWhatIsClosedAndWrong) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("fold e, yes, no"), "b yes, e no, f?");
  EXPECT_EQ(player.session().suspects(), 4u);
  EXPECT_EQ(player.play("no, yes"), "f no, g yes, -> f");
  EXPECT_EQ(player.play("undo 3"), "e?");
  EXPECT_EQ(player.session().suspects(), 3u);
}

TEST(Session, OpensWhatIsClosedWhenTold) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("fold e, unfold e, yes, no"), "b yes, e no, f?");
  EXPECT_EQ(player.play("undo 4"), "b?");
  EXPECT_EQ(player.session().suspects(), 9u);
  EXPECT_EQ(player.session().answers(), 0u);
}

TEST(Session, SkippingWhatIsClosedOpensIt) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("fold b, skip"), "b skip, c?");
  EXPECT_EQ(player.play("undo 1"), "b?");
  EXPECT_EQ(player.session().suspects(), 7u);
}

TEST(Session, JudgingAPartOpensTheWhole) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("fold e, judge g: no"), "-> g");
}

TEST(Session, RefusesToCloseWhatTheSearchIsIn) {
  Player player(kTree, "top-down");
  player.play("yes, no");
  const auto refused = [&](std::string_view node, bool folds) {
    const About n = player.find(node);
    const Status status = player.session().check(folds ? Request::make_fold(n) : Request::make_unfold(n));
    return status ? std::string("none") : status.error().what;
  };
  EXPECT_EQ(refused("a", true), "The search is inside this node, or elsewhere.");
  EXPECT_EQ(refused("e", true), "The search is inside this node, or elsewhere.");
  EXPECT_EQ(refused("b", true), "The search is inside this node, or elsewhere.");
  EXPECT_EQ(refused("h", true), "There is nothing below this node to close.");
  EXPECT_EQ(refused("f", false), "This node is not closed.");
  EXPECT_EQ(refused("f", true), "none");
  player.play("fold f");
  EXPECT_EQ(refused("f", true), "This node is closed already.");
}

/// Collapsed and balanced, two chains, one in the other: right+right, and this with up.
constexpr std::string_view kChains =
    "main\n"
    "  right\n"
    "  right\n"
    "  up\n"
    "  down\n";
const SessionOptions kChained{.transform = "loops,collapse,balance"};

TEST(Session, BlamesACollapsedChainItself) {
  Player player(kChains, "top-down", kChained);
  EXPECT_EQ(player.session().suspects(), 4u) << "main, right+right, up, down: projected ones have no code";
  EXPECT_EQ(player.play("no, no"), "right+right+up no, right+right no, -> right+right");
  EXPECT_EQ(player.session().verdict().children_total, 0u);
}

TEST(Session, BlamesTheCallOfAChainThatWasNamed) {
  Player player(kChains, "top-down", kChained);
  EXPECT_EQ(player.play("judge right: no"), "-> right");
  EXPECT_EQ(player.session().about(player.session().verdict().culprit), About(NodeId{1}));
  EXPECT_EQ(player.play("undo 1"), "right+right+up?") << "as it was asked";
}

TEST(Session, AsksAboutNoMoreCallsThanAChainMayHave) {
  SessionOptions options = kChained;
  options.chain_size = 2;
  Player player(kChains, "top-down", options);
  EXPECT_EQ(player.play("yes, no"), "right+right yes, up+down no, up?");
  EXPECT_EQ(player.play("undo 2, reshape loops+collapse"), "right+right?");
  options.chain_size = 1;
  const TestSubject subject(std::move(*tree::read_text(kChains)));
  const auto refused = Session::start(subject.tree(), subject.spaces(), subject.order(), options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what, "a chain of at most 1 calls is none");
}

TEST(Session, SkippingAChainAsksForItsParts) {
  Player player(kChains, "top-down", kChained);
  EXPECT_EQ(player.play("skip, skip"), "right+right+up skip, right+right skip, right?");
  EXPECT_EQ(player.session().suspects(), 5u) << "main, right twice, up, down: opened chains have no code";
  EXPECT_EQ(player.play("yes, no"), "right yes, right no, -> right");
  EXPECT_EQ(player.play("undo 4"), "right+right+up?");
  EXPECT_EQ(player.play("skip, skip, yes, yes, yes, yes"),
            "right+right+up skip, right+right skip, right yes, right yes, up yes, down yes, -> main");
}

TEST(Session, UnfoldsACollapsedChainWhenTold) {
  Player player(kChains, "top-down", kChained);
  EXPECT_EQ(player.play("no, unfold right+right, no"), "right+right+up no, right+right no, right?");
  EXPECT_EQ(player.play("yes, yes"), "right yes, right yes, -> right+right") << "it is between them";
  EXPECT_EQ(player.session().verdict().children_total, 2u);
  EXPECT_EQ(player.play("undo 4"), "right+right?");
  EXPECT_EQ(player.session().suspects(), 2u) << "closed again";
}

TEST(Session, ClosesAChainThatWasOpened) {
  Player player(kChains, "top-down", kChained);
  EXPECT_EQ(player.play("skip, skip, fold right+right"), "right+right+up skip, right+right skip, up?");
  EXPECT_EQ(player.session().suspects(), 4u);
  EXPECT_EQ(player.play("yes, yes"), "up yes, down yes, -> undecided main right+right, decisive right+right");
  EXPECT_EQ(player.play("unfold right+right"), "right?");
}

TEST(Session, ClosesNoChainOfSeveralFunctions) {
  Player player(kChains, "top-down", kChained);
  const Status status = player.session().check(Request::make_fold(player.find("right+right+up")));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(status.error().what, "These calls are no calls of one function that could be taken as one.");
}

TEST(Session, TrustsTheFunctionsOfAChain) {
  Player player(kChains, "top-down", kChained);
  EXPECT_EQ(player.play("trust"), "right+right+up trust, down?");
  EXPECT_EQ(player.session().suspects(), 2u) << "main, down";
}

TEST(Session, TakesWhatWasSaidOfAChainToItsCalls) {
  Player player(kChains, "top-down", kChained);
  EXPECT_EQ(player.play("yes, reshape loops"), "right+right+up yes, down?");
  EXPECT_EQ(player.marks(), "wrrr.");
  EXPECT_EQ(player.play("undo 1"), "right?");
  EXPECT_EQ(player.play("reshape loops+collapse+balance, no, reshape loops"), "right+right+up no, right?");
  EXPECT_EQ(player.marks(), "w....") << "which of them is wrong is not known";
  EXPECT_EQ(player.session().dropped(), std::vector<About>{About(NodeId{1}, NodeId{3})});
  EXPECT_EQ(player.play("reshape loops+collapse+balance"), "right+right?");
  EXPECT_TRUE(player.session().dropped().empty());
}

TEST(Session, TakesTheLastWordAboutAChainToItsCalls) {
  Player player(kChains, "top-down", kChained);
  player.play("judge right+right: yes, judge right+right: no, reshape loops");
  EXPECT_EQ(player.marks(), "w....");
  EXPECT_EQ(player.play("undo 1"), "up?");
  EXPECT_EQ(player.marks(), "wrr..");
}

constexpr std::string_view kCallbacks =
    "main  @main.cpp:1-9\n"
    "  std::sort  @algo.h:1-20\n"
    "    my::less  @main.cpp:11-12\n"
    "    std::swap  @algo.h:30-31\n"
    "    my::less  @main.cpp:11-12\n"
    "  my::deep::print  @main.cpp:20-21\n"
    "  std::swap  @algo.h:30-31\n"
    "  mystery\n";

TEST(Session, AsksNoCallOfATrustedFunctionButWhatItCalls) {
  Player player(kCallbacks, "top-down");
  EXPECT_EQ(player.play("trust"), "std::sort trust, my::less?");
  EXPECT_EQ(player.session().suspects(), 7u);
  EXPECT_EQ(player.play("yes, trust"), "my::less yes, std::swap trust, my::less?");
  EXPECT_EQ(player.play("yes"), "my::less yes, my::deep::print?");
  EXPECT_EQ(player.play("yes"), "my::deep::print yes, mystery?");
  EXPECT_EQ(player.marks(), "wtrtrrt.");
  EXPECT_EQ(player.play("yes"), "mystery yes, -> main");
  EXPECT_EQ(player.session().verdict().children[2].mark, Mark::kTrusted);
  const std::size_t entry = player.session().verdict().children[2].entry;
  ASSERT_LT(entry, player.session().log().size());
  EXPECT_EQ(player.name(player.session().log()[entry].answer.about.first), "std::swap");
}

TEST(Session, TrustsAFile) {
  Player player(kCallbacks, "top-down");
  EXPECT_EQ(player.play("trust file, yes, yes, yes"),
            "std::sort trust file, my::less yes, my::less yes, my::deep::print yes, mystery?");
}

TEST(Session, TrustsANamespaceAndThoseInIt) {
  Player player(kCallbacks, "top-down");
  EXPECT_EQ(player.play("jump my::less, trust namespace"), "my::less trust namespace, std::sort?");
  EXPECT_EQ(player.marks(), "w.t.tt..");
  EXPECT_EQ(player.session().suspects(), 5u);
}

TEST(Session, RefusesToTrustWhatIsNotKnown) {
  Player player(kCallbacks, "top-down");
  const About mystery = player.find("mystery");
  const Status file = player.session().check(Request::make_answer(AnswerKind::kTrustFile, mystery));
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(file.error().what, "The file of 'mystery' is not known.");
  const Status scope = player.session().check(Request::make_answer(AnswerKind::kTrustNamespace, mystery));
  ASSERT_FALSE(scope);
  EXPECT_EQ(scope.error().what, "'mystery' stands in no namespace.");
}

TEST(Session, FindsNothingWhenTheTrustedRootIsAllThatIsLeft) {
  Player player(kCallbacks, "top-down");
  player.play("jump main, trust, yes, yes, yes, yes");
  EXPECT_EQ(player.now(), "-> nothing");
}

TEST(Session, LetsAnAnswerOverrideTrust) {
  Player player(kCallbacks, "top-down");
  EXPECT_EQ(
      player.play("trust, yes, trust, yes, yes, judge std::swap: no"),
      "std::sort trust, my::less yes, std::swap trust, my::less yes, my::deep::print yes, -> std::swap");
  EXPECT_EQ(player.session().about(player.session().verdict().culprit), About(NodeId{3}));
  EXPECT_EQ(player.play("undo 1"), "mystery?");
}

TEST(Session, KeepsSuspectsOutOfWhatATrustedWrongCallHolds) {
  // The wrong node's function becomes trusted afterwards: the node itself was judged, so it can still be
  // blamed.
  Player player("m\n  f(1) = 1\n    f(0) = 0\n    g\n", "top-down");
  EXPECT_EQ(player.play("no, trust, yes"), "f(1) = 1 no, f(0) = 0 trust, g yes, -> f(1) = 1");
}

TEST(Session, ClearsWhatRanAfterAnInadmissibleCall) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("jump f, inadmissible"), "f inadmissible, b?");
  EXPECT_EQ(player.session().suspects(), 5u);
  EXPECT_EQ(player.marks(), "w....ii..");
  EXPECT_EQ(player.play("yes"), "b yes, e?");
  EXPECT_EQ(player.play("no"), "e no, -> e");
  EXPECT_EQ(player.session().verdict().children[1].mark, Mark::kUndefined);
  EXPECT_EQ(player.play("undo 1, yes"), "e yes, -> a");
}

TEST(Session, RestrictsAnInadmissibleCallToTheRootOfTheSearch) {
  Player player(kTree, "top-down");
  player.play("judge f: inadmissible, judge e: no");
  EXPECT_EQ(player.now(), "-> e");
  EXPECT_EQ(player.play("judge i: no"), "-> i");
}

TEST(Session, UndoesAnyNumberOfSteps) {
  Player player(kTree, "top-down");
  player.play("yes, skip, no, yes");
  EXPECT_EQ(player.now(), "-> f");
  EXPECT_EQ(player.play("undo 1"), "g?");
  EXPECT_EQ(player.play("undo 2"), "e?");
  EXPECT_EQ(player.marks(), "wrrr.....");
  EXPECT_EQ(player.play("undo 1"), "b?");
  EXPECT_EQ(player.marks(), "w........");
  const Status none = player.session().check(Request::make_undo(1));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().what, "There is nothing to undo.");
}

TEST(Session, UndoGoesBackToWhereTheUserHadJumped) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("jump h, yes"), "h yes, b?");
  EXPECT_EQ(player.play("undo 1"), "h?");
  EXPECT_EQ(player.session().why(), "You jumped to this node.");
}

TEST(Session, GoesOnWithTheLastWrongNode) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("judge e: no, judge b: no"), "c?");
  EXPECT_EQ(player.play("judge b: yes"), "f?");
  EXPECT_EQ(player.play("judge e: yes"), "i?");
}

TEST(Session, KeepsTheLowerWrongNodeWhenOneAboveIsJudgedWrong) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("judge f: no, judge e: no"), "g?");
}

TEST(Session, LeavesAWrongNodeThatALaterAnswerClears) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("judge f: no, judge e: yes"), "b?");
  EXPECT_EQ(player.marks(), "w...rwrr.");
}

TEST(Session, EntersAWrongNodeBelowARightOne) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("judge e: yes, judge f: no"), "g?");
  EXPECT_EQ(player.marks(), "w...rw.r.");
  EXPECT_EQ(player.play("yes"), "g yes, -> f");
}

TEST(Session, EndsWhenTheRootIsJudgedRightAfterAll) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("no, judge a: yes"), "b no, -> nothing");
  EXPECT_EQ(player.play("undo 1"), "c?");
}

TEST(Session, FindsAnotherBug) {
  Player player(kTree, "top-down");
  player.play("no, yes, no");
  EXPECT_EQ(player.now(), "-> d");
  EXPECT_EQ(player.play("another"), "e?");
  EXPECT_EQ(player.session().suspects(), 5u) << "e, f, g, h, i";
  EXPECT_EQ(player.play("no, yes, no"), "e no, f yes, h no, -> h");
  EXPECT_EQ(player.play("another"), "i?");
  EXPECT_EQ(player.play("yes"), "i yes, -> nothing");
  EXPECT_EQ(player.play("undo 3"), "h?");
}

TEST(Session, LooksAtWhatRanAfterAnInadmissibleCallInAFurtherSearch) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("judge f: inadmissible, no, yes, yes"), "b no, c yes, d yes, -> b");
  EXPECT_EQ(player.play("another"), "e?");
  EXPECT_EQ(player.play("yes"), "e yes, i?");
}

TEST(Session, RefusesToFindAnotherBugBeforeAVerdict) {
  Player player(kTree, "top-down");
  const Status early = player.session().check(Request::make_another());
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(early.error().what, "No bug was found that could be set aside.");
}

TEST(Session, ChangesStrategy) {
  Player player(kTree, "top-down");
  EXPECT_EQ(player.play("strategy heaviest-first"), "e?");
  EXPECT_EQ(player.session().strategy(), "heaviest-first");
  const Status unknown = player.session().check(Request::make_strategy("bottom-up"));
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kUsage);
}

TEST(Session, RefusesANodeThatIsNotThere) {
  Player player(kTree, "top-down");
  const Status status = player.session().check(Request::make_jump(NodeId{9}));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(status.error().what, "There is no such node.");
  EXPECT_FALSE(player.session().check(Request::make_answer(AnswerKind::kYes, NodeId{9})));
  EXPECT_FALSE(player.session().check(Request::make_fold(NodeId{9})));
  EXPECT_FALSE(player.session().check(Request::make_jump(About())));
}

TEST(Answer, ReadsWordsAndKeysInAnyCase) {
  const std::pair<std::string_view, AnswerKind> words[] = {
      {"y", AnswerKind::kYes},
      {" YES ", AnswerKind::kYes},
      {"n", AnswerKind::kNo},
      {"No", AnswerKind::kNo},
      {"s", AnswerKind::kSkip},
      {"d", AnswerKind::kSkip},
      {"don't  know", AnswerKind::kSkip},
      {"t", AnswerKind::kTrustFunction},
      {"trust", AnswerKind::kTrustFunction},
      {"Trust  File", AnswerKind::kTrustFile},
      {"trust namespace", AnswerKind::kTrustNamespace},
      {"i", AnswerKind::kInadmissible},
  };
  for (const auto& [word, kind] : words) {
    const Result<AnswerKind> parsed = parse_answer(word);
    ASSERT_TRUE(parsed) << word;
    EXPECT_EQ(*parsed, kind) << word;
  }
  for (AnswerKind kind : {AnswerKind::kYes, AnswerKind::kNo, AnswerKind::kSkip, AnswerKind::kTrustFunction,
                          AnswerKind::kTrustFile, AnswerKind::kTrustNamespace, AnswerKind::kInadmissible}) {
    EXPECT_EQ(*parse_answer(to_word(kind)), kind);
  }
}

TEST(Answer, SaysWhatCanBeAnswered) {
  const Result<AnswerKind> parsed = parse_answer("perhaps\x1b");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().code, ErrorCode::kBadAnswer);
  EXPECT_EQ(parsed.error().what, "'perhaps\\x1b' is no answer.");
  EXPECT_NE(parsed.error().hint.find("yes (y), no (n), skip (s)"), std::string::npos);
}

}  // namespace
}  // namespace culprit::session
