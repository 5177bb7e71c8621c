#include "src/session/log.h"

#include <algorithm>
#include <map>
#include <set>

#include "src/base/node_ref.h"

namespace culprit::session {
namespace {

using transform::Chain;
using transform::Made;
using transform::Reshaped;

/// Collects what is missing in a tree.
class Wanted {
 public:
  Wanted(const Space& space, const transform::Wishes& wishes)
      : reshaped_(space.reshaped()),
        kept_(wishes.kept.begin(), wishes.kept.end()),
        opened_(wishes.opened.begin(), wishes.opened.end()) {}

  void node(NodeId node) {
    const SearchId row = reshaped_.find(node);
    if (row == kNoSearchId) {
      kept_.insert(node);
    } else {
      open_above(row);
    }
  }
  /// A chain that is there and hides its calls.
  void open(const About& chain) {
    const SearchId row = reshaped_.find(chain.first, chain.last);
    if (row != kNoSearchId) opened_.insert({chain.first, chain.last});
  }
  transform::Wishes take() const { return {{kept_.begin(), kept_.end()}, {opened_.begin(), opened_.end()}}; }

 private:
  /// The collapsed chain that hides a row, its half that does, and so on, until the row stands alone.
  void open_above(SearchId row) {
    const SearchId above = reshaped_.tree.parent(row);
    if (above == kNoSearchId || reshaped_.made_as(above) != Made::kCollapsed) return;
    std::uint32_t first = above.value() + 1;
    std::uint32_t last = reshaped_.tree.end(above).value() - 1;  // its parts are leaves
    while (first < last) {
      opened_.insert({reshaped_.origin_of(SearchId{first}), reshaped_.origin_of(SearchId{last})});
      const std::uint32_t middle = first + (last - first) / 2;
      (row.value() <= middle ? last : first) = row.value() <= middle ? middle : middle + 1;
    }
  }

  const Reshaped& reshaped_;
  std::set<NodeId> kept_;
  std::set<Chain> opened_;
};

}  // namespace

bool begins_step(const std::vector<Entry>& log, std::size_t entry) {
  if (log[entry].automatic) return false;
  const std::uint32_t look = log[entry].kind == Entry::Kind::kAnswer ? log[entry].answer.look : 0;
  return look == 0 || entry == 0 || log[entry - 1].kind != Entry::Kind::kAnswer ||
         log[entry - 1].answer.look != look;
}

std::vector<NodeId> siblings(const tree::Tree& subject, const About& chain) {
  std::vector<NodeId> calls;
  for (NodeId n = chain.first; n <= chain.last && n.value() < subject.size(); n = subject.end(n))
    calls.push_back(n);
  return calls;
}

std::vector<NodeId> calls_of(const tree::Tree& subject, const Answer& answer) {
  return answer.calls.empty() ? siblings(subject, answer.about) : answer.calls;
}

std::vector<NodeId> calls_of(const Reshaped& reshaped, SearchId row) {
  if (!reshaped.is_made(row)) return {reshaped.origin_of(row)};
  std::vector<NodeId> calls;
  for (SearchId n{row.value() + 1}; n < reshaped.tree.end(row);) {
    const bool is_made = reshaped.is_made(n);
    if (!is_made) calls.push_back(reshaped.origin_of(n));
    n = is_made ? SearchId{n.value() + 1} : reshaped.tree.end(n);
  }
  return calls;
}

SearchId row_of(const tree::Tree& subject, const Reshaped& reshaped, const Answer& answer) {
  const SearchId row = reshaped.find(answer.about.first, answer.about.last);
  if (row == kNoSearchId || !answer.about.is_chain()) return row;
  return calls_of(reshaped, row) == calls_of(subject, answer) ? row : kNoSearchId;
}

std::vector<bool> in_force(const tree::Tree& subject, const std::vector<Entry>& log) {
  std::map<About, AnswerKind> latest;          // of persons
  std::map<About, const Entry*> latest_chain;  // of anybody
  for (const Entry& entry : log) {
    if (entry.kind != Entry::Kind::kAnswer) continue;
    if (entry.answer.is_by_person()) latest[entry.answer.about] = entry.answer.kind;
    if (entry.answer.about.is_chain()) latest_chain[entry.answer.about] = &entry;
  }
  std::vector<bool> counts;
  for (const Entry& entry : log) {
    bool is_good = entry.kind != Entry::Kind::kAnswer || !entry.answer.about.is_chain() ||
                   is_trust(entry.answer.kind) || latest_chain[entry.answer.about] == &entry;
    if (entry.kind == Entry::Kind::kAnswer && entry.answer.who.kind == oracle::Who::Kind::kMemory) {
      if (const auto ref = parse_ref(entry.answer.ground)) {
        const About ground(subject.names().node(ref->first), subject.names().node(ref->last));
        const auto found = latest.find(ground);
        is_good = is_good && (found == latest.end() || mark_of(found->second) == mark_of(entry.answer.kind));
      }
    }
    counts.push_back(is_good);
  }
  return counts;
}

transform::Wishes wishes_for(const tree::Tree& subject, const Space& space, const transform::Wishes& wishes,
                             const std::vector<Entry>& log, const About& jumped,
                             const std::function<bool(std::size_t)>& has_row) {
  Wanted wanted(space, wishes);
  const auto name = [&](const About& about) {
    if (!about.is_nothing() && !about.is_chain()) wanted.node(about.first);
  };
  std::map<About, bool> is_open;  // chains, by what was done with them last
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Entry& entry = log[i];
    const About& about = entry.names();
    name(about);
    if (!about.is_chain()) continue;
    if (entry.kind == Entry::Kind::kUnfold) is_open[about] = true;
    if (entry.kind == Entry::Kind::kFold) is_open[about] = false;
    if (entry.kind != Entry::Kind::kAnswer) continue;
    // Who cannot judge the whole may judge its halves.
    if (entry.answer.kind == AnswerKind::kSkip) is_open[about] = true;
    const bool clears =
        entry.answer.kind == AnswerKind::kYes || entry.answer.kind == AnswerKind::kInadmissible;
    if (clears && !has_row(i))
      for (const NodeId call : calls_of(subject, entry.answer)) wanted.node(call);
  }
  for (const auto& [chain, opened] : is_open)
    if (opened) wanted.open(chain);
  name(jumped);
  return wanted.take();
}

transform::Wishes without(transform::Wishes wishes, const About& chain) {
  std::erase_if(wishes.opened, [&](const Chain& opened) {
    return chain.first <= opened.first && opened.last <= chain.last;
  });
  return wishes;
}

}  // namespace culprit::session
