// Each program of examples/ is compiled, recorded and debugged, and a session, whatever its strategy, names exactly what
// is wrong with it. UPDATE=1 in the environment writes the files `answers` anew.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "src/strategy/strategy.h"
#include "tests/examples/example.h"
#include "tests/support/places.h"

namespace culprit {
namespace {

using service::Dialogue;
using service::NodeView;
using service::Subject;
using test::Example;
using test::TwinOracle;

constexpr state::Limits kLimits{10, 400, 4096, 20000};

/// Compares more of a value than a user is shown.
Dialogue start(const Subject& subject, std::string_view strategy, std::string_view transform) {
  service::DialogueOptions options;
  options.strategy = strategy;
  options.transform = transform;
  options.limits = kLimits;
  return std::move(*Dialogue::start(subject, options));
}

/// With the nodes of the subject's own tree.
Dialogue start_plain(const Subject& subject) {
  return start(subject, strategy::kDefaultStrategy, "loops");
}

std::string culprit_name(const Subject& subject, const NodeView& view) {
  if (view.kind != "iteration") return view.function;
  const tree::Tree& tree = subject.tree();
  NodeId caller = view.about.first;
  while (tree.is_iteration(caller)) caller = tree.parent(caller);
  return "loop at line " + std::to_string(view.first_line) + " in " + tree.function(caller).name;
}

class Examples : public testing::TestWithParam<Example> {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("culprit_examples_test." + GetParam().name + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// The recorded run of a source file, which has to print `wanted`.
  Subject record(const std::string& source, const std::string& wanted) {
    const std::string trace = (folder_ / (source + ".trace")).string();
    const test::Finished run =
        test::compile_and_record(CULPRIT_PROGRAM, GetParam().folder / source, folder_, trace);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out, wanted);
    Result<Subject> subject = Subject::open(trace);
    if (!subject) throw std::runtime_error(subject.error().what);
    return std::move(*subject);
  }

