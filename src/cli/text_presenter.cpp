#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"
#include "src/cli/exit_code.h"
#include "src/cli/frame_screen.h"
#include "src/cli/node_argument.h"
#include "src/cli/node_text.h"
#include "src/cli/outline.h"
#include "src/cli/presenter.h"
#include "src/cli/question_screen.h"
#include "src/cli/request.h"
#include "src/cli/table_screen.h"
#include "src/cli/value_text.h"
#include "src/cli/verdict_text.h"

namespace culprit::cli {
namespace {

class TextPresenter final : public Presenter {
 public:
  TextPresenter(Console& console, bool is_interactive) : console_(console), is_interactive_(is_interactive) {}

  bool allows_browsing() const override { return true; }

  void opened(const Opening& opening) override {
    for (const std::string& damage : opening.damage)
      console_.note("culprit: " + printable(opening.file) + ": " + printable(damage) + "\n");
    const std::string reshaped =
        opening.reshaped_nodes == opening.nodes
            ? std::string()
            : fmt::format(", {} after {}", with_commas(opening.reshaped_nodes), opening.transform);
    console_.print(fmt::format("{}: {}{}. {}\n", console_.paint(Style::kBold, printable(opening.file)),
                               counted(opening.nodes, "node", "nodes"), reshaped,
                               opening.ask_root ? "Is the result of the run right?"
                                                : "The result of the run is taken to be wrong."));
    for (const std::string& note : opening.notes) console_.print(printable(note) + "\n");
    if (opening.is_resumed)
      console_.print(fmt::format("Resumed with {} from {}; --new starts over.\n",
                                 counted(opening.resumed_answers, "answer", "answers"),
                                 printable(opening.session_path)));
    if (is_interactive_)
      console_.print(
          console_.paint(
              Style::kDim,
              "For each call: is this result right for these inputs? 'help' lists what you can type.") +
          "\n");
  }

  void question(const service::Question& question, const service::Dialogue& dialogue) override {
    show(question, dialogue, {console_.width(), console_.height(), console_.is_ascii()});
  }
  void more(const service::Question& question, const service::Dialogue& dialogue) override {
    show(question, dialogue, {console_.width(), 0, console_.is_ascii()});
  }

  void verdict(const service::VerdictView& verdict, const service::Dialogue& dialogue) override {
    console_.print("\n" + verdict_text(verdict, dialogue, console_));
    if (is_interactive_)
      console_.print(console_.paint(Style::kDim, "another: look for a further bug · undo · log · quit") +
                     "\n");
  }

  void refused(const Error& error) override { console_.note(error_text(error)); }

  void contradicted(const std::vector<ContradictionView>& contradictions) override {
    for (const ContradictionView& pair : contradictions) {
      const std::string head = "   " + console_.paint(Style::kYellow, "contradiction:");
      if (pair.earlier.name.empty()) {
        console_.print(
            fmt::format("{} the same call with the same result was judged differently before ({}).\n"
                        "   'undo' takes this answer back.\n",
                        head, printable(pair.ground)));
        continue;
      }
      console_.print(fmt::format(
          "{} the same call with the same result was judged differently before (node {}):\n     {}\n"
          "   'undo' takes this answer back; 'jump {}' asks about the other one again.\n",
          head, pair.earlier.name, service::one_line(pair.earlier, console_.width() - 5), pair.earlier.name));
    }
  }

  void why(const service::Question& question) override {
    console_.print("   " + printable(question.why) + "\n");
  }

  void log(const service::Dialogue& dialogue) override {
    const auto answers = dialogue.log();
    if (answers.empty()) console_.print("   no answers yet\n");
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const auto view = dialogue.view(answers[i].about);
      const std::string said = fmt::format("{:>3}  {:<13}", i + 1, session::to_word(answers[i].kind));
      const std::string who = answers[i].who == "you" ? "" : "  (" + printable(answers[i].who) + ")";
      const std::size_t used = said.size() + display_width(who);
      const std::size_t room = console_.width() > used + 12 ? console_.width() - used : 12;
      const std::string line =
          view ? service::one_line(*view, room) : "node " + dialogue.name(answers[i].about);
      console_.print(fmt::format("{}{}{}\n", said, line, who));
    }
  }

