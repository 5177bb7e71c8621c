#include "src/state/check.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "src/state/index.h"
#include "src/state/memory.h"

namespace culprit::state {
namespace {

class Checker {
 public:
  Checker(const trace::Trace& trace, const tree::Tree& tree, const Index& index, std::size_t most_listed)
      : trace_(trace), tree_(tree), memory_(trace, tree, index), most_listed_(most_listed) {}

  CheckReport run(const Progress& progress) {
    std::uint64_t total = 0, done = 0;
    for (const trace::StreamInfo& stream : trace_.streams()) total += stream.end;
    for (const trace::StreamInfo& stream : trace_.streams()) {
      entered_.clear();
      is_entered_ = false;
      trace::Cursor cursor = trace_.events(stream.id);
      for (std::uint64_t events = 0; cursor.next(); ++events) {
        const trace::Event& event = cursor.event();
        if (events % 65536 == 0) progress("comparing", done + event.position, total);
        if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_CHECK)
          check(event, trace_.moment_of(stream.id, event.position), is_at_enter(event));
        else
          pass(event);
      }
      done += stream.end;
    }
    return std::move(report_);
  }

 private:
  /// Checks come right after an enter and right before a leave; what comes between, or an address that was
  /// checked since the enter, tells the second from the first.
  void pass(const trace::Event& event) {
    if (event.kind <= CULPRIT_EVENT_LOOP_END) {
      is_entered_ = event.kind == CULPRIT_EVENT_ENTER || event.kind == CULPRIT_EVENT_ENTER_LONG;
      entered_.clear();
    } else if (!entered_.empty()) {
      is_entered_ = false;
    }
  }
  bool is_at_enter(const trace::Event& check) {
    is_entered_ = is_entered_ && entered_.insert(check.address).second;
    return is_entered_;
  }

  void check(const trace::Event& event, Moment moment, bool entered) {
    ++report_.checks;
    report_.bytes += event.payload.size();
    cells_.resize(event.payload.size());
    memory_.read(event.address, moment, cells_);
    for (std::size_t i = 0; i < cells_.size();) {
      std::size_t end = i;
      while (end < cells_.size() && differs(event, end)) ++end;
      if (end > i) report(event, moment, entered, i, end);
      report_.compared += cells_[i].state == ByteState::kKnown && end == i ? 1 : 0;
      i = std::max(end, i + 1);
    }
  }

  bool differs(const trace::Event& event, std::size_t i) const {
    return cells_[i].state == ByteState::kKnown && cells_[i].value != event.payload[i];
  }

  /// Right after an enter the change was made by whoever called.
  void report(const trace::Event& event, Moment moment, bool entered, std::size_t begin, std::size_t end) {
    report_.compared += end - begin;
    bool is_new = false;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [at, first] = known_.try_emplace(event.address + i, event.payload[i]);
      is_new = is_new || first || at->second != event.payload[i];
      at->second = event.payload[i];
    }
    if (!is_new) return;
    ++report_.missed;
    if (report_.list.size() >= most_listed_) return;
    Missed missed;
    missed.moment = moment;
    missed.node = memory_.timeline().innermost(moment);
    if (entered && missed.node != kNoNode) missed.node = tree_.parent(missed.node);
    missed.address = event.address + begin;
    for (std::size_t i = begin; i < end; ++i) {
      missed.logged += static_cast<char>(cells_[i].value);
      missed.held += static_cast<char>(event.payload[i]);
    }
    missed.written = cells_[begin].written;
    if (missed.written != kNoMoment) missed.writer = memory_.writer(missed.written).node;
    report_.list.push_back(std::move(missed));
  }

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  Memory memory_;
  std::size_t most_listed_;
  CheckReport report_;
  bool is_entered_ = false;
  std::unordered_set<Address> entered_;  ///< what was checked since the last enter
  std::vector<Cell> cells_;
  std::unordered_map<Address, std::byte> known_;  ///< what was reported, and with which contents
};

}  // namespace

Result<CheckReport> check_writes(const trace::Trace& trace, const tree::Tree& tree, std::size_t most_listed,
                                 const Progress& progress) {
  const auto index = Index::open(trace, tree, progress);
  if (!index) return tl::unexpected(index.error());
  return Checker(trace, tree, *index, most_listed).run(progress);
}

}  // namespace culprit::state
