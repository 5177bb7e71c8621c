#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/base/mark.h"
#include "src/service/conductor.h"
#include "src/service/look_answers.h"
#include "src/service/looks.h"
#include "src/service/node_views.h"
#include "src/service/subject.h"
#include "src/session/session.h"
#include "src/state/account.h"

namespace culprit::service {

/// What people who choose nothing get: the fewest questions over the examples and golden trees (docs/results.md).
inline constexpr std::string_view kDefaultTransform = "loops,compress,balance";
/// The most calls of a chain: what a screen has room for.
inline constexpr std::uint32_t kDefaultChainSize = 12;
/// The transformations for a strategy: one that reasons about recursion itself gets the calls as they are.
std::string_view default_transform(std::string_view strategy);

struct DialogueOptions {
  std::string strategy{strategy::kDefaultStrategy};
  std::string transform{kDefaultTransform};      ///< a list of transformations, or "none"
  std::uint32_t chain_size = kDefaultChainSize;  ///< calls of a chain, at most; they are all listed
  bool ask_root = false;                         ///< false: the root is taken as wrong
  std::string session_path{};                    ///< where answers are kept; empty: nowhere
  /// Replay what is in session_path first: its strategy, tree and root count, unless the next two say otherwise. A file that
  /// is not there is a new session, as told by notes(); so is one about another run, whose answers are remembered.
  bool resume = false;
  bool strategy_given = false;  ///< it was asked for, so that a resumed session takes it up
  bool transform_given = false;
  bool ask_root_given = false;  ///< asked for: refused if the session that is resumed was started otherwise
  bool exact_below_given = false;
  bool chain_size_given = false;  ///< likewise
  bool read_only = false;  ///< look at what is in session_path without taking it: requests are then not saved
  bool memory = true;      ///< what was answered before is not asked again
  strategy::StrategyOptions choosing{};
  std::vector<std::uint32_t>
      weights{};  ///< how likely each node is to be at fault; empty: as the subject says, or 1 each
  bool thinks_ahead = false;  ///< prepare for the next question while one is open, in a thread of its own
  state::Limits limits{};
};

struct Question {
  NodeView about;
  std::uint64_t suspects = 0;
  session::Expectation expected;
  std::string why;
  std::vector<std::string> remarks;  ///< what the strategy assumed, or took back, on the last answer
  std::uint32_t number = 0;          ///< of this question in the session, from 1
  /// What is shown of it: nothing more, its steps, or the passes of its loop.
  std::variant<std::monostate, Frame, Table> look;
  bool is_known_wrong = false;  ///< it needs no answer any more: only its steps or passes do

  const Frame* frame() const { return std::get_if<Frame>(&look); }
  const Table* table() const { return std::get_if<Table>(&look); }
};

struct ChildView {
  NodeView about;
  Mark mark;
  std::string who;  ///< in words; empty: not asked
};

struct Lines {
  std::uint32_t first;
  std::uint32_t last;
};

struct VerdictView {
  session::VerdictKind kind;
  NodeView about;               ///< the culprit (kBuggy)
  std::vector<Lines> innocent;  ///< lines of its own that are not to blame: loops in it that were found right
  bool is_between = false;  ///< a chain of calls was wrong though each was right: the fault is between them
  std::vector<NodeView> candidates;  ///< kUndecided
  NodeView decisive;  ///< kUndecided: judging this would decide; its name is empty if nothing would
  std::vector<ChildView> children;
  std::uint64_t children_total = 0;
  std::uint32_t questions = 0;  ///< answered in this session
  std::uint32_t borrowed = 0;   ///< answers that came from sessions about other runs
};

/// An answer as the log shows it.
struct LogLine {
  session::About about;
  session::AnswerKind kind;
  std::string who;     ///< "you", or an oracle's name
  std::string ground;  ///< of an oracle's: why
};

using Turn = std::variant<Question, VerdictView>;

/// A debugging session over a subject, as requests and replies. Every accepted request is saved before it returns; a refused one
/// changes nothing. Nodes are those of the subject, whatever tree is searched.
class Dialogue {
 public:
  /// The subject must outlive the dialogue, and so must what `progress` refers to, which is told whenever a tree is made.
  static Result<Dialogue> start(const Subject& subject, DialogueOptions options,
                                const Progress& progress = no_progress);
  Dialogue(Dialogue&&) noexcept;
  Dialogue& operator=(Dialogue&&) noexcept;
  ~Dialogue();

