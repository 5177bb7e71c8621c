#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/console.h"
#include "src/service/dialogue.h"

namespace culprit::cli {

/// How a session began.
struct Opening {
  std::string file;
  std::uint64_t nodes = 0;
  std::string strategy;
  std::string transform;
  std::uint32_t chain_size = 0;  ///< calls of a chain, at most
  std::uint64_t reshaped_nodes = 0;
  bool ask_root = false;
  std::string session_path;  ///< empty: not kept
  std::string command;       ///< what opens this session again
  std::uint32_t resumed_answers = 0;
  bool is_resumed = false;
  std::vector<std::string> notes;   ///< what else to know: an older session was moved aside
  std::vector<std::string> damage;  ///< of the trace
};

/// How it ended without a verdict, or after one.
struct Ending {
  bool found = false;
  std::uint32_t answers = 0;
  std::string session_path;
  std::string command;       ///< what goes on with it
  bool input_ended = false;  ///< rather than "quit"
};

/// One value before and after a node.
struct ValuePair {
  std::string path;
  Result<state::Value> before;
  Result<state::Value> after;
};

struct ContradictionView {
  service::NodeView earlier;  ///< without a name if it was answered in another session
  service::NodeView later;
  std::string ground;  ///< of the earlier one
};

/// Shows what happens in a session. One implementation writes for people, one writes JSON for programs.
class Presenter {
 public:
  virtual ~Presenter() = default;
  /// False for programs: values then come with the events, and browsing is refused.
  virtual bool allows_browsing() const = 0;
  virtual void opened(const Opening& opening) = 0;
  virtual void question(const service::Question& question, const service::Dialogue& dialogue) = 0;
  /// The question again, with all that had no room.
  virtual void more(const service::Question& question, const service::Dialogue& dialogue) = 0;
  virtual void verdict(const service::VerdictView& verdict, const service::Dialogue& dialogue) = 0;
  virtual void refused(const Error& error) = 0;
  virtual void contradicted(const std::vector<ContradictionView>& contradictions) = 0;
  virtual void why(const service::Question& question) = 0;
  virtual void log(const service::Dialogue& dialogue) = 0;
  virtual void info(const service::Dialogue& dialogue, const Opening& opening) = 0;
  virtual void node(const service::NodeView& view) = 0;
  virtual void surroundings(const service::Dialogue& dialogue, const session::About& about) = 0;
  /// What a user should know, a sentence each.
  virtual void notes(const std::vector<std::string>& notes) = 0;
  virtual void value(const ValuePair& pair) = 0;
  virtual void writer(const std::string& path, const state::Writer& writer,
                      const service::Dialogue& dialogue) = 0;
  virtual void help() = 0;
  virtual void ended(const Ending& ending) = 0;
};

std::unique_ptr<Presenter> make_text_presenter(Console& console, bool is_interactive);
std::unique_ptr<Presenter> make_json_presenter(Console& console);

}  // namespace culprit::cli
