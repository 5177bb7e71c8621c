#include "src/state/entries.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <numeric>
#include <thread>
#include <vector>

#include "src/state/pieces.h"

namespace culprit::state {
namespace {

constexpr std::uint64_t kElsewhere = ~std::uint64_t{0};
using Keys = std::span<std::uint64_t>;

/// Stable, by one byte of the group.
void radix_pass(Keys from, std::uint64_t* to, unsigned shift) {
  std::array<std::uint64_t, 257> starts{};
  for (const std::uint64_t key : from) ++starts[(key >> shift & 255) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (const std::uint64_t key : from) to[starts[key >> shift & 255]++] = key;
}

/// Keys come in the order of their ranks (of each stream), so a stable sort by group is a sort; with
/// several streams the ranks of a group may still have to be put in order.
void sort_page(Keys keys, Column<std::uint64_t>& scratch) {
  constexpr std::size_t kFew = 64;
  if (keys.size() <= kFew) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  if (scratch.size() < keys.size()) scratch.resize(keys.size());
  radix_pass(keys, scratch.data(), 48);
  radix_pass({scratch.data(), keys.size()}, keys.data(), 56);
  if (!std::is_sorted(keys.begin(), keys.end())) std::sort(keys.begin(), keys.end());
}

/// Writes of one round: the pages [first, last) of `order`.
struct Round {
  std::size_t first;
  std::size_t last;
  std::uint64_t entries;
};

class EntryPass {
 public:
  EntryPass(const trace::Trace& trace, Survey& survey) : trace_(trace), survey_(survey) {
    order_.resize(survey.pages.size());
    std::iota(order_.begin(), order_.end(), 0u);
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return survey.pages.page(a) < survey.pages.page(b); });
    where_.resize(order_.size());
  }

  void write_directory(IndexWriter& writer) const {
    std::vector<std::uint64_t> rows;
    rows.reserve(order_.size() + 1);
    for (const std::uint32_t id : order_) rows.push_back(survey_.pages.page(id));
    writer.section<std::uint64_t>(Section::kPages, rows);
    std::uint64_t start = 0;
    rows.assign(1, 0);
    for (const std::uint32_t id : order_) rows.push_back(start += survey_.counts[id]);
    writer.section<std::uint64_t>(Section::kPageStarts, rows);
  }

  std::vector<Round> rounds(std::uint64_t at_once) const {
    std::vector<Round> rounds;
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const std::uint64_t count = survey_.counts[order_[i]];
      if (rounds.empty() || rounds.back().entries + count > at_once) rounds.push_back({i, i, 0});
      rounds.back().last = i + 1;
      rounds.back().entries += count;
    }
    return rounds;
  }

  /// Where the groups of the round's larger pages begin. The keys must be sorted.
  void add_groups(const Round& round);
  void write_groups(IndexWriter& writer) const {
    writer.section(Section::kGroups, groups_.span());
    writer.section(Section::kGroupsOf, groups_of_.span());
  }

  /// Parses the trace and leaves the round's keys in `keys`, page after page.
  void scatter(const Round& round, const Progress& progress, std::uint64_t done, std::uint64_t total);
  void sort(const Round& round, const Progress& progress);
  std::span<const std::uint64_t> keys(const Round& round) const { return {keys_.data(), round.entries}; }

 private:
  void put(Address address, std::uint64_t size, Rank rank) {
    for_each_piece(address, size, [&](std::uint64_t page, std::uint64_t group) {
      std::uint64_t& at = where_[survey_.pages.id_of(page)];
      if (at != kElsewhere) keys_[at++] = key_of(group, rank.value());
    });
  }

  const trace::Trace& trace_;
  Survey& survey_;
  std::vector<std::uint32_t> order_;  ///< page ids by page number
  Column<std::uint64_t> where_;       ///< a row a page id: where its next key goes
  Column<std::uint64_t> keys_;
  Column<GroupRow> groups_;
  Column<std::uint32_t> groups_of_;  ///< a row a page, by number
};

