// Four laws over generated programs: what sessions show, carry over and clear cannot mislead. docs/laws.md
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "src/oracle/questions.h"
#include "tests/laws/other_log.h"
#include "tests/laws/random_session.h"
#include "tests/laws/recorded_run.h"
#include "tests/laws/replay.h"
#include "tests/support/temporary_path.h"

namespace culprit::laws {
namespace {

/// As wide as questions are compared (src/oracle/questions.cpp).
constexpr state::Limits kLimits{8, 256, 4096, 5000};
constexpr std::uint64_t kPrograms = 32;
constexpr int kSessions = 12;
/// Bytes of a run that are changed to see whether it shows.
constexpr std::size_t kBytes = 40;
/// The highest byte of an address that is not 0.
constexpr std::size_t kHighByte = 5;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// What a person is shown of what a node did.
std::string shown(const state::Facts& facts) {
  constexpr std::size_t kAll = 1 << 20;
  std::string text = fmt::format("outcome {}, {}\n", static_cast<int>(facts.outcome), facts.exception);
  if (facts.result) text += "result " + service::to_text(*facts.result, kAll) + "\n";
  if (facts.left) text += "left " + service::exit_text(*facts.left, kAll) + "\n";
  for (const state::Change& change : facts.changes)
    text += fmt::format("{}  {} -> {}  {}\n", change.path, service::to_text(change.before, kAll),
                        service::to_text(change.after, kAll), change.note);
  for (const state::Consumed& consumed : facts.consumed)
    text += fmt::format("read {}: {}, {} given back{}\n", consumed.file, consumed.text, consumed.given_back,
                        consumed.is_end ? ", end" : "");
  for (const state::FileText& file : facts.files) text += fmt::format("wrote {}: {}\n", file.file, file.text);
  return text + "printed " + facts.output;
}

/// Compiling takes longest, and every law needs the same programs.
const RecordedRun& run_of(std::uint64_t seed) {
  constexpr std::size_t kKept = 64;
  static std::map<std::uint64_t, std::unique_ptr<RecordedRun>> runs;
  if (const auto known = runs.find(seed); known != runs.end()) return *known->second;
  if (runs.size() >= kKept) runs.clear();
  return *runs.emplace(seed, std::make_unique<RecordedRun>(seed)).first->second;
}

/// How often a law had something to say, over how many programs.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t cases = 0;
  void add(std::uint64_t more) {
    ++programs;
    cases += more;
  }
};

class GeneratedLaws : public testing::TestWithParam<std::uint64_t> {
 protected:
  /// A law that nothing was held against is none.
  static void TearDownTestSuite() {
    for (const auto& [law, tally] : tallies_)
      EXPECT_TRUE(tally.programs < kPrograms || tally.cases > tally.programs) << law << ": " << tally.cases;
  }
  void SetUp() override {
    run_ = &run_of(GetParam());
    ASSERT_EQ(run_->error(), "") << "seed " << GetParam();
    chance_.seed(GetParam());
  }
  /// The seed, and what the user would see of a node.
  std::string about(NodeId node) const {
    const tree::Function& function = run_->tree().function(node);
    return fmt::format("seed {}, node {}, {} at line {}", GetParam(), node.value(), function.name,
                       function.first_line);
  }

