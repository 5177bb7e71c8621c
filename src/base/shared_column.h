#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "src/base/column.h"

namespace culprit {

/// A column that nobody changes any more, shared by its copies. A copy copies no row. The default one is empty.
template <class T>
class SharedColumn {
 public:
  SharedColumn() = default;
  explicit SharedColumn(Column<T>&& column) : column_(std::make_shared<Column<T>>(std::move(column))) {}

  std::size_t size() const { return column_ ? column_->size() : 0; }
  bool empty() const { return size() == 0; }
  const T* data() const { return column_ ? column_->data() : nullptr; }
  const T& operator[](std::size_t i) const { return (*column_)[i]; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }

  /// Gives back the memory of the rows before this one, which must not be read again; nothing if a copy may still read
  /// them.
  void forget_before(std::size_t row) {
    if (column_ && column_.use_count() == 1) column_->forget_before(row);
  }

 private:
  std::shared_ptr<Column<T>> column_;
};

}  // namespace culprit
