#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/service/subject.h"
#include "src/session/session.h"
#include "src/state/account.h"

namespace culprit::service {

struct DialogueOptions {
  std::string strategy{strategy::kDefaultStrategy};
  bool ask_root = false;       ///< false: the root is taken as wrong
  std::string session_path{};  ///< where answers are kept; empty: nowhere
  bool resume = false;  ///< replay what is in session_path first (its strategy and root count); a file that
                        ///< is not there is a new session, as told by notes()
  bool memory = true;   ///< what was answered before is not asked again
  state::Limits limits{};
};

/// What a node is, in words and figures a front end can show: function, place, facts.
struct NodeView {
  NodeId node;
  std::string kind;  ///< "call", "iteration"
  std::string function;
  std::string signature;
  std::string file;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint64_t iteration = 0;  ///< of an iteration: which pass of its loop, from 1
  state::Facts facts;
};

struct Question {
  NodeView about;
  std::uint64_t suspects = 0;
  session::Expectation expected;
  std::string why;
  std::uint32_t number = 0;  ///< of this question in the session, from 1
};

struct ChildView {
  NodeView about;
  session::Mark mark;
  std::string who;
};

struct VerdictView {
  session::VerdictKind kind;
  NodeView about;                    ///< the culprit (kBuggy)
  std::vector<NodeView> candidates;  ///< kUndecided
  NodeView decisive;                 ///< kUndecided: judging this would decide
  std::vector<ChildView> children;
  std::uint64_t children_total = 0;
  std::uint32_t questions = 0;  ///< answered in this session
};

using Turn = std::variant<Question, VerdictView>;

/// A debugging session over a subject, as requests and replies. Every accepted request is saved before it
/// returns; a refused one changes nothing.
class Dialogue {
 public:
  /// The subject must outlive the dialogue.
  static Result<Dialogue> start(const Subject& subject, DialogueOptions options,
                                const Progress& progress = no_progress);
  Dialogue(Dialogue&&) noexcept;
  Dialogue& operator=(Dialogue&&) noexcept;
  ~Dialogue();

  /// The question to answer now, or the verdict.
  const Turn& turn() const;
  /// Judges the node of the current question, or any other. Returns what contradicts it, if something does.
  Result<std::vector<session::Contradiction>> answer(session::AnswerKind kind, NodeId node,
                                                     std::string who = "you");
  /// Fails with kBadAnswer if fewer than `steps` can be undone.
  Status undo(std::uint32_t steps = 1);
  Status change_strategy(std::string_view name);
  /// After a verdict: look for another bug.
  Status find_another();
  /// Ask this node next, whatever the strategy says.
  Status jump(NodeId node);

  std::string_view strategy() const;
  std::uint32_t answers() const;
  std::uint32_t resumed_answers() const;  ///< how many of them were replayed at the start
  session::Mark mark(NodeId node) const;
  /// The answers so far, oldest first.
  std::vector<session::Answer> log() const;
  Result<NodeView> view(NodeId node) const;
  /// What a user should know about the start: an older session moved aside, a torn line left out.
  const std::vector<std::string>& notes() const;
  const Subject& subject() const;

 private:
  struct Impl;
  explicit Dialogue(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// The events of `--json`: {"event":"question",…}, {"event":"verdict",…}.
nlohmann::json to_json(const Turn& turn);
nlohmann::json to_json(const NodeView& view);
nlohmann::json to_json(const state::Value& value);
nlohmann::json to_json(const Error& error);

/// One line: `merge({1, 3}, {2}) = {2, 3, 0}`; `parse("1+") threw syntax_error`; iterations as
/// `loop at sort.cpp:12, pass 3 (i = 2, sum = 7)`.
std::string one_line(const NodeView& view, std::size_t width);
std::string to_text(const state::Value& value, std::size_t width);

}  // namespace culprit::service