void EntryPass::scatter(const Round& round, const Progress& progress, std::uint64_t done,
                        std::uint64_t total) {
  std::fill(where_.begin(), where_.end(), kElsewhere);
  std::uint64_t start = 0;
  for (std::size_t i = round.first; i < round.last; ++i) {
    where_[order_[i]] = start;
    start += survey_.counts[order_[i]];
  }
  if (keys_.size() < round.entries) keys_.resize(round.entries);
  const bool several = trace_.streams().size() > 1;
  for (const trace::StreamInfo& stream : trace_.streams()) {
    trace::Cursor cursor = trace_.events(stream.id);
    for (std::uint64_t events = 0; cursor.next(); ++events) {
      const trace::Event& event = cursor.event();
      if (event.kind < CULPRIT_EVENT_WRITE || event.kind > CULPRIT_EVENT_FILL || is_long_fill(event))
        continue;
      put(event.address, event.size,
          several ? trace_.order(Moment{stream.id, event.position}) : Rank{event.position});
      if (events % 65536 == 0) progress("sorting the writes by address", done + event.position, total);
    }
    done += stream.end;
  }
}

void EntryPass::sort(const Round& round, const Progress& progress) {
  std::vector<std::uint64_t> starts{0};
  for (std::size_t i = round.first; i < round.last; ++i)
    starts.push_back(starts.back() + survey_.counts[order_[i]]);
  std::atomic<std::size_t> next{0};
  const auto work = [&](const Progress& told) {
    Column<std::uint64_t> scratch;
    for (std::size_t i = next++; i + 1 < starts.size(); i = next++) {
      told("ordering the writes", starts[i], round.entries);
      sort_page({keys_.data() + starts[i], starts[i + 1] - starts[i]}, scratch);
    }
  };
  constexpr std::uint64_t kWorthAThread = 1 << 16;
  if (round.entries < kWorthAThread) return work(progress);
  std::thread helper(work, Progress(no_progress));
  work(progress);
  helper.join();
}

void EntryPass::add_groups(const Round& round) {
  const std::uint64_t* keys = keys_.data();
  for (std::size_t i = round.first; i < round.last; ++i) {
    const std::uint64_t count = survey_.counts[order_[i]];
    const bool is_large = count >= kManyEntries && count < std::numeric_limits<std::uint32_t>::max();
    groups_of_.push_back(is_large ? static_cast<std::uint32_t>(groups_.size() + 1) : 0);
    if (is_large) {
      const std::size_t first = groups_.size();
      groups_.push_back({0, 0});
      for (std::uint64_t k = 0; k < count; ++k)
        if (k == 0 || keys[k] >> 48 != keys[k - 1] >> 48)
          groups_.push_back({static_cast<std::uint32_t>(keys[k] >> 48), static_cast<std::uint32_t>(k)});
      groups_[first].start = static_cast<std::uint32_t>(groups_.size() - first - 1);
      groups_.push_back({kNoGroup, static_cast<std::uint32_t>(count)});
    }
    keys += count;
  }
}

}  // namespace

void write_entries(const trace::Trace& trace, Survey& survey, IndexWriter& writer, const Progress& progress,
                   std::uint64_t at_once) {
  EntryPass pass(trace, survey);
  pass.write_directory(writer);
  const std::vector<Round> rounds = pass.rounds(at_once);
  std::uint64_t length = 0, done = 0;
  for (const trace::StreamInfo& stream : trace.streams()) length += stream.end;
  writer.begin(Section::kEntries);
  for (const Round& round : rounds) {
    pass.scatter(round, progress, done, length * rounds.size());
    pass.sort(round, progress);
    writer.append_rows(pass.keys(round));
    pass.add_groups(round);
    done += length;
  }
  pass.write_groups(writer);
}

}  // namespace culprit::state
