#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "src/base/text.h"
#include "src/tree/json.h"
#include "src/tree/json_columns.h"

namespace culprit::tree {
namespace {

constexpr std::uint32_t kMaxNumber = 0xffffffff;
constexpr std::uint32_t kMaxNesting = 1000;  ///< in keys that mean nothing here
constexpr const char* kShape = "A tree is an object with the arrays `parent` and `method`, a row a node.";

enum class Key {
  kParent,
  kMethod,
  kFile,
  kLine,
  kLastLine,
  kKind,
  kBefore,
  kAfter,
  kWeight,
  kInputs,
  kResult,  // arrays
  kName,
  kRootWrong,
  kUnknown
};
constexpr std::size_t kArrays = static_cast<std::size_t>(Key::kName);
constexpr std::array<std::string_view, 13> kKeys{"parent", "method", "file",      "line",   "last_line",
                                                 "kind",   "before", "after",     "weight", "inputs",
                                                 "result", "name",   "root_wrong"};

enum class Scalar { kNull, kBool, kInteger, kFloat, kString };

/// A JSON value that is neither array nor object. `text` is set for strings and floats.
struct ScalarValue {
  Scalar kind;
  std::int64_t integer = 0;
  std::string_view text{};

  std::string shown() const {
    switch (kind) {
      case Scalar::kNull:
        return "null";
      case Scalar::kBool:
        return integer ? "true" : "false";
      case Scalar::kInteger:
        return std::to_string(integer);
      case Scalar::kFloat:
        return std::string(text);
      case Scalar::kString:
        return "the string \"" + clipped(escaped(text), 40) + "\"";
    }
    return {};
  }
};

/// Takes the parser's events straight into columns. A method that returns false ends the parsing; error()
/// says why.
class TreeSax {
 public:
  using json = nlohmann::json;

  TreeSax(const char* begin, std::size_t size, const char* const* position, const Progress& progress)
      : begin_(begin), size_(size), position_(position), progress_(progress) {}

  bool null() { return scalar({Scalar::kNull}); }
  bool boolean(bool value) { return scalar({Scalar::kBool, value}); }
  bool number_integer(json::number_integer_t value) { return scalar({Scalar::kInteger, value}); }
  bool number_unsigned(json::number_unsigned_t value) {
    constexpr json::number_unsigned_t kMost = std::numeric_limits<std::int64_t>::max();
    return scalar({Scalar::kInteger, static_cast<std::int64_t>(std::min(value, kMost))});
  }
  bool number_float(json::number_float_t, const std::string& text) {
    return scalar({Scalar::kFloat, 0, text});
  }
  bool string(const std::string& text) { return scalar({Scalar::kString, 0, text}); }
  bool binary(const json::binary_t&) { return false; }

  bool start_object(std::size_t) { return start("an object"); }
  bool end_object() { return end(); }
  bool start_array(std::size_t) { return start("an array"); }
  bool end_array() { return end(); }
  bool key(const std::string& text);
  bool parse_error(std::size_t byte, const std::string& last, const json::exception& e);

  Result<Tree> finish();
  Error take_error() { return std::move(error_); }

 private:
  bool scalar(const ScalarValue& value);
  bool start(std::string_view what);
  bool end();
  bool set_field(const ScalarValue& value);
  bool add_row(const ScalarValue& value);
  bool add_parent(const ScalarValue& value);
  bool add_word(WordColumn& column, const ScalarValue& value, bool may_be_null);
  bool add_number(Column<std::uint32_t>& column, const ScalarValue& value);
  bool add_weight(const ScalarValue& value);
  bool add_text(TextColumn& column, const ScalarValue& value);
  bool add_kind(const ScalarValue& value);
  bool refuse(std::string_view found, std::string_view expected, const char* hint = kShape);
  std::string here() const;

