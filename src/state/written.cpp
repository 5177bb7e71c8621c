#include "src/state/written.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <unordered_map>

#include "src/state/pieces.h"
#include "src/state/timeline.h"
#include "src/trace/decode.h"

namespace culprit::state {
namespace {

/// Stretches of at most a leaf that are read again to find out which of two threads came first.
constexpr std::size_t kMostScans = 12;

/// One that was written, made or read, for whoever asks who came first.
bool is_taken(const trace::Event& event, bool reads) {
  switch (event.kind) {
    case CULPRIT_EVENT_WRITE:
    case CULPRIT_EVENT_WRITE_FAR:
    case CULPRIT_EVENT_BLOCK:
    case CULPRIT_EVENT_FILL:
    case CULPRIT_EVENT_ALLOCATE:
    case CULPRIT_EVENT_FREE:
      return !reads;
    default:
      return reads && trace::is_read(event);
  }
}

}  // namespace

RowLists Written::Parts::written() const {
  RowLists lists;
  for (const Part& part : parts) lists.push_back(part.bytes.written);
  return lists;
}

std::vector<Stretch> Written::Parts::stretches() const {
  std::vector<Stretch> all;
  for (const Part& part : parts) all.push_back(part.bytes);
  return all;
}

StretchRows Written::scan(std::size_t stream, std::uint64_t from, std::uint64_t to,
                          StretchBuilder& builder) const {
  trace::Cursor cursor = trace_.events_from(trace_.streams()[stream].id, from);
  while (cursor.next() && cursor.event().position < to)
    if (cursor.event().position >= from) builder.take(cursor.event());
  return builder.finish();
}

Written::Parts Written::parts_of(std::size_t stream, std::uint64_t from, std::uint64_t to,
                                 StretchBuilder& builder) const {
  Parts result;
  for (const WrittenFill& fill : index_.written_fills())
    if (fill.stream == stream && from <= fill.position && fill.position < to) result.fills.push_back(fill);
  const auto add_scanned = [&](std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    result.scanned.push_back(scan(stream, begin, end, builder));
    result.parts.push_back({stream, begin, end, 0, result.scanned.back()});
  };
  const std::uint64_t first_leaf = (from + (std::uint64_t{1} << part_bits(0)) - 1) >> part_bits(0);
  const std::uint64_t end_leaf = to >> part_bits(0);
  if (first_leaf >= end_leaf) {
    add_scanned(from, to);
    return result;
  }
  add_scanned(from, first_leaf << part_bits(0));
  for (std::uint64_t leaf = first_leaf; leaf < end_leaf;) {
    unsigned level = kPartLevels - 1;
    const auto leaves = [&] { return std::uint64_t{1} << (part_bits(level) - part_bits(0)); };
    while (leaf % leaves() != 0 || leaf + leaves() > end_leaf) --level;
    Part part = indexed(stream, level, leaf / leaves());
    if (!part.bytes.empty()) result.parts.push_back(std::move(part));
    leaf += leaves();
  }
  add_scanned(end_leaf << part_bits(0), to);
  return result;
}

Written::Part Written::indexed(std::size_t stream, unsigned level, std::uint64_t number) const {
  const std::uint64_t from = number << part_bits(level);
  return {stream, from, from + (std::uint64_t{1} << part_bits(level)), level,
          index_.part(stream, level, number)};
}

bool Written::is_started_in(std::size_t stream, NodeId first, NodeId end) const {
  const auto nodes = index_.stream_nodes(stream);
  return !nodes.empty() && first.value() <= nodes.front() && nodes.front() < end.value();
}

WrittenBytes Written::written_in(const std::vector<Parts>& streams) {
  RowLists lists;
  WrittenBytes result;
  for (const Parts& parts : streams) {
    const RowLists more = parts.written();
    lists.insert(lists.end(), more.begin(), more.end());
    result.fills.insert(result.fills.end(), parts.fills.begin(), parts.fills.end());
  }
  result.granules = united(std::move(lists));
  return result;
}

/// When each of some bytes was read, or written, for the first time. Looks into the parts that can tell, from the first one on.
struct Written::FirstTimes {
  const Written& written;
  bool reads;
  std::size_t scans = 0;
  std::unordered_map<Address, Rank> times{};
  std::vector<WrittenRow> unknown{};  ///< bytes that would have taken too long

