#include "src/trace/table_records.h"

#include "src/trace/decode.h"

namespace culprit::trace {
namespace {

/// Joins MORE records to the one before them.
class Collector {
 public:
  explicit Collector(TableRecords& out) : out_(out) {}

  void begin(const TableRecord& record) {
    out_.records.push_back(record);
    out_.bytes += record.payload.size();
    has_record_ = true;
    is_joined_ = false;
  }
  void more(std::span<const std::byte> payload) {
    if (!has_record_) return;  // its beginning was lost
    TableRecord& record = out_.records.back();
    if (!is_joined_) {
      out_.joined.emplace_back(reinterpret_cast<const char*>(record.payload.data()), record.payload.size());
      is_joined_ = true;
    }
    std::string& bytes = out_.joined.back();
    bytes.append(reinterpret_cast<const char*>(payload.data()), payload.size());
    record.payload = std::as_bytes(std::span(bytes));
    out_.bytes += payload.size();
  }
  /// What follows is not what came next.
  void gap() { has_record_ = false; }

 private:
  TableRecords& out_;
  bool has_record_ = false;
  bool is_joined_ = false;
};

}  // namespace

TableRecords collect_table_records(const SegmentTable& segments) {
  TableRecords result;
  Collector collector(result);
  std::uint64_t expected = 0;
  const StreamSegments& stream = segments.tables();
  for (std::size_t i = 0; i < stream.segments.size(); ++i) {
    const Segment& segment = stream.segments[i];
    if (segment.number != expected) {
      collector.gap();
      result.is_whole = false;
    }
    expected = segment.number + 1;
    // Only whole records are readable, so each record's words are there.
    const auto [payload, intact] = segments.contents(stream, i);
    // A segment whose checksum fits may still hold nonsense, from a writer that went mad.
    const std::uint32_t valid =
        intact ? count_valid_bytes(payload, true) : static_cast<std::uint32_t>(payload.size());
    if (valid < payload.size()) segments.note_bad_record(stream, i, valid);
    for (std::uint64_t at = 0; at < valid;) {
      const std::uint32_t word = load32(payload.data() + at);
      const std::uint64_t length = std::uint64_t{word & 0xffffff} * 4;
      const auto bytes = payload.subspan(at + 4, length);
      if (word >> 24 == CULPRIT_TABLE_MORE) {
        collector.more(bytes);
      } else {
        collector.begin(
            {word >> 24, bytes, {0, segment.number, segment.offset + segments.header_size()}, at});
      }
      at += 4 + length;
    }
    if (intact && valid == payload.size()) continue;
    collector.gap();
    result.is_whole = false;
  }
  if (stream.segments.empty() || !segments.has_first()) result.is_whole = false;
  return result;
}

}  // namespace culprit::trace
