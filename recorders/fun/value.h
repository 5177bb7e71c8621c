#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <vector>

namespace culprit::fun {

/// What the low bits of a value's word say: an even word is an integer, twice itself; the others have their tag in
/// four bits. docs/format.md draws the same words, with virtual addresses in place of real ones.
enum class Tag : std::uint8_t { kConstant = 1, kCell = 3, kTuple = 5, kString = 7, kInteger = 9 };

struct Cell;
struct Tuple;
struct String;
struct Integer;

/// A value of the language: one word, copied freely. Objects belong to a Heap, never change, and never hold themselves.
class Value {
 public:
  constexpr Value() = default;  ///< nil
  static constexpr Value nil() { return Value(kNil); }
  static constexpr Value boolean(bool value) { return Value(value ? kTrue : kFalse); }
  /// No value at all: what failed gives it.
  static constexpr Value none() { return Value(kNone); }
  static constexpr bool fits(std::int64_t number) {
    return number >= -(std::int64_t{1} << 62) && number < std::int64_t{1} << 62;
  }
  /// Precondition: fits(number).
  static constexpr Value small(std::int64_t number) { return Value(static_cast<std::uint64_t>(number) << 1); }
  template <class Object>
  static Value object(Object* object) {
    return Value(reinterpret_cast<std::uint64_t>(object) | static_cast<std::uint64_t>(Object::kTag));
  }
  /// From bits(); the opposite of it.
  static constexpr Value of_bits(std::uint64_t bits) { return Value(bits); }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr bool is_small() const { return (bits_ & 1) == 0; }
  constexpr std::int64_t small() const { return static_cast<std::int64_t>(bits_) >> 1; }
  constexpr bool is_nil() const { return bits_ == kNil; }
  constexpr bool is_none() const { return bits_ == kNone; }
  constexpr bool is_boolean() const { return bits_ == kTrue || bits_ == kFalse; }
  constexpr bool is_true() const { return bits_ == kTrue; }
  constexpr bool is_object() const { return (bits_ & 1) != 0 && tag() != Tag::kConstant; }
  constexpr bool is(Tag tag) const { return (bits_ & 1) != 0 && this->tag() == tag; }
  constexpr bool is_cell() const { return is(Tag::kCell); }
  constexpr bool is_list() const { return is_nil() || is_cell(); }
  constexpr bool is_integer() const { return is_small() || is(Tag::kInteger); }
  /// Of a word that is not small.
  constexpr Tag tag() const { return static_cast<Tag>(bits_ & 15); }

  Cell* cell() const { return at<Cell>(); }
  Tuple* tuple() const { return at<Tuple>(); }
  String* string() const { return at<String>(); }
  Integer* integer() const { return at<Integer>(); }
  /// The same word, not the same value: see equal().
  friend constexpr bool operator==(Value, Value) = default;

 private:
  static constexpr std::uint64_t kNil = 0x01, kFalse = 0x11, kTrue = 0x21, kNone = 0x31;
  constexpr explicit Value(std::uint64_t bits) : bits_(bits) {}
  template <class Object>
  Object* at() const {
    return reinterpret_cast<Object*>(bits_ & ~std::uint64_t{15});
  }

  std::uint64_t bits_ = kNil;
};

/// What every object has: the virtual address that it was recorded at (0: not yet), a multiple of 16, with a bit of the
/// collector below it.
struct alignas(16) Header {
  static constexpr std::uint64_t kMarked = 1;
  std::uint64_t word = 0;

  std::uint64_t address() const { return word & ~std::uint64_t{15}; }
  void set_address(std::uint64_t address) { word |= address; }
};

struct Cell : Header {
  static constexpr Tag kTag = Tag::kCell;
  Value head;
  Value tail;  ///< a list
};
struct Tuple : Header {
  static constexpr Tag kTag = Tag::kTuple;
  std::vector<Value> parts;
};
struct String : Header {
  static constexpr Tag kTag = Tag::kString;
  std::string text;
};
/// One that is not small.
struct Integer : Header {
  static constexpr Tag kTag = Tag::kInteger;
  mpz_class number;
};

/// Whether two values are the same to a program. No recursion.
bool equal(Value a, Value b);

/// As the language writes it: what is printed reads as the same value. Past `most` bytes it ends with an ellipsis. No recursion.
std::string to_text(Value value, std::size_t most = std::size_t{1} << 40);

/// What a value is, for messages: "nil", "the list (1 2)", "the integer 3".
std::string described(Value value);

}  // namespace culprit::fun
