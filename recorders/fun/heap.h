#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "recorders/fun/value.h"

namespace culprit::fun {

/// Where the objects of a run live. Nothing is freed but by collect(), which marks with a stack of its own and sweeps: no list
/// is too long to be thrown away. Making an object never collects, so values need no guarding between two
/// collections.
class Heap {
 public:
  Heap() = default;
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  Value cons(Value head, Value tail) {
    if (free_ == nullptr) add_chunk();
    Cell* cell = free_;
    free_ = next_free(cell);
    cell->word = 0;
    cell->head = head;
    cell->tail = tail;
    used_ += sizeof(Cell);
    return Value::object(cell);
  }
  Value tuple(std::span<const Value> parts);
  Value string(std::string text);
  Value integer(std::int64_t number) { return Value::fits(number) ? Value::small(number) : large(number); }
  /// Small if it fits, so that equal numbers have one form.
  Value integer(mpz_class number);

  /// Whether enough was made since the last collection for the next one to pay.
  bool is_full() const { return used_ > limit_; }
  /// Frees what no root reaches. O(all objects).
  void collect(std::span<const std::span<const Value>> roots);
  std::size_t used() const { return used_; }

 private:
  static constexpr std::size_t kCellsAChunk = 4096;
  static constexpr std::size_t kSmallest = std::size_t{64} << 20;

  static Cell* next_free(const Cell* cell) { return reinterpret_cast<Cell*>(cell->head.bits()); }
  Value large(std::int64_t number);
  void add_chunk();
  void give_back(Cell* cell);
  void mark(Value value);
  void mark_one(Value value);
  void sweep_cells();
  template <class Object>
  void sweep(std::vector<Object*>& objects);

  std::vector<std::unique_ptr<Cell[]>> chunks_;
  Cell* free_ = nullptr;  ///< linked through `head`
  std::vector<Tuple*> tuples_;
  std::vector<String*> strings_;
  std::vector<Integer*> integers_;
  std::vector<Value> left_;  ///< to be marked
  std::size_t used_ = 0;     ///< bytes, about
  std::size_t limit_ = kSmallest;
};

}  // namespace culprit::fun
