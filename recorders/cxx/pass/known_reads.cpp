#include "recorders/cxx/pass/known_reads.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <vector>

#include "recorders/cxx/abi.h"
#include "recorders/cxx/pass/hooks.h"

namespace culprit::pass {
namespace {

using namespace llvm;

/// What a hook is given: an argument of the call, the product of two (or of one and a number), a number, an address in an object, or
/// all arguments from one on.
struct Operand {
  enum Kind { kPointer, kNumber, kProduct, kScaled, kConstant, kInside, kRest, kValues } kind;
  std::uint64_t first = 0, second = 0;
};
struct Part {
  const char* hook;
  std::vector<Operand> operands;
};

constexpr std::uint64_t kAll = UINT64_MAX;
constexpr std::uint64_t kText = CULPRIT_CXX_TEXT, kWide = CULPRIT_CXX_TEXT | CULPRIT_CXX_WIDE;
constexpr std::uint64_t kGiven = CULPRIT_CXX_TEXT | CULPRIT_CXX_GIVEN;

Operand pointer(std::uint64_t k) {
  return {Operand::kPointer, k};
}
Operand number(std::uint64_t n) {
  return {Operand::kNumber, n};
}
Operand constant(std::uint64_t value) {
  return {Operand::kConstant, value};
}

template <typename... Operands>
Part part(const char* hook, Operands... operands) {
  return {hook, {operands...}};
}

const StringMap<std::vector<Part>>& known() {
#define TEXT(k) part("read_text", pointer(k), constant(kAll), constant(kText))
#define TEXT_OF(k, n) part("read_text", pointer(k), number(n), constant(kText))
#define TEXT_AT(k) part("read_text_at", pointer(k), constant(kText))
#define WIDE(k) part("read_text", pointer(k), constant(kAll), constant(kWide))
#define WIDE_OF(k, n) part("read_text", pointer(k), number(n), constant(kWide))
#define WIDE_AT(k) part("read_text_at", pointer(k), constant(kWide))
#define BYTES(k, n) part("readn", pointer(k), number(n))
#define ITEMS(k, n, m) part("readn", pointer(k), Operand{Operand::kProduct, n, m})
#define ARRAY(k, n, size) part("readn", pointer(k), Operand{Operand::kScaled, n, size})
#define FIXED(k, size) part("readn", pointer(k), constant(size))
#define FIELD(k, offset, size) part("readn", Operand{Operand::kInside, k, offset}, constant(size))
#define GIVEN(k, n) part("read_given", pointer(k), number(n))
#define GIVEN_ARRAY(k, n, size) part("read_given", pointer(k), Operand{Operand::kScaled, n, size})
#define GIVEN_FIXED(k, size) part("read_given", pointer(k), constant(size))
#define GIVEN_TEXT(k) part("read_text", pointer(k), constant(kAll), constant(kGiven))
#define GIVEN_TEXTS(k) part("read_text", Operand{Operand::kRest, k}, constant(kAll), constant(kGiven))
#define GIVEN_LIST(k) part("read_list", pointer(k), constant(kGiven))
#define UNTIL(k, c) part("read_until", pointer(k), number(c), constant(kAll), constant(kText))
#define WIDE_UNTIL(k, c) part("read_until", pointer(k), number(c), constant(kAll), constant(kWide))
#define BYTES_UNTIL(k, c, n) part("read_until", pointer(k), number(c), number(n), constant(0))
#define WIDE_BYTES_UNTIL(k, c, n) \
  part("read_until", pointer(k), number(c), number(n), constant(CULPRIT_CXX_WIDE))
#define BYTES_UNTIL_FOUND(k, c) part("read_until", pointer(k), number(c), constant(kAll), constant(0))
#define COMPARED_AS(a, b, most, how) part("read_compared", pointer(a), pointer(b), most, constant(how))
#define COMPARED(a, b) COMPARED_AS(a, b, constant(kAll), kText)
#define COMPARED_OF(a, b, n) COMPARED_AS(a, b, number(n), kText)
#define ANY_CASE(a, b) COMPARED_AS(a, b, constant(kAll), kText | CULPRIT_CXX_ANY_CASE)
#define ANY_CASE_OF(a, b, n) COMPARED_AS(a, b, number(n), kText | CULPRIT_CXX_ANY_CASE)
#define BYTES_COMPARED(a, b, n) COMPARED_AS(a, b, number(n), 0)
#define WIDE_COMPARED(a, b) COMPARED_AS(a, b, constant(kAll), kWide)
#define WIDE_COMPARED_OF(a, b, n) COMPARED_AS(a, b, number(n), kWide)
#define WIDE_ANY_CASE(a, b) COMPARED_AS(a, b, constant(kAll), kWide | CULPRIT_CXX_ANY_CASE)
#define WIDE_BYTES_COMPARED(a, b, n) COMPARED_AS(a, b, number(n), CULPRIT_CXX_WIDE)
#define SPAN_AS(k, set, until, how) \
  part("read_span", pointer(k), pointer(set), constant(until), constant(how))
#define SPAN(k, set) SPAN_AS(k, set, 0, kText)
#define SPAN_UNTIL(k, set) SPAN_AS(k, set, 1, kText)
#define WIDE_SPAN(k, set) SPAN_AS(k, set, 0, kWide)
#define WIDE_SPAN_UNTIL(k, set) SPAN_AS(k, set, 1, kWide)
#define FOUND(k, p) part("read_found", pointer(k), pointer(p), constant(kText))
#define FOUND_ANY_CASE(k, p) \
  part("read_found", pointer(k), pointer(p), constant(kText | CULPRIT_CXX_ANY_CASE))
#define WIDE_FOUND(k, p) part("read_found", pointer(k), pointer(p), constant(kWide))
#define BYTES_FOUND(k, n, p, m) part("read_bytes_found", pointer(k), number(n), pointer(p), number(m))
#define INTEGER(k, base) part("read_number", pointer(k), number(base), constant(kText))
#define DECIMAL(k) part("read_number", pointer(k), constant(10), constant(kText))
#define FLOATING(k) part("read_number", pointer(k), constant(kAll), constant(kText))
#define WIDE_INTEGER(k, base) part("read_number", pointer(k), number(base), constant(kWide))
#define CHARACTER(k, n) part("read_character", pointer(k), number(n))
#define LIST(k) part("read_list", pointer(k), constant(kText))
#define PIECES(k, n) part("read_pieces", pointer(k), number(n), constant(1))
#define PIECES_ONLY(k, n) part("read_pieces", pointer(k), number(n), constant(0))
#define MESSAGE(k) part("read_message", pointer(k), constant(1))
#define MESSAGE_ONLY(k) part("read_message", pointer(k), constant(0))
#define OPTIONS(k) part("read_options", pointer(k))
#define FORMAT(k) part("read_format", pointer(k), Operand{Operand::kValues})
#define FORMAT_LIST(k, list) part("read_format_list", pointer(k), pointer(list))
#define WIDE_FORMAT(k) part("read_wide_format", pointer(k), Operand{Operand::kValues})
#define WIDE_FORMAT_LIST(k, list) part("read_wide_format_list", pointer(k), pointer(list))
  static const StringMap<std::vector<Part>> table{
#define CULPRIT_READS(name, ...) {#name, {__VA_ARGS__}},
#include "recorders/cxx/known_reads.def"
  };
  return table;
}

const std::vector<Part>* parts_of(const CallBase& call) {
  const auto* target = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  if (!target || !target->isDeclaration()) return nullptr;
  StringRef name = target->getName();
  name.consume_front("culprit_wrap_");
  const auto at = known().find(name);
  return at == known().end() ? nullptr : &at->second;
}

/// An argument as the hook wants it, or null if the program declares the function in a way of its own. Narrow numbers are signed, as
/// the C library and the system take them: a `socklen_t` past 2^31 is a length below 0 there, which is refused.
Value* argument_of(IRBuilderBase& builder, const CallBase& call, std::uint64_t k, bool as_pointer) {
  if (k >= call.arg_size()) return nullptr;
  Value* argument = call.getArgOperand(static_cast<unsigned>(k));
  if (as_pointer) return argument->getType()->isPointerTy() ? argument : nullptr;
  if (!argument->getType()->isIntegerTy()) return nullptr;
  return builder.CreateSExtOrTrunc(argument, builder.getInt64Ty());
}

Value* operand_of(IRBuilderBase& builder, const CallBase& call, const Operand& operand) {
  switch (operand.kind) {
    case Operand::kPointer:
      return argument_of(builder, call, operand.first, true);
    case Operand::kNumber:
      return argument_of(builder, call, operand.first, false);
    case Operand::kConstant:
      return builder.getInt64(operand.first);
    case Operand::kScaled: {
      Value* count = argument_of(builder, call, operand.first, false);
      return count ? builder.CreateMul(count, builder.getInt64(operand.second)) : nullptr;
    }
    case Operand::kProduct: {
      Value* count = argument_of(builder, call, operand.first, false);
      Value* size = argument_of(builder, call, operand.second, false);
      return count && size ? builder.CreateMul(count, size) : nullptr;
    }
    case Operand::kInside: {
      Value* object = argument_of(builder, call, operand.first, true);
      return object ? builder.CreatePtrAdd(object, builder.getInt64(operand.second)) : nullptr;
    }
    case Operand::kRest:
    case Operand::kValues:
      break;
  }
  return nullptr;
}

/// The format and what stands behind the named parameters.
void record_format(const Hooks& hooks, IRBuilderBase& builder, const CallBase& call, const Part& part) {
  Value* format = operand_of(builder, call, part.operands[0]);
  if (!format) return;
  SmallVector<Value*, 8> values{format};
  for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i) {
    if (call.isByValArgument(i)) return;
    values.push_back(call.getArgOperand(i));
  }
  hooks.call_variadic(builder, part.hook, values);
}

void record_part(const Hooks& hooks, IRBuilderBase& builder, const CallBase& call, const Part& part) {
  if (part.operands.back().kind == Operand::kValues) return record_format(hooks, builder, call, part);
  const bool is_list = part.operands[0].kind == Operand::kRest;
  const std::uint64_t first = part.operands[0].first;
  for (std::uint64_t k = first; k < (is_list ? call.arg_size() : first + 1); ++k) {
    SmallVector<Value*, 4> values;
    for (const Operand& operand : part.operands)
      values.push_back(operand_of(builder, call, operand.kind == Operand::kRest ? pointer(k) : operand));
    if (!is_contained(values, nullptr)) hooks.call(builder, part.hook, values);
  }
}

}  // namespace

bool reads_as_known(const CallBase& call) {
  return parts_of(call) != nullptr;
}

void record_known_reads(const Hooks& hooks, CallBase& call) {
  IRBuilder<> builder(&call);
  for (const Part& part : *parts_of(call)) record_part(hooks, builder, call, part);
}

}  // namespace culprit::pass
