#pragma once

#include <string>
#include <string_view>

namespace culprit::test {

/// A path in the temporary directory that no other test uses; the file is removed with the object.
class TemporaryPath {
 public:
  explicit TemporaryPath(std::string_view suffix = ".trace");
  ~TemporaryPath();
  TemporaryPath(const TemporaryPath&) = delete;
  TemporaryPath& operator=(const TemporaryPath&) = delete;
  const std::string& str() const { return path_; }

 private:
  std::string path_;
};

}  // namespace culprit::test
