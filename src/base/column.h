#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "src/base/check.h"

namespace culprit {

/// A growable array of plain values for columns of up to billions of rows. Growing moves pages, never bytes
/// (mremap), and what is not yet written is not resident. New rows made by resize() are zero.
template <class T>
class Column {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Column() = default;
  explicit Column(std::size_t size) { resize(size); }
  Column(Column&& other) noexcept { swap(other); }
  Column& operator=(Column&& other) noexcept {
    swap(other);
    return *this;
  }
  Column(const Column&) = delete;
  Column& operator=(const Column&) = delete;
  ~Column() {
    if (data_) ::munmap(data_, bytes_);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  const T& back() const { return data_[size_ - 1]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::span<const T> span() const { return {data_, size_}; }

  void push_back(const T& value) {
    if ((size_ + 1) * sizeof(T) > bytes_) [[unlikely]]
      reserve(size_ < 1024 ? 2048 : size_ * 2);
    data_[size_++] = value;
  }
  /// Precondition: !empty().
  void pop_back() { --size_; }
  /// Precondition: shrinking leaves stale rows behind, which a later growth would show; clear() first.
  void resize(std::size_t size) {
    reserve(size);
    size_ = size;
  }
  void reserve(std::size_t rows) {
    const std::size_t wanted = (rows * sizeof(T) + kPage - 1) / kPage * kPage;
    if (wanted <= bytes_) return;
    void* p = data_ ? ::mremap(data_, bytes_, wanted, MREMAP_MAYMOVE)
                    : ::mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(p);
    bytes_ = wanted;
  }
  /// Gives back the memory of the rows before this one, which must not be read again. Costs a call of the system.
  void forget_before(std::size_t row) {
    const std::size_t bytes = row * sizeof(T) / kPage * kPage;
    if (bytes > 0) ::madvise(data_, bytes, MADV_DONTNEED);
  }
  /// Gives all memory back.
  void clear() { Column().swap(*this); }
  void swap(Column& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(bytes_, other.bytes_);
  }

 private:
  static constexpr std::size_t kPage = 4096;
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace culprit