  /// The question to answer now, or the verdict.
  const Turn& turn() const;
  /// Judges what the current question is about, or any other node or chain. Returns what contradicts it, if something does.
  Result<std::vector<Contradiction>> answer(session::AnswerKind kind, const session::About& about);
  /// Answers a frame or table that is shown. One pass of several that a row stands for is no answer: these passes are shown then,
  /// as they are after a row that stands for several was pointed at. Fails with kBadAnswer: neither is shown, or it has no such row.
  Result<std::vector<Contradiction>> choose(const Choice& choice);
  /// Shows a node step by step, or a loop pass by pass, by one of its passes, until something is answered. Changes nothing.
  Status open(const session::About& about);
  /// Whether there is a verdict that names a bug, whatever is shown.
  bool is_found() const;
  /// A pass of a table's loop by its number; kNoNode if it made fewer.
  NodeId pass(const Table& table, std::uint64_t number) const;
  /// Asks something else, if there is something; says nothing of what is shown. What was opened is closed.
  Status decline();
  /// Shows what is asked as it was before: a table that was opened in part whole, else the question.
  Status back();
  /// A call of the chain that is asked, by its place in it, from 1. Fails with kBadAnswer: no chain is asked, or it has fewer.
  Result<session::About> call_of_chain(std::uint32_t number) const;
  /// Fails with kBadAnswer if fewer than `steps` can be undone.
  Status undo(std::uint32_t steps = 1);
  /// Reshapes the tree for the strategy, too, unless it was given a shape of its own.
  Status change_strategy(std::string_view name);
  /// Searches another tree: a list of transformations. The answers stay.
  Status reshape(std::string_view list);
  /// After a verdict: look for another bug.
  Status find_another();
  /// Ask this next, whatever the strategy says.
  Status jump(const session::About& about);
  /// Closes a subtree into one node, or opens one that is closed, or a chain.
  Status fold(const session::About& about);
  Status unfold(const session::About& about);

  /// What a name stands for: "17", "2:17", "17-23". Fails with kBadAnswer.
  Result<session::About> find(std::string_view name) const;
  std::string name(const session::About& about) const;

  std::string_view strategy() const;
  std::string_view transform() const;
  /// Calls of a chain, at most; transform::kAnyChainSize: any number.
  std::uint32_t chain_size() const;
  /// The tree that is searched; its hidden rows are not counted.
  const transform::Reshaped& searched() const;
  std::uint64_t nodes() const;
  /// The row of it that stands for a node or chain; of a node that it does not have, the nearest one above.
  SearchId row(const session::About& about) const;
  bool is_closed(SearchId row) const;
  Mark mark(SearchId row) const;
  NodeView brief(SearchId row) const;

  std::uint32_t answers() const;
  bool is_resumed() const;                ///< it goes on with a session that was saved
  std::uint32_t resumed_answers() const;  ///< how many of its answers were replayed at the start
  /// The answers so far, oldest first.
  std::vector<LogLine> log() const;
  /// As a question would show it: any node, or a chain of the tree that is searched.
  Result<NodeView> view(const session::About& about) const;
  /// Facts, a value and who wrote it, with other limits than a view has. Of a chain: before its first and after its last call.
  state::Facts facts(const session::About& about, const state::Limits& limits) const;
  Result<state::Value> look_up(const session::About& about, bool after, std::string_view path,
                               const state::Limits& limits) const;
  Result<state::Writer> who_wrote(const session::About& about, bool after, std::string_view path) const;
  /// What a user should know: an older session moved aside, a torn line left out, an answer that does not count any more. Each
  /// is given once.
  std::vector<std::string> take_notes();
  const Subject& subject() const;

 private:
  struct Impl;
  explicit Dialogue(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// What the answers of a session file say of the subject's tree as it was recorded, whatever tree was searched: the mark of each of
/// its nodes. The file is only read.
Result<std::vector<Mark>> marks_of(const Subject& subject, const std::string& session_path,
                                   const Progress& progress = no_progress);

/// The events of `--json`: {"event":"question",…}, {"event":"verdict",…}.
nlohmann::json to_json(const Turn& turn);
nlohmann::json to_json(const NodeView& view);
nlohmann::json to_json(const state::Value& value);
nlohmann::json to_json(const Error& error);

/// One line: `merge({1, 3}, {2}) = {2, 3, 0}`; `parse("1+") threw syntax_error`; iterations as
/// `loop at sort.cpp:12, pass 3 (i = 2, sum = 7)`.
std::string one_line(const NodeView& view, std::size_t width);
/// Which passes of its loop an iteration stands for: "passes 2–7 of 7".
std::string passes_text(const NodeView& view);
/// How a loop was left: "returned true, line 13".
std::string exit_text(const state::Left& left, std::size_t width);
/// As a string of C: "5-5\n".
std::string in_quotes(std::string_view text);
/// What was asked and told: `asked for HOME in the environment: "/root"`.
std::string asked_text(const state::Asked& asked);
/// What cannot be known of a node, a sentence each: "what it used was not recorded".
std::vector<std::string> unrecorded_texts(const state::Unrecorded& unrecorded);
/// A thread that was started, as its first call: `started work(&workers[30])`.
std::string started_text(const state::StartedThread& thread, std::size_t width);
/// `3 calls of right in a row`; with loops among them, `3 steps in a row`.
std::string chain_heading(const NodeView& view);
std::string to_text(const state::Value& value, std::size_t width);

}  // namespace culprit::service
