// What a va_list still has to give: the arguments are known from the call that got them, and how far it is from its members.
#include <optional>
#include <span>
#include <utility>

#include "src/state/context.h"
#include "src/state/library/library.h"

namespace culprit::state::library {
namespace {

/// How System V passes arguments on x86-64: six words in general registers, eight numbers in floating-point registers, which lie in
/// the save area behind the former, 16 bytes each, and everything else on the stack.
constexpr std::uint64_t kGeneralEnd = 48, kFloatingEnd = 176;
/// Between a frame address and the first argument on the stack lie the old one and the return address.
constexpr std::uint64_t kBehindFrame = 16;

enum class Passed : std::uint8_t { kGeneral, kFloating, kOtherwise };

Passed passed(const trace::Type& type) {
  switch (type.kind) {
    case CULPRIT_TYPE_FLOAT:
      return type.size <= 8 ? Passed::kFloating : Passed::kOtherwise;
    case CULPRIT_TYPE_SIGNED:
    case CULPRIT_TYPE_UNSIGNED:
    case CULPRIT_TYPE_BOOL:
    case CULPRIT_TYPE_CHAR:
    case CULPRIT_TYPE_ENUM:
    case CULPRIT_TYPE_POINTER:
    case CULPRIT_TYPE_REFERENCE:
      return type.size <= 8 ? Passed::kGeneral : Passed::kOtherwise;
    default:
      return Passed::kOtherwise;
  }
}

/// The place of the next argument of each kind, as a va_list counts.
struct Offsets {
  std::uint64_t general = 0, floating = kGeneralEnd, stacked = 0;

  /// Takes one more. Gives whether `now` is past it; nothing where that is not known.
  std::optional<bool> pass(Passed kind, const Offsets& now) {
    if (kind == Passed::kOtherwise) return std::nullopt;
    const bool is_general = kind == Passed::kGeneral;
    std::uint64_t& next = is_general ? general : floating;
    if (next < (is_general ? kGeneralEnd : kFloatingEnd)) {
      const bool is_past = next < (is_general ? now.general : now.floating);
      next += is_general ? 8 : 16;
      return is_past;
    }
    stacked += 8;
    return stacked <= now.stacked;
  }
};

/// The parameters with names, and what a large result takes, come first.
std::optional<Offsets> behind_parameters(const trace::Tables& tables, const trace::Function& function) {
  Offsets offsets;
  const trace::Type& result = tables.type(function.result_type);
  if (result.kind != CULPRIT_TYPE_VOID && passed(result) == Passed::kOtherwise) return std::nullopt;
  for (const trace::Parameter& parameter : function.parameters)
    if (!parameter.is_rest && !offsets.pass(passed(tables.type(parameter.type)), {})) return std::nullopt;
  return offsets;
}

}  // namespace

Meaning read_arguments(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto general = probe.number(object, "gp_offset"), floating = probe.number(object, "fp_offset");
  const auto stacked = probe.number(object, "overflow_arg_area"),
             saved = probe.number(object, "reg_save_area");
  if (!general || !floating || !stacked || !saved) return probe.failure();
  const Meaning unknown{.shape = Shape::kWords, .text = "arguments that are not known"};
  const Memory& memory = probe.snapshot().memory();
  const Timeline& timeline = memory.timeline();
  const std::size_t stack = timeline.stack_of(*saved);
  if (stack == Timeline::kNoStack) return unknown;
  const NodeId call = timeline.owner(timeline.instant(stack, probe.snapshot().rank()), *saved);
  if (call == kNoNode || timeline.tree().is_iteration(call)) return unknown;
  const trace::Tables& tables = probe.catalogue().tables();
  const FunctionId function = timeline.tree().function_id(call);
  if (function.value() >= tables.functions.size()) return unknown;
  auto next = behind_parameters(tables, tables.function(function));
  const std::vector<Root> all = variable_arguments(timeline.trace(), timeline.tree(), call);
  if (!next || all.empty()) return unknown;
  const std::uint64_t first_stacked = timeline.frame(call) + kBehindFrame + next->stacked;
  const Offsets now{*general, *floating, next->stacked + (*stacked - first_stacked)};
  Meaning meaning = meaning_in(family);
  for (const Root& argument : all) {
    const auto is_past = next->pass(passed(probe.type(argument.place)), now);
    if (!is_past) return unknown;
    if (!*is_past) meaning.parts.push_back({argument.place});
  }
  meaning.count = meaning.parts.size();
  return meaning;
}

}  // namespace culprit::state::library
