#include "src/state/written_builder.h"

#include <algorithm>
#include <utility>

#include "src/state/pieces.h"

namespace culprit::state {

void WrittenBuilder::begin_stream() {
  ++streams_;
  leaf_number_ = 0;
}

void WrittenBuilder::take(const trace::Event& event) {
  go_to(event.position >> part_bits(0));
  leaf_.take(event);
  if (event.kind == CULPRIT_EVENT_FILL && event.size > kLongFill)
    fills_.push_back({streams_ - 1, event.position, event.address, event.size});
}

void WrittenBuilder::go_to(std::uint64_t leaf) {
  if (leaf == leaf_number_) return;
  add(0, leaf_number_, leaf_.finish());
  for (unsigned level = 1; level < kPartLevels; ++level) {
    const unsigned below = part_bits(level) - part_bits(0);
    if (leaf_number_ >> below == leaf >> below) break;
    end_part(level, leaf_number_ >> below);
  }
  leaf_number_ = leaf;
}

void WrittenBuilder::end_part(unsigned level, std::uint64_t number) {
  const std::vector<PartRow>& below = open_[level - 1];
  std::vector<Stretch> stretches;
  const auto first = std::ranges::lower_bound(below, number * kPartsOfOne, {}, &PartRow::number);
  for (auto part = first; part != below.end(); ++part) stretches.push_back(stretch(*part));
  StretchRows rows = in_order(stretches);
  rows.made = made_in(stretches);
  add(level, number, rows);
}

void WrittenBuilder::end_stream(std::uint64_t end) {
  go_to((end >> part_bits(0)) + 1);
  for (std::vector<PartRow>& level : open_) {
    parts_.insert(parts_.end(), level.begin(), level.end());
    starts_.push_back(parts_.size());
    level.clear();
  }
}

void WrittenBuilder::add(unsigned level, std::uint64_t number, const StretchRows& rows) {
  if (Stretch(rows).empty()) return;
  const auto packed = [](const auto& list, Column<std::byte>& to) {
    const std::uint64_t begin = to.size();
    pack(std::span(list), to);
    return ByteRange{begin, to.size()};
  };
  open_[level].push_back({number, packed(rows.written, written_), packed(rows.read, read_),
                          packed(rows.made, made_), rows.lacks_reads});
}

Stretch WrittenBuilder::stretch(const PartRow& part) const {
  return stretch_of(part, written_.span(), read_.span(), made_.span());
}

}  // namespace culprit::state
