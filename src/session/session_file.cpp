#include "src/session/session_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "src/base/mapped_file.h"
#include "src/base/text.h"

namespace culprit::session {
namespace {

constexpr std::string_view kNotSavedHint =
    "The answer was not taken. Make room or make the file writable, and answer again; earlier answers are "
    "safe.";
constexpr std::string_view kOtherFileHint = "Choose another file for the session, or none.";

tl::unexpected<Error> system_failure(std::string_view doing, const std::string& path, std::string_view hint) {
  const int reason = errno;
  return fail(
      ErrorCode::kIo,
      fmt::format("Cannot {} '{}': {}.", doing, printable(path), std::generic_category().message(reason)),
      std::string(hint));
}

bool write_at(int descriptor, std::string_view text, std::uint64_t offset) {
  while (!text.empty()) {
    const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return true;
}

/// A file's name is in its directory; without this a new file could be gone after a power failure. Best effort: some file
/// systems cannot.
void sync_directory_of(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  const int descriptor =
      ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)::fsync(descriptor);
  ::close(descriptor);
}

/// The lines of a session file and how many bytes they take; a last line without its newline is torn and left out.
struct Contents {
  std::vector<std::string> lines;
  std::uint64_t bytes = 0;
  bool is_torn = false;
};

Result<Contents> split_lines(std::string_view text, const std::string& path) {
  if (!may_be_header(text)) {
    return fail(ErrorCode::kBadSession, fmt::format("'{}' is not a session of culprit.", printable(path)),
                "Choose another file for the session.");
  }
  Contents contents;
  for (std::size_t end; (end = text.find('\n', contents.bytes)) != std::string_view::npos;
       contents.bytes = end + 1) {
    contents.lines.emplace_back(text.substr(contents.bytes, end - contents.bytes));
  }
  contents.is_torn = contents.bytes < text.size();
  return contents;
}

Result<std::string> read_all(int descriptor, const std::string& path) {
  std::string text;
  char part[65536];
  for (ssize_t got; (got = ::pread(descriptor, part, sizeof part, static_cast<off_t>(text.size()))) != 0;) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_failure("read", path, "Choose another file for the session.");
    text.append(part, static_cast<std::size_t>(got));
  }
  return text;
}

Result<SavedSession> parse(const Contents& contents, const std::string& path) {
  if (contents.lines.empty()) {
    return fail(ErrorCode::kNotFound, fmt::format("The session '{}' holds nothing yet.", printable(path)),
                "Start a new session.");
  }
  Result<SessionHeader> header = parse_header(contents.lines[0]);
  if (!header) return tl::unexpected(header.error());
  SavedSession saved{std::move(*header), {}, contents.is_torn};
  for (std::size_t i = 1; i < contents.lines.size(); ++i) {
    Result<SavedRequest> request = parse_request(contents.lines[i], saved.header.version);
    if (!request) {
      return fail(ErrorCode::kBadSession,
                  fmt::format("Line {} of the session '{}' cannot be read: {}", i + 1, printable(path),
                              request.error().what),
                  "Repair or remove the line, or start a new session.");
    }
    saved.requests.push_back(std::move(*request));
  }
  return saved;
}

/// Where an old session is kept.
struct Aside {
  std::string path;
  bool is_moved = false;  ///< it has no other name
};

/// A second name for an old session: the first free of path.1, path.2, …, never replacing a file. Where a file cannot have two
/// names it moves there.
Result<Aside> keep_aside(const std::string& path) {
  for (int number = 1;; ++number) {
    const std::string aside = fmt::format("{}.{}", path, number);
    if (::link(path.c_str(), aside.c_str()) == 0) return Aside{aside};
    if (errno == EEXIST) continue;
    if (::access(aside.c_str(), F_OK) == 0) continue;
    if (::rename(path.c_str(), aside.c_str()) == 0) return Aside{aside, true};
    return system_failure("move aside", path, "Choose another file for the session.");
  }
}

/// As if it had not been kept aside.
void put_back(const Aside& aside, const std::string& path) {
  if (aside.path.empty()) return;
  if (aside.is_moved) {
    ::rename(aside.path.c_str(), path.c_str());
  } else {
    ::unlink(aside.path.c_str());
  }
}

/// A file that no other process or thread makes at the same time.
std::string fresh_name(const std::string& path) {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}.new-{}-{}", path, ::getpid(), ++count);
}

}  // namespace

SessionFile::SessionFile(std::string path, int descriptor)
    : path_(std::move(path)), descriptor_(descriptor) {}

SessionFile::SessionFile(SessionFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      saved_(std::move(other.saved_)),
      note_(std::move(other.note_)) {}

SessionFile& SessionFile::operator=(SessionFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(saved_, other.saved_);
  std::swap(note_, other.note_);
  return *this;
}

SessionFile::~SessionFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<SessionFile> SessionFile::hold(const std::string& path) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT)
      return fail(ErrorCode::kNotFound, fmt::format("There is no session '{}'.", printable(path)),
                  "Start a new session.");
    if (descriptor < 0)
      return system_failure("write to", path,
                            "Make the file writable, or choose another file for the session.");
    SessionFile file(path, descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      return fail(ErrorCode::kBadSession,
                  fmt::format("The session '{}' is in use by another culprit.", printable(path)),
                  "End that one, or choose another file for the session.");
    }
    // Another process may have put a new session there before the lock was ours.
    struct stat held{}, found{};
    if (::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &found) == 0 && held.st_ino == found.st_ino &&
        held.st_dev == found.st_dev)
      return file;
  }
}

