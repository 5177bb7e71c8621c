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
  explicit SharedColumn(Column<T>&& column) : column_(std::make_shared<const Column<T>>(std::move(column))) {}

  std::size_t size() const { return column_ ? column_->size() : 0; }
  bool empty() const { return size() == 0; }
  const T* data() const { return column_ ? column_->data() : nullptr; }
  const T& operator[](std::size_t i) const { return (*column_)[i]; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }

 private:
  std::shared_ptr<const Column<T>> column_;
};

}  // namespace culprit
