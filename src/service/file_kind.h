#pragma once

#include <string_view>

namespace culprit::service {

enum class FileKind { kTrace, kPack, kJson, kText, kSession, kForeign };

struct Recognised {
  FileKind kind;
  std::string_view what;  ///< of a foreign file, in words: "an ELF program"
};

/// Tells by its first bytes what a file is.
Recognised recognise(std::string_view beginning);

}  // namespace culprit::service
