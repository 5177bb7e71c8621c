#pragma once

#include "src/cli/exit_code.h"
#include "src/cli/line_reader.h"
#include "src/cli/presenter.h"

namespace culprit::cli {

/// Holds the dialogue: shows each turn, reads what is said to it, and passes that on. A refused line changes
/// nothing.
class DebugLoop {
 public:
  DebugLoop(service::Dialogue& dialogue, Presenter& presenter, LineReader& reader, Console& console,
            Opening opening, state::Limits limits);

  /// Until "quit" or the end of the input. At a terminal the loop goes on after a verdict ("another",
  /// "undo"); otherwise an answer that comes when the verdict is in ends it.
  ExitCode run();

 private:
  enum class Next { kAsk, kPrompt, kStop };

  void present();
  Next obey(const std::string& line);
  Next answer(session::AnswerKind kind, std::uint32_t part);
  Next told(const Result<std::vector<service::Contradiction>>& contradictions);
  const service::Step* step(std::uint64_t number) const;
  Next open(const struct Request& request);
  Next detail(const struct Request& request);
  Next inspect(const struct Request& request);
  Next change(const struct Request& request);
  Next change_at(const struct Request& request);
  Next after(const Status& status);
  Next refuse(const Error& error);
  Next look(const struct Request& request);
  /// The node that is being talked about: of the question, or of the verdict.
  session::About current() const;
  bool found() const;
  ExitCode finish(bool input_ended);

  service::Dialogue& dialogue_;
  Presenter& presenter_;
  LineReader& reader_;
  Console& console_;
  Opening opening_;
  state::Limits limits_;
  bool refused_ = false;
  bool found_earlier_ = false;  ///< a bug was named, and then another one was looked for
};

}  // namespace culprit::cli
