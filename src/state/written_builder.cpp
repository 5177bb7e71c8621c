#include "src/state/written_builder.h"

#include <utility>

#include "src/state/pieces.h"

namespace culprit::state {

void WrittenBuilder::begin_stream() {
  ++streams_;
}

void WrittenBuilder::take(const trace::Event& event) {
  while (event.position >> part_bits(0) > open_[0].size()) end_leaf();
  leaf_.take(event);
  if (event.kind == CULPRIT_EVENT_FILL && event.size > kLongFill)
    fills_.push_back({streams_ - 1, event.position, event.address, event.size});
}

void WrittenBuilder::end_leaf() {
  open_[0].push_back(packed(leaf_.finish()));
  if (open_[0].size() % kPartsOfOne == 0) end_part(1);
}

void WrittenBuilder::end_part(unsigned level) {
  const std::vector<PartRow>& below = open_[level - 1];
  std::vector<Stretch> stretches;
  RowLists written;
  for (std::size_t i = below.size() - kPartsOfOne; i < below.size(); ++i) {
    stretches.push_back(stretch(below[i]));
    written.push_back(stretches.back().written);
  }
  open_[level].push_back(packed(
      {united(std::move(written)), read_in_order(stretches), made_in(stretches), lacks_reads(stretches)}));
  if (open_[level].size() % kPartsOfOne == 0 && level + 1 < kPartLevels) end_part(level + 1);
}

void WrittenBuilder::end_stream(std::uint64_t end) {
  while (open_[0].size() <= end >> part_bits(0)) end_leaf();
  for (std::vector<PartRow>& level : open_) {
    parts_.insert(parts_.end(), level.begin(), level.end());
    starts_.push_back(parts_.size());
    level.clear();
  }
}

PartRow WrittenBuilder::packed(const StretchRows& rows) {
  const auto add = [](const auto& list, Column<std::byte>& to) {
    const std::uint64_t begin = to.size();
    pack(std::span(list), to);
    return ByteRange{begin, to.size()};
  };
  return {add(rows.written, written_), add(rows.read, read_), add(rows.made, made_), rows.lacks_reads};
}

Stretch WrittenBuilder::stretch(const PartRow& part) const {
  return stretch_of(part, written_.span(), read_.span(), made_.span());
}

}  // namespace culprit::state
