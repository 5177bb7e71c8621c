#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "src/base/text.h"
#include "src/tree/text.h"
#include "src/tree/text_escape.h"

namespace culprit::tree {
namespace {

struct Place {
  std::string_view name;
  std::string_view file;
  std::uint32_t first_line;
  std::uint32_t last_line;
  bool operator==(const Place&) const = default;
};
struct PlaceHash {
  std::size_t operator()(const Place& p) const {
    const std::hash<std::string_view> hash;
    return hash(p.name) ^ (hash(p.file) * 3) ^ (std::size_t{p.first_line} << 32) ^ p.last_line;
  }
};

std::string shown(std::string_view text) {
  return "`" + clipped(escaped(text), 60) + "`";
}

tl::unexpected<Error> bad_line(std::uint64_t number, std::string_view found, std::string_view expected,
                               std::string hint) {
  return fail(ErrorCode::kBadTree, fmt::format("line {}: {}; {}", number, found, expected), std::move(hint));
}

/// Reads line by line; keeps views into the text until finish().
class TextReader {
 public:
  Status add(std::string_view line);
  Result<Tree> finish();

 private:
  Status check_level(std::size_t spaces, std::string_view text);
  void add_node(std::string_view text);

  TreeBuilder builder_;
  std::unordered_map<Place, FunctionId, PlaceHash> functions_;
  std::uint64_t number_ = 0;
  std::uint64_t root_line_ = 0;
};

Status TextReader::check_level(std::size_t spaces, std::string_view text) {
  constexpr const char* kIndent = "Indent each node by two spaces more than the node that called it.";
  if (!text.empty() && text[0] == '\t') {
    return bad_line(number_, "found a tab in the indentation", "expected two spaces a level", kIndent);
  }
  if (spaces % 2 != 0) {
    return bad_line(number_, fmt::format("found an indentation of {} spaces", spaces),
                    fmt::format("expected two a level, so {} or {}", spaces - 1, spaces + 1), kIndent);
  }
  const std::size_t level = spaces / 2;
  if (builder_.size() == 0 && level > 0) {
    return bad_line(number_, fmt::format("found the first node indented by {} spaces", spaces),
                    "expected the root at the left edge", "Remove the indentation that all lines share.");
  }
  if (builder_.size() > 0 && level == 0) {
    return bad_line(number_, fmt::format("found a second root, {}", shown(text)),
                    fmt::format("expected one, and it is on line {}", root_line_),
                    "Indent the line below its caller, or give both roots a common one.");
  }
  if (level > builder_.depth()) {
    return bad_line(
        number_, fmt::format("found a node at level {} after one at level {}", level, builder_.depth() - 1),
        fmt::format("expected level {} at most, {} spaces", builder_.depth(), 2 * builder_.depth()), kIndent);
  }
  return {};
}

void TextReader::add_node(std::string_view text) {
  const TextLine line = split_line(text);
  const Place place{line.name, line.file, line.first_line, line.last_line};
  auto known = functions_.find(place);
  if (known == functions_.end()) {
    Function function;
    function.name = line.name;
    function.file = line.file;
    function.first_line = line.first_line;
    function.last_line = line.last_line;
    known = functions_.emplace(place, builder_.add_function(std::move(function))).first;
  }
  builder_.open(known->second);
  if (line.label.has_inputs || line.label.has_result) builder_.label(line.label);
}

Status TextReader::add(std::string_view line) {
  ++number_;
  line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
  const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view text = line.substr(spaces);
  if (text.empty() || text[0] == '#') return {};
  if (text.find('\0') != std::string_view::npos) {
    return fail(ErrorCode::kWrongFormat, fmt::format("line {}: found a zero byte; expected text", number_),
                "This is not a tree in text form. Is it another kind of file?");
  }
  if (Status ok = check_level(spaces, text); !ok) return ok;
  if (builder_.size() == TreeBuilder::kMaxNodes) {
    return fail(ErrorCode::kTooLarge, fmt::format("line {}: found more than {} nodes", number_,
                                                  with_commas(TreeBuilder::kMaxNodes)));
  }
  if (builder_.size() == 0) root_line_ = number_;
  while (builder_.depth() > spaces / 2) builder_.close();
  add_node(unescaped_start(text));
  return {};
}

Result<Tree> TextReader::finish() {
  if (builder_.size() == 0) {
    return fail(ErrorCode::kBadTree, "found no node at all; expected one a line, the root first",
                "Blank lines and lines that start with # do not count.");
  }
  return builder_.finish();
}

}  // namespace

Result<Tree> read_text(std::string_view text, const Progress& progress) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  constexpr std::uint64_t kReportEach = 4096;
  const std::uint64_t total = text.size();
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  TextReader reader;
  for (std::uint64_t lines = 0; !text.empty(); ++lines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (Status ok = reader.add(text.substr(0, end)); !ok) return tl::unexpected(std::move(ok.error()));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (lines % kReportEach == 0) progress("reading the tree", total - text.size(), total);
  }
  return reader.finish();
}

}  // namespace culprit::tree
