#include "src/cli/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "src/base/mapped_file.h"
#include "src/base/text.h"
#include "src/service/source_place.h"

namespace culprit::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHead = 30;  ///< lines shown of a long text: its beginning
constexpr std::size_t kTail = 10;  ///< and its end

/// The file as the trace recorded it, or null.
const trace::SourceFile* recorded(const service::Subject& subject, const std::string& file) {
  if (!subject.trace()) return nullptr;
  for (const trace::SourceFile& candidate : subject.trace()->tables().files) {
    if (candidate.path == file || (fs::path(candidate.directory) / candidate.path) == file) return &candidate;
  }
  return nullptr;
}

/// In a pack, or else where the file was.
std::vector<fs::path> places(const service::Subject& subject, const std::string& file) {
  if (!subject.trace()) {
    if (fs::path(file).is_absolute()) return {file};
    return {fs::path(subject.path()).parent_path() / file, file};
  }
  const trace::SourceFile* known = recorded(subject, file);
  const trace::SourceFile unknown{file, "", 0, 0};
  std::vector<fs::path> all =
      service::source_places(subject.trace()->tables(), known ? *known : unknown, subject.path());
  if (subject.packed_sources().empty()) {
    if (fs::path(file).is_relative()) all.emplace_back(file);
  } else {
    for (fs::path& place : all) place = subject.packed_sources() + place.string();
  }
  return all;
}

/// A tree from text or JSON says nothing of when the program ran, so there is nothing to compare with.
bool changed_since(const service::Subject& subject, const std::string& file, const MappedFile& text) {
  if (!subject.trace()) return false;
  const trace::SourceFile* known = recorded(subject, file);
  if (known && known->modified != 0) return known->modified != text.modified() || known->size != text.size();
  return text.modified() > subject.trace()->start_time();
}

std::size_t indentation(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? line.size() : first;
}

/// Last line of the block that begins at `first` (from 0): up to the next line that is indented no deeper,
/// and with it, if it only closes the block.
std::size_t block_end(const std::vector<std::string_view>& lines, std::size_t first) {
  const std::size_t level = indentation(lines[first]);
  std::size_t last = first;
  for (std::size_t i = first + 1; i < lines.size(); ++i) {
    const std::string_view text = trimmed(lines[i]);
    if (text.empty()) continue;
    if (indentation(lines[i]) > level) {
      last = i;
      continue;
    }
    const bool opens = text[0] == '{' && last == first;
    if (opens || text[0] == '}' || text[0] == ')') last = i;
    if (!opens) break;
  }
  return last;
}

}  // namespace

std::vector<std::string> changed_sources(const service::Subject& subject) {
  std::vector<std::string> changed;
  if (!subject.trace()) return changed;
  for (const trace::SourceFile& file : subject.trace()->tables().files) {
    if (file.path.empty() || file.modified == 0) continue;
    for (const fs::path& place : places(subject, file.path)) {
      const auto text = MappedFile::open(place.string());
      if (!text) continue;
      if (changed_since(subject, file.path, *text)) changed.push_back(file.path);
      break;
    }
  }
  return changed;
}

Result<SourceText> read_source(const service::Subject& subject, const std::string& file, std::uint32_t first,
                               std::uint32_t last) {
  for (const fs::path& path : places(subject, file)) {
    auto text = MappedFile::open(path.string());
    if (!text) continue;
    if (changed_since(subject, file, *text))
      return fail(ErrorCode::kVersion, path.string() + " has changed since the run",
                  "record the run again to see its text here");
    const auto bytes = text->bytes();
    const auto lines = split({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, '\n');
    if (first == 0 || first > lines.size())
      return fail(ErrorCode::kNotFound, fmt::format("{} has no line {}", path.string(), first));
    const std::size_t begin = first - 1;
    const std::size_t end =
        last > first ? std::min<std::size_t>(last, lines.size()) : block_end(lines, begin) + 1;
    SourceText source{path.string(), first, {}};
    for (std::size_t i = begin; i < end; ++i) source.lines.emplace_back(lines[i]);
    return source;
  }
  return fail(ErrorCode::kNotFound, "the source file " + file + " is not here");
}

std::string source_excerpt(const SourceText& source, const std::vector<service::Lines>& innocent,
                           const Console& console, std::size_t width) {
  const auto is_innocent = [&](std::size_t line) {
    return std::any_of(innocent.begin(), innocent.end(), [&](const service::Lines& lines) {
      return lines.first <= line && line <= lines.last;
    });
  };
  const std::size_t count = source.lines.size();
  const std::size_t digits = std::to_string(source.first + count).size();
  const bool is_cut = count > kHead + kTail + 1;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    if (is_cut && i == kHead) {
      const std::size_t left_out = count - kHead - kTail;
      out += console.paint(Style::kDim, fmt::format("  {:>{}} │ … {} more lines …", "", digits, left_out)) +
             "\n";
      i += left_out;
    }
    std::string line;
    for (const char c : source.lines[i]) line += c == '\t' ? "    " : std::string(1, c);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    const bool is_blamed = !is_innocent(source.first + i);
    const std::string gutter = fmt::format("  {:>{}} {}", source.first + i, digits, is_blamed ? "│" : "·");
    const std::string text = clipped(printable(line), width > digits + 6 ? width - digits - 6 : 1);
    out += console.paint(Style::kDim, gutter) + (text.empty() ? "" : " ") +
           (is_blamed ? text : console.paint(Style::kDim, text)) + "\n";
  }
  return out;
}

}  // namespace culprit::cli
