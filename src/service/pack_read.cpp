#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "src/base/cache_folder.h"
#include "src/base/mapped_file.h"
#include "src/base/text.h"
#include "src/service/pack.h"
#include "src/service/pack_format.h"
#include "src/trace/format.h"

namespace culprit::service {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kStep = 1 << 20;
constexpr std::size_t kLongestName = 65536;

/// What comes out of the compressed stream, piece by piece.
class Decompressor {
 public:
  explicit Decompressor(std::span<const std::byte> bytes, const Progress& progress)
      : in_{bytes.data(), bytes.size(), 0}, context_(ZSTD_createDCtx(), ZSTD_freeDCtx), progress_(progress) {}

  /// Fills all of it; false if the stream is damaged, or ends.
  bool read(void* to, std::size_t size) {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos < out.size) {
      const std::size_t before = in_.pos + out.pos;
      left_ = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(left_) || in_.pos + out.pos == before) return false;
    }
    progress_("unpacking", in_.pos, in_.size);
    return true;
  }
  /// True if the stream ends here, and its checksum is right.
  bool is_complete() {
    ZSTD_outBuffer nothing{nullptr, 0, 0};
    if (left_ != 0) left_ = ZSTD_decompressStream(context_.get(), &nothing, &in_);
    return left_ == 0;
  }

 private:
  ZSTD_inBuffer in_;
  std::size_t left_ = 1;  ///< 0 once the frame is complete
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  const Progress& progress_;
};

bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

bool is_plain_path(const std::string& name) {
  const fs::path path(name);
  return path.is_absolute() && path.lexically_normal() == path && name.find('\0') == std::string::npos &&
         path.has_filename() && std::find(path.begin(), path.end(), "..") == path.end();
}

class Unpacker {
 public:
  Unpacker(const std::string& pack, std::span<const std::byte> stream, fs::path folder,
           const Progress& progress)
      : pack_(pack), folder_(std::move(folder)), stream_(stream, progress), buffer_(kStep, '\0') {}

  Result<Unpacked> run() {
    Unpacked unpacked;
    unpacked.sources = (folder_ / "sources").string();
    for (;;) {
      PackEntryHeader entry{};
      if (!stream_.read(&entry, sizeof entry)) return damaged();
      if (entry.kind == PackEntryKind::kEnd) break;
      std::string name(std::min<std::size_t>(entry.name_size, kLongestName), '\0');
      if (entry.name_size > kLongestName || !stream_.read(name.data(), name.size())) return damaged();
      const fs::path place = place_of(entry.kind, name);
      if (place.empty() || (entry.kind == PackEntryKind::kTrace) != unpacked.trace.empty()) return damaged();
      if (const Status status = write(place, entry); !status) return tl::unexpected(status.error());
      if (entry.kind == PackEntryKind::kTrace) unpacked.trace = place.string();
    }
    if (unpacked.trace.empty() || !stream_.is_complete()) return damaged();
    return unpacked;
  }

 private:
  tl::unexpected<Error> damaged() const {
    return fail(ErrorCode::kDamaged, fmt::format("'{}' is a damaged pack", printable(pack_)),
                "get it again, or pack the trace again");
  }

  /// Inside the folder, or empty.
  fs::path place_of(PackEntryKind kind, const std::string& name) const {
    switch (kind) {
      case PackEntryKind::kTrace:
      case PackEntryKind::kFurther:
      case PackEntryKind::kInput:
        return is_plain_name(name) ? folder_ / "run" / name : fs::path();
      case PackEntryKind::kSource:
        return is_plain_path(name) ? fs::path((folder_ / "sources").string() + name) : fs::path();
      case PackEntryKind::kEnd:
        break;
    }
    return {};
  }

  tl::unexpected<Error> cannot_write(const fs::path& place) const {
    return fail(
        ErrorCode::kIo,
        fmt::format("cannot unpack '{}' to {}: {}", printable(pack_), place.string(), std::strerror(errno)),
        "check that there is room, or set XDG_CACHE_HOME to another folder");
  }

  Status write(const fs::path& place, const PackEntryHeader& entry) {
    std::error_code error;
    fs::create_directories(place.parent_path(), error);
    const int file = ::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return cannot_write(place);
    Status status;
    for (std::uint64_t left = entry.size; status && left > 0;) {
      const std::size_t size = std::min<std::uint64_t>(left, buffer_.size());
      if (!stream_.read(buffer_.data(), size)) {
        status = damaged();
      } else if (const ssize_t written = ::write(file, buffer_.data(), size);
                 written != static_cast<ssize_t>(size)) {
        if (written >= 0) errno = ENOSPC;
        status = cannot_write(place);
      }
      left -= size;
    }
    // Whether a source has changed since the run shows by this.
    const auto seconds = static_cast<time_t>(entry.modified / 1'000'000'000);
    const timespec times[2] = {{seconds, static_cast<long>(entry.modified % 1'000'000'000)},
                               {seconds, static_cast<long>(entry.modified % 1'000'000'000)}};
    ::futimens(file, times);
    ::close(file);
    return status;
  }

  const std::string& pack_;
  fs::path folder_;
  Decompressor stream_;
  std::string buffer_;
};

/// The contents decide, so a copy of a pack is not unpacked again.
std::string key_of(std::span<const std::byte> bytes) {
  return fmt::format("{:016x}-{}", culprit_checksum(bytes.data(), bytes.size() & ~std::size_t{3}),
                     bytes.size());
}

/// A link in the folder says which of the files is the trace; the folder gets its name once it is whole.
Result<Unpacked> find_unpacked(const fs::path& folder) {
  std::error_code error;
  const fs::path name = fs::read_symlink(folder / "trace", error);
  if (error) return fail(ErrorCode::kIo, "cannot unpack to " + folder.string() + ": " + error.message(), "");
  return Unpacked{(folder / name).string(), (folder / "sources").string()};
}

}  // namespace

Result<Unpacked> unpack(const std::string& path, const Progress& progress) {
  const auto file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  PackHeader header{};
  if (file->size() < sizeof header)
    return fail(ErrorCode::kDamaged, fmt::format("'{}' is a damaged pack", printable(path)), "get it again");
  std::memcpy(&header, file->bytes().data(), sizeof header);
  if (header.version != kPackVersion)
    return fail(ErrorCode::kVersion,
                fmt::format("'{}' is a pack of version {}; this program reads version {}", printable(path),
                            header.version, kPackVersion),
                "use the version of Culprit that packed it, or a newer one");
  const auto cache = cache_folder("packs");
  if (!cache) return tl::unexpected(cache.error());
  const fs::path folder = fs::path(*cache) / key_of(file->bytes());
  if (auto found = find_unpacked(folder)) return found;
  const fs::path beside = folder.string() + "." + std::to_string(::getpid());
  std::error_code error;
  fs::remove_all(beside, error);
  fs::create_directories(beside, error);
  const auto unpacked = Unpacker(path, file->bytes().subspan(sizeof header), beside, progress).run();
  if (!unpacked) {
    fs::remove_all(beside, error);
    return tl::unexpected(unpacked.error());
  }
  fs::create_symlink("run" / fs::path(unpacked->trace).filename(), beside / "trace", error);
  fs::rename(beside, folder, error);
  if (error) fs::remove_all(beside, error);  // another culprit was quicker
  return find_unpacked(folder);
}

}  // namespace culprit::service
