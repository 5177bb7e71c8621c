#include "src/oracle/function_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "src/oracle/canonical.h"

namespace culprit::oracle {
namespace {

using tree::Function;
using tree::FunctionKind;

/// Lines of functions by name; 0 if there are several.
using FirstLines = std::unordered_map<std::string_view, std::uint32_t>;

char letter(FunctionKind kind) {
  switch (kind) {
    case FunctionKind::kFunction:
      return 'f';
    case FunctionKind::kMethod:
      return 'm';
    case FunctionKind::kConstructor:
      return 'c';
    case FunctionKind::kDestructor:
      return 'd';
    case FunctionKind::kLambda:
      return 'l';
    case FunctionKind::kLoop:
      return 'o';
    case FunctionKind::kProgram:
      return 'p';
    case FunctionKind::kLost:
      return '?';
    case FunctionKind::kChain:
      return 'r';
  }
  return '!';
}

std::string_view file_name(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

/// Where "lambda@12" has its "@12": `at` and the line.
struct Nameless {
  std::size_t at;
  std::size_t end;
  std::uint32_t line;
};

std::optional<Nameless> find_nameless(std::string_view text, std::size_t from) {
  constexpr std::string_view kKinds[] = {"lambda", "struct", "union", "enum"};
  for (std::size_t at = text.find('@', from); at != std::string_view::npos; at = text.find('@', at + 1)) {
    const bool fits = std::ranges::any_of(
        kKinds, [&](std::string_view kind) { return text.substr(0, at).ends_with(kind); });
    std::uint32_t line = 0;
    const auto read = std::from_chars(text.data() + at + 1, text.data() + text.size(), line);
    if (fits && read.ec == std::errc())
      return Nameless{at, static_cast<std::size_t>(read.ptr - text.data()), line};
  }
  return {};
}

/// The first line of the function around a nameless thing: of f in "f::lambda", of g in "std::function<g::lambda"; 0 if it
/// is not known.
std::uint32_t line_of_scope(std::string_view text, const FirstLines& lines) {
  const std::size_t end = text.rfind("::");
  if (end == std::string_view::npos) return 0;
  const std::string_view scope = text.substr(0, end);
  // Names may hold such characters themselves: "(anonymous namespace)::f".
  for (std::size_t begin = 0; begin < scope.size(); ++begin) {
    if (begin > 0 && std::string_view("<(, ").find(scope[begin - 1]) == std::string_view::npos) continue;
    if (const auto found = lines.find(scope.substr(begin)); found != lines.end()) return found->second;
  }
  return 0;
}

/// Lines of nameless things counted from the function that they stand in, so that other functions may move.
std::string with_relative_lines(std::string_view text, const FirstLines& lines) {
  std::string result;
  std::size_t done = 0;
  for (auto found = find_nameless(text, 0); found; found = find_nameless(text, done)) {
    const std::uint32_t first = line_of_scope(text.substr(0, found->at), lines);
    result += text.substr(done, found->at - done);
    const bool is_known = first != 0 && first <= found->line;
    result += is_known ? fmt::format("@+{}", found->line - first) : fmt::format("@{}", found->line);
    done = found->end;
  }
  return result.append(text.substr(done));
}

FirstLines first_lines(const std::vector<Function>& functions) {
  FirstLines lines;
  for (const Function& function : functions) {
    if (function.kind == FunctionKind::kLoop) continue;
    const auto [row, is_new] = lines.emplace(function.name, function.first_line);
    if (!is_new && row->second != function.first_line) row->second = 0;
  }
  return lines;
}

/// The function that a loop stands in, through other loops. A damaged table may go round.
FunctionId function_around(const std::vector<Function>& functions, FunctionId loop) {
  constexpr int kMostNested = 256;
  FunctionId at = loop;
  for (int i = 0; i < kMostNested && functions[at.value()].kind == FunctionKind::kLoop; ++i) {
    if (functions[at.value()].enclosing.value() >= functions.size()) return FunctionId{};
    at = functions[at.value()].enclosing;
  }
  return at;
}

}  // namespace

FunctionTexts::FunctionTexts(const tree::Tree& tree, std::string_view language)
    : tree_(tree), texts_(tree.functions().size()), is_twin_(tree.functions().size()) {
  write_functions(language);
  write_loops();
  find_twins();
}

void FunctionTexts::write_functions(std::string_view language) {
  const FirstLines lines = first_lines(tree_.functions());
  for (std::size_t f = 0; f < texts_.size(); ++f) {
    const Function& function = tree_.functions()[f];
    if (function.kind == FunctionKind::kLoop) continue;
    const std::string name = with_relative_lines(function.name, lines);
    const std::string signature = with_relative_lines(function.signature, lines);
    const std::string_view file = file_name(function.file);
    texts_[f] = fmt::format("{}{}{}:{}{}:{}{}:{}{}:{}", kForm, letter(function.kind), language.size(),
                            language, file.size(), file, name.size(), name, signature.size(), signature);
  }
}

void FunctionTexts::write_loops() {
  const std::vector<Function>& functions = tree_.functions();
  std::map<FunctionId, std::vector<std::uint32_t>> loops;
  for (std::uint32_t f = 0; f < functions.size(); ++f)
    if (functions[f].kind == FunctionKind::kLoop)
      loops[function_around(functions, FunctionId{f})].push_back(f);
  for (auto& [around, rows] : loops) {
    // Of two that begin in one line the outer one ends later, or came first into the table.
    std::ranges::sort(rows, {}, [&](std::uint32_t f) {
      return std::tuple(functions[f].first_line, ~functions[f].last_line, f);
    });
    for (std::size_t i = 0; i < rows.size(); ++i)
      texts_[rows[i]] = fmt::format("{}o{} {}", kForm, i, texts_[around.value()]);
  }
}

/// Rows of one text are one function if they stand in one place (a constructor has two), but lambdas of one line are not.
void FunctionTexts::find_twins() {
  const std::vector<Function>& functions = tree_.functions();
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const auto [row, is_new] = first.emplace(texts_[f], f);
    if (is_new) continue;
    const Function &one = functions[row->second], &other = functions[f];
    const bool is_one =
        one.file == other.file && one.first_line == other.first_line && one.kind != FunctionKind::kLambda;
    if (!is_one) is_twin_[row->second] = is_twin_[f] = 1;
  }
  // Third rows of a text may have been compared with the first one only.
  for (std::size_t f = 0; f < functions.size(); ++f)
    if (is_twin_[first.find(texts_[f])->second] != 0) is_twin_[f] = 1;
}

Reasons FunctionTexts::incomplete(FunctionId function) const {
  return is_twin_[function.value()] != 0 ? Reasons(Reason::kAmbiguous) : Reasons();
}

}  // namespace culprit::oracle
