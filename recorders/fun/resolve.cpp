#include "recorders/fun/resolve.h"

#include <algorithm>
#include <tuple>

#include "recorders/fun/built_in.h"
#include "src/base/text.h"

namespace culprit::fun {
namespace {

std::string arguments_text(std::uint32_t count) {
  return count == 1 ? "1 argument" : std::to_string(count) + " arguments";
}

class Resolver {
 public:
  explicit Resolver(Unit& unit) : unit_(unit) {}

  Status run() {
    for (std::uint32_t i = 0; i < unit_.code.functions.size(); ++i) add(i);
    for (Function& function : unit_.code.functions) resolve(function);
    resolve(unit_.code.start);
    for (const UnknownName& name : unit_.unknown) complain(name);
    if (has_error_) return tl::unexpected(first_);
    return {};
  }

 private:
  using Order = std::tuple<bool, std::uint32_t, std::uint32_t>;
  Order order(const Source& source, Position at) const {
    return {&source == unit_.code.start.source, at.line, at.column};
  }
  /// Only the first complaint is made, so the others need no words.
  bool is_first(const Source& source, Position at) const { return !has_error_ || order(source, at) < order_; }
  void complain(const Source& source, Position at, const std::string& what, std::string hint) {
    if (!is_first(source, at)) return;
    has_error_ = true;
    order_ = order(source, at);
    first_ = source.error(at, what, std::move(hint));
  }

  void complain(const UnknownName& name) {
    const std::string text(name.name);
    const bool is_function = functions_.contains(name.name) || find_built_in(name.name) >= 0;
    complain(*name.source, name.position, "nothing is called '" + text + "' here",
             is_function ? text + " is a function: a call of it is written " + text + "(...)" : name.hint);
  }

  void add(std::uint32_t row) {
    const Function& function = unit_.code.functions[row];
    const auto [at, is_new] = functions_.emplace(function.name, row);
    if (!is_new)
      complain(
          *function.source, function.position, "the function '" + function.name + "' is defined twice",
          "the first definition is at " + function.source->place(unit_.code.functions[at->second].position));
  }

  void resolve(Function& function) {
    for (Instruction& instruction : function.code)
      if (instruction.op == Op::kCall) resolve(instruction, unit_.calls[instruction.a]);
  }

  void resolve(Instruction& call, const CallName& name) {
    if (const auto at = functions_.find(name.name); at != functions_.end()) {
      call.a = at->second;
      const Function& callee = unit_.code.functions[call.a];
      const auto wanted = static_cast<std::uint32_t>(callee.parameters.size());
      if (name.arguments != wanted)
        complain(*name.source, name.position,
                 callee.name + " takes " + arguments_text(wanted) + ", not " + std::to_string(name.arguments),
                 "it is defined at " + callee.source->place(callee.position));
      return;
    }
    const int row = find_built_in(name.name);
    if (row < 0) return unknown(name);
    const BuiltIn& built_in = built_ins()[static_cast<std::size_t>(row)];
    if (name.arguments < built_in.least || name.arguments > built_in.most)
      complain(*name.source, name.position,
               std::string(built_in.name) + " takes " + (built_in.most == BuiltIn::kAny ? "at least " : "") +
                   arguments_text(built_in.least) + ", not " + std::to_string(name.arguments),
               "it is a function of the language");
    call.op = Op::kBuiltIn;
    call.a = static_cast<std::uint32_t>(row);
  }

  void unknown(const CallName& name) {
    if (!is_first(*name.source, name.position)) return;
    std::vector<std::string_view> candidates;
    candidates.reserve(functions_.size() + built_ins().size());
    for (const auto& [known, row] : functions_) candidates.push_back(known);
    std::ranges::sort(candidates);
    for (const BuiltIn& built_in : built_ins()) candidates.push_back(built_in.name);
    const std::string_view near = name.name.size() > 1 ? nearest(name.name, candidates) : std::string_view();
    complain(*name.source, name.position, "there is no function '" + std::string(name.name) + "'",
             near.empty() ? "" : "did you mean " + std::string(near) + "?");
  }

  Unit& unit_;
  std::unordered_map<std::string_view, std::uint32_t> functions_;
  bool has_error_ = false;
  Order order_;
  Error first_{};
};

}  // namespace

Status resolve(Unit& unit) {
  return Resolver(unit).run();
}

}  // namespace culprit::fun
