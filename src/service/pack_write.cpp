#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <ostream>
#include <set>

#include "src/base/mapped_file.h"
#include "src/service/pack.h"
#include "src/service/pack_format.h"
#include "src/service/source_place.h"
#include "src/trace/trace.h"

namespace culprit::service {
namespace {

namespace fs = std::filesystem;

constexpr int kLevel = 3;
constexpr std::size_t kStep = 1 << 20;

/// Compresses what it is given, into a stream.
class Compressor {
 public:
  explicit Compressor(std::ostream& out) : out_(out), context_(ZSTD_createCCtx(), ZSTD_freeCCtx) {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    buffer_.resize(ZSTD_CStreamOutSize());
  }

  Status put(const void* data, std::size_t size) { return run({data, size, 0}, ZSTD_e_continue); }
  Status finish() { return run({nullptr, 0, 0}, ZSTD_e_end); }
  std::uint64_t written() const { return written_; }

 private:
  Status run(ZSTD_inBuffer in, ZSTD_EndDirective mode) {
    for (;;) {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, mode);
      if (ZSTD_isError(left))
        return fail(ErrorCode::kIo, std::string("cannot compress: ") + ZSTD_getErrorName(left), "");
      out_.write(buffer_.data(), static_cast<std::streamsize>(out.pos));
      written_ += out.pos;
      if (!out_) return fail(ErrorCode::kIo, "cannot write the pack", "check that there is room for it");
      if (mode == ZSTD_e_end ? left == 0 : in.pos == in.size) return {};
    }
  }

  std::ostream& out_;
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
  std::string buffer_;
  std::uint64_t written_ = 0;
};

class PackWriter {
 public:
  PackWriter(std::ostream& out, const Progress& progress)
      : out_(out), compressor_(out), progress_(progress) {}

  Status begin() {
    PackHeader header{};
    std::memcpy(header.magic, kPackMagic.data(), sizeof header.magic);
    header.version = kPackVersion;
    out_.write(reinterpret_cast<const char*>(&header), sizeof header);
    packed_.packed_bytes = sizeof header;
    return {};
  }

  Status add(PackEntryKind kind, const std::string& name, const MappedFile& file) {
    file.expect_sequential(true);
    const PackEntryHeader header{kind, static_cast<std::uint32_t>(name.size()), file.size(), file.modified()};
    Status status = compressor_.put(&header, sizeof header);
    if (status) status = compressor_.put(name.data(), name.size());
    for (std::size_t at = 0; status && at < file.size(); at += kStep) {
      const std::size_t size = std::min(kStep, file.size() - at);
      status = compressor_.put(file.bytes().data() + at, size);
      file.release(at, size);
      progress_("packing", at, file.size());
    }
    packed_.bytes += file.size();
    return status;
  }

  Status add_beside(PackEntryKind kind, const std::string& path) {
    const auto file = MappedFile::open(path);
    if (!file) return tl::unexpected(file.error());
    return add(kind, fs::path(path).filename().string(), *file);
  }

  /// Each once; those that are gone are noted.
  Status add_sources(const trace::Trace& trace) {
    std::set<std::string> names;
    for (const trace::SourceFile& source : trace.tables().files) {
      if (source.path.empty()) continue;
      bool is_found = false;
      for (const fs::path& place : source_places(trace.tables(), source, trace.path())) {
        const auto file = MappedFile::open(place.string());
        if (!file) continue;
        is_found = true;
        if (!names.insert(place.string()).second) break;
        if (const Status status = add(PackEntryKind::kSource, place.string(), *file); !status) return status;
        ++packed_.sources;
        break;
      }
      if (!is_found) packed_.missing_sources.push_back(source.path);
    }
    return {};
  }

  Result<Packed> finish() {
    const PackEntryHeader end{};
    Status status = compressor_.put(&end, sizeof end);
    if (status) status = compressor_.finish();
    if (!status) return tl::unexpected(status.error());
    packed_.packed_bytes += compressor_.written();
    return packed_;
  }

  Packed packed_;

 private:
  std::ostream& out_;
  Compressor compressor_;
  const Progress& progress_;
};

}  // namespace

Result<Packed> write_pack(const std::string& path, const std::vector<std::string>& further, std::ostream& out,
                          const Progress& progress) {
  const auto trace = trace::Trace::open(path, progress);
  if (!trace) return tl::unexpected(trace.error());
  PackWriter writer(out, progress);
  Status status = writer.begin();
  if (status) status = writer.add_beside(PackEntryKind::kTrace, path);
  for (std::size_t i = 0; status && i < further.size(); ++i) {
    status = writer.add_beside(PackEntryKind::kFurther, further[i]);
    ++writer.packed_.further_traces;
  }
  std::error_code error;
  if (status && fs::exists(path + ".input", error)) {
    status = writer.add_beside(PackEntryKind::kInput, path + ".input");
    writer.packed_.has_input = true;
  }
  if (status) status = writer.add_sources(*trace);
  if (!status) return tl::unexpected(status.error());
  return writer.finish();
}

}  // namespace culprit::service
