#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/service/subject.h"

namespace culprit::service {

/// Lines of a source file, numbered from `first`.
struct SourceText {
  std::string path;
  std::uint32_t first = 1;
  std::vector<std::string> lines;
};

/// The source files that a subject names, each read once, when it is first asked for. Where a file is looked for: in a pack, or
/// else where the program was compiled, beside the subject, and here.
class SourceFiles {
 public:
  /// Fails with kNotFound if the file is nowhere, and with kVersion if it changed since the run: lines of another version
  /// would mislead. The lines live as long as this.
  Result<const SourceText*> read(const Subject& subject, const std::string& file);

 private:
  std::map<std::string, Result<SourceText>> read_;
};

/// The text of lines first..last of a source file that a subject names. With only the first line known (last
/// <= first), the block that begins there, by its indentation. Fails as SourceFiles::read, and with kNotFound if there is no such
/// line.
Result<SourceText> read_source(const Subject& subject, const std::string& file, std::uint32_t first,
                               std::uint32_t last);

/// The source files of a trace that are there and have changed since the run. Reads the headers of the files only.
std::vector<std::string> changed_sources(const Subject& subject);

/// What the source says that a function does: the comment above it, or the entry `name(…)  text` in one at the margin of its file. On
/// one line, without signs. Empty if there is none, or the file is not there or has changed.
std::string comment_of(const Subject& subject, const tree::Function& function);
/// The sign of a comment in the language of a file: "//", or "#" of the functional language.
std::string_view comment_sign(std::string_view file);

/// One line of a source file as it stands, without what ends it. Empty if it is not there.
std::string line_of(const Subject& subject, const std::string& file, std::uint32_t line);
/// The statement that a line is part of, on one line, from its first line on. Empty if it is not there.
std::string statement_at(const Subject& subject, const std::string& file, std::uint32_t line);

}  // namespace culprit::service
