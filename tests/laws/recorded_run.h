#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "src/base/ids.h"
#include "src/service/subject.h"

namespace culprit::laws {

/// A line of a loop's head, as the program says in its comment.
struct HeadLine {
  std::uint32_t line = 0;
  std::uint32_t loop = 0;
  std::uint32_t outer = 0;  ///< the loop in whose body it stands; 0: none
};

/// A program of scripts/generate, compiled and recorded in a folder of its own, which goes with it.
class RecordedRun {
 public:
  /// Check `error()` before anything else is asked.
  explicit RecordedRun(std::uint64_t seed);
  ~RecordedRun();
  RecordedRun(const RecordedRun&) = delete;
  RecordedRun& operator=(const RecordedRun&) = delete;

  const std::string& error() const { return error_; }
  const std::string& source() const { return source_; }
  const std::vector<HeadLine>& heads() const { return heads_; }
  const service::Subject& subject() const { return *subject_; }
  const trace::Trace& trace() const { return *subject_->trace(); }
  const tree::Tree& tree() const { return subject_->tree(); }
  std::string trace_path() const { return folder_ / "trace"; }

 private:
  std::string make(std::uint64_t seed);

  std::filesystem::path folder_;
  std::string error_;
  std::string source_;
  std::vector<HeadLine> heads_;
  std::unique_ptr<service::Subject> subject_;
};

}  // namespace culprit::laws