  void info(const service::Dialogue& dialogue, const Opening& opening) override {
    console_.print(fmt::format(
        "   file      {}, {}\n   strategy  {}\n   transform {}\n   answers   {}\n   session   {}\n",
        printable(opening.file), counted(opening.nodes, "node", "nodes"), dialogue.strategy(),
        dialogue.transform(), dialogue.answers(),
        opening.session_path.empty() ? "not kept" : printable(opening.session_path)));
    if (const auto* question = std::get_if<service::Question>(&dialogue.turn()))
      console_.print(fmt::format("   left      {}\n   node      {}\n",
                                 outlook_text(question->suspects, question->expected), question->about.name));
  }

  void node(const service::NodeView& view) override {
    console_.print(
        fmt::format("   node {}: {}\n", view.name, call_text(view, console_, console_.width() - 12)));
    if (const std::string place = place_text(view); !place.empty())
      console_.print("   " + console_.paint(Style::kDim, place) + "\n");
    console_.print(facts_text(view, console_, 3, console_.width()));
  }

  void notes(const std::vector<std::string>& notes) override {
    for (const std::string& note : notes)
      console_.print("   " + console_.paint(Style::kDim, printable(note)) + "\n");
  }

  void surroundings(const service::Dialogue& dialogue, const session::About& about) override {
    const SearchId row = dialogue.row(about);
    OutlineOptions options;
    options.towards = row;
    options.width = 12;
    options.columns = console_.width();
    options.text = [&](SearchId n, std::size_t width) {
      const std::string line = service::one_line(dialogue.brief(n), width);
      return n == row ? console_.paint(Style::kBold, line) : line;
    };
    options.mark = [&](SearchId n) { return mark_sign(dialogue.mark(n), console_) + " "; };
    options.name = [&](SearchId n) { return dialogue.brief(n).name; };
    options.name_width = name_width(dialogue.subject(), dialogue.searched());
    options.is_closed = [&](SearchId n) { return dialogue.is_closed(n); };
    write_outline(dialogue.searched().tree, options, console_);
  }

  void value(const ValuePair& pair) override {
    show_side("before", pair.before);
    show_side("after", pair.after);
  }

  void writer(const std::string& path, const state::Writer& writer,
              const service::Dialogue& dialogue) override {
    console_.print("   " + writer_text(path, writer, dialogue, console_.width() - 3) + "\n");
  }

  void help() override {
    for (const DialogueWord& word : dialogue_words())
      console_.print(fmt::format("   {:<18}{:<5}{}\n", word.word, word.key, word.help));
  }

  void ended(const Ending& ending) override {
    if (ending.found) return;
    const bool stopped = is_interactive_ || !ending.input_ended;
    console_.print(fmt::format("{} without a verdict after {}.\n", stopped ? "Stopped" : "The input ended",
                               counted(ending.answers, "answer", "answers")));
    if (!ending.session_path.empty())
      console_.print(
          fmt::format("To go on: {}{}\n", printable(ending.command), is_interactive_ ? "" : " --resume"));
  }

 private:
  void show(const service::Question& question, const service::Dialogue& dialogue, const Room& room) {
    const Screen screen = screen_of(question, dialogue, room);
    std::string text = "\n";
    for (const StyledLine& line : laid_out(screen, room)) text += line.painted(console_) + "\n";
    console_.print(text);
  }

  Screen screen_of(const service::Question& question, const service::Dialogue& dialogue,
                   const Room& room) const {
    if (question.frame() != nullptr) return frame_screen(question, dialogue.subject(), room);
    if (question.table() != nullptr) return table_screen(question, dialogue.subject(), room);
    return question_screen(question, dialogue.subject(), console_, room, is_interactive_);
  }

  void show_side(std::string_view side, const Result<state::Value>& value) {
    console_.print(fmt::format("   {}\n", side));
    console_.print(value ? value_lines(*value, console_, 5, console_.width())
                         : "     " + printable(value.error().what) + "\n");
  }

  Console& console_;
  bool is_interactive_;
};

}  // namespace

std::unique_ptr<Presenter> make_text_presenter(Console& console, bool is_interactive) {
  return std::make_unique<TextPresenter>(console, is_interactive);
}

}  // namespace culprit::cli
