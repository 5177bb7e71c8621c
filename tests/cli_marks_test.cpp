// What `culprit tree --marks` draws after sessions on reshaped trees, against a model that replays their answers on the subject.
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "src/session/test_model.h"
#include "src/tree/text.h"
#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

using nlohmann::json;
using session::AnswerKind;
using session::Said;

/// A random tree as text, with functions and arguments that come up again and again, so that there are recursions, chains and
/// equal questions.
std::string random_tree(std::mt19937& random, unsigned nodes) {
  std::string text = "main\n";
  std::size_t depth = 0;
  for (unsigned i = 1; i < nodes; ++i) {
    depth = 1 + random() % (depth + 1);
    text += std::string(2 * depth, ' ') + "f" + std::to_string(random() % 3) + "(" +
            std::to_string(random() % 4) + ") = " + std::to_string(random() % 2) + "\n";
  }
  return text;
}

/// Requests in the words that a user types. What does not fit is refused, and changes nothing.
std::vector<std::string> random_requests(std::mt19937& random, unsigned nodes) {
  const auto any = [&](std::vector<std::string> words) { return words[random() % words.size()]; };
  std::vector<std::string> requests;
  for (unsigned i = 0; i < 3 + random() % 12; ++i) {
    const std::string node = std::to_string(random() % nodes);
    switch (random() % 8) {
      case 0:
        requests.push_back(any({"plain", "reshape collapse", "reshape compress,balance", "reshape balance",
                                "reshape compress-all,collapse"}));
        break;
      case 1:
        requests.push_back(any({"undo", "undo 2", "fold " + node, "unfold " + node, "strategy top-down",
                                "strategy divide-and-query"}));
        break;
      case 2:
      case 3:
      case 4:
        requests.push_back("show " + node);
        requests.push_back("jump " + node);
        [[fallthrough]];
      default:
        requests.push_back(any({"yes", "no", "skip", "input", "yes", "no", "no 2", "trust"}));
    }
  }
  return requests;
}

const std::map<std::string, AnswerKind> kAnswers{{"yes", AnswerKind::kYes},
                                                 {"no", AnswerKind::kNo},
                                                 {"skip", AnswerKind::kSkip},
                                                 {"inadmissible", AnswerKind::kInadmissible},
                                                 {"trust", AnswerKind::kTrustFunction}};

/// Replays a session file on the subject's tree, in which the file's names are rows: it has one thread.
class Replay {
 public:
  Replay(const tree::Tree& tree, const std::string& file) : tree_(tree) {
    std::istringstream lines(file);
    std::string line;
    std::getline(lines, line);  // the header
    while (std::getline(lines, line)) take(json::parse(line));
  }

  /// What is in force. What was said of a chain is replaced by what was said of it later, unless a function was trusted.
  std::vector<Said> all() const {
    std::vector<Said> result;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const auto replaces = [&](const Step& later) { return later.chain == step.chain; };
      const bool is_replaced =
          !step.chain.empty() && !step.is_trust &&
          std::any_of(steps_.begin() + static_cast<std::ptrdiff_t>(i) + 1, steps_.end(), replaces);
      if (!is_replaced) result.insert(result.end(), step.said.begin(), step.said.end());
    }
    return result;
  }
  std::size_t answers() const { return answers_; }
  std::size_t chains() const { return chains_; }

 private:
  struct Step {
    std::string chain;  ///< that was answered
    bool is_trust = false;
    bool is_person = true;
    std::vector<Said> said;
  };

  void take(const json& line) {
    if (line.contains("answer")) {
      answer(line);
    } else if (line.at("request") == "fold" || line.at("request") == "unfold") {
      const bool is_fold = line.at("request") == "fold";
      const std::string about = line.at("about");
      Step step;
      if (about.find('-') == std::string::npos)
        step.said.push_back({is_fold ? Said::Kind::kFold : Said::Kind::kUnfold, node(about)});
      steps_.push_back(std::move(step));
    } else if (line.at("request") == "undo") {
      for (unsigned i = 0; i < line.at("steps").get<unsigned>(); ++i) undo();
    }
  }
  void answer(const json& line) {
    const std::string about = line.at("about");
    const AnswerKind kind = kAnswers.at(line.at("answer"));
    Step step;
    step.is_trust = is_trust(kind);
    step.is_person = line.at("who") == "person";
    ++answers_;
    if (about.find('-') != std::string::npos) {
      ++chains_;
      step.chain = about;
    }
    for (const NodeId call : judged(line, kind)) step.said.push_back({Said::Kind::kAnswer, call, kind});
    steps_.push_back(std::move(step));
  }
  /// An answer of a person goes with what oracles answered after it.
  void undo() {
    while (!steps_.empty() && !steps_.back().is_person) steps_.pop_back();
    if (!steps_.empty()) steps_.pop_back();
  }
  static NodeId node(const std::string& name) { return NodeId{static_cast<std::uint32_t>(std::stoul(name))}; }
  /// "Yes" and "trust" to a chain go to each of its calls, "inadmissible" to the first; "no" and "skip" to none.
  std::vector<NodeId> judged(const json& line, AnswerKind kind) const {
    const std::string about = line.at("about");
    const std::size_t dash = about.find('-');
    if (dash == std::string::npos) return {node(about)};
    const NodeId first = node(about.substr(0, dash)), last = node(about.substr(dash + 1));
    if (kind == AnswerKind::kInadmissible) return {first};
    std::vector<NodeId> calls;
    if (kind != AnswerKind::kYes && !is_trust(kind)) return calls;
    if (line.contains("calls")) {
      for (const json& call : line.at("calls")) calls.push_back(node(call));
      return calls;
    }
    for (NodeId n = first; n <= last; n = NodeId{tree_.end(n)}) calls.push_back(n);
    return calls;
  }

  const tree::Tree& tree_;
  std::vector<Step> steps_;
  std::size_t answers_ = 0, chains_ = 0;
};

