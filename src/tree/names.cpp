#include "src/tree/names.h"

#include <limits>
#include <numeric>
#include <utility>

#include "src/base/check.h"

namespace culprit::tree {

NodeRef Names::ref(NodeId n) const {
  CULPRIT_CHECK(n.value() < rows_);
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), n.value(),
                                      [](std::uint32_t row, const Piece& piece) { return row < piece.row; });
  const Piece& piece = *(after - 1);
  return {piece.ref.stream, piece.ref.ordinal + (n.value() - piece.row)};
}

NodeId Names::node(NodeRef ref) const {
  const auto after =
      std::upper_bound(by_ref_.begin(), by_ref_.end(), ref,
                       [&](NodeRef wanted, std::uint32_t piece) { return wanted < pieces_[piece].ref; });
  if (after == by_ref_.begin()) return kNoNode;
  const Piece& piece = pieces_[*(after - 1)];
  if (piece.ref.stream != ref.stream) return kNoNode;
  const std::uint32_t offset = ref.ordinal - piece.ref.ordinal;
  return offset < end(*(after - 1)) - piece.row ? NodeId{piece.row + offset} : kNoNode;
}

RowRange Names::extent(StreamId stream) const {
  const auto at =
      std::lower_bound(extents_.begin(), extents_.end(), stream,
                       [](const Extent& extent, StreamId wanted) { return extent.stream < wanted; });
  return at != extents_.end() && at->stream == stream ? at->rows : RowRange{};
}

std::span<const std::uint32_t> Names::pieces_of(StreamId stream) const {
  const auto first = std::partition_point(by_ref_.begin(), by_ref_.end(), [&](std::uint32_t piece) {
    return pieces_[piece].ref.stream < stream;
  });
  const auto last = std::partition_point(
      first, by_ref_.end(), [&](std::uint32_t piece) { return pieces_[piece].ref.stream == stream; });
  return {first, last};
}

/// Rows before this one are named.
void NamesBuilder::close_piece(std::uint32_t row) {
  if (open_.empty()) return;
  open_.back().ordinal = next(row);
  constexpr std::uint64_t kNamesOfAStream = std::uint64_t{1} << 32;
  if (open_.back().ordinal > kNamesOfAStream) is_full_ = true;
}

void NamesBuilder::open_piece(std::uint32_t row) {
  piece_row_ = row;
  if (open_.empty()) return;
  auto& pieces = names_.pieces_;
  // A stream without nodes leaves no trace.
  if (!pieces.empty() && pieces.back().row == row) pieces.pop_back();
  const NodeRef ref{open_.back().stream, static_cast<std::uint32_t>(open_.back().ordinal)};
  if (!pieces.empty()) {
    const Names::Piece& last = pieces.back();
    if (last.ref.stream == ref.stream && ref.ordinal - last.ref.ordinal == row - last.row) return;
  }
  pieces.push_back({row, ref});
}

void NamesBuilder::begin(StreamId stream, std::uint32_t row) {
  close_piece(row);
  open_.push_back({stream, 0, row});
  open_piece(row);
}

void NamesBuilder::end(std::uint32_t row) {
  close_piece(row);
  const Open ended = open_.back();
  open_.pop_back();
  if (ended.first_row < row)
    names_.extents_.push_back({ended.stream, {NodeId{ended.first_row}, NodeId{row}}});
  open_piece(row);
}

void NamesBuilder::skip(std::uint32_t row, std::uint64_t ordinal) {
  close_piece(row);
  CULPRIT_CHECK(ordinal >= open_.back().ordinal);
  open_.back().ordinal = ordinal;
  open_piece(row);
}

Names NamesBuilder::finish(std::uint32_t rows, bool has_common_root) {
  if (open_.empty() && names_.pieces_.empty()) begin(StreamId{1}, 0);
  while (!open_.empty()) end(rows);
  auto& pieces = names_.pieces_;
  if (!pieces.empty() && pieces.back().row == rows) pieces.pop_back();
  if (has_common_root) {
    for (Names::Piece& piece : pieces) ++piece.row;
    for (Names::Extent& extent : names_.extents_)
      extent.rows = {NodeId{extent.rows.first.value() + 1}, NodeId{extent.rows.last.value() + 1}};
    pieces.insert(pieces.begin(), {0, kRootRef});
  }
  names_.rows_ = rows + (has_common_root ? 1 : 0);
  names_.by_ref_.resize(pieces.size());
  std::iota(names_.by_ref_.begin(), names_.by_ref_.end(), 0);
  std::sort(names_.by_ref_.begin(), names_.by_ref_.end(),
            [&](std::uint32_t a, std::uint32_t b) { return pieces[a].ref < pieces[b].ref; });
  std::sort(names_.extents_.begin(), names_.extents_.end(),
            [](const auto& a, const auto& b) { return a.stream < b.stream; });
  return std::exchange(names_, {});
}

}  // namespace culprit::tree
