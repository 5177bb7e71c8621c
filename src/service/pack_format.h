#pragma once

#include <cstdint>
#include <string_view>

namespace culprit::service {

// A pack is this header, and behind it one zstd frame with entries: header, name, content, one behind the
// other. docs/format.md draws it.

inline constexpr std::string_view kPackMagic =
    "\x93"
    "CULPACK";
inline constexpr std::uint32_t kPackVersion = 1;

struct PackHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t reserved;
};

enum class PackEntryKind : std::uint32_t {
  kEnd = 0,
  kTrace = 1,    ///< named as its file, without folders; the first entry
  kFurther = 2,  ///< the trace of another process of the run; likewise
  kInput = 3,    ///< what the program read from standard input; likewise
  kSource = 4,   ///< named by its absolute path
};

struct PackEntryHeader {
  PackEntryKind kind;
  std::uint32_t name_size;
  std::uint64_t size;
  std::uint64_t modified;  ///< Unix time in nanoseconds
};

}  // namespace culprit::service
