#include "src/service/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "src/base/mapped_file.h"
#include "src/base/text.h"
#include "src/service/source_lines.h"
#include "src/service/source_place.h"

namespace culprit::service {
namespace {

namespace fs = std::filesystem;

/// The file as the trace recorded it, or null.
const trace::SourceFile* recorded(const Subject& subject, const std::string& file) {
  if (!subject.trace()) return nullptr;
  for (const trace::SourceFile& candidate : subject.trace()->tables().files) {
    if (candidate.path == file || (fs::path(candidate.directory) / candidate.path) == file) return &candidate;
  }
  return nullptr;
}

/// In a pack, or else where the file was.
std::vector<fs::path> places(const Subject& subject, const std::string& file) {
  if (!subject.trace()) {
    if (fs::path(file).is_absolute()) return {file};
    return {fs::path(subject.path()).parent_path() / file, file};
  }
  const trace::SourceFile* known = recorded(subject, file);
  const trace::SourceFile unknown{file, "", 0, 0};
  std::vector<fs::path> all =
      source_places(subject.trace()->tables(), known ? *known : unknown, subject.path());
  if (subject.packed_sources().empty()) {
    if (fs::path(file).is_relative()) all.emplace_back(file);
  } else {
    for (fs::path& place : all) place = subject.packed_sources() + place.string();
  }
  return all;
}

/// A tree from text or JSON says nothing of when the program ran, so there is nothing to compare with.
bool changed_since(const Subject& subject, const std::string& file, const MappedFile& text) {
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
std::size_t block_end(const std::vector<std::string>& lines, std::size_t first) {
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

std::string_view bytes_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.size()};
}

Result<SourceText> read(const Subject& subject, const std::string& file) {
  for (const fs::path& path : places(subject, file)) {
    const auto text = MappedFile::open(path.string());
    if (!text) continue;
    if (changed_since(subject, file, *text))
      return fail(ErrorCode::kVersion, path.string() + " has changed since the run",
                  "record the run again to see its text here");
    SourceText source{path.string(), 1, {}};
    for (const std::string_view line : split(bytes_of(*text), '\n')) source.lines.emplace_back(line);
    return source;
  }
  return fail(ErrorCode::kNotFound, "the source file " + file + " is not here");
}

/// `Heap::push` of `Heap<int>::push<long>`. Of a lambda, an operator and what has no name of its own, nothing.
std::string plain_name(std::string_view name) {
  if (name.find("operator") != std::string_view::npos || name.find('@') != std::string_view::npos) return {};
  std::string plain;
  std::size_t depth = 0;
  for (const char c : name) {
    if (c == '<') ++depth;
    if (depth == 0) plain += c;
    if (c == '>' && depth > 0) --depth;
  }
  return plain;
}

}  // namespace

Result<const SourceText*> SourceFiles::read(const Subject& subject, const std::string& file) {
  auto found = read_.find(file);
  if (found == read_.end()) found = read_.emplace(file, service::read(subject, file)).first;
  if (!found->second) return tl::unexpected(found->second.error());
  return &*found->second;
}

std::vector<std::string> changed_sources(const Subject& subject) {
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

Result<SourceText> read_source(const Subject& subject, const std::string& file, std::uint32_t first,
                               std::uint32_t last) {
  const Result<const SourceText*> source = subject.sources().read(subject, file);
  if (!source) return tl::unexpected(source.error());
  const std::vector<std::string>& lines = (*source)->lines;
  if (first == 0 || first > lines.size())
    return fail(ErrorCode::kNotFound, fmt::format("{} has no line {}", (*source)->path, first));
  const std::size_t begin = first - 1;
  const std::size_t end =
      last > first ? std::min<std::size_t>(last, lines.size()) : block_end(lines, begin) + 1;
  return SourceText{(*source)->path, first, {lines.begin() + begin, lines.begin() + end}};
}

std::string comment_of(const Subject& subject, const tree::Function& function) {
  if (function.file.empty() || function.first_line == 0) return {};
  const Result<const SourceText*> source = subject.sources().read(subject, function.file);
  if (!source) return {};
  const std::string_view sign = comment_sign(function.file);
  const std::string name = plain_name(function.name);
  std::string entry = comment_entry((*source)->lines, name, sign);
  if (entry.empty()) entry = comment_entry((*source)->lines, name.substr(name.find_last_of(":.") + 1), sign);
  std::string above = comment_above((*source)->lines, function.first_line, sign);
  // A list of all functions may stand right above the first one.
  return above.empty() || (!entry.empty() && above.find(entry) != std::string::npos) ? entry : above;
}

std::string_view comment_sign(std::string_view file) {
  return file.ends_with(".fun") ? "#" : "//";
}

std::string line_of(const Subject& subject, const std::string& file, std::uint32_t line) {
  const Result<const SourceText*> source = subject.sources().read(subject, file);
  if (!source || line == 0 || line > (*source)->lines.size()) return {};
  std::string text = (*source)->lines[line - 1];
  if (text.ends_with('\r')) text.pop_back();
  return text;
}

std::string statement_at(const Subject& subject, const std::string& file, std::uint32_t line) {
  const Result<const SourceText*> source = subject.sources().read(subject, file);
  return source ? statement_around((*source)->lines, line, comment_sign(file)) : std::string();
}

}  // namespace culprit::service