  const char* begin_;
  std::size_t size_;
  const char* const* position_;
  const Progress& progress_;
  JsonColumns columns_;
  std::array<std::optional<std::uint64_t>, kArrays> lengths_;
  Key key_ = Key::kUnknown;
  std::uint32_t depth_ = 0;  ///< 1: in the object, 2: in one of our arrays, more: in what is ignored
  std::uint64_t row_ = 0;
  Error error_{ErrorCode::kBadTree, "", ""};
};

std::string TreeSax::here() const {
  if (depth_ == 0) return "the tree";
  const std::string_view key = kKeys[static_cast<std::size_t>(key_)];
  return depth_ == 1 ? fmt::format("`{}`", key) : fmt::format("`{}[{}]`", key, row_);
}

bool TreeSax::refuse(std::string_view found, std::string_view expected, const char* hint) {
  error_ = {ErrorCode::kBadTree, fmt::format("{}: found {}; expected {}", here(), found, expected), hint};
  return false;
}

bool TreeSax::key(const std::string& text) {
  if (depth_ != 1) return true;
  const auto known = std::find(kKeys.begin(), kKeys.end(), text);
  key_ = static_cast<Key>(known - kKeys.begin());
  const auto index = static_cast<std::size_t>(key_);
  if (index < kArrays && lengths_[index]) return refuse("it twice", "it once");
  return true;
}

bool TreeSax::start(std::string_view what) {
  if (depth_ == 0 && what != "an object") return refuse(what, "an object");
  const bool is_ours = static_cast<std::size_t>(key_) < kArrays;
  if (depth_ == 1 && key_ != Key::kUnknown && (!is_ours || what != "an array")) {
    return refuse(what, is_ours ? "an array" : key_ == Key::kName ? "a string" : "true or false");
  }
  if (depth_ == 2 && key_ != Key::kUnknown) return refuse(what, "one value a row, not nested");
  if (depth_ == kMaxNesting) {
    error_ = {ErrorCode::kBadTree,
              fmt::format("found more than {} levels of nesting; expected fewer", kMaxNesting), kShape};
    return false;
  }
  ++depth_;
  row_ = 0;
  return true;
}

bool TreeSax::end() {
  if (--depth_ == 1 && static_cast<std::size_t>(key_) < kArrays)
    lengths_[static_cast<std::size_t>(key_)] = row_;
  return true;
}

bool TreeSax::scalar(const ScalarValue& value) {
  if (depth_ == 0) return refuse(value.shown(), "an object");
  if (key_ == Key::kUnknown) return true;
  if (depth_ == 1) return set_field(value);
  constexpr std::uint64_t kReportEach = 1 << 16;
  if (!add_row(value)) return false;
  if (++row_ % kReportEach == 0)
    progress_("reading the tree", static_cast<std::uint64_t>(*position_ - begin_), size_);
  return true;
}

bool TreeSax::set_field(const ScalarValue& value) {
  if (key_ == Key::kName) {
    if (value.kind != Scalar::kString) return refuse(value.shown(), "a string");
    columns_.name = value.text;
    return true;
  }
  if (key_ == Key::kRootWrong) {
    if (value.kind != Scalar::kBool) return refuse(value.shown(), "true or false");
    columns_.root_wrong_given = true;
    columns_.root_wrong = value.integer != 0;
    return true;
  }
  return refuse(value.shown(), "an array");
}

bool TreeSax::add_row(const ScalarValue& value) {
  switch (key_) {
    case Key::kParent:
      return add_parent(value);
    case Key::kMethod:
      return add_word(columns_.method, value, false);
    case Key::kFile:
      return add_word(columns_.file, value, true);
    case Key::kLine:
      return add_number(columns_.line, value);
    case Key::kLastLine:
      return add_number(columns_.last_line, value);
    case Key::kKind:
      return add_kind(value);
    case Key::kBefore:
      return add_number(columns_.before, value);
    case Key::kAfter:
      return add_number(columns_.after, value);
    case Key::kWeight:
      return add_weight(value);
    case Key::kInputs:
      return add_text(columns_.inputs, value);
    case Key::kResult:
      return add_text(columns_.result, value);
    default:
      return true;
  }
}

bool TreeSax::add_parent(const ScalarValue& value) {
  if (value.kind != Scalar::kInteger)
    return refuse(value.shown(), "the row of the caller, or -1 for the root");
  if (row_ == TreeBuilder::kMaxNodes) {
    refuse("one more row", fmt::format("{} at most", with_commas(TreeBuilder::kMaxNodes)));
    error_.code = ErrorCode::kTooLarge;
    return false;
  }
  if (value.integer < -1 || value.integer >= JsonColumns::kRoot) {
    return refuse(value.shown(), "the row of the caller, or -1 for the root");
  }
  columns_.parent.push_back(static_cast<std::uint32_t>(value.integer));
  return true;
}

bool TreeSax::add_word(WordColumn& column, const ScalarValue& value, bool may_be_null) {
  const bool is_null = may_be_null && value.kind == Scalar::kNull;
  if (value.kind != Scalar::kString && !is_null)
    return refuse(value.shown(), may_be_null ? "a string or null" : "a string");
  column.push_back(value.text);
  return true;
}

bool TreeSax::add_number(Column<std::uint32_t>& column, const ScalarValue& value) {
  if (value.kind != Scalar::kInteger || value.integer < 0 || value.integer > kMaxNumber) {
    return refuse(value.shown(), fmt::format("a whole number from 0 to {}", kMaxNumber));
  }
  column.push_back(static_cast<std::uint32_t>(value.integer));
  return true;
}

bool TreeSax::add_weight(const ScalarValue& value) {
  const bool is_weight = value.kind == Scalar::kInteger && value.integer >= 0 && value.integer <= kMaxNumber;
  if (!is_weight && value.kind != Scalar::kNull) {
    return refuse(value.shown(), fmt::format("a whole number from 0 to {}, or null for 1", kMaxNumber),
                  "A weight says how likely a call is to be at fault; with 0 it cannot be.");
  }
  columns_.weight.push_back(is_weight ? static_cast<std::uint32_t>(value.integer) : 1);
  return true;
}

bool TreeSax::add_text(TextColumn& column, const ScalarValue& value) {
  // Foreign recorders may give numbers and truth values as they are; they are shown as they stand.
  const bool is_string = value.kind == Scalar::kString;
  column.push_back(is_string                     ? value.text
                   : value.kind == Scalar::kNull ? ""
                                                 : value.shown(),
                   value.kind != Scalar::kNull);
  return true;
}

bool TreeSax::add_kind(const ScalarValue& value) {
  constexpr auto kLast = static_cast<std::uint8_t>(FunctionKind::kLost);
  for (std::uint8_t kind = 0; value.kind == Scalar::kString && kind <= kLast; ++kind) {
    if (value.text != to_word(static_cast<FunctionKind>(kind))) continue;
    columns_.kind.push_back(kind);
    return true;
  }
  return refuse(value.shown(), "function, method, constructor, destructor, lambda, loop, program or lost");
}

bool TreeSax::parse_error(std::size_t, const std::string&, const json::exception& e) {
  std::string_view what = e.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: …"
  if (const std::size_t end = what.find("] "); end != std::string_view::npos) what.remove_prefix(end + 2);
  error_ = {ErrorCode::kWrongFormat, "not JSON: " + clipped(escaped(what), 200), kShape};
  return false;
}

Result<Tree> TreeSax::finish() {
  const auto& rows = lengths_[static_cast<std::size_t>(Key::kParent)];
  if (!rows)
    return fail(ErrorCode::kBadTree, "found no `parent`; expected an array with the caller of each node",
                kShape);
  for (std::size_t i = 0; i < kArrays; ++i) {
    if (!lengths_[i] || *lengths_[i] == *rows) continue;
    return fail(ErrorCode::kBadTree,
                fmt::format("found {} rows in `{}`, but {} in `parent`; expected arrays of one length",
                            with_commas(*lengths_[i]), kKeys[i], with_commas(*rows)),
                kShape);
  }
  return assemble(std::move(columns_));
}

/// Reads characters and leaves its position where progress can see it.
class PositionIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  PositionIterator(const char* at, const char** position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  PositionIterator& operator++() {
    *position_ = ++at_;
    return *this;
  }
  bool operator==(const PositionIterator& other) const { return at_ == other.at_; }
  bool operator!=(const PositionIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** position_;
};

}  // namespace

std::string_view to_word(FunctionKind kind) {
  constexpr std::array<std::string_view, 9> kWords{
      "function", "method", "constructor", "destructor", "lambda", "loop", "program", "lost", "chain"};
  return kWords[static_cast<std::size_t>(kind)];
}

Result<Tree> read_json(std::string_view text, const Progress& progress) try {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* position = begin;
  TreeSax sax(begin, text.size(), &position, progress);
  const bool ok =
      nlohmann::json::sax_parse(PositionIterator(begin, &position), PositionIterator(end, &position), &sax);
  if (!ok) return tl::unexpected(sax.take_error());
  return sax.finish();
} catch (const std::exception& e) {
  return fail(ErrorCode::kBadTree, fmt::format("the tree could not be read: {}", e.what()), kShape);
}

}  // namespace culprit::tree
