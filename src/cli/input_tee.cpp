#include "src/cli/input_tee.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace culprit::cli {
namespace {

constexpr std::size_t kStep = 65536;

tl::unexpected<Error> failure(const std::string& what, const std::string& path, const std::string& hint) {
  return fail(ErrorCode::kIo, "cannot " + what + " " + path + ": " + std::strerror(errno), hint);
}

/// A full disk must not harm the program: the copy then ends early.
void put(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Result<InputTee> InputTee::open(const std::string& from, const std::string& copy) {
  InputTee tee;
  int input = STDIN_FILENO;
  if (!from.empty()) {
    input = tee.given_ = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
    if (input < 0) return failure("read", from, "check the path: it is to be the program's standard input");
  }
  struct stat found{};
  if (copy.empty() || ::fstat(input, &found) != 0) return tee;  // closed: the program finds it so, too
  if (S_ISREG(found.st_mode)) {
    if (const Status status = tee.copy_file(input, copy); !status) return tl::unexpected(status.error());
    return tee;
  }
  if (!S_ISFIFO(found.st_mode) && !S_ISSOCK(found.st_mode)) return tee;
  int ends[2];
  tee.copy_ = ::open(copy.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (tee.copy_ < 0) return failure("write", copy, "give another place with -o");
  if (::pipe2(ends, O_CLOEXEC) != 0) return failure("make a pipe for", "standard input", "try again");
  // Little is taken ahead of the program, so that little is lost for whoever reads on behind it.
  ::fcntl(ends[1], F_SETPIPE_SZ, 4096);
  ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
  tee.source_ = input;
  tee.given_ = ends[0];
  tee.sink_ = ends[1];
  tee.has_copy_ = true;
  return tee;
}

InputTee::InputTee(InputTee&& other) noexcept
    : given_(std::exchange(other.given_, -1)),
      source_(std::exchange(other.source_, -1)),
      sink_(std::exchange(other.sink_, -1)),
      copy_(std::exchange(other.copy_, -1)),
      has_copy_(other.has_copy_),
      pending_(std::move(other.pending_)) {}

InputTee::~InputTee() {
  for (const int descriptor : {given_, sink_, copy_})
    if (descriptor >= 0) ::close(descriptor);
}

/// From where the file stands, without moving it.
Status InputTee::copy_file(int descriptor, const std::string& copy) {
  const int out = ::open(copy.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (out < 0) return failure("write", copy, "give another place with -o");
  std::string buffer(kStep, '\0');
  off_t at = ::lseek(descriptor, 0, SEEK_CUR);
  for (;;) {
    const ssize_t length = ::pread(descriptor, buffer.data(), buffer.size(), at < 0 ? 0 : at);
    if (length <= 0) break;
    put(out, {buffer.data(), static_cast<std::size_t>(length)});
    at += length;
  }
  ::close(out);
  has_copy_ = true;
  return {};
}

void InputTee::attach() {
  if (given_ >= 0) ::dup2(given_, STDIN_FILENO);
}

void InputTee::start() {
  if (sink_ < 0) return;
  ::close(given_);  // else nobody would notice when the program closes its end
  given_ = -1;
}

void InputTee::read() {
  char buffer[4096];
  const ssize_t length = ::read(source_, buffer, sizeof buffer);
  if (length < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (length <= 0) return close_sink();
  put(copy_, {buffer, static_cast<std::size_t>(length)});
  pending_.assign(buffer, static_cast<std::size_t>(length));
}

void InputTee::write(bool is_broken) {
  const ssize_t written = is_broken ? -1 : ::write(sink_, pending_.data(), pending_.size());
  if (written >= 0) {
    pending_.erase(0, static_cast<std::size_t>(written));
  } else if (is_broken || (errno != EAGAIN && errno != EINTR)) {
    close_sink();
  }
}

/// Nobody reads any more, or nothing comes any more. Whoever feeds us must notice the former.
void InputTee::close_sink() {
  pending_.clear();
  ::close(sink_);
  sink_ = -1;
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (source_ == STDIN_FILENO && nothing >= 0) ::dup2(nothing, STDIN_FILENO);
  if (nothing >= 0) ::close(nothing);
  source_ = -1;
}

}  // namespace culprit::cli
