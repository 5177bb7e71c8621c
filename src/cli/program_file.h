#pragma once

#include <string>

namespace culprit::cli {

enum class ProgramKind { kOther, kElf, kScript };

/// What a program's file tells about it.
struct ProgramFile {
  ProgramKind kind = ProgramKind::kOther;
  bool is_recordable = false;  ///< an ELF file that is linked with the recorder's runtime
  std::string interpreter;     ///< of a script
  std::string build;           ///< its build id in hex, as a trace has it; empty: none
};

/// Reads headers only. A file that is not there, or is damaged, is of kind kOther.
ProgramFile look_at_program(const std::string& path);

}  // namespace culprit::cli
