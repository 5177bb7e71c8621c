#include "src/state/check.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "src/state/index.h"
#include "src/state/memory.h"
#include "src/state/thread_order.h"

namespace culprit::state {
namespace {

/// Bytes that change without records: the locks of the C library.
class Unlogged {
 public:
  void add(Address address, std::uint64_t length, Rank rank) {
    Place& place = places_[address];
    place.length = std::max(place.length, length);
    place.ranks.push_back(rank);
    longest_ = std::max(longest_, length);
  }
  void finish() {
    for (auto& [address, place] : places_) std::sort(place.ranks.begin(), place.ranks.end());
  }
  /// Whether the byte began to change between a write to it and a later rank.
  bool contains(Address byte, Rank written, Rank until) const {
    for (auto at = places_.upper_bound(byte); at != places_.begin();) {
      const auto& [address, place] = *--at;
      if (byte - address >= longest_) return false;
      if (byte - address >= place.length) continue;
      const auto mark = std::lower_bound(place.ranks.begin(), place.ranks.end(), written);
      if (mark != place.ranks.end() && *mark < until) return true;
    }
    return false;
  }

 private:
  struct Place {
    std::uint64_t length = 0;
    std::vector<Rank> ranks;
  };
  std::map<Address, Place> places_;
  std::uint64_t longest_ = 0;
};

class Checker {
 public:
  Checker(const trace::Trace& trace, const tree::Tree& tree, const Index& index, std::size_t most_listed)
      : trace_(trace), tree_(tree), memory_(trace, tree, index), order_(trace), most_listed_(most_listed) {}

  CheckReport run(const Progress& progress) {
    std::uint64_t total = 0, done = 0;
    for (const trace::StreamInfo& stream : trace_.streams()) total += stream.end;
    find_order(progress, total);
    for (const trace::StreamInfo& stream : trace_.streams()) {
      entered_.clear();
      is_entered_ = false;
      trace::Cursor cursor = trace_.events(stream.id);
      for (std::uint64_t events = 0; cursor.next(); ++events) {
        const trace::Event& event = cursor.event();
        if (events % 65536 == 0) progress("comparing", done + event.position, total);
        if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_CHECK)
          check(event, Moment{stream.id, event.position}, is_at_enter(event));
        else
          pass(event);
        if (event.kind == CULPRIT_EVENT_EXTENDED && event.what == CULPRIT_EXTENDED_READ_VALUE)
          check(event, Moment{stream.id, event.position}, false);
      }
      done += stream.end;
    }
    return std::move(report_);
  }

 private:
  void find_order(const Progress& progress, std::uint64_t total) {
    std::uint64_t done = 0;
    for (const trace::StreamInfo& stream : trace_.streams()) {
      trace::Cursor cursor = trace_.events(stream.id);
      for (std::uint64_t events = 0; cursor.next(); ++events) {
        const trace::Event& event = cursor.event();
        if (events % 65536 == 0) progress("ordering", done + event.position, total);
        if (event.kind != CULPRIT_EVENT_EXTENDED) continue;
        const Moment moment{stream.id, event.position};
        if (event.what == CULPRIT_EXTENDED_SEQUENCE) order_.add(event.size, moment);
        if (event.what == CULPRIT_EXTENDED_UNLOGGED)
          unlogged_.add(event.address, event.size, trace_.order(moment));
      }
      done += stream.end;
    }
    unlogged_.finish();
  }

  /// Checks come right after an enter and right before a leave; what comes between, or an address that was
  /// checked since the enter, tells the second from the first.
  void pass(const trace::Event& event) {
    if (event.kind <= CULPRIT_EVENT_LOOP_END) {
      is_entered_ = event.kind == CULPRIT_EVENT_ENTER || event.kind == CULPRIT_EVENT_ENTER_LONG;
      entered_.clear();
      if (is_entered_) find_unborn(event);
    } else if (!entered_.empty()) {
      is_entered_ = false;
    }
  }
  /// An object does not exist before its constructor has run: what lies there is none of its values.
  void find_unborn(const trace::Event& enter) {
    unborn_size_ = 0;
    const trace::Function& function = trace_.tables().function(enter.function);
    if (function.kind != CULPRIT_FUNCTION_CONSTRUCTOR || function.parameters.empty()) return;
    const trace::Parameter& self = function.parameters[0];
    if (!self.is_this || self.passing != CULPRIT_PASS_VALUE || enter.payload.size() < sizeof unborn_) return;
    std::memcpy(&unborn_, enter.payload.data(), sizeof unborn_);
    unborn_size_ = trace_.tables().type(trace_.tables().type(self.type).element).size;
  }
  bool is_at_enter(const trace::Event& check) {
    is_entered_ = is_entered_ && entered_.insert(check.address).second;
    return is_entered_;
  }

  void check(const trace::Event& event, Moment moment, bool entered) {
    ++(event.what == CULPRIT_EXTENDED_CHECK ? report_.checks : report_.reads);
    report_.bytes += event.payload.size();
    cells_.resize(event.payload.size());
    memory_.read(event.address, trace_.order(moment), cells_);
    const ThreadOrder::Span span = order_.span(moment);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (entered && event.address + i - unborn_ < unborn_size_) cells_[i].state = ByteState::kNever;
      if (differs(event, i) && may_hold(event.address + i, event.payload[i], span)) {
        cells_[i].state = ByteState::kNever;
        ++report_.unordered;
      }
    }
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

  /// Whether a byte may have held this when it was copied, though the newest write says otherwise: another thread
  /// was writing there, freed it or took it into use, or it is part of a lock.
  bool may_hold(Address byte, std::byte held, const ThreadOrder::Span& span) const {
    constexpr int kMostWrites = 1000;
    const Rank end = trace_.streams().size() == 1 ? trace_.order(span.moment) : span.until;
    Rank until = end;
    for (int i = 0; i < kMostWrites; ++i) {
      Cell cell;
      memory_.read(byte, until, {&cell, 1});
      if (cell.state != ByteState::kKnown) return true;
      const auto when = order_.relation(trace_.moment_at(cell.written), span);
      if (when != ThreadOrder::Relation::kAfter && cell.value == held) return true;
      if (when == ThreadOrder::Relation::kBefore) return unlogged_.contains(byte, cell.written, end);
      until = cell.written;
    }
    return true;
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
    missed.written = trace_.moment_at(cells_[begin].written);
    if (missed.written != kNoMoment) missed.writer = memory_.writer(cells_[begin].written).node;
    report_.list.push_back(std::move(missed));
  }

  const trace::Trace& trace_;
  const tree::Tree& tree_;
  Memory memory_;
  ThreadOrder order_;
  Unlogged unlogged_;
  std::size_t most_listed_;
  CheckReport report_;
  bool is_entered_ = false;
  Address unborn_ = 0;  ///< the object of the constructor that was entered
  std::uint64_t unborn_size_ = 0;
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