  void find(const Parts& stream, std::vector<WrittenRow> wanted) {
    for (const Part& part : stream.parts) {
      if (wanted.empty()) return;
      std::vector<WrittenRow> here = common(wanted, reads ? part.bytes.read : part.bytes.written);
      if (!reads) here = united({here, common(wanted, part.bytes.made)});
      if (here.empty()) continue;
      if (part.level > 0 && scans < kMostScans) {
        find_below(part, here);
      } else if (scans++ < kMostScans) {
        look(part, here);
      } else {
        unknown = united({unknown, here});
      }
      wanted = without(wanted, here);
    }
  }

 private:
  void find_below(const Part& part, const std::vector<WrittenRow>& wanted) {
    Parts below;
    const std::uint64_t first = part.from >> part_bits(part.level - 1);
    for (std::uint64_t i = 0; i < kPartsOfOne; ++i)
      below.parts.push_back(written.indexed(part.stream, part.level - 1, first + i));
    find(below, wanted);
  }
  /// O(events log rows): what an event covers is met and gone, however long it is.
  void look(const Part& part, const std::vector<WrittenRow>& wanted) {
    std::map<std::uint64_t, std::uint64_t> left;
    for (const WrittenRow& row : wanted) left.emplace_hint(left.end(), row.granule, row.mask);
    const StreamId id = written.trace_.streams()[part.stream].id;
    trace::Cursor cursor = written.trace_.events_from(id, part.from);
    while (!left.empty() && cursor.next() && cursor.event().position < part.to) {
      const trace::Event& event = cursor.event();
      if (event.position < part.from || !is_taken(event, reads)) continue;
      const Address end =
          event.address + clamped_size(event.address, event.kind == CULPRIT_EVENT_FREE ? 1 : event.size);
      for (auto row = left.lower_bound(event.address / kGranuleBytes);
           row != left.end() && row->first * kGranuleBytes < end;) {
        std::uint64_t met = row->second & granule_bits(row->first, event.address, end);
        row->second &= ~met;
        for (; met != 0; met &= met - 1)
          times.emplace(row->first * kGranuleBytes + static_cast<unsigned>(std::countr_zero(met)),
                        written.trace_.order(Moment{id, event.position}));
        row = row->second == 0 ? left.erase(row) : std::next(row);
      }
    }
  }
};

/// What one thread read may have been written by another of the node's threads before: then it was not there when the node began.
void Written::leave_out_own(const std::vector<Parts>& streams, std::vector<StretchRows>& own,
                            Footprint& footprint) const {
  for (std::size_t s = 0; s < streams.size(); ++s) {
    RowLists met;
    std::deque<std::vector<WrittenRow>> kept;
    for (std::size_t t = 0; t < streams.size(); ++t) {
      if (t == s) continue;
      kept.push_back(common(own[s].read, own[t].written));
      kept.push_back(common(own[s].read, made_in(streams[t].stretches())));
    }
    for (const auto& rows : kept) met.emplace_back(rows);
    const std::vector<WrittenRow> doubtful = united(std::move(met));
    if (doubtful.empty()) continue;
    FirstTimes read{*this, true};
    read.find(streams[s], doubtful);
    std::vector<WrittenRow> not_used, unknown = read.unknown;
    for (std::size_t t = 0; t < streams.size(); ++t) {
      if (t == s) continue;
      FirstTimes written{*this, false};
      written.find(streams[t], without(doubtful, read.unknown));
      unknown = united({unknown, written.unknown});
      std::vector<WrittenRow> earlier;
      for (const WrittenRow& row : doubtful) {
        std::uint64_t mask = 0;
        for (std::uint64_t left = row.mask; left != 0; left &= left - 1) {
          const auto bit = static_cast<unsigned>(std::countr_zero(left));
          const Address byte = row.granule * kGranuleBytes + bit;
          const auto first_read = read.times.find(byte), first_write = written.times.find(byte);
          if (first_read != read.times.end() && first_write != written.times.end() &&
              first_write->second < first_read->second)
            mask |= std::uint64_t{1} << bit;
        }
        if (mask != 0) earlier.push_back({row.granule, mask});
      }
      not_used = united({not_used, earlier});
    }
    footprint.is_too_much = footprint.is_too_much || !unknown.empty();
    own[s].read = without(own[s].read, not_used);
  }
}

void Written::add_earlier_passes(NodeId pass, Footprint& footprint) const {
  const Moment enter = tree_.enter(pass), began = Timeline(trace_, tree_, index_).loop_began(pass);
  if (began == kNoMoment || enter == kNoMoment || began.stream() != enter.stream()) return;
  for (std::size_t row = 0; row < trace_.streams().size(); ++row) {
    if (trace_.streams()[row].id != enter.stream()) continue;
    StretchBuilder builder;
    const Parts earlier = parts_of(row, began.position(), enter.position(), builder);
    const StretchRows then = in_order(earlier.stretches());
    footprint.read = united({then.written, then.read, footprint.read});
    footprint.is_cut = footprint.is_cut || then.lacks_reads;
  }
}

Footprint Written::of(NodeId first, NodeId last) const {
  return in({first, tree_.end(last), tree_.enter(first), tree_.leave(last)});
}

Footprint Written::of_passes(NodeId pass, NodeId next) const {
  return in({pass, next, tree_.enter(pass), tree_.enter(next)});
}

Footprint Written::in(const Span& span) const {
  const Moment begin = span.from, end = span.to;
  const auto& streams = trace_.streams();
  std::vector<Parts> touched;
  StretchBuilder builder;
  for (std::size_t row = 0; row < streams.size(); ++row) {
    const bool is_own = begin == kNoMoment || begin.stream() == streams[row].id;
    if (is_own) {
      const std::uint64_t from = begin == kNoMoment ? 0 : begin.position();
      const bool has_end = end != kNoMoment && end.stream() == streams[row].id;
      touched.push_back(parts_of(row, from, has_end ? end.position() : streams[row].end, builder));
    } else if (is_started_in(row, span.first, span.end)) {
      touched.push_back(parts_of(row, 0, streams[row].end, builder));
    }
  }
  Footprint footprint;
  std::vector<StretchRows> own;
  for (const Parts& parts : touched) {
    own.push_back(in_order(parts.stretches()));
    footprint.is_cut = footprint.is_cut || own.back().lacks_reads;
    footprint.written.fills.insert(footprint.written.fills.end(), parts.fills.begin(), parts.fills.end());
  }
  if (own.size() == 1) {
    footprint.written.granules = std::move(own.front().written);
    footprint.read = std::move(own.front().read);
  } else {
    leave_out_own(touched, own, footprint);
    RowLists written, read;
    for (const StretchRows& rows : own) {
      written.emplace_back(rows.written);
      read.emplace_back(rows.read);
    }
    footprint.written.granules = united(std::move(written));
    footprint.read = united(std::move(read));
  }
  if (tree_.is_iteration(span.first)) add_earlier_passes(span.first, footprint);
  return footprint;
}

WrittenBytes Written::by_others(NodeId first, NodeId end, Moment from, Moment to) const {
  std::vector<Parts> touched;
  const auto& streams = trace_.streams();
  if (streams.size() < 2 || from == kNoMoment) return {};
  StretchBuilder builder;
  for (std::size_t row = 0; row < streams.size(); ++row) {
    if (streams[row].id == from.stream() || is_started_in(row, first, end)) continue;
    const std::uint64_t begin = trace_.position_from(row, trace_.order(from));
    const std::uint64_t until =
        to == kNoMoment ? streams[row].end : trace_.position_from(row, trace_.order(to));
    touched.push_back(parts_of(row, begin, std::min(until, streams[row].end), builder));
  }
  return written_in(touched);
}

}  // namespace culprit::state
