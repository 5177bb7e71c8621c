// Laws of a dialogue over random trees, transformations and answers, through files, as programs see them.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "src/service/dialogue.h"
#include "src/session/test_model.h"
#include "src/tree/text.h"
#include "tests/support/chained_trees.h"

namespace culprit::service {
namespace {

using session::About;
using session::AnswerKind;
using session::Said;

constexpr std::string_view kLists[] = {"none",           "loops,compress", "loops,compress-all",
                                       "loops,collapse", "loops,balance",  "loops,compress,collapse,balance"};
constexpr AnswerKind kKinds[] = {AnswerKind::kYes, AnswerKind::kNo, AnswerKind::kSkip,
                                 AnswerKind::kTrustFunction, AnswerKind::kInadmissible};

template <class Things>
auto any_of(const Things& things) {
  return things[*rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, std::size(things)))];
}

/// A random tree in a file, with a session in another.
class World {
 public:
  World() : folder_(std::filesystem::temp_directory_path() / ("culprit-laws-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    const std::string path = (folder_ / "run.tree").string();
    std::ofstream(path) << tree::to_text(support::build(*support::chained_trees()));
    subject_.emplace(std::move(*Subject::open(path)));
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World() { std::filesystem::remove_all(folder_); }

  const Subject& subject() const { return *subject_; }
  const tree::Tree& tree() const { return subject_->tree(); }
  std::string session_path() const { return (folder_ / "s").string(); }
  Dialogue start(std::string_view list, bool resume, std::uint32_t chain_size = kDefaultChainSize) const {
    DialogueOptions options{.transform = std::string(list),
                            .chain_size = chain_size,
                            .session_path = session_path(),
                            .resume = resume};
    options.transform_given = true;
    options.memory = false;
    return std::move(*Dialogue::start(*subject_, options));
  }
  NodeId any_node() const {
    return NodeId{*rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, tree().size()))};
  }

 private:
  std::filesystem::path folder_;
  std::optional<Subject> subject_;
};

/// The calls of a chain that is searched.
std::vector<NodeId> calls_of(const transform::Reshaped& searched, SearchId chain) {
  std::vector<NodeId> calls;
  const SearchId end = searched.tree.end(chain);
  for (SearchId row{chain.value() + 1}; row < end;) {
    if (searched.is_made(row)) {
      row = SearchId{row.value() + 1};
      continue;
    }
    calls.push_back(searched.origin_of(row));
    row = searched.tree.end(row);
  }
  return calls;
}

/// Gives a random answer, and says of which nodes it is true.
void answer_anything(const World& world, Dialogue& dialogue, std::vector<Said>& said) {
  const auto& made = dialogue.searched().made;
  const auto kind = any_of(kKinds);
  if (!made.empty() && *rc::gen::arbitrary<bool>()) {
    const SearchId chain{any_of(std::vector<std::uint32_t>(made.begin(), made.end()))};
    const About about{dialogue.searched().origin_of(chain), dialogue.searched().last_of(chain)};
    const std::vector<NodeId> calls = calls_of(dialogue.searched(), chain);
    // A chain that is wrong says of none of its calls which it is.
    RC_ASSERT(dialogue.answer(AnswerKind::kYes, about));
    for (const NodeId call : calls) said.push_back({Said::Kind::kAnswer, call, AnswerKind::kYes});
    return;
  }
  const NodeId node = world.any_node();
  RC_ASSERT(dialogue.answer(kind, node));
  said.push_back({Said::Kind::kAnswer, node, kind});
}

// An answer about a chain replaces an earlier one about it, so that one chain is not answered twice here; reshape_laws_test
// has all requests in all orders.
RC_GTEST_PROP(DialogueLaws, MarksOfAFileAreThoseOfTheAnswersOnTheSubject, ()) {
  const World world;
  std::vector<Said> said;
  {
    Dialogue dialogue = world.start(any_of(kLists), false);
    for (int steps = *rc::gen::inRange(0, 8); steps > 0; --steps) {
      answer_anything(world, dialogue, said);
      if (*rc::gen::inRange(0, 4) == 0) RC_ASSERT(dialogue.reshape(any_of(kLists)));
    }
  }
  const session::Model model(world.tree(), false, said);
  const auto marks = marks_of(world.subject(), world.session_path());
  RC_ASSERT(marks);
  for (std::uint32_t n = 0; n < world.tree().size(); ++n) RC_ASSERT((*marks)[n] == model.mark(NodeId{n}));
}