  std::filesystem::path folder_;
};

/// What was asked and answered, a line each; the last line is the verdict.
struct Played {
  std::string dialogue, answers, culprit;
  int looks = 0;  ///< of several nodes
};
constexpr int kMostLooks = 100;

/// A chain is right if all its calls are.
std::optional<bool> judge(const transform::Reshaped& searched, SearchId row, const Dialogue& plain,
                          const TwinOracle& oracle) {
  if (!searched.is_made(row)) return oracle.judge(*plain.view(searched.origin_of(row)));
  for (SearchId part{row.value() + 1}; part < searched.tree.end(row); part = searched.tree.end(part)) {
    const std::optional<bool> answer = judge(searched, part, plain, oracle);
    if (answer != true) return answer;
  }
  return true;
}

/// What is pointed at in steps or passes, given who judges each of them by itself: the first step that is wrong, or the last row that
/// begins with a wrong pass, since what is behind it is right with what it was given.
std::optional<service::Choice> point_at(const service::Question& question, const Dialogue& plain,
                                        const TwinOracle& oracle) {
  using Kind = service::Choice::Kind;
  if (const service::Frame* frame = question.frame()) {
    for (std::size_t i = 0; i < frame->steps.size(); ++i) {
      const std::optional<bool> answer = oracle.judge(*plain.view(frame->steps[i].about.about));
      if (!answer) return std::nullopt;
      if (!*answer) return service::Choice{Kind::kNumber, i + 1};
    }
    if (!question.is_known_wrong && oracle.judge(*plain.view(frame->about.about)) == true)
      return service::Choice{Kind::kOk};
    return service::Choice{Kind::kOwn};
  }
  const service::Table* table = question.table();
  service::Choice choice{Kind::kOk};
  for (const service::TableRow& row : table->rows) {
    const std::optional<bool> answer = oracle.judge(*plain.view(row.pass));
    if (!answer) return std::nullopt;
    if (!*answer) choice = {Kind::kNumber, row.last};
  }
  return choice;
}

Played play(const Subject& subject, const TwinOracle& oracle, std::string_view strategy,
            std::string_view transform) {
  Dialogue dialogue = start(subject, strategy, transform);
  const Dialogue plain = start_plain(subject);
  Played played;
  while (const auto* question = std::get_if<service::Question>(&dialogue.turn())) {
    const std::string line = service::one_line(question->about, 1000);
    if (question->frame() != nullptr || question->table() != nullptr) {
      const std::optional<service::Choice> choice = point_at(*question, plain, oracle);
      if (!choice || played.looks++ > kMostLooks) return played;
      played.dialogue += line + "? by looks\n";
      if (question->frame() != nullptr && choice->kind == service::Choice::Kind::kOk) {
        EXPECT_TRUE(dialogue.answer(session::AnswerKind::kYes, question->about.about));
      } else {
        EXPECT_TRUE(dialogue.choose(*choice));
      }
      continue;
    }
    const std::optional<bool> answer =
        judge(dialogue.searched(), dialogue.row(question->about.about), plain, oracle);
    if (!answer) {
      return played;
    }
    const char* word = *answer ? "yes" : "no";
    played.dialogue += line + "? " + word + "\n";
    played.answers += std::string(word) + "\n";
    EXPECT_TRUE(dialogue.answer(*answer ? session::AnswerKind::kYes : session::AnswerKind::kNo,
                                question->about.about));
  }
  const auto& verdict = std::get<service::VerdictView>(dialogue.turn());
  if (verdict.kind == session::VerdictKind::kBuggy) played.culprit = culprit_name(subject, verdict.about);
  return played;
}

/// Whatever a strategy may ask has an answer, and wherever one may end (a wrong node with nothing wrong below it) it ends
/// at the culprit.
void expect_one_bug(const Subject& subject, const TwinOracle& oracle, const std::string& culprit) {
  const tree::Tree& tree = subject.tree();
  const Dialogue dialogue = start_plain(subject);
  std::vector<bool> wrong_below(tree.size());
  std::vector<bool> wrong(tree.size());
  wrong[0] = true;
  for (std::uint32_t i = tree.size(); i-- > 0;) {
    const NodeView view = *dialogue.view(NodeId{i});
    if (i > 0) {
      const std::optional<bool> answer = oracle.judge(view);
      if (!answer) ADD_FAILURE() << "nothing judges: " << service::one_line(view, 1000);
      wrong[i] = answer == false;
      if (wrong[i]) wrong_below[tree.parent(NodeId{i}).value()] = true;
    }
    if (wrong[i] && !wrong_below[i]) {
      EXPECT_EQ(culprit_name(subject, view), culprit) << service::one_line(view, 1000);
    }
  }
}

TEST_P(Examples, SessionNamesExactlyTheBug) {
  const Example& example = GetParam();
  const Subject buggy = record(example.source, example.prints);
  const Subject fixed = record(example.fixed_source, example.should_print);
  EXPECT_NE(example.prints, example.should_print);

  TwinOracle oracle(buggy.tree(), example.mended, example.judged);
  const Dialogue twin = start_plain(fixed);
  for (std::uint32_t i = 0; i < fixed.tree().size(); ++i) oracle.learn(*twin.view(NodeId{i}));
  expect_one_bug(buggy, oracle, example.culprit);

  for (const std::string_view strategy : strategy::strategy_names()) {
    SCOPED_TRACE(strategy);
    EXPECT_EQ(play(buggy, oracle, strategy, "loops").culprit, example.culprit);
    const Played played = play(buggy, oracle, strategy, service::kDefaultTransform);
    EXPECT_EQ(played.culprit, example.culprit) << played.dialogue;
    if (strategy != strategy::kDefaultStrategy) continue;
    if (std::getenv("UPDATE") != nullptr) {
      std::ofstream(example.folder / "answers", std::ios::binary) << played.answers;
    } else {
      EXPECT_EQ(played.answers, example.answers) << played.dialogue;
    }
  }
}

TEST_P(Examples, AnswersOfTheFolderLeadToTheBug) {
  const Example& example = GetParam();
  const Subject buggy = record(example.source, example.prints);
  const test::Finished session =
      test::run_program({CULPRIT_PROGRAM, "debug", buggy.path(), "--no-save"}, example.answers);
  EXPECT_EQ(session.code, 0) << session.out << session.err;
  EXPECT_NE(session.out.find("\nThe bug is in "), std::string::npos) << session.out;
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(Example::all()),
                         [](const auto& instance) { return instance.param.name; });

/// Names of the nodes, loops by their line.
std::string names(const tree::SearchTree& tree) {
  std::string text;
  std::vector<SearchId> open;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const SearchId node{i};
    while (!open.empty() && tree.end(open.back()) <= node) open.pop_back();
    text.append(2 * open.size(), ' ');
    text += tree.is_iteration(node) ? "iteration of line " + std::to_string(tree.function(node).first_line)
                                    : tree.function(node).name;
    text += '\n';
    open.push_back(node);
  }
  return text;
}

/// The tree of an example's mended program, as transformations for heaviest-first leave it.
std::string reshaped_names(const std::string& example, const std::string& transform) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("culprit_names_test." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string trace = (folder / "trace").string();
  test::compile_and_record(
      CULPRIT_PROGRAM,
      std::filesystem::path(CULPRIT_SOURCE_DIR) / "examples" / example / (example + "_fixed.cpp"), folder,
      trace);
  std::string text;
  {
    const Result<Subject> subject = Subject::open(trace);
    if (!subject) throw std::runtime_error(subject.error().what);
    text = names(start(*subject, "heaviest-first", transform).searched().tree);
  }
  std::filesystem::remove_all(folder);
  return text;
}

// Figure 2, right, of "Mejora del rendimiento de la depuración declarativa mediante expansión y compresión de bucles"
// (Insa, Silva, Tomás): a chain for each loop, an inner one in each pass of the outer one, and no pass after the last.
TEST(SumMatrix, HasTheTreeOfThePaper) {
  EXPECT_EQ(reshaped_names("sum_matrix", "loops"), R"(main
  Matrix::Matrix
    iteration of line 12
      iteration of line 13
        iteration of line 13
          iteration of line 13
      iteration of line 12
        iteration of line 13
          iteration of line 13
            iteration of line 13
        iteration of line 12
          iteration of line 13
            iteration of line 13
              iteration of line 13
  iteration of line 27
    iteration of line 28
      Matrix::position
      iteration of line 28
        Matrix::position
        iteration of line 28
          Matrix::position
    iteration of line 27
      iteration of line 28
        Matrix::position
        iteration of line 28
          Matrix::position
          iteration of line 28
            Matrix::position
      iteration of line 27
        iteration of line 28
          Matrix::position
          iteration of line 28
            Matrix::position
            iteration of line 28
              Matrix::position
)");
}

// Figure 2, left: the calls alone.
TEST(SumMatrix, HasOnlyCallsWithoutLoops) {
  std::string calls = "main\n  Matrix::Matrix\n";
  for (int i = 0; i < 9; ++i) calls += "  Matrix::position\n";
  EXPECT_EQ(reshaped_names("sum_matrix", "none"), calls);
}

// Figure 8 has the loops as recursive functions; compressed, each is one node again, with all that it called.
TEST(SumMatrix, HasANodeForEachLoopWhenCompressed) {
  EXPECT_EQ(reshaped_names("sum_matrix", "loops,compress"), R"(main
  Matrix::Matrix
    iteration of line 12
      iteration of line 13
      iteration of line 13
      iteration of line 13
  iteration of line 27
    iteration of line 28
      Matrix::position
      Matrix::position
      Matrix::position
    iteration of line 28
      Matrix::position
      Matrix::position
      Matrix::position
    iteration of line 28
      Matrix::position
      Matrix::position
      Matrix::position
)");
}

}  // namespace
}  // namespace culprit
