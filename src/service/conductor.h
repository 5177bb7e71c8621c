#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/oracle/memory_oracle.h"
#include "src/oracle/panel.h"
#include "src/oracle/questions.h"
#include "src/session/session.h"
#include "src/session/session_file.h"

namespace culprit::service {

/// Two answers to the same question that cannot both hold.
struct Contradiction {
  session::About earlier;  ///< nothing if it was given in another session
  std::string ground;      ///< of the earlier one
  session::About later;
};

/// Brings a session, those who can answer, and the file together. Takes the session's question to the panel, in order, and
/// applies an opinion as an ordinary answer, which is saved like a person's; when the panel is silent, the person is asked.
///
/// Checked, then saved, then done: what is refused or cannot be saved changes nothing.
class Conductor {
 public:
  /// Questions must outlive it. Without memory no earlier answer answers again, but contradictions are still found.
  Conductor(session::Session session, const oracle::Questions& questions, const tree::Tree& subject,
            bool memory);
  Conductor(const Conductor&) = delete;
  Conductor& operator=(const Conductor&) = delete;

  const session::Session& session() const { return session_; }
  session::Session& session() { return session_; }

  /// Answers of another run's session, to be used when their question comes up.
  void remember(const session::SavedSession& other, std::string_view origin);
  /// Goes on with what the requests of a file lead to. Stops at the first that does not fit.
  std::optional<session::Session::Misfit> replay(const std::vector<session::Request>& requests);
  /// The same for requests of version 1, among which is not what oracles answered: they are asked in between, as they were
  /// then. `lines` gets what is to be saved instead.
  std::optional<session::Session::Misfit> convert(const std::vector<session::Request>& requests,
                                                  std::string& lines);
  /// From now on requests are saved there.
  void keep_in(session::SessionFile file) { file_ = std::move(file); }
  const session::SessionFile* file() const { return file_ ? &*file_ : nullptr; }

  Result<std::vector<Contradiction>> request(session::Request request);
  /// The answers that were given at one look: saved and taken back together.
  Result<std::vector<Contradiction>> answer(std::vector<session::Answer> answers);
  /// Asks the panel until it is silent, or there is a verdict. After replay(), and by request().
  Status consult();
  /// Answers that came from sessions of other runs.
  std::uint32_t borrowed() const;
  std::vector<std::string> take_notes();

 private:
  session::Answer asked(session::AnswerKind kind, const session::About& about) const;
  /// With what was asked, if it is an answer.
  session::Request completed(session::Request request) const;
  void apply(const session::Request& request);
  /// Takes opinions of the panel for answers. Returns their lines.
  std::string ask_panel();
  std::vector<Contradiction> contradictions(const session::Answer& answer) const;
  /// What the session's own answers say, each in its last form.
  void relearn();
  Status save(const std::string& lines);
  void told_of(const Status& consulted);

  session::Session session_;
  const oracle::Questions& questions_;
  const tree::Tree& subject_;
  bool uses_memory_;
  oracle::MemoryOracle memory_;
  oracle::Panel panel_;
  std::vector<oracle::AnswerId> learned_;
  std::optional<session::SessionFile> file_;
  std::string
      unsaved_;  ///< lines of answers that were taken and could not be saved: they go before the next ones
  std::vector<std::string> notes_;
};

}  // namespace culprit::service