Status SessionFile::read_saved() {
  const Result<std::string> text = read_all(descriptor_, path_);
  if (!text) return tl::unexpected(text.error());
  const Result<Contents> contents = split_lines(*text, path_);
  if (!contents) return tl::unexpected(contents.error());
  Result<SavedSession> saved = parse(*contents, path_);
  if (!saved) return tl::unexpected(saved.error());
  saved_ = std::move(*saved);
  size_ = contents->bytes;
  if (contents->is_torn)
    note_ = "The last line of the session was torn, and is left out: its answer has to be given again.";
  return {};
}

Result<SessionFile> SessionFile::open(const std::string& path) {
  Result<SessionFile> file = hold(path);
  if (!file) return file;
  if (Status read = file->read_saved(); !read) return tl::unexpected(read.error());
  return file;
}

Result<SavedSession> SessionFile::read(const std::string& path) {
  const Result<MappedFile> file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  // A copy: the file may grow or lose a torn line meanwhile.
  const std::string text(reinterpret_cast<const char*>(file->bytes().data()), file->size());
  const Result<Contents> contents = split_lines(text, path);
  if (!contents) return tl::unexpected(contents.error());
  return parse(*contents, path);
}

Result<SessionFile> SessionFile::create(const std::string& path, const SessionHeader& header) {
  for (;;) {
    Result<SessionFile> old = hold(path);
    if (old) {
      // What it holds may be damaged or of a newer version: it is kept whatever it is, unless it is no session.
      const Result<std::string> text = read_all(old->descriptor_, path);
      if (!text) return tl::unexpected(text.error());
      const Result<Contents> contents = split_lines(*text, path);
      if (!contents) return tl::unexpected(contents.error());
      old->saved_.requests.resize(contents->lines.size() > 1 ? 1 : 0);
      if (Status replaced = old->replace(header); !replaced) return tl::unexpected(replaced.error());
      return old;
    }
    if (old.error().code != ErrorCode::kNotFound) return old;
    // Made under another name, so that a session file never lacks its header.
    const std::string fresh = fresh_name(path);
    const int descriptor = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return system_failure("create", path, kOtherFileHint);
    const std::string line = to_line(header);
    SessionFile file(path, descriptor);
    file.size_ = line.size();
    (void)::flock(descriptor, LOCK_EX | LOCK_NB);
    const bool is_written = write_at(descriptor, line, 0) && ::fsync(descriptor) == 0;
    const bool is_there =
        is_written && ::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0;
    if (is_there) {
      sync_directory_of(path);
      return file;
    }
    if (is_written && (errno == EINVAL || errno == ENOSYS) && ::link(fresh.c_str(), path.c_str()) == 0) {
      ::unlink(fresh.c_str());
      sync_directory_of(path);
      return file;
    }
    const bool was_overtaken = is_written && errno == EEXIST;
    auto failure = system_failure("write", path, kOtherFileHint);
    ::unlink(fresh.c_str());
    if (!was_overtaken) return failure;
  }
}

Status SessionFile::replace(SessionHeader header, std::string_view lines, bool remembers) {
  Aside aside;
  if (!saved_.requests.empty()) {
    Result<Aside> kept = keep_aside(path_);
    if (!kept) return tl::unexpected(kept.error());
    aside = std::move(*kept);
    if (remembers) header.earlier.push_back(std::filesystem::path(aside.path).filename().string());
  }
  const std::string fresh = fresh_name(path_);
  const int descriptor = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    auto failure = system_failure("create", path_, kOtherFileHint);
    put_back(aside, path_);
    return failure;
  }
  SessionFile file(path_, descriptor);
  const std::string text = to_line(header) + std::string(lines);
  file.size_ = text.size();
  (void)::flock(descriptor, LOCK_EX | LOCK_NB);
  // The old one is held until the new one has taken its place.
  if (!write_at(descriptor, text, 0) || ::fsync(descriptor) != 0 ||
      ::rename(fresh.c_str(), path_.c_str()) != 0) {
    auto failure = system_failure("write", path_, kOtherFileHint);
    ::unlink(fresh.c_str());
    put_back(aside, path_);
    return failure;
  }
  if (!aside.path.empty())
    file.note_ = fmt::format("The earlier session is now '{}'.", printable(aside.path));
  sync_directory_of(path_);
  *this = std::move(file);
  return {};
}

Status SessionFile::append(std::string_view lines) {
  if (lines.empty()) return {};
  // What a torn or failed write left behind goes first, so that a short line cannot end in an older one's rest.
  struct stat found{};
  if (::fstat(descriptor_, &found) != 0) return system_failure("write to", path_, kNotSavedHint);
  if (static_cast<std::uint64_t>(found.st_size) != size_ &&
      ::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) {
    return system_failure("write to", path_, kNotSavedHint);
  }
  if (!write_at(descriptor_, lines, size_) || ::fdatasync(descriptor_) != 0) {
    auto failure = system_failure("write to", path_, kNotSavedHint);
    (void)!::ftruncate(descriptor_, static_cast<off_t>(size_));
    return failure;
  }
  size_ += lines.size();
  return {};
}

}  // namespace culprit::session
