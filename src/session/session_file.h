#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/session/session_lines.h"

namespace culprit::session {

struct SavedSession;

/// Keeps a session's requests, a JSON line each, behind a header line. A line counts once append() returned:
/// it is then on the disk. A line that was being written when the process died is not there, or torn and
/// ignored. One process at a time holds a session file.
class SessionFile {
 public:
  /// A new session. An older one at the path that holds requests moves to `<path>.1` (or .2, …); a file of
  /// another kind is refused (kBadSession) and left as it is, as is a session that another process holds.
  static Result<SessionFile> create(const std::string& path, const SessionHeader& header);
  /// Opens a session to go on with it. kNotFound, kBadSession (another kind, a damaged line, another subject
  /// than `fingerprint`) or kVersion; then the file is as it was.
  static Result<SavedSession> resume(const std::string& path, std::uint64_t fingerprint);

  SessionFile(SessionFile&& other) noexcept;
  SessionFile& operator=(SessionFile&& other) noexcept;
  SessionFile(const SessionFile&) = delete;
  SessionFile& operator=(const SessionFile&) = delete;
  ~SessionFile();

  /// Returns when the line is on the disk. Fails with kIo; the file then holds what it held before.
  Status append(const Request& request, std::string_view function);
  /// What happened at create() or resume() that a user should know; empty if nothing.
  const std::string& note() const { return note_; }

 private:
  SessionFile(std::string path, int descriptor, std::uint64_t size);
  static Result<SessionFile> open_existing(const std::string& path);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;  ///< bytes that count; what is behind them is to be overwritten
  std::string note_;
};

struct SavedSession {
  SessionFile file;
  SessionHeader header;
  std::vector<SavedRequest> requests;
};

}  // namespace culprit::session
