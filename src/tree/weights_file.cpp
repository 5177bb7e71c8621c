#include "src/tree/weights_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <utility>

#include "src/base/text.h"

namespace culprit::tree {
namespace {

constexpr std::uint64_t kTotalLimit = std::uint64_t{1} << 62;
constexpr std::uint32_t kMaxWeight = 0xffffffff;
constexpr std::string_view kFunction = "function";
constexpr const char* kLines =
    "A line is `NODE WEIGHT` or `function NAME WEIGHT`; what follows a `#` is a comment.";
constexpr std::string_view kSpaces = " \t";

bool is_space(char c) {
  return kSpaces.find(c) != std::string_view::npos;
}

std::string quoted(std::string_view text) {
  return "'" + clipped(escaped(text), 60) + "'";
}

/// Without a comment, and without spaces around what is left.
std::string_view content(std::string_view line) {
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') is_quoted = !is_quoted;
    if (line[i] == '#' && !is_quoted && (i == 0 || is_space(line[i - 1]))) return trimmed(line.substr(0, i));
  }
  return trimmed(line);
}

/// The first word, and the rest.
std::pair<std::string_view, std::string_view> split_first(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of(kSpaces), text.size());
  return {text.substr(0, end), trimmed(text.substr(end))};
}

/// What stands before the last word, and that. A word does not go on behind a quote.
std::pair<std::string_view, std::string_view> split_last(std::string_view text) {
  const std::size_t space = text.find_last_of(" \t\"");
  const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
  return {trimmed(text.substr(0, begin)), text.substr(begin)};
}

std::optional<std::uint32_t> parse_weight(std::string_view text) {
  std::uint32_t weight = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, weight);
  if (error != std::errc{} || at != end) return std::nullopt;
  return weight;
}

/// What lines have said so far.
class Reader {
 public:
  Reader(const Tree& tree, const FindNode& find)
      : tree_(tree), find_(find), functions_(tree.functions().size()) {}

  Status read_line(std::string_view line) {
    ++line_;
    const std::string_view text = content(line);
    if (text.empty()) return {};
    const auto [first, rest] = split_first(text);
    if (first == kFunction) return read_function(rest);
    const auto [more, weight] = split_last(rest);
    if (rest.empty() || !more.empty()) return refuse(quoted(text), "a node and its weight, such as `17 50`");
    return read_node(first, weight);
  }

  /// A sweep, whatever the number of lines.
  std::vector<std::uint32_t> finish() const {
    std::vector<std::uint32_t> weights(tree_.size(), 1);
    const auto given = tree_.labels().weights.span();
    std::copy(given.begin(), given.end(), weights.begin());
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      const Said& said = functions_[tree_.function_id(NodeId{i}).value()];
      if (said.line > 0) weights[i] = said.weight;
    }
    for (const auto& [node, said] : nodes_) {
      if (said.line > functions_[tree_.function_id(node).value()].line) weights[node.value()] = said.weight;
    }
    return weights;
  }

 private:
  struct Said {
    std::uint64_t line = 0;  ///< 0: nothing
    std::uint32_t weight = 0;
  };

  tl::unexpected<Error> refuse(std::string_view found, std::string_view expected,
                               std::string hint = kLines) const {
    return fail(ErrorCode::kBadTree, fmt::format("line {}: found {}; expected {}", line_, found, expected),
                std::move(hint));
  }
  tl::unexpected<Error> refuse_weight(std::string_view found) const {
    return refuse("the weight " + quoted(found), fmt::format("a whole number from 0 to {}", kMaxWeight));
  }

  Status read_node(std::string_view name, std::string_view weight_text) {
    const auto weight = parse_weight(weight_text);
    if (!weight) return refuse_weight(weight_text);
    const Result<NodeId> node = find_(name);
    if (!node)
      return fail(ErrorCode::kBadTree, fmt::format("line {}: {}", line_, node.error().what),
                  node.error().hint);
    nodes_.emplace_back(*node, Said{line_, *weight});
    return {};
  }

  Status read_function(std::string_view rest) {
    auto [name, weight_text] = split_last(rest);
    if (name.empty() || weight_text.empty())
      return refuse(quoted(rest), "a function and its weight, such as `function sort 50`");
    const auto weight = parse_weight(weight_text);
    if (!weight) return refuse_weight(weight_text);
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
    if (ids_.empty()) list_functions();
    const auto [begin, end] = ids_.equal_range(name);
    if (begin == end) return refuse_function(name);
    for (auto at = begin; at != end; ++at) functions_[at->second] = {line_, *weight};
    return {};
  }

  void list_functions() {
    for (std::uint32_t i = 0; i < tree_.functions().size(); ++i) ids_.emplace(tree_.functions()[i].name, i);
  }

  tl::unexpected<Error> refuse_function(std::string_view name) const {
    std::vector<std::string_view> known;
    for (const Function& function : tree_.functions()) known.push_back(function.name);
    const std::string_view near = nearest(name, known);
    return refuse("the function " + quoted(name), "one that was called",
                  near.empty() ? kLines : "Did you mean " + quoted(near) + "?");
  }

  const Tree& tree_;
  const FindNode& find_;
  std::uint64_t line_ = 0;
  std::unordered_multimap<std::string_view, std::uint32_t> ids_;
  std::vector<Said> functions_;
  std::vector<std::pair<NodeId, Said>> nodes_;
};

}  // namespace

Status check_total_weight(std::uint64_t total) {
  if (total < kTotalLimit) return {};
  return fail(ErrorCode::kTooLarge,
              fmt::format("found weights that sum to {}; expected less than {}", with_commas(total),
                          with_commas(kTotalLimit)),
              "Only what weights are to each other counts: divide all by the same number.");
}

Result<std::vector<std::uint32_t>> read_weights(std::string_view text, const Tree& tree,
                                                const FindNode& find) {
  Reader reader(tree, find);
  for (const std::string_view line : split(text, '\n')) {
    if (Status ok = reader.read_line(line); !ok) return tl::unexpected(std::move(ok.error()));
  }
  std::vector<std::uint32_t> weights = reader.finish();
  std::uint64_t total = 0;
  for (const std::uint32_t weight : weights) total += weight;
  if (Status ok = check_total_weight(total); !ok) return tl::unexpected(std::move(ok.error()));
  return weights;
}

}  // namespace culprit::tree
