// A queue of fixed capacity in a ring, for any type of element, and a moving average made with it.
//
//   RingBuffer::push(value)   adds at the end; if the ring is full, the first element goes
//   RingBuffer::pop()         removes the first element and returns it; throws std::out_of_range if there is none
//   RingBuffer::operator[](i) the element i places behind the first
//   RingBuffer::size()        how many elements there are, at most Capacity
//   sum(ring)                 all elements added up
//   averages(values)          for each value, the mean of it and of up to two before it
#include <array>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

template <typename T, std::size_t Capacity>
class RingBuffer {
 public:
  void push(const T& value) {
    slots_[slot(size_)] = value;
    size_ < Capacity ? ++size_ : first_ = slot(1);
  }

  T pop() {
    if (size_ == 0) throw std::out_of_range("the ring is empty");
    const T value = slots_[first_];
    first_ = slot(1);
    --size_;
    return value;
  }

  const T& operator[](std::size_t i) const { return slots_[slot(i)]; }
  std::size_t size() const { return size_; }
  static constexpr std::size_t capacity() { return Capacity; }

 private:
  std::size_t slot(std::size_t i) const { return (first_ + i) % Capacity; }

  std::array<T, Capacity> slots_{};
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

template <typename T, std::size_t Capacity>
T sum(const RingBuffer<T, Capacity>& ring) {
  T total{};
  for (std::size_t i = 0; i < ring.size(); ++i) total += ring[i];
  return total;
}

std::vector<int> averages(const std::vector<int>& values) {
  RingBuffer<int, 3> last;
  std::vector<int> result;
  for (const int value : values) {
    last.push(value);
    result.push_back(sum(last) / static_cast<int>(last.size()));
  }
  return result;
}

std::string joined() {
  RingBuffer<std::string, 4> words;
  words.push("one ");
  words.push("two ");
  words.push("three ");
  words.pop();
  words.push("four");
  return sum(words);
}

std::string last_two(std::initializer_list<const char*> words) {
  RingBuffer<std::string, 2> last;
  for (const char* word : words) last.push(word);
  return last.pop() + " " + last.pop();
}

int main() {
  for (const int average : averages({3, 9, 6, 12, 30})) std::printf("%d ", average);
  std::printf("\n%s\n%s\n", joined().c_str(), last_two({"red", "green"}).c_str());
}
