#include "src/session/session_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
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

/// A file's name is in its directory; without this a new file could be gone after a power failure. Best
/// effort: some file systems cannot.
void sync_directory_of(const std::string& path) {
  const std::string directory = std::filesystem::path(path).parent_path().string();
  const int descriptor =
      ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)::fsync(descriptor);
  ::close(descriptor);
}

/// The lines of a session file and how many bytes they take; a last line without its newline is torn and left
/// out.
struct Contents {
  std::vector<std::string> lines;
  std::uint64_t bytes = 0;
  bool torn = false;
};

Result<Contents> read_lines(const std::string& path) {
  Result<MappedFile> file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string_view text(reinterpret_cast<const char*>(file->bytes().data()), file->size());
  if (!may_be_header(text)) {
    return fail(ErrorCode::kBadSession, fmt::format("'{}' is not a session of culprit.", printable(path)),
                "Choose another file for the session.");
  }
  Contents contents;
  for (std::size_t end; (end = text.find('\n', contents.bytes)) != std::string_view::npos;
       contents.bytes = end + 1) {
    contents.lines.emplace_back(text.substr(contents.bytes, end - contents.bytes));
  }
  contents.torn = contents.bytes < text.size();
  return contents;
}

/// Gives an old session the first free of the names path.1, path.2, …, never replacing a file.
Result<std::string> move_aside(const std::string& path) {
  for (int number = 1;; ++number) {
    const std::string aside = fmt::format("{}.{}", path, number);
    if (::link(path.c_str(), aside.c_str()) == 0) {
      if (::unlink(path.c_str()) == 0) return aside;
      return system_failure("move aside", path, "Choose another file for the session.");
    }
    if (errno == EEXIST) continue;
    // File systems without hard links.
    if (::access(aside.c_str(), F_OK) == 0) continue;
    if (::rename(path.c_str(), aside.c_str()) == 0) return aside;
    return system_failure("move aside", path, "Choose another file for the session.");
  }
}

}  // namespace

SessionFile::SessionFile(std::string path, int descriptor, std::uint64_t size)
    : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

SessionFile::SessionFile(SessionFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      note_(std::move(other.note_)) {}

SessionFile& SessionFile::operator=(SessionFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(note_, other.note_);
  return *this;
}

SessionFile::~SessionFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<SessionFile> SessionFile::open_existing(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) {
    return system_failure("write to", path,
                          "Make the file writable, or choose another file for the session.");
  }
  SessionFile file(path, descriptor, 0);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return fail(ErrorCode::kBadSession,
                fmt::format("The session '{}' is in use by another culprit.", printable(path)),
                "End that one, or choose another file for the session.");
  }
  return file;
}

Result<SessionFile> SessionFile::create(const std::string& path, const SessionHeader& header) {
  std::string note;
  struct stat found{};
  const bool exists = ::stat(path.c_str(), &found) == 0;
  if (exists) {
    const Result<Contents> old = read_lines(path);
    if (!old) return tl::unexpected(old.error());
    if (Result<SessionFile> held = open_existing(path); !held) return held;
    if (old->lines.size() > 1) {
      const Result<std::string> aside = move_aside(path);
      if (!aside) return tl::unexpected(aside.error());
      note = fmt::format("The earlier session is now '{}'.", printable(*aside));
    }
  }
  // Made under another name, so that a session file never lacks its header.
  const std::string fresh = fmt::format("{}.new-{}", path, ::getpid());
  const int descriptor = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return system_failure("create", path, "Choose another file for the session, or none.");
  const std::string line = to_line(header);
  SessionFile file(path, descriptor, line.size());
  (void)::flock(descriptor, LOCK_EX | LOCK_NB);
  if (!write_at(descriptor, line, 0) || ::fsync(descriptor) != 0 ||
      ::rename(fresh.c_str(), path.c_str()) != 0) {
    auto failure = system_failure("write", path, "Choose another file for the session, or none.");
    ::unlink(fresh.c_str());
    return failure;
  }
  sync_directory_of(path);
  file.note_ = std::move(note);
  return file;
}

Result<SavedSession> SessionFile::resume(const std::string& path, std::uint64_t fingerprint) {
  const Result<Contents> contents = read_lines(path);
  if (!contents) return tl::unexpected(contents.error());
  if (contents->lines.empty()) {
    return fail(ErrorCode::kNotFound, fmt::format("The session '{}' holds nothing yet.", printable(path)),
                "Start a new session.");
  }
  Result<SessionHeader> header = parse_header(contents->lines[0]);
  if (!header) return tl::unexpected(header.error());
  if (header->fingerprint != fingerprint) {
    return fail(ErrorCode::kBadSession,
                fmt::format("The session '{}' is about another '{}', or about an older state of it.",
                            printable(path), printable(header->subject)),
                "Open the file the session was made for, or start a new session.");
  }
  std::vector<SavedRequest> requests;
  for (std::size_t i = 1; i < contents->lines.size(); ++i) {
    Result<SavedRequest> request = parse_request(contents->lines[i]);
    if (!request) {
      return fail(ErrorCode::kBadSession,
                  fmt::format("Line {} of the session '{}' cannot be read: {}", i + 1, printable(path),
                              request.error().what),
                  "Repair or remove the line, or start a new session.");
    }
    requests.push_back(std::move(*request));
  }
  Result<SessionFile> file = open_existing(path);
  if (!file) return tl::unexpected(file.error());
  file->size_ = contents->bytes;
  if (contents->torn)
    file->note_ = "The last line of the session was torn, and is left out: its answer has to be given again.";
  return SavedSession{std::move(*file), std::move(*header), std::move(requests)};
}

Status SessionFile::append(const Request& request, std::string_view function) {
  const std::string line = to_line(request, function);
  // What a torn or failed write left behind goes first, so that a short line cannot end in an older one's
  // rest.
  struct stat found{};
  if (::fstat(descriptor_, &found) != 0) return system_failure("write to", path_, kNotSavedHint);
  if (static_cast<std::uint64_t>(found.st_size) != size_ &&
      ::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) {
    return system_failure("write to", path_, kNotSavedHint);
  }
  if (!write_at(descriptor_, line, size_) || ::fdatasync(descriptor_) != 0) {
    auto failure = system_failure("write to", path_, kNotSavedHint);
    (void)!::ftruncate(descriptor_, static_cast<off_t>(size_));
    return failure;
  }
  size_ += line.size();
  return {};
}

}  // namespace culprit::session
