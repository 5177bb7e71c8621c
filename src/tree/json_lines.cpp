#include <fmt/format.h>

#include <algorithm>

#include "src/base/text.h"
#include "src/tree/json.h"

namespace culprit::tree {
namespace {

/// True if the text is one whole object: brackets outside strings close. No more is checked; that is for the
/// parser.
bool is_whole(std::string_view text) {
  std::int64_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return depth == 0 && !in_string && !trimmed(text).empty();
}

std::vector<JsonDocument> lines_of(std::string_view text) {
  std::vector<JsonDocument> lines;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty()) lines.push_back({line, number});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::vector<JsonDocument> json_documents(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {};
  const std::size_t end = std::min(text.find('\n', start), text.size());
  const bool has_more = text.find_first_not_of(" \t\r\n", end) != std::string_view::npos;
  if (has_more && is_whole(text.substr(start, end - start))) return lines_of(text);
  return {{text, 1}};
}

Status read_json_lines(std::string_view text,
                       const std::function<Status(Tree tree, std::uint64_t line)>& each,
                       const Progress& progress) {
  const std::vector<JsonDocument> documents = json_documents(text);
  if (documents.empty()) {
    return fail(ErrorCode::kBadTree, "found an empty file; expected a tree in JSON, or one a line");
  }
  for (const JsonDocument& document : documents) {
    const auto before = static_cast<std::uint64_t>(document.text.data() - text.data());
    Result<Tree> tree =
        read_json(document.text, [&](std::string_view activity, std::uint64_t done, std::uint64_t) {
          progress(activity, before + done, text.size());
        });
    if (!tree) {
      Error error = std::move(tree.error());
      if (documents.size() > 1) error.what = fmt::format("line {}: {}", document.line, error.what);
      return tl::unexpected(std::move(error));
    }
    if (Status ok = each(std::move(*tree), document.line); !ok) return ok;
    progress("reading trees", before + document.text.size(), text.size());
  }
  return {};
}

Result<std::vector<Tree>> read_json_lines(std::string_view text, const Progress& progress) {
  std::vector<Tree> trees;
  const auto keep = [&](Tree tree, std::uint64_t) {
    trees.push_back(std::move(tree));
    return Status{};
  };
  if (Status ok = read_json_lines(text, keep, progress); !ok) return tl::unexpected(std::move(ok.error()));
  return trees;
}

}  // namespace culprit::tree
