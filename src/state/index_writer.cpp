#include "src/state/index_writer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace culprit::state {
namespace {

int open_nameless() {
  std::error_code ignored;
  const auto directory = std::filesystem::temp_directory_path(ignored);
  if (!ignored) {
    std::string name = (directory / "culprit-index-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0) {
      ::unlink(name.c_str());
      return file;
    }
  }
  return ::memfd_create("culprit-index", MFD_CLOEXEC);
}

}  // namespace

Result<IndexWriter> IndexWriter::create(const std::string& path) {
  IndexWriter writer(path);
  writer.temporary_ = path + ".XXXXXX";
  writer.file_ = ::mkostemp(writer.temporary_.data(), O_CLOEXEC);
  if (writer.file_ < 0) {
    writer.temporary_.clear();
    return create_nameless();
  }
  writer.start();
  return writer;
}

Result<IndexWriter> IndexWriter::create_nameless() {
  IndexWriter writer("an index without a name");
  writer.file_ = open_nameless();
  if (writer.file_ < 0)
    return fail(ErrorCode::kIo,
                std::string("Cannot make a file for the index: ") + std::strerror(errno) + ".",
                "Make room beside the trace or in the directory that TMPDIR names.");
  writer.start();
  return writer;
}

void IndexWriter::start() {
  block_.reserve(SectionChecksum::kBlock);
  write(std::as_bytes(std::span(&header_, 1)));
}

IndexWriter::IndexWriter(IndexWriter&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, -1)),
      error_(other.error_),
      at_(other.at_),
      block_(std::move(other.block_)),
      header_(other.header_) {}

IndexWriter::~IndexWriter() {
  if (file_ >= 0) ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void IndexWriter::write(std::span<const std::byte> bytes) {
  at_ += bytes.size();
  while (!bytes.empty() && error_ == 0) {
    const ssize_t done = ::write(file_, bytes.data(), bytes.size());
    if (done > 0)
      bytes = bytes.subspan(static_cast<std::size_t>(done));
    else if (errno != EINTR)
      error_ = done == 0 ? ENOSPC : errno;
  }
}

void IndexWriter::begin(Section section) {
  end_section();
  constexpr std::byte kZero[8]{};
  write(std::span(kZero).first((8 - at_ % 8) % 8));
  open_ = &header_.section[static_cast<std::size_t>(section)];
  open_->offset = at_;
  open_->bytes = 0;
  sum_ = SectionChecksum::kStart;
}

void IndexWriter::append(std::span<const std::byte> bytes) {
  open_->bytes += bytes.size();
  while (!bytes.empty()) {
    if (block_.empty() && bytes.size() >= SectionChecksum::kBlock) {
      sum_ = SectionChecksum::next(sum_, bytes.first(SectionChecksum::kBlock));
      write(bytes.first(SectionChecksum::kBlock));
      bytes = bytes.subspan(SectionChecksum::kBlock);
      continue;
    }
    const std::size_t take = std::min(bytes.size(), SectionChecksum::kBlock - block_.size());
    block_.append(reinterpret_cast<const char*>(bytes.data()), take);
    bytes = bytes.subspan(take);
    if (block_.size() == SectionChecksum::kBlock) {
      sum_ = SectionChecksum::next(sum_, std::as_bytes(std::span(block_)));
      write(std::as_bytes(std::span(block_)));
      block_.clear();
    }
  }
}

void IndexWriter::end_section() {
  if (open_ == nullptr) return;
  if (!block_.empty()) {
    sum_ = SectionChecksum::next(sum_, std::as_bytes(std::span(block_)));
    write(std::as_bytes(std::span(block_)));
    block_.clear();
  }
  open_->checksum = sum_;
  open_ = nullptr;
}

Result<MappedFile> IndexWriter::finish(std::uint64_t fingerprint, std::uint32_t nodes) {
  end_section();
  header_.magic = kIndexMagic;
  header_.version = kIndexVersion;
  header_.sections = static_cast<std::uint32_t>(Section::kCount);
  header_.fingerprint = fingerprint;
  header_.nodes = nodes;
  header_.file_size = at_;
  header_.checksum = culprit_checksum(&header_, offsetof(IndexHeader, checksum));
  const IndexHeader header = header_;
  if (error_ == 0 && ::pwrite(file_, &header, sizeof header, 0) != ssize_t{sizeof header}) error_ = errno;
  if (error_ != 0)
    return fail(ErrorCode::kIo,
                std::string("Cannot write the index of the trace: ") + std::strerror(error_) + ".",
                "Make room beside the trace or in the directory that TMPDIR names.");
  // A failing rename leaves a nameless index, which serves this process as well.
  if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) == 0) temporary_.clear();
  return MappedFile::map(file_, path_);
}

}  // namespace culprit::state
