#include "recorders/fun/heap.h"

#include <algorithm>

namespace culprit::fun {
namespace {

std::size_t size_of(const Tuple& tuple) {
  return sizeof tuple + tuple.parts.size() * sizeof(Value);
}
std::size_t size_of(const String& string) {
  return sizeof string + string.text.size();
}
std::size_t size_of(const Integer& integer) {
  return sizeof integer + mpz_size(integer.number.get_mpz_t()) * sizeof(mp_limb_t);
}

}  // namespace

Heap::~Heap() {
  for (Tuple* tuple : tuples_) delete tuple;
  for (String* string : strings_) delete string;
  for (Integer* integer : integers_) delete integer;
}

void Heap::add_chunk() {
  chunks_.push_back(std::make_unique<Cell[]>(kCellsAChunk));
  for (std::size_t i = kCellsAChunk; i-- > 0;) give_back(&chunks_.back()[i]);
}

void Heap::give_back(Cell* cell) {
  cell->word = 0;
  cell->head = Value::of_bits(reinterpret_cast<std::uint64_t>(free_));
  free_ = cell;
}

Value Heap::tuple(std::span<const Value> parts) {
  auto tuple = std::make_unique<Tuple>();
  tuple->parts.assign(parts.begin(), parts.end());
  tuples_.push_back(tuple.get());
  used_ += size_of(*tuple);
  return Value::object(tuple.release());
}

Value Heap::string(std::string text) {
  auto string = std::make_unique<String>();
  string->text = std::move(text);
  strings_.push_back(string.get());
  used_ += size_of(*string);
  return Value::object(string.release());
}

Value Heap::large(std::int64_t number) {
  return integer(mpz_class(static_cast<long>(number)));
}

Value Heap::integer(mpz_class number) {
  if (number.fits_slong_p() && Value::fits(number.get_si())) return Value::small(number.get_si());
  auto integer = std::make_unique<Integer>();
  integer->number = std::move(number);
  integers_.push_back(integer.get());
  used_ += size_of(*integer);
  return Value::object(integer.release());
}

void Heap::mark_one(Value value) {
  if (!value.is_object()) return;
  auto* header = reinterpret_cast<Header*>(value.bits() & ~std::uint64_t{15});
  if ((header->word & Header::kMarked) != 0) return;
  header->word |= Header::kMarked;
  if (value.is_cell() || value.is(Tag::kTuple)) left_.push_back(value);
}

void Heap::mark(Value value) {
  mark_one(value);
  while (!left_.empty()) {
    const Value next = left_.back();
    left_.pop_back();
    if (next.is_cell()) {
      mark_one(next.cell()->head);
      mark_one(next.cell()->tail);
    } else {
      for (const Value part : next.tuple()->parts) mark_one(part);
    }
  }
}

void Heap::sweep_cells() {
  free_ = nullptr;
  for (const auto& chunk : chunks_) {
    for (std::size_t i = kCellsAChunk; i-- > 0;) {
      Cell& cell = chunk[i];
      if ((cell.word & Header::kMarked) == 0) {
        give_back(&cell);
        continue;
      }
      cell.word &= ~Header::kMarked;
      used_ += sizeof cell;
    }
  }
}

template <class Object>
void Heap::sweep(std::vector<Object*>& objects) {
  std::erase_if(objects, [&](Object* object) {
    if ((object->word & Header::kMarked) == 0) {
      delete object;
      return true;
    }
    object->word &= ~Header::kMarked;
    used_ += size_of(*object);
    return false;
  });
}

void Heap::collect(std::span<const std::span<const Value>> roots) {
  for (const auto& row : roots)
    for (const Value value : row) mark(value);
  used_ = 0;
  sweep_cells();
  sweep(tuples_);
  sweep(strings_);
  sweep(integers_);
  limit_ = std::max(kSmallest, 2 * used_);
}

}  // namespace culprit::fun
