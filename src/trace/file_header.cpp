#include "src/trace/file_header.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "src/base/text.h"

namespace culprit::trace {
namespace {

constexpr std::size_t kGuarded = offsetof(culprit_file_header, state);  ///< bytes under the checksum
constexpr const char* kExpected = "a trace written by a Culprit recorder was expected";

/// Before a version is finished, development versions write the number of a draft into the upper half of the word.
constexpr std::uint32_t kDraftShift = 16;

std::uint32_t version_of(const culprit_file_header& raw) {
  return raw.version & ((1U << kDraftShift) - 1);
}

bool sum_fits(const culprit_file_header& raw) {
  return culprit_checksum(&raw, kGuarded) == raw.checksum;
}
bool has_magic(const culprit_file_header& raw) {
  return std::memcmp(raw.magic, CULPRIT_MAGIC, sizeof raw.magic) == 0;
}

/// What the first segment says of the segment size; 0 if there is none.
std::uint32_t size_in_first_segment(std::span<const std::byte> file) {
  culprit_segment_header segment;
  if (file.size() < CULPRIT_FILE_HEADER_SIZE + sizeof segment) return 0;
  std::memcpy(&segment, file.data() + CULPRIT_FILE_HEADER_SIZE, sizeof segment);
  return segment.magic == CULPRIT_SEGMENT_MAGIC ? segment.segment_size : 0;
}

/// Tries to mend one field so that the checksum fits; says which.
const char* mend(culprit_file_header& raw, std::span<const std::byte> file) {
  const std::array<std::pair<const char*, void (*)(culprit_file_header&, std::uint32_t)>, 7> fields{{
      {"mark",
       [](culprit_file_header& h, std::uint32_t) { std::memcpy(h.magic, CULPRIT_MAGIC, sizeof h.magic); }},
      {"version", [](culprit_file_header& h, std::uint32_t) { h.version = CULPRIT_VERSION; }},
      {"version", [](culprit_file_header& h, std::uint32_t) { h.version = 2; }},
      {"version", [](culprit_file_header& h, std::uint32_t) { h.version = 1; }},
      {"byte order", [](culprit_file_header& h, std::uint32_t) { h.byte_order = CULPRIT_BYTE_ORDER; }},
      {"size", [](culprit_file_header& h, std::uint32_t) { h.header_size = CULPRIT_FILE_HEADER_SIZE; }},
      {"segment size", [](culprit_file_header& h, std::uint32_t size) { h.segment_size = size; }},
  }};
  for (const auto& [name, set] : fields) {
    culprit_file_header trial = raw;
    set(trial, size_in_first_segment(file));
    if (!sum_fits(trial)) continue;
    raw = trial;
    return name;
  }
  return nullptr;
}

Error not_a_trace(const std::string& path, std::span<const std::byte> file) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()),
                              std::min<std::size_t>(file.size(), 16));
  return {ErrorCode::kWrongFormat,
          "'" + path + "' is not a trace but a file that starts with \"" + escaped(text) + "\"", kExpected};
}

Result<culprit_file_header> read_raw(const std::string& path, std::span<const std::byte> file) {
  culprit_file_header raw{};
  if (file.empty()) return fail(ErrorCode::kWrongFormat, "'" + path + "' is empty", kExpected);
  if (std::memcmp(file.data(), CULPRIT_MAGIC, std::min(file.size(), sizeof raw.magic)) == 0 &&
      file.size() < sizeof raw)
    return fail(ErrorCode::kDamaged,
                "'" + path + "' is a trace that ends inside its header, after " +
                    std::to_string(file.size()) + " bytes",
                "nothing can be read from it; record the program again");
  if (file.size() < sizeof raw) return tl::unexpected(not_a_trace(path, file));
  std::memcpy(&raw, file.data(), sizeof raw);
  return raw;
}

/// What the records of a draft mean, only the recorder's own reader knew.
Status refuse_drafts(const std::string& path, const culprit_file_header& raw) {
  const std::uint32_t draft = raw.version >> kDraftShift;
  if (draft == 0 || version_of(raw) > CULPRIT_VERSION) return {};
  return fail(ErrorCode::kVersion,
              "'" + path + "' was recorded by a development version, in draft " + std::to_string(draft) +
                  " of format version " + std::to_string(version_of(raw)) +
                  "; this program reads no drafts, and versions up to " + std::to_string(CULPRIT_VERSION),
              "record the program again");
}

/// Fields that must have one value: otherwise this is something we cannot read.
Status refuse_foreign(const std::string& path, std::span<const std::byte> file,
                      const culprit_file_header& raw) {
  if (!has_magic(raw)) return tl::unexpected(not_a_trace(path, file));
  if (raw.byte_order == __builtin_bswap32(CULPRIT_BYTE_ORDER))
    return fail(ErrorCode::kVersion, "'" + path + "' was recorded on a machine with the other byte order",
                "read it on a machine like the one that recorded it");
  if (auto status = refuse_drafts(path, raw); !status) return status;
  if (version_of(raw) > CULPRIT_VERSION)
    return fail(ErrorCode::kVersion,
                "'" + path + "' is a trace of format version " + std::to_string(version_of(raw)) +
                    "; this program reads versions up to " + std::to_string(CULPRIT_VERSION),
                "use the version of Culprit that recorded it, or a newer one");
  if (version_of(raw) == 0 || raw.byte_order != CULPRIT_BYTE_ORDER ||
      raw.header_size != CULPRIT_FILE_HEADER_SIZE)
    return fail(ErrorCode::kDamaged, "the file header of '" + path + "' is damaged beyond reading",
                "record the program again");
  return {};
}

/// The fields that change during recording, which no checksum guards.
void read_ending(const culprit_file_header& raw, FileHeader& header) {
  if (raw.state > CULPRIT_STATE_STOPPED) {
    header.notes.push_back("the file header is damaged: how the recording ended is not known");
  } else {
    header.state = static_cast<culprit_state>(raw.state);
  }
  if (raw.stop_reason > CULPRIT_STOP_IO) {
    header.notes.push_back("the file header is damaged: why the recording stopped is not known");
  } else {
    header.stop_reason = static_cast<culprit_stop_reason>(raw.stop_reason);
  }
  header.file_end = raw.file_end;
}

}  // namespace

bool is_segment_size(std::uint32_t size) {
  return size != 0 && size % 4096 == 0 && size <= CULPRIT_MAX_SEGMENT_SIZE;
}

Result<FileHeader> read_file_header(const std::string& path, std::span<const std::byte> file) {
  auto raw = read_raw(path, file);
  if (!raw) return tl::unexpected(raw.error());
  FileHeader header;
  const bool fits = sum_fits(*raw);
  const char* mended = fits ? nullptr : mend(*raw, file);
  if (mended)
    header.notes.push_back(std::string("the file header is damaged: its ") + mended + " was mended");
  if (auto status = refuse_foreign(path, file, *raw); !status) return tl::unexpected(status.error());
  if (!fits && !mended)
    header.notes.push_back("the file header is damaged: the time of recording and the process may be wrong");
  header.version = version_of(*raw);
  header.segment_size = raw->segment_size;
  if (!is_segment_size(header.segment_size)) header.segment_size = size_in_first_segment(file);
  if (!is_segment_size(header.segment_size))
    return fail(ErrorCode::kDamaged,
                "the file header of '" + path + "' is damaged: it gives segments a size of " +
                    std::to_string(raw->segment_size) + " bytes",
                "record the program again");
  header.start_time = raw->start_time;
  header.process = raw->process;
  read_ending(*raw, header);
  return header;
}

}  // namespace culprit::trace