std::string sign_of(Mark mark) {
  switch (mark) {
    case Mark::kRight:
      return "✓";
    case Mark::kWrong:
      return "✗";
    case Mark::kTrusted:
      return "t";
    case Mark::kSkipped:
      return "?";
    case Mark::kInadmissible:
      return "!";
    case Mark::kUndefined:
      return "·";
  }
  return "";
}

/// The name and the mark of each node that is drawn.
std::map<std::string, std::string> drawn_marks(const std::string& drawn) {
  std::map<std::string, std::string> marks;
  std::istringstream lines(drawn);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    static const std::set<std::string> kSigns{"✓", "✗", "t", "?", "!", "·"};
    while (words >> word && !kSigns.contains(word)) {
    }
    marks[name] = word;
  }
  return marks;
}

class Marks : public CommandLine {};

TEST_F(Marks, AreThoseOfTheAnswersWhateverWasSearched) {
  std::mt19937 random(1);
  std::size_t answers = 0, chains = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const unsigned nodes = 4 + static_cast<unsigned>(random() % 30);
    const std::string text = random_tree(random, nodes);
    write("run.tree", text);
    std::filesystem::remove(folder_ / "run.tree.session");
    std::string input;
    for (const std::string& request : random_requests(random, nodes)) input += request + "\n";
    const char* shapes[] = {"none", "collapse", "balance", "compress,balance", "compress-all,collapse"};
    const std::string shape = shapes[random() % std::size(shapes)];
    culprit({"debug", "run.tree", "--new", "--transform", shape}, input);
    const auto tree = tree::read_text(text);
    ASSERT_TRUE(tree);
    const Replay replay(*tree, read("run.tree.session"));
    answers += replay.answers();
    chains += replay.chains();
    const session::Model model(*tree, false, replay.all());
    const Finished drawn = culprit({"tree", "run.tree", "--marks"});
    ASSERT_EQ(drawn.code, 0) << drawn.err;
    for (const auto& [name, sign] : drawn_marks(drawn.out))
      EXPECT_EQ(sign, sign_of(model.mark(NodeId{static_cast<std::uint32_t>(std::stoul(name))})))
          << "node " << name << "\n"
          << drawn.out << input << read("run.tree.session");
    if (HasFailure()) return;
  }
  EXPECT_GT(answers, 300u);
  EXPECT_GT(chains, 20u) << "answers about chains";
}

TEST_F(Marks, EveryNodeCanBeNamedShownAndAnsweredInEveryShape) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 30; ++trial) {
    const unsigned nodes = 4 + static_cast<unsigned>(random() % 20);
    write("run.tree", random_tree(random, nodes));
    for (const char* shape : {"collapse", "balance", "compress,balance", "compress-all,collapse"}) {
      std::string input;
      for (unsigned n = 1; n < nodes; ++n) {
        const std::string name = std::to_string(n);
        input += "show " + name + "\njump " + name + "\nskip\nundo\n";
      }
      const Finished run =
          culprit({"debug", "run.tree", "--no-save", "--no-memory", "--json", "--transform", shape}, input);
      unsigned shown = 0;
      std::string named;  // by the event before
      std::istringstream lines(run.out);
      for (std::string line; std::getline(lines, line);) {
        const json event = json::parse(line);
        EXPECT_NE(event.at("event"), "error") << line;
        if (!named.empty()) {
          EXPECT_EQ(event.at("event"), "question") << "after 'jump'";
          EXPECT_EQ(event.at("node"), named);
        }
        named = event.at("event") == "node" ? event.at("node") : "";
        if (!named.empty()) {
          EXPECT_EQ(named, std::to_string(++shown));
        }
      }
      EXPECT_EQ(shown, nodes - 1) << run.out << run.err;
    }
  }
}

}  // namespace
}  // namespace culprit::test