RC_GTEST_PROP(DialogueLaws, EveryNodeCanBeNamedShownJumpedToAndAnswered, ()) {
  const World world;
  Dialogue dialogue = world.start(any_of(kLists), false);
  for (std::uint32_t n = 0; n < world.tree().size(); ++n) {
    const NodeId node{n};
    const std::string name = dialogue.name(node);
    const auto found = dialogue.find(name);
    RC_ASSERT(found && *found == About(node));
    const auto view = dialogue.view(node);
    RC_ASSERT(view && view->name == name && view->function == world.tree().function(node).name);
    if (n > 0) {
      RC_ASSERT(dialogue.jump(node));
      const auto* question = std::get_if<Question>(&dialogue.turn());
      RC_ASSERT(question && question->about.about == About(node));
    }
    RC_ASSERT(dialogue.answer(AnswerKind::kSkip, node));
    RC_ASSERT(dialogue.mark(dialogue.row(node)) == Mark::kSkipped);
    RC_ASSERT(dialogue.undo(1));
  }
}

RC_GTEST_PROP(DialogueLaws, NoChainIsClearedWithACallThatNobodyCouldSee, ()) {
  const World world;
  const std::uint32_t size = *rc::gen::element(2u, 3u, 5u, kDefaultChainSize);
  Dialogue dialogue =
      world.start(*rc::gen::element<std::string>("loops,collapse", "loops,balance"), false, size);
  RC_CLASSIFY(!dialogue.searched().made.empty(), "chains");
  for (int steps = *rc::gen::inRange(1, 10); steps > 0; --steps) {
    const auto& made = dialogue.searched().made;
    if (made.empty()) return;
    const SearchId row{any_of(std::vector<std::uint32_t>(made.begin(), made.end()))};
    const About about{dialogue.searched().origin_of(row), dialogue.searched().last_of(row)};
    RC_ASSERT(dialogue.jump(about));
    const std::vector<NodeId> calls = calls_of(dialogue.searched(), row);
    const NodeView view = std::get<Question>(dialogue.turn()).about;
    RC_ASSERT(view.about == about);
    RC_ASSERT(calls.size() <= size);
    RC_ASSERT(view.parts.size() == calls.size());
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
      RC_ASSERT(view.parts[i].about == About(calls[i]));
      RC_ASSERT(dialogue.call_of_chain(i + 1) == About(calls[i]));
    }
    RC_ASSERT_FALSE(dialogue.call_of_chain(0));
    RC_ASSERT_FALSE(dialogue.call_of_chain(static_cast<std::uint32_t>(calls.size()) + 1));
    RC_ASSERT(dialogue.answer(any_of(kKinds), about));
  }
}

RC_GTEST_PROP(DialogueLaws, PlainGivesTheVerdictOfAPlainSessionWithTheseAnswers, ()) {
  const World world;
  std::vector<std::pair<About, AnswerKind>> given;
  {
    Dialogue dialogue = world.start(any_of(kLists), false);
    for (int steps = *rc::gen::inRange(0, 10); steps > 0; --steps) {
      const NodeId node = world.any_node();
      given.emplace_back(node, any_of(kKinds));
      RC_ASSERT(dialogue.answer(given.back().second, node));
    }
  }
  const nlohmann::json resumed = to_json(world.start("loops", true).turn());
  Dialogue plain = world.start("loops", false);
  for (const auto& [about, kind] : given) RC_ASSERT(plain.answer(kind, about));
  RC_ASSERT(resumed == to_json(plain.turn()));
}

}  // namespace
}  // namespace culprit::service
