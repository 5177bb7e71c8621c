#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/session/ahead.h"
#include "src/session/answer.h"
#include "src/session/log.h"
#include "src/session/marks.h"
#include "src/session/request.h"
#include "src/session/space.h"
#include "src/session/verdict.h"
#include "src/strategy/interval_suspects.h"
#include "src/strategy/strategy.h"
#include "src/tree/event_order.h"
#include "src/tree/tree.h"

namespace culprit::session {

struct SessionOptions {
  bool ask_root = false;  ///< false: the root is taken as wrong
  std::string strategy{strategy::kDefaultStrategy};
  std::string transform = "loops";                      ///< a list of transformations, or "none"
  std::uint32_t chain_size = transform::kAnyChainSize;  ///< calls of a chain, at most
  strategy::StrategyOptions choosing = {};
};

/// The dialogue's state: Algorithm 1 of the papers with every kind of answer. Pure: what it is follows from the requests that it
/// accepted, and it asks nobody. At any time there is a question or a verdict. Requests go in by check() and apply(), so that
/// a caller can save one in between.
///
/// Answers are about nodes and chains of the subject, whatever tree is searched: another tree can be taken at any time, and
/// a node that was named is there, even if a transformation would take it out or hide it in a chain.
class Session {
 public:
  /// All must outlive the session. Fails with kUsage: an unknown strategy, a list of transformations that makes no sense.
  static Result<Session> start(const tree::Tree& subject, const Spaces& spaces, const tree::EventOrder& order,
                               SessionOptions options);

  /// What is wrong with a request here and now: kBadAnswer, or kUsage for an unknown strategy or transformation.
  Status check(const Request& request) const;
  /// Precondition: check() passed.
  void apply(const Request& request);
  /// Several answers about nodes, after which the question is looked for once. Precondition: check() passed for each.
  void apply(const std::vector<Request>& answers);
  /// The same for many, as a file holds them; the question is looked for once, at the end. Stops at the first that does not
  /// fit, with its place in the list.
  struct Misfit {
    std::size_t index;
    Error error;
  };
  std::optional<Misfit> replay(const std::vector<Request>& requests);

  /// What is to be judged now; nothing if there is a verdict.
  About question() const { return about(question_); }
  SearchId question_row() const { return question_; }
  /// What is to be shown, if the strategy chooses among looks and the user did not jump. A frame is about the row that the search
  /// stands at, which is known to be wrong: the question is then the part of it that tells most.
  const std::optional<strategy::Look>& look() const { return look_; }
  /// Does not offer this look again while another one tells anything. For as long as this tree is searched; no answer, and in no file.
  /// Precondition: there is one.
  void decline();
  /// Meaningful if there is no question.
  const Verdict& verdict() const { return verdict_; }
  /// True if the user jumped to the question.
  bool jumped() const { return !jumped_.is_nothing(); }
  /// One sentence for "why this question?".
  std::string why() const;
  /// What the strategy assumed, or took back, on the way to the question.
  std::vector<std::string> remarks() const;
  Expectation expectation() const;
  /// The weight of what can still be the buggy one: their number, unless weights were given.
  std::uint64_t suspects() const { return search_->total(); }

  /// Lets the strategy prepare for the answers to the question, while somebody thinks about it. Changes nothing.
  void think_ahead();

  std::string_view strategy() const { return strategy_->name(); }
  std::string_view transform() const { return options_.transform; }
  const SessionOptions& options() const { return options_; }
  const Marks& marks() const { return *marks_; }
  const Space& space() const { return *space_; }
  const std::vector<Entry>& log() const { return log_; }
  /// What a row of the searched tree is; nothing for kNoSearchId.
  About about(SearchId row) const;
  /// The calls of a chain in order, through chains inside it; of a node itself.
  std::vector<NodeId> calls(SearchId row) const;
  /// Chains that were judged wrong and are none of this tree: these answers do not count here. O(log of the session * log n).
  std::vector<About> dropped() const;

  /// Steps that undo can take back: looks that were answered, bugs set aside, subtrees closed and opened.
  std::uint32_t undoable() const;
  /// Looks that persons answered. One may have several answers.
  std::uint32_t answers() const;
  /// A number that no answer of the log has, for those of the next look.
  std::uint32_t next_look() const;
  /// The last answer about a node or chain, or null.
  const Answer* answer_of(const About& about) const;

 private:
  Session(const tree::Tree& subject, const Spaces& spaces, const tree::EventOrder& order,
          SessionOptions options, std::unique_ptr<strategy::Strategy> strategy, transform::Form form);

  Status check_fold(const Request& request) const;
  Status check_known(const About& about) const;
  /// Changes the log and what else was asked for; does not look for a question. Precondition: check() passed.
  void accept(const Request& request);
  void undo(std::uint32_t steps);
  /// Makes sure that the searched tree has what is named, and that the marks say what the log says.
  void update();
  void take_form();
  /// Forgets the tree if it was made by others.
  void take_wishes(transform::Wishes wishes);
  void take_space(std::shared_ptr<const Space> space);
  void push_entry(std::size_t entry);
  void push_answer(std::size_t entry);
  /// An answer about a chain that is none here: what it says of the calls.
  void push_calls(std::size_t entry, Step step);
  /// Pushes an answer and opens what is closed above it.
  void push_judged(Step step);
  std::vector<SearchRange> after(NodeId node) const;
  /// Of an answer.
  SearchId row_of(std::size_t entry) const;
  /// Finds the question or the verdict.
  void settle();
  /// Opens a closed row in the course of an entry.
  void open_row(SearchId row, std::size_t entry);
  /// Opens a closed row that was found wrong, so that the search can go on in it.
  void open_wrong_root(std::size_t entry);
  /// Whether a request may change which tree is searched. The others leave it to a later update(): a long file is read in one go.
  bool may_change_tree(const Request& request) const;
  bool is_visible(const About& about) const;

  const tree::Tree& subject_;
  const Spaces& spaces_;
  const tree::EventOrder& order_;
  SessionOptions options_;
  std::unique_ptr<strategy::Strategy> strategy_;
  transform::Form form_;
  std::vector<Entry> log_;
  /// The tree that was searched before an entry, so that undo returns to the very same.
  struct Before {
    std::shared_ptr<const transform::Wishes> wishes;
    std::uint32_t form;
  };
  std::vector<Before> before_;  ///< of each entry
  About jumped_{};

  transform::Form made_form_;  ///< of space_
  std::uint32_t forms_ = 0;    ///< how many there were before form_
  std::shared_ptr<const transform::Wishes> wishes_ =
      std::make_shared<const transform::Wishes>();  ///< of space_
  std::shared_ptr<const Space> space_;
  std::unique_ptr<Marks> marks_;
  std::size_t pushed_ = 0;  ///< entries of the log that marks_ knows
  mutable std::map<std::size_t, SearchId>
      chain_rows_;             ///< rows of answers about chains in this space, once looked for
  std::vector<bool> counted_;  ///< of the log: what was in force when it was pushed
  std::optional<strategy::IntervalSuspects> search_;  ///< that of marks_, without passes that cannot be asked
  SearchId question_ = kNoSearchId;
  std::optional<strategy::Look> look_;
  std::vector<strategy::LookId> declined_;
  Verdict verdict_;
  Ahead ahead_;  ///< last, so that it ends before what it looks at
};

}  // namespace culprit::session
