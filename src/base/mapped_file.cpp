#include "src/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace culprit {
namespace {

/// Closes on every way out.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

}  // namespace

Result<MappedFile> MappedFile::open(const std::string& path) {
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.fd < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      return fail(ErrorCode::kNotFound, "there is no file '" + path + "'", "check the path");
    return fail(ErrorCode::kIo, "cannot open '" + path + "': " + std::strerror(errno),
                "check the file's permissions");
  }
  return map(file.fd, path);
}

Result<MappedFile> MappedFile::map(int descriptor, const std::string& path) {
  struct stat status{};
  if (::fstat(descriptor, &status) != 0)
    return fail(ErrorCode::kIo, "cannot look at '" + path + "': " + std::strerror(errno));
  if (S_ISDIR(status.st_mode))
    return fail(ErrorCode::kWrongFormat, "'" + path + "' is a directory, not a file", "give a file in it");
  if (!S_ISREG(status.st_mode))
    return fail(ErrorCode::kWrongFormat, "'" + path + "' is not a regular file", "save it to a file first");
  MappedFile mapped;
  mapped.size_ = static_cast<std::size_t>(status.st_size);
  mapped.modified_ = static_cast<std::uint64_t>(status.st_mtim.tv_sec) * 1'000'000'000u +
                     static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
  if (mapped.size_ == 0) return mapped;
  void* p = ::mmap(nullptr, mapped.size_, PROT_READ, MAP_SHARED, descriptor, 0);
  if (p == MAP_FAILED) return fail(ErrorCode::kIo, "cannot map '" + path + "': " + std::strerror(errno));
  mapped.data_ = static_cast<const std::byte*>(p);
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      modified_(other.modified_) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(modified_, other.modified_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_) ::munmap(const_cast<std::byte*>(data_), size_);
}

void MappedFile::release(std::size_t offset, std::size_t length) const {
  constexpr std::size_t kPage = 4096;
  const std::size_t first = (offset + kPage - 1) / kPage * kPage;
  const std::size_t last = std::min(offset + length, size_) / kPage * kPage;
  if (data_ && first < last) ::madvise(const_cast<std::byte*>(data_) + first, last - first, MADV_DONTNEED);
}

void MappedFile::expect_sequential(bool sequential) const {
  if (data_) ::madvise(const_cast<std::byte*>(data_), size_, sequential ? MADV_SEQUENTIAL : MADV_RANDOM);
}

}  // namespace culprit
