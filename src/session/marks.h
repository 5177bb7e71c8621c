#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "src/base/ids.h"
#include "src/base/mark.h"
#include "src/session/answer.h"
#include "src/session/space.h"
#include "src/strategy/interval_suspects.h"
#include "src/tree/search_tree.h"

namespace culprit::session {

/// Rows [first, last) of the searched tree.
struct SearchRange {
  SearchId first;
  SearchId last;
};

/// One entry of the log, as it concerns the rows of the searched tree: an answer, "find another bug" (then `row` is what was
/// found and set aside), or a subtree closed or opened.
struct Step {
  enum class Kind : std::uint8_t { kAnswer, kAnother, kClose, kOpen };
  Kind kind = Kind::kAnswer;
  SearchId row = kNoSearchId;
  AnswerKind answer = AnswerKind::kYes;  ///< kAnswer
  std::size_t entry = 0;                 ///< which one of the session's log it comes from
  std::vector<SearchRange>
      after{};  ///< of an inadmissible one: what ran from then on, unions of whole subtrees

  bool is_answer() const { return kind == Kind::kAnswer; }
  bool is_another() const { return kind == Kind::kAnother; }
  bool is_fold() const { return kind == Kind::kClose || kind == Kind::kOpen; }
};

/// The log of answers on one searched tree, and what follows from it.
///
/// A row's last answer counts. The rules, when answers come in any order:
///  - A "no" is in force unless a later "yes" or "inadmissible" covers its row, or a bug found later was set aside below, at or
///    above it. The search's root is the last "no" in force; from there on, earlier ones in force that lie inside it narrow it
///    further. With none the root is the tree's, taken as wrong unless it is to be asked.
///  - Cleared are the subtrees of what was judged right or inadmissible strictly inside the root, and what ran after an
///    inadmissible call inside the root. What lies above or beside the root does not matter.
///  - Trusted functions' calls are exempt, apart from those that have an answer of their own, and so are chains of nothing but
///    such calls. When a bug is set aside, its subtree is cleared and its ancestors are exempt (their results are explained by
///    it) until judged anew; what ran after an inadmissible call returns to the suspects, since the fault before it was found.
///  - What lies below a closed row is exempt.
///
/// An ordinary answer costs O(answers) at worst, an undo O(answers log answers). Only trusting, setting a bug aside, closing
/// and opening pass over the tree once.
class Marks {
 public:
  /// The space must outlive this.
  Marks(const Space& space, bool ask_root);

  void push(Step step);
  /// Takes back the last steps. Precondition: count <= steps().size().
  void pop(std::size_t count);

  const std::vector<Step>& steps() const { return steps_; }
  /// Where the search stands. The tree is never pruned (the papers' fix MET): a copy of this serves to try answers out.
  const strategy::IntervalSuspects& search() const { return search_; }
  const Space& space() const { return space_; }
  const tree::SearchTree& tree() const { return space_.tree(); }
  /// The last answer about exactly this row, or null.
  const Step* answer_of(SearchId n) const;
  /// Of rows that were not answered: what follows from answers above them. O(answers).
  Mark mark(SearchId n) const;
  /// True if what is below the row counts as a part of it.
  bool is_closed(SearchId n) const;
  /// The outermost row above it that was closed by hand, or kNoSearchId. O(folds).
  SearchId closed_above(SearchId n) const;
  bool is_made(SearchId n) const { return space_.reshaped().is_made(n); }
  /// The step that trusts the row's function; null if none does.
  const Step* who_trusted(SearchId n) const;

 private:
  struct Root {
    SearchId node;
    bool is_explicit;
  };
  /// What unjudged_ was made from: steps that trust or set aside, and rows left out since they have an answer.
  struct Exemption {
    bool any = false;
    std::vector<std::size_t> steps;
    std::vector<SearchId> overrides;
    std::map<SearchId, bool> folds;
    bool operator==(const Exemption&) const = default;
  };
  bool push_fast(const Step& step);
  void rebuild();
  void tell_judgements();
  Root find_root() const;
  std::vector<SearchRange> cleared_ranges(Root root) const;
  void update_trusted();
  void update_exempt();
  std::vector<SearchId> exempt_rows(const std::vector<bool>& functions, const Exemption& exemption) const;
  void add_trusted_chains(std::vector<SearchId>& rows) const;
  void add_hidden(std::vector<SearchId>& rows) const;
  std::vector<SearchId> overrides() const;
  bool set_aside_after(SearchId n, std::size_t step) const;
  bool is_latest(std::size_t step) const;
  /// Inside a row's subtree, without the row.
  static std::vector<SearchRange> within(const std::vector<SearchRange>& ranges, SearchId first,
                                         SearchId end);

  const Space& space_;
  const tree::SearchTree& tree_;
  bool ask_root_;
  std::vector<Step> steps_;
  std::map<SearchId, std::size_t> latest_;  ///< row -> its last answer's step
  std::map<SearchId, bool> folds_;          ///< what was closed (true) or opened last
  std::vector<std::size_t> trusts_;         ///< steps with a trusting answer
  std::vector<std::size_t> anothers_;       ///< steps that set a bug aside
  std::vector<std::size_t> trusted_by_;     ///< function -> 1 + the step that trusts it, or 0
  Exemption exemption_;
  strategy::IntervalSuspects untouched_;  ///< all rows, undefined, before any answer
  strategy::IntervalSuspects unjudged_;   ///< the same without the exempt ones
  strategy::IntervalSuspects search_;
};

}  // namespace culprit::session
