#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/error.h"
#include "src/session/session_lines.h"

namespace culprit::session {

/// What a session file holds.
struct SavedSession {
  SessionHeader header;
  std::vector<SavedRequest> requests;
  bool is_torn = false;  ///< the last line was being written when the process ended, and is left out
};

/// Keeps a session's requests, a JSON line each, behind a header line. A line counts once append() returned: it is then on
/// the disk. A line that was being written when the process died is not there, or torn and ignored.
///
/// One process at a time holds a session file: the lock is taken before anything is read, and held until the object goes,
/// over the replacing of an older session too. The file is replaced by a rename, never written anew, so that it always has
/// its header, and whoever reads it without the lock sees whole sessions.
class SessionFile {
 public:
  /// A new session. An older one at the path that holds requests is kept as `<path>.1` (or .2, …); a file of another kind is
  /// refused (kBadSession) and left as it is, as is a session that another process holds.
  static Result<SessionFile> create(const std::string& path, const SessionHeader& header);
  /// Takes a session to go on with it. kNotFound, kBadSession (another kind, a damaged line, in use) or kVersion; then the file is
  /// as it was.
  static Result<SessionFile> open(const std::string& path);
  /// What is there, without taking it.
  static Result<SavedSession> read(const std::string& path);

  SessionFile(SessionFile&& other) noexcept;
  SessionFile& operator=(SessionFile&& other) noexcept;
  SessionFile(const SessionFile&) = delete;
  SessionFile& operator=(const SessionFile&) = delete;
  ~SessionFile();

  /// What was in it when it was opened.
  const SavedSession& saved() const { return saved_; }
  /// Puts a new session in the place of the one that is held, which is kept beside it if it holds requests; holds the new one.
  /// `remembers`: the new one's header names the old one as earlier.
  Status replace(SessionHeader header, std::string_view lines = {}, bool remembers = false);
  /// Returns when the lines, each with its newline, are on the disk. Fails with kIo; the file then holds what it held before.
  Status append(std::string_view lines);
  /// What happened that a user should know; empty if nothing.
  const std::string& note() const { return note_; }

 private:
  SessionFile(std::string path, int descriptor);
  /// The file at the path, locked. kNotFound if there is none.
  static Result<SessionFile> hold(const std::string& path);
  Status read_saved();

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;  ///< bytes that count; what is behind them is to be overwritten
  SavedSession saved_;
  std::string note_;
};

}  // namespace culprit::session
