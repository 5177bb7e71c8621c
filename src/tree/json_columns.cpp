#include "src/tree/json_columns.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "src/tree/weights_file.h"

namespace culprit::tree {

void WordColumn::push_back(std::string_view word) {
  auto known = ids.find(word);
  if (known == ids.end()) {
    known = ids.emplace(std::string(word), static_cast<std::uint32_t>(words.size())).first;
    words.push_back(known->first);
  }
  rows.push_back(known->second);
}

void TextColumn::push_back(std::string_view value, bool is_given) {
  text += value;
  ends.push_back(text.size());
  given.push_back(is_given);
}

std::string_view TextColumn::operator[](std::size_t row) const {
  const std::uint64_t begin = row == 0 ? 0 : ends[row - 1];
  return std::string_view(text).substr(begin, ends[row] - begin);
}

namespace {

constexpr const char* kOrder =
    "Rows must be in call order (preorder): a call, then all that happened in it, then its next sibling.";

tl::unexpected<Error> bad_parent(std::size_t row, const std::string& found, const std::string& expected) {
  return fail(ErrorCode::kBadTree, fmt::format("`parent[{}]`: found {}; expected {}", row, found, expected),
              kOrder);
}

/// Brings the builder to the parent of a row: closes what ended before it.
Status close_down_to(TreeBuilder& builder, std::size_t row, std::uint32_t parent) {
  if (row == 0) {
    if (parent == JsonColumns::kRoot) return {};
    return bad_parent(row, std::to_string(parent), "-1, since the first row is the root");
  }
  if (parent == JsonColumns::kRoot) {
    return bad_parent(row, "-1, a second root", "one root only, row 0");
  }
  if (parent == row)
    return bad_parent(row, fmt::format("{}, the row itself: a cycle", parent), "a row before it");
  if (parent > row) {
    return bad_parent(row, fmt::format("{}: a cycle, or parents out of order", parent),
                      fmt::format("a row before {}", row));
  }
  const std::uint32_t previous = builder.innermost().value();
  while (builder.depth() > 0 && builder.innermost().value() != parent) builder.close();
  if (builder.depth() > 0) return {};
  return bad_parent(row, fmt::format("{}: parents out of order", parent),
                    fmt::format("row {} or an ancestor of it", previous));
}

/// Makes the function table: a function is a method's name with its place and kind.
class Functions {
 public:
  Functions(const JsonColumns& columns, TreeBuilder& builder) : columns_(columns), builder_(builder) {}

  FunctionId at(std::size_t row) {
    const Key key{word_at(columns_.method, row), word_at(columns_.file, row), number_at(columns_.line, row),
                  number_at(columns_.last_line, row),
                  columns_.kind.empty() ? std::uint8_t{0} : columns_.kind[row]};
    if (key == last_key_ && row > 0) return last_;
    last_key_ = key;
    const auto [known, is_new] = ids_.try_emplace(key);
    if (is_new) known->second = builder_.add_function(made(key));
    return last_ = known->second;
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint8_t>;
  static constexpr std::uint32_t kNoWord = 0xffffffff;

  static std::uint32_t word_at(const WordColumn& column, std::size_t row) {
    return column.rows.empty() ? kNoWord : column.rows[row];
  }
  static std::uint32_t number_at(const Column<std::uint32_t>& column, std::size_t row) {
    return column.empty() ? 0 : column[row];
  }

  Function made(const Key& key) const {
    const auto [method, file, line, last_line, kind] = key;
    Function function;
    function.name = method == kNoWord ? "node" : std::string(columns_.method.words[method]);
    if (file != kNoWord) function.file = columns_.file.words[file];
    function.first_line = line;
    function.last_line = columns_.last_line.empty() ? line : last_line;
    function.kind = static_cast<FunctionKind>(kind);
    return function;
  }

  const JsonColumns& columns_;
  TreeBuilder& builder_;
  std::map<Key, FunctionId> ids_;
  Key last_key_{};
  FunctionId last_{};
};

void add_texts(const JsonColumns& columns, std::size_t row, TreeBuilder& builder) {
  if (!columns.before.empty() || !columns.after.empty()) {
    builder.context(columns.before.empty() ? 0 : columns.before[row],
                    columns.after.empty() ? 0 : columns.after[row]);
  }
  Label label;
  if (!columns.inputs.ends.empty() && columns.inputs.given[row]) {
    label.inputs = columns.inputs[row];
    label.has_inputs = true;
  }
  if (!columns.result.ends.empty() && columns.result.given[row]) {
    label.result = columns.result[row];
    label.has_result = true;
  }
  if (label.has_inputs || label.has_result) builder.label(label);
}

}  // namespace

Result<Tree> assemble(JsonColumns columns) {
  if (columns.parent.empty()) {
    return fail(ErrorCode::kBadTree, "found an empty `parent`; expected at least the root, -1", kOrder);
  }
  std::uint64_t weight = 0;
  for (const std::uint32_t own : columns.weight) weight += own;
  if (Status ok = check_total_weight(weight); !ok) return tl::unexpected(std::move(ok.error()));
  TreeBuilder builder;
  Functions functions(columns, builder);
  for (std::size_t row = 0; row < columns.parent.size(); ++row) {
    if (Status ok = close_down_to(builder, row, columns.parent[row]); !ok)
      return tl::unexpected(std::move(ok.error()));
    builder.open(functions.at(row));
    add_texts(columns, row, builder);
    if (!columns.weight.empty()) builder.weight(columns.weight[row]);
  }
  builder.labels().name = std::move(columns.name);
  builder.labels().root_wrong_given = columns.root_wrong_given;
  builder.labels().root_wrong = columns.root_wrong;
  return builder.finish();
}

}  // namespace culprit::tree
