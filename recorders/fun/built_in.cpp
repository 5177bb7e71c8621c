#include "recorders/fun/built_in.h"

#include <algorithm>
#include <array>
#include <string>

#include "recorders/fun/arithmetic.h"

namespace culprit::fun {
namespace {

using Arguments = std::span<const Value>;

/// Lists of a value that is none are complained of in the same words everywhere.
Value no_list(Failure& failure, std::string_view name, Value value) {
  return failure.set(std::string(name) + " takes a list, not " + described(value));
}

Value null(Heap&, Failure& failure, Arguments a) {
  return a[0].is_list() ? Value::boolean(a[0].is_nil()) : no_list(failure, "null", a[0]);
}

/// Goes `steps` to the tail, then takes the head or the tail.
Value walk(Failure& failure, std::string_view name, Value list, int steps, bool is_head) {
  Value at = list;
  for (; steps > 0 && at.is_cell(); --steps) at = at.cell()->tail;
  if (at.is_cell()) return is_head ? at.cell()->head : at.cell()->tail;
  if (list.is_nil())
    return failure.set(std::string(name) + " of nil", "null(x) says whether a list is empty");
  return list.is_list() ? failure.set(std::string(name) + " of " + described(list) + ", which is too short")
                        : no_list(failure, name, list);
}

Value car(Heap&, Failure& failure, Arguments a) {
  return walk(failure, "car", a[0], 0, true);
}
Value cdr(Heap&, Failure& failure, Arguments a) {
  return walk(failure, "cdr", a[0], 0, false);
}
Value cadr(Heap&, Failure& failure, Arguments a) {
  return walk(failure, "cadr", a[0], 1, true);
}
Value cddr(Heap&, Failure& failure, Arguments a) {
  return walk(failure, "cddr", a[0], 1, false);
}
Value caddr(Heap&, Failure& failure, Arguments a) {
  return walk(failure, "caddr", a[0], 2, true);
}

Value cons(Heap& heap, Failure& failure, Arguments a) {
  if (!a[1].is_list())
    return failure.set("cons takes a list as its second argument, not " + described(a[1]),
                       "list(x, y) makes a list of two");
  return heap.cons(a[0], a[1]);
}

/// The values, in front of a list.
Value prepend(Heap& heap, Arguments values, Value list) {
  for (std::size_t i = values.size(); i-- > 0;) list = heap.cons(values[i], list);
  return list;
}

Value list(Heap& heap, Failure&, Arguments a) {
  return prepend(heap, a, Value::nil());
}

std::vector<Value> elements(Value list) {
  std::vector<Value> found;
  for (; list.is_cell(); list = list.cell()->tail) found.push_back(list.cell()->head);
  return found;
}

/// Shares the last list.
Value append(Heap& heap, Failure& failure, Arguments a) {
  for (const Value value : a)
    if (!value.is_list()) return no_list(failure, "append", value);
  Value result = a.back();
  for (std::size_t i = a.size() - 1; i-- > 0;) result = prepend(heap, elements(a[i]), result);
  return result;
}

Value length(Heap&, Failure& failure, Arguments a) {
  if (a[0].is(Tag::kString)) return Value::small(static_cast<std::int64_t>(a[0].string()->text.size()));
  if (!a[0].is_list()) return failure.set("length takes a list or a string, not " + described(a[0]));
  std::int64_t count = 0;
  for (Value at = a[0]; at.is_cell(); at = at.cell()->tail) ++count;
  return Value::small(count);
}

Value reverse(Heap& heap, Failure& failure, Arguments a) {
  if (!a[0].is_list()) return no_list(failure, "reverse", a[0]);
  Value result = Value::nil();
  for (Value at = a[0]; at.is_cell(); at = at.cell()->tail) result = heap.cons(at.cell()->head, result);
  return result;
}

Value nth(Heap&, Failure& failure, Arguments a) {
  if (!a[0].is_integer()) return failure.set("nth takes an integer first, not " + described(a[0]));
  if (!a[1].is_list()) return no_list(failure, "nth", a[1]);
  std::int64_t left = a[0].is_small() ? a[0].small() : -1;
  Value at = a[1];
  for (; left > 0 && at.is_cell(); --left) at = at.cell()->tail;
  if (left == 0 && at.is_cell()) return at.cell()->head;
  return failure.set("there is no element " + to_text(a[0], 40) + " in " + described(a[1]),
                     "the first element is number 0");
}

Value member(Heap&, Failure& failure, Arguments a) {
  if (!a[1].is_list()) return no_list(failure, "member", a[1]);
  for (Value at = a[1]; at.is_cell(); at = at.cell()->tail)
    if (equal(a[0], at.cell()->head)) return Value::boolean(true);
  return Value::boolean(false);
}

Value absolute(Heap& heap, Failure& failure, Arguments a) {
  if (!a[0].is_integer()) return failure.set("abs takes an integer, not " + described(a[0]));
  const bool is_negative = a[0].is_small() ? a[0].small() < 0 : sgn(a[0].integer()->number) < 0;
  return is_negative ? negate(heap, failure, a[0]) : a[0];
}

/// The first of those that no other is before, by `op`.
Value extreme(Failure& failure, Op op, Arguments a) {
  Value best = a[0];
  for (const Value value : a.subspan(1)) {
    const Value is_better = compare(failure, op, value, best);
    if (is_better.is_none()) return is_better;
    if (is_better.is_true()) best = value;
  }
  return best;
}
Value minimum(Heap&, Failure& failure, Arguments a) {
  return extreme(failure, Op::kLess, a);
}
Value maximum(Heap&, Failure& failure, Arguments a) {
  return extreme(failure, Op::kGreater, a);
}

Value concat(Heap& heap, Failure& failure, Arguments a) {
  constexpr std::size_t kLongest = std::size_t{1} << 28;
  std::string text;
  for (const Value value : a) {
    if (!value.is(Tag::kString)) return failure.set("concat takes strings, not " + described(value));
    if (text.size() + value.string()->text.size() > kLongest) return failure.set("concat: too long a string");
    text += value.string()->text;
  }
  return heap.string(std::move(text));
}

/// Sorted by name.
constexpr std::array kBuiltIns = {
    BuiltIn{"abs", 1, 1, absolute},
    BuiltIn{"append", 2, BuiltIn::kAny, append},
    BuiltIn{"caddr", 1, 1, caddr},
    BuiltIn{"cadr", 1, 1, cadr},
    BuiltIn{"car", 1, 1, car},
    BuiltIn{"cddr", 1, 1, cddr},
    BuiltIn{"cdr", 1, 1, cdr},
    BuiltIn{"concat", 1, BuiltIn::kAny, concat},
    BuiltIn{"cons", 2, 2, cons},
    BuiltIn{"length", 1, 1, length},
    BuiltIn{"list", 0, BuiltIn::kAny, list},
    BuiltIn{"max", 1, BuiltIn::kAny, maximum},
    BuiltIn{"member", 2, 2, member},
    BuiltIn{"min", 1, BuiltIn::kAny, minimum},
    BuiltIn{"nth", 2, 2, nth},
    BuiltIn{"null", 1, 1, null},
    BuiltIn{"reverse", 1, 1, reverse},
};
static_assert(std::ranges::is_sorted(kBuiltIns, {}, &BuiltIn::name));

}  // namespace

std::span<const BuiltIn> built_ins() {
  return kBuiltIns;
}

int find_built_in(std::string_view name) {
  const auto at = std::ranges::lower_bound(kBuiltIns, name, {}, &BuiltIn::name);
  return at != kBuiltIns.end() && at->name == name ? static_cast<int>(at - kBuiltIns.begin()) : -1;
}

}  // namespace culprit::fun
