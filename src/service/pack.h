#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/progress.h"

namespace culprit::service {

/// What went into a pack.
struct Packed {
  std::size_t further_traces = 0;
  bool has_input = false;
  std::size_t sources = 0;
  std::vector<std::string> missing_sources;  ///< named by the trace, and not to be read
  std::uint64_t bytes = 0;                   ///< of all files
  std::uint64_t packed_bytes = 0;
};

/// Writes a trace, with its kept input, the traces of further processes and the sources it names, as one
/// compressed stream. One pass, in constant memory. Fails if `path` is no trace, or `out` cannot take it.
Result<Packed> write_pack(const std::string& path, const std::vector<std::string>& further, std::ostream& out,
                          const Progress& progress = no_progress);

/// A pack as files.
struct Unpacked {
  std::string trace;
  std::string sources;  ///< the folder under which each source lies at its absolute path
};

/// Unpacks into the user's cache, in a folder named by the contents of the pack, so that it is done once. The
/// names in a pack are not trusted: nothing is written outside of that folder. Fails with kVersion, kDamaged
/// or kIo.
Result<Unpacked> unpack(const std::string& path, const Progress& progress = no_progress);

}  // namespace culprit::service