  static inline std::map<std::string, Tally> tallies_;
  const RecordedRun* run_ = nullptr;
  std::mt19937_64 chance_;
};

TEST_P(GeneratedLaws, NoAnswerIsCarriedToACallThatDidSomethingElse) {
  const state::Account* account = *run_->subject().account();
  const oracle::Questions questions(run_->tree(), *account, run_->subject().language());
  const Replay replay(run_->trace(), run_->tree());
  std::map<std::string, NodeId> first;
  std::uint64_t same = 0;
  for (std::uint32_t n = 0; n < run_->tree().size(); ++n) {
    const oracle::Question question = questions.of(NodeId{n});
    if (!question.is_complete()) continue;
    const auto [known, is_new] = first.emplace(to_text(question), NodeId{n});
    if (is_new) continue;
    ++same;
    EXPECT_EQ(replay.behaviour(known->second), replay.behaviour(NodeId{n}))
        << about(known->second) << " and node " << n;
  }
  tallies_["questions that are the same"].add(same);
}

/// A byte of the log that is to be changed, and the nodes that should show it.
struct Candidate {
  std::string what;
  std::vector<NodeId> nodes;
};
using Candidates = std::map<const std::byte*, Candidate>;

/// Some of what every place in the program's text wrote, printed or consumed.
Candidates bytes_to_change(const Replay& replay, const tree::Tree& tree, std::mt19937_64& chance) {
  Candidates all, chosen;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<const std::byte*>> by_place;
  const auto add = [&](NodeId node, std::size_t index, std::size_t offset, const std::string& what) {
    const trace::Event& event = replay.events()[index].event;
    // A pointer to another object of the same contents looks the same: it has to lead nowhere.
    if (event.payload.size() == sizeof(Address)) offset = kHighByte;
    Candidate& candidate = all[&event.payload[offset]];
    candidate.what = fmt::format("{}, line {}", what, event.line);
    candidate.nodes.push_back(node);
    by_place[{tree.function_id(node).value(), event.line}].insert(&event.payload[offset]);
  };
  for (std::uint32_t n = 0; n < tree.size(); ++n) {
    const auto stretch = replay.stretch(NodeId{n});
    if (!stretch) continue;
    for (const ChangedByte& byte : replay.changed(NodeId{n}, *stretch))
      add(NodeId{n}, byte.event, byte.offset, replay.owner(byte.address, stretch->end));
    for (const std::size_t index : stretch->in) {
      const trace::Event& event = replay.events()[index].event;
      if (event.kind == CULPRIT_EVENT_OUTPUT && !event.payload.empty()) add(NodeId{n}, index, 0, "output");
      if (event.kind != CULPRIT_EVENT_EXTENDED || event.payload.empty()) continue;
      if (event.what == CULPRIT_EXTENDED_INPUT) add(NodeId{n}, index, 0, "input");
      if (event.what == CULPRIT_EXTENDED_OUTPUT_FILE) add(NodeId{n}, index, 0, "text for a file");
    }
  }
  for (const auto& [place, bytes] : by_place) {
    auto at = bytes.begin();
    std::advance(at, chance() % bytes.size());
    chosen[*at] = all[*at];
  }
  while (chosen.size() > kBytes)
    chosen.erase(std::next(chosen.begin(), static_cast<std::ptrdiff_t>(chance() % chosen.size())));
  return chosen;
}

TEST_P(GeneratedLaws, NoSurvivingWriteAndNoInputIsHidden) {
  const state::Account* account = *run_->subject().account();
  const Replay replay(run_->trace(), run_->tree());
  std::uint64_t looked_at = 0, cut = 0;
  std::map<NodeId, state::Facts> facts;
  for (const auto& [byte, candidate] : bytes_to_change(replay, run_->tree(), chance_)) {
    for (const NodeId node : candidate.nodes)
      if (!facts.contains(node)) facts[node] = account->facts(node, kLimits);
    OtherLog other(run_->trace(), byte);
    for (const NodeId node : candidate.nodes) {
      ++looked_at;
      cut += facts[node].changes_cut ? 1 : 0;
      if (facts[node].changes_cut) continue;
      const std::string seen = shown(facts[node]);
      EXPECT_FALSE(seen == shown(other.account(run_->tree()).facts(node, kLimits)))
          << candidate.what << " could be another byte; shown is\n"
          << seen << "\n"
          << about(node);
    }
  }
  EXPECT_LT(cut * 10, looked_at) << "what was left out is not tested";
  tallies_["bytes that were changed"].add(looked_at);
}

/// Nodes that some answer calls right, from the log of answers alone.
bool is_judged_right(const service::Dialogue& dialogue, NodeId node) {
  const tree::Tree& tree = dialogue.subject().tree();
  bool is_right = false;
  for (const service::LogLine& line : dialogue.log()) {
    const bool is_about = line.about.first <= node && node < tree.end(line.about.last);
    if (line.kind == session::AnswerKind::kYes && is_about) is_right = true;
    if (line.kind != session::AnswerKind::kYes && line.about.first == node) is_right = false;
  }
  return is_right;
}

std::string in_words(const service::Dialogue& dialogue) {
  std::string text = fmt::format("{} by {}:", dialogue.transform(), dialogue.strategy());
  for (const service::LogLine& line : dialogue.log())
    text += fmt::format(" {} {} ({})", to_word(line.kind), dialogue.name(line.about), line.who);
  return text;
}

/// A time that the loop with this body ran in the culprit's own call without being judged right from its first pass on.
std::optional<NodeId> unjudged(const service::Dialogue& dialogue, NodeId culprit, std::uint32_t body) {
  const tree::Tree& tree = dialogue.subject().tree();
  for (NodeId n{culprit.value() + 1}; n < tree.end(culprit);) {
    const bool is_own = tree.is_iteration(n) && tree.function_id(n) != tree.function_id(culprit);
    const bool is_first = is_own && tree.function_id(tree.parent(n)) != tree.function_id(n);
    if (is_first && tree.function(n).body_first == body && !is_judged_right(dialogue, n)) return n;
    n = is_own ? NodeId{n.value() + 1} : tree.end(n);
  }
  return std::nullopt;
}

/// The loop that these lines belong to, as the generator numbers it: the innermost that has them all. 0 if there is none.
std::uint32_t loop_of(const service::Lines& lines, const tree::Tree& tree,
                      const std::vector<HeadLine>& heads) {
  const tree::Function* innermost = nullptr;
  for (const tree::Function& loop : tree.functions()) {
    if (loop.kind != tree::FunctionKind::kLoop || loop.first_line > lines.first ||
        lines.last > loop.last_line)
      continue;
    if (innermost == nullptr ||
        loop.last_line - loop.first_line < innermost->last_line - innermost->first_line)
      innermost = &loop;
  }
  if (innermost == nullptr) return 0;
  for (const std::uint32_t line :
       {innermost->first_line, innermost->last_line})  // a `do` has its head behind it
    for (const HeadLine& head : heads)
      if (head.line == line) return head.loop;
  return 0;
}

bool is_nested_in(std::uint32_t loop, std::uint32_t outer, const std::vector<HeadLine>& heads) {
  while (loop != 0) {
    const auto head = std::ranges::find(heads, loop, &HeadLine::loop);
    loop = head == heads.end() ? 0 : head->outer;
    if (loop == outer) return loop != 0;
  }
  return false;
}

/// What is wrong with the lines that a verdict calls innocent. Heads of loops in the body of another one are run by that one's
/// passes, and judged with them.
std::string wrong_innocence(const service::Dialogue& dialogue, const service::VerdictView& verdict,
                            const std::vector<HeadLine>& heads) {
  for (const service::Lines& lines : verdict.innocent) {
    const std::uint32_t loop = loop_of(lines, dialogue.subject().tree(), heads);
    for (const HeadLine& head : heads)
      if (lines.first <= head.line && head.line <= lines.last && !is_nested_in(head.loop, loop, heads))
        return fmt::format("line {}, the head of a loop, is called innocent", head.line);
    if (const auto node = unjudged(dialogue, verdict.about.about.first, lines.first))
      return fmt::format("lines {} to {} are called innocent, and node {} was not judged right; {}",
                         lines.first, lines.last, node->value(), in_words(dialogue));
  }
  return {};
}

TEST_P(GeneratedLaws, NoLoopHeadIsCalledInnocent) {
  std::uint64_t innocent = 0;
  Watch watch;
  watch.verdict = [&](const service::Dialogue& dialogue, const service::VerdictView& verdict) {
    innocent += verdict.innocent.size();
    return wrong_innocence(dialogue, verdict, run_->heads());
  };
  for (int i = 0; i < kSessions; ++i)
    EXPECT_EQ(hold_random_session(run_->subject(), chance_, watch), "") << "seed " << GetParam();
  tallies_["innocent lines"].add(innocent);
}

/// Watches what "yes" to a chain clears.
class ChainWatch {
 public:
  Watch watch() {
    Watch watch;
    watch.asked = [this](const service::Dialogue& dialogue, const service::Question& question) {
      before_ = right_in(dialogue);
      listed_.clear();
      for (const service::NodeView& part : question.about.parts) listed_.push_back(part.about.first);
    };
    watch.cleared = [this](const service::Dialogue& dialogue) { return unseen(dialogue); };
    return watch;
  }
  std::uint64_t chains() const { return chains_; }
  std::size_t longest() const { return longest_; }

