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

/// What people who choose nothing get: the fewest questions over the examples and golden trees (docs/results.md).
inline constexpr std::string_view kDefaultTransform = "loops,compress,balance";
/// The same for a strategy: one that reasons about recursion itself gets the calls as they are.
std::string_view default_transform(std::string_view strategy);

struct DialogueOptions {
  std::string strategy{strategy::kDefaultStrategy};
  std::string transform{kDefaultTransform};  ///< a list of transformations, or "none"
  bool ask_root = false;                     ///< false: the root is taken as wrong
  std::string session_path{};                ///< where answers are kept; empty: nowhere
  bool resume = false;  ///< replay what is in session_path first (its strategy and root count); a file that
                        ///< is not there is a new session, as told by notes()
  bool memory = true;   ///< what was answered before is not asked again
  strategy::StrategyOptions choosing{};
  bool thinks_ahead = false;  ///< prepare for the next question while one is open, in a thread of its own
  state::Limits limits{};
};

/// What a node is, in words and figures a front end can show: function, place, facts.
struct NodeView {
  NodeId node;  ///< in the tree of the session
  std::uint32_t number =
      0;  ///< what users call it: its number in the subject's tree; of a run, that of its first part
  std::string kind;  ///< "call", "iteration", "collapsed", "projected"
  std::string function;
  std::string signature;
  std::string file;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  std::uint64_t iteration = 0;  ///< of an iteration: which pass of its loop, from 1
  state::Facts facts;
  std::vector<NodeView> parts;  ///< of a run: inputs and results of the first ones, at most kListedParts
  std::uint64_t parts_total = 0;

  bool is_run() const { return parts_total > 0; }
};
inline constexpr std::size_t kListedParts = 12;

struct Question {
  NodeView about;
  std::uint64_t suspects = 0;
  session::Expectation expected;
  std::string why;
  std::vector<std::string> remarks;  ///< what the strategy assumed, or took back, on the last answer
  std::uint32_t number = 0;          ///< of this question in the session, from 1
};

struct ChildView {
  NodeView about;
  session::Mark mark;
  std::string who;
};

struct Lines {
  std::uint32_t first;
  std::uint32_t last;
};

struct VerdictView {
  session::VerdictKind kind;
  NodeView about;               ///< the culprit (kBuggy)
  std::vector<Lines> innocent;  ///< lines of its own that are not to blame: loops in it that were found right
  bool is_between = false;      ///< a run of calls was wrong though each was right: the fault is between them
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
  /// Closes a subtree into one node, or opens one that is closed.
  Status fold(NodeId node);
  Status unfold(NodeId node);

  /// The node of the session that a number stands for, which is one of the subject's tree. Fails with kBadAnswer.
  Result<NodeId> find(std::uint32_t number) const;

  std::string_view strategy() const;
  std::string_view transform() const;
  /// The nodes of that tree, without those that are hidden at first.
  std::uint64_t nodes() const;
  /// What users call a node.
  std::uint32_t number(NodeId node) const;
  /// The tree that the session searches, and facts about its nodes.
  const tree::Tree& tree() const;
  const state::Account& account() const;
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
/// `3 calls of right in a row`; with loops among them, `3 steps in a row`.
std::string run_heading(const NodeView& view);
std::string to_text(const state::Value& value, std::size_t width);

}  // namespace culprit::service
