#include "src/session/trust.h"

#include <fmt/format.h>

#include "src/base/text.h"

namespace culprit::session {
namespace {

using tree::Function;
using tree::FunctionKind;
using Functions = std::vector<Function>;

/// What stands before the last `::` or `.` that is in no brackets. The signs of an operator's name are no
/// brackets.
std::string_view scope_of(std::string_view name) {
  constexpr std::string_view kOperator = "operator";
  const std::size_t at = name.rfind(kOperator);
  if (at != std::string_view::npos && (at == 0 || name[at - 1] == ':'))
    name = name.substr(0, at + kOperator.size());
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    const char c = name[i];
    if (c == '>' || c == ')' || c == ']' || c == '}') ++depth;
    if (c == '<' || c == '(' || c == '[' || c == '{') --depth;
    if (depth > 0) continue;
    if (c == '.') return name.substr(0, i);
    if (c == ':' && i > 0 && name[i - 1] == ':') return name.substr(0, i - 1);
  }
  return {};
}

bool is_member(FunctionKind kind) {
  return kind == FunctionKind::kMethod || kind == FunctionKind::kConstructor ||
         kind == FunctionKind::kDestructor;
}

/// Climbs from a loop to what it stands in until `stop` or a function that is no loop. Ends even if a damaged
/// table is circular.
const Function& climb(const Functions& functions, const Function& from, const Function* stop) {
  const Function* at = &from;
  for (std::size_t steps = 0; at != stop && at->kind == FunctionKind::kLoop && steps < functions.size();
       ++steps) {
    if (at->enclosing.value() >= functions.size()) break;
    at = &functions[at->enclosing.value()];
  }
  return *at;
}

/// The function whose code a loop is part of; other functions themselves.
const Function& owner(const Functions& functions, const Function& function) {
  return climb(functions, function, nullptr);
}

bool stands_in(const Function& function, std::string_view scope) {
  const std::string_view own = namespace_of(function);
  if (!own.starts_with(scope)) return false;
  const std::string_view rest = own.substr(scope.size());
  return rest.empty() || rest.starts_with("::") || rest.starts_with('.');
}

}  // namespace

std::string_view namespace_of(const Function& function) {
  const std::string_view scope = scope_of(function.name);
  const std::string_view outer = is_member(function.kind) ? scope_of(scope) : std::string_view();
  return outer.empty() ? scope : outer;
}

void add_trusted(const Functions& functions, FunctionId asked, AnswerKind kind, std::vector<bool>& trusted) {
  const Function& own = functions[asked.value()];
  const Function& judged = kind == AnswerKind::kTrustFunction ? own : owner(functions, own);
  const std::string_view scope = namespace_of(judged);
  for (std::size_t i = 0; i < trusted.size(); ++i) {
    const Function& function = functions[i];
    const Function& owned_by = owner(functions, function);
    switch (kind) {
      case AnswerKind::kTrustFunction:
        trusted[i] = trusted[i] || &climb(functions, function, &judged) == &judged;
        break;
      case AnswerKind::kTrustFile:
        trusted[i] = trusted[i] || owned_by.file == judged.file;
        break;
      case AnswerKind::kTrustNamespace:
        trusted[i] = trusted[i] || stands_in(owned_by, scope);
        break;
      default:
        break;
    }
  }
}

Status check_trust(const Functions& functions, AnswerKind kind, FunctionId asked) {
  const Function& function = owner(functions, functions[asked.value()]);
  if (kind == AnswerKind::kTrustFile && function.file.empty()) {
    return fail(ErrorCode::kBadAnswer, fmt::format("The file of '{}' is not known.", escaped(function.name)),
                "Trust the function itself: trust.");
  }
  if (kind == AnswerKind::kTrustNamespace && namespace_of(function).empty()) {
    return fail(ErrorCode::kBadAnswer, fmt::format("'{}' stands in no namespace.", escaped(function.name)),
                "Trust the function itself (trust) or its file (trust file).");
  }
  return {};
}

}  // namespace culprit::session
