#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace culprit::state {

/// Writes the way to a part of a value as a C++ programmer would: `L[2]`, `this->head->next`, `*p`,
/// `(*p)[1].x`.
class PathText {
 public:
  explicit PathText(std::string root) : text_(std::move(root)) {}

  PathText field(std::string_view name) const {
    if (name.empty()) return *this;
    return PathText(text_ + (behind_ ? "->" : ".") + std::string(name));
  }
  PathText element(std::uint64_t index) const {
    return PathText((behind_ ? "(*" + text_ + ")" : text_) + "[" + std::to_string(index) + "]");
  }
  /// By a key as it is written, quotes and all.
  PathText keyed(std::string_view key) const {
    return PathText((behind_ ? "(*" + text_ + ")" : text_) + "[" + std::string(key) + "]");
  }
  PathText part(std::uint64_t index) const {
    return PathText("std::get<" + std::to_string(index) + ">(" + str() + ")");
  }
  /// What the pointer at this path points to.
  PathText pointee() const {
    PathText path(behind_ ? "(*" + text_ + ")" : text_);
    path.behind_ = true;
    return path;
  }
  std::string str() const {
    if (!behind_) return text_;
    const bool wrapped = text_.starts_with("(*") && text_.ends_with(")");
    return "*" + (wrapped ? text_.substr(1, text_.size() - 2) : text_);
  }

 private:
  std::string text_;
  bool behind_ = false;  ///< the path is that of what text_ points to
};

}  // namespace culprit::state