 private:
  static std::set<NodeId> right_in(const service::Dialogue& dialogue) {
    std::set<NodeId> right;
    const transform::Reshaped& searched = dialogue.searched();
    for (std::uint32_t row = 0; row < searched.tree.size(); ++row)
      if (!searched.is_made(SearchId{row}) && dialogue.mark(SearchId{row}) == Mark::kRight)
        right.insert(searched.origin_of(SearchId{row}));
    return right;
  }
  std::string unseen(const service::Dialogue& dialogue) {
    ++chains_;
    longest_ = std::max(longest_, listed_.size());
    const tree::Tree& tree = dialogue.subject().tree();
    for (const NodeId node : right_in(dialogue)) {
      const bool is_listed =
          std::ranges::any_of(listed_, [&](NodeId call) { return tree.contains(call, node); });
      if (!before_.contains(node) && !is_listed)
        return fmt::format(
            "node {} was cleared with a chain of which {} calls were listed, and was none of them",
            node.value(), listed_.size());
    }
    return {};
  }

  std::set<NodeId> before_;
  std::vector<NodeId> listed_;
  std::uint64_t chains_ = 0;
  std::size_t longest_ = 0;
};

TEST_P(GeneratedLaws, NoChainIsClearedWithACallThatNobodyCouldSee) {
  ChainWatch chains;
  const Watch watch = chains.watch();
  for (int i = 0; i < kSessions; ++i)
    EXPECT_EQ(hold_random_session(run_->subject(), chance_, watch), "") << "seed " << GetParam();
  tallies_["chains that were cleared"].add(chains.chains());
}

/// The same for chains of any length, which generated programs do not have: calls of a few functions in a row.
TEST(GeneratedTrees, NoChainIsClearedWithACallThatNobodyCouldSee) {
  std::mt19937_64 chance(1);
  ChainWatch chains;
  const Watch watch = chains.watch();
  for (const std::size_t calls : {2, 3, 12, 13, 40, 130, 900, 1500}) {
    const test::TemporaryPath path(".tree");
    std::ofstream file(path.str());
    file << "main = 0\n";
    for (std::size_t i = 0; i < calls; ++i)
      file << "  f" << chance() % (1 + calls / 500) << "(" << i << ") = 1\n";
    file.close();
    const Result<service::Subject> subject = service::Subject::open(path.str());
    ASSERT_TRUE(subject);
    for (int i = 0; i < kSessions; ++i)
      EXPECT_EQ(hold_random_session(*subject, chance, watch), "") << calls << " calls";
  }
  EXPECT_GT(chains.chains(), 20u);
  EXPECT_GT(chains.longest(), 100u);
}

/// CULPRIT_LAW_SEED=17 is the program of that seed alone, CULPRIT_LAW_PROGRAMS=500 are so many.
std::vector<std::uint64_t> seeds() {
  if (std::getenv("CULPRIT_LAW_SEED") != nullptr) return {number_from("CULPRIT_LAW_SEED", 0)};
  std::vector<std::uint64_t> seeds(number_from("CULPRIT_LAW_PROGRAMS", kPrograms));
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = i;
  return seeds;
}

INSTANTIATE_TEST_SUITE_P(Seeds, GeneratedLaws, testing::ValuesIn(seeds()));

}  // namespace
}  // namespace culprit::laws
