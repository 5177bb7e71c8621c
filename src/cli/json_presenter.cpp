#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/cli/presenter.h"
#include "src/cli/request.h"

namespace culprit::cli {
namespace {

using nlohmann::json;

/// One object a line, flushed, so that a program at the other end of a pipe can answer.
class JsonPresenter final : public Presenter {
 public:
  explicit JsonPresenter(Console& console) : console_(console) {}

  bool allows_browsing() const override { return false; }

  void opened(const Opening& opening) override {
    json event{{"event", opening.is_resumed ? "resumed" : "opened"},
               {"file", opening.file},
               {"nodes", opening.nodes},
               {"strategy", opening.strategy},
               {"transform", opening.transform},
               {"chain_size", chain_size(opening)},
               {"reshaped_nodes", opening.reshaped_nodes},
               {"ask_root", opening.ask_root},
               {"session", opening.session_path.empty() ? json() : json(opening.session_path)},
               {"notes", opening.notes},
               {"damage", opening.damage}};
    if (opening.is_resumed) event["answers"] = opening.resumed_answers;
    emit(event);
  }

  void question(const service::Question& question, const service::Dialogue&) override {
    emit(service::to_json(service::Turn(question)));
  }
  /// Programs are told everything in the first place.
  void more(const service::Question& about, const service::Dialogue& dialogue) override {
    question(about, dialogue);
  }
  void verdict(const service::VerdictView& verdict, const service::Dialogue&) override {
    emit(service::to_json(service::Turn(verdict)));
  }

  void refused(const Error& error) override {
    json event = service::to_json(error);
    event["event"] = "error";
    emit(event);
  }

  void contradicted(const std::vector<ContradictionView>& contradictions) override {
    for (const ContradictionView& pair : contradictions)
      emit({{"event", "contradiction"},
            {"earlier", pair.earlier.name.empty() ? json() : service::to_json(pair.earlier)},
            {"ground", pair.ground},
            {"later", service::to_json(pair.later)}});
  }

  void why(const service::Question& question) override {
    emit({{"event", "why"}, {"node", question.about.name}, {"why", question.why}});
  }

  void log(const service::Dialogue& dialogue) override {
    json answers = json::array();
    for (const service::LogLine& answer : dialogue.log())
      answers.push_back({{"node", dialogue.name(answer.about)},
                         {"answer", session::to_word(answer.kind)},
                         {"who", answer.who},
                         {"ground", answer.ground.empty() ? json() : json(answer.ground)}});
    emit({{"event", "log"}, {"answers", answers}});
  }

  void info(const service::Dialogue& dialogue, const Opening& opening) override {
    json event{{"event", "info"},
               {"file", opening.file},
               {"nodes", opening.nodes},
               {"strategy", dialogue.strategy()},
               {"answers", dialogue.answers()},
               {"session", opening.session_path.empty() ? json() : json(opening.session_path)}};
    if (const auto* question = std::get_if<service::Question>(&dialogue.turn()))
      event["suspects"] = question->suspects;
    emit(event);
  }

  void node(const service::NodeView& view) override {
    json event = service::to_json(view);
    event["event"] = "node";
    emit(event);
  }

  void notes(const std::vector<std::string>& notes) override { emit({{"event", "notes"}, {"notes", notes}}); }

  void surroundings(const service::Dialogue& dialogue, const session::About& about) override {
    const tree::SearchTree& tree = dialogue.searched().tree;
    const SearchId node = dialogue.row(about);
    json path = json::array();
    for (SearchId n = node; n != kNoSearchId && path.size() < kMostNodes; n = tree.parent(n))
      path.push_back(brief(dialogue, n));
    json children = json::array();
    for (SearchId n{node.value() + 1}; n < tree.end(node) && children.size() < kMostNodes; n = tree.end(n))
      children.push_back(brief(dialogue, n));
    emit({{"event", "tree"}, {"node", dialogue.brief(node).name}, {"path", path}, {"children", children}});
  }

  void value(const ValuePair& pair) override {
    const auto side = [](const Result<state::Value>& value) {
      return value ? service::to_json(*value) : json{{"error", service::to_json(value.error())}};
    };
    emit({{"event", "value"},
          {"path", pair.path},
          {"before", side(pair.before)},
          {"after", side(pair.after)}});
  }

  void writer(const std::string& path, const state::Writer& writer,
              const service::Dialogue& dialogue) override {
    emit({{"event", "writer"},
          {"path", path},
          {"node", writer.node == kNoNode ? json() : json(dialogue.name(writer.node))},
          {"file", writer.file},
          {"line", writer.line},
          {"initial", writer.is_initial},
          {"foreign", writer.is_foreign}});
  }

  void help() override {
    json words = json::array();
    for (const DialogueWord& word : dialogue_words())
      words.push_back({{"word", word.word}, {"key", word.key}, {"help", word.help}});
    emit({{"event", "help"}, {"words", words}});
  }

  void ended(const Ending& ending) override {
    emit({{"event", "end"},
          {"found", ending.found},
          {"answers", ending.answers},
          {"reason", ending.input_ended ? "end of input" : "quit"},
          {"session", ending.session_path.empty() ? json() : json(ending.session_path)}});
  }

 private:
  static constexpr std::size_t kMostNodes = 1000;

  /// Null: any number.
  static json chain_size(const Opening& opening) {
    return opening.chain_size == transform::kAnyChainSize ? json() : json(opening.chain_size);
  }

  static json brief(const service::Dialogue& dialogue, SearchId row) {
    const service::NodeView view = dialogue.brief(row);
    return {{"node", view.name},
            {"kind", view.kind},
            {"text", service::one_line(view, 200)},
            {"mark", session::to_word(dialogue.mark(row))},
            {"closed", dialogue.is_closed(row)},
            {"subtree", dialogue.searched().tree.subtree_size(row)}};
  }

  /// The kind of event comes first, for people who read along.
  void emit(const json& event) {
    nlohmann::ordered_json line{{"event", event.at("event")}};
    for (const auto& [key, value] : event.items()) line[key] = value;
    console_.print(line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
    console_.flush();
  }

  Console& console_;
};

}  // namespace

std::unique_ptr<Presenter> make_json_presenter(Console& console) {
  return std::make_unique<JsonPresenter>(console);
}

}  // namespace culprit::cli
