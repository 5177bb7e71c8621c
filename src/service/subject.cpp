#include "src/service/subject.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "src/base/mapped_file.h"
#include "src/base/text.h"
#include "src/service/file_kind.h"
#include "src/service/pack.h"
#include "src/service/source.h"
#include "src/state/trace_account.h"
#include "src/tree/from_trace.h"
#include "src/tree/json.h"
#include "src/tree/text.h"

namespace culprit::service {
namespace {

/// Tells one text from another, at gigabytes a second.
std::uint64_t fingerprint_of(std::string_view text) {
  const std::size_t whole = text.size() & ~std::size_t{3};
  std::uint32_t tail[2] = {0, static_cast<std::uint32_t>(text.size() - whole)};
  if (tail[1] != 0) std::memcpy(tail, text.data() + whole, tail[1]);
  const std::uint64_t sums[2] = {culprit_checksum(text.data(), whole), culprit_checksum(tail, sizeof tail)};
  return culprit_checksum(sums, sizeof sums);
}

/// Which run it is and how far it goes: unlike the trace's own fingerprint it survives copying the file.
std::uint64_t fingerprint_of(const trace::Trace& trace, std::uint64_t run) {
  std::vector<std::uint64_t> parts{run, trace.file_size()};
  for (const trace::StreamInfo& stream : trace.streams()) {
    parts.push_back(stream.id.value());
    parts.push_back(stream.end);
  }
  return culprit_checksum(parts.data(), parts.size() * sizeof parts[0]);
}

tl::unexpected<Error> foreign(const std::string& path, std::string_view what) {
  return fail(ErrorCode::kWrongFormat, fmt::format("'{}' is {}.", printable(path), what),
              "culprit reads traces of recorded runs, and execution trees as text or JSON: record a run of "
              "the program "
              "and open its trace.");
}

}  // namespace

struct Subject::Impl {
  SubjectKind kind = SubjectKind::kTreeText;
  std::string path;
  std::string packed_sources;
  std::uint64_t fingerprint = 0;
  std::optional<trace::Trace> trace;
  std::optional<tree::Tree> tree;
  std::unique_ptr<state::Account> account;
  SourceFiles sources;

  Status read_pack(const Progress& progress, std::size_t row) {
    const Result<Unpacked> unpacked = unpack(path, progress);
    if (!unpacked) return tl::unexpected(unpacked.error());
    packed_sources = unpacked->sources;
    return read_trace(unpacked->trace, progress, row);
  }
  Status read_trace(const std::string& place, const Progress& progress, std::size_t row) {
    if (row > 0) return fail(ErrorCode::kUsage, "A trace has no rows.", "Leave the row out.");
    Result<trace::Trace> opened = trace::Trace::open(place, progress);
    if (!opened) return tl::unexpected(opened.error());
    trace = std::move(*opened);
    fingerprint = fingerprint_of(*trace, trace->run_identity());
    kind = SubjectKind::kTrace;
    return keep(tree::read_tree(*trace, progress));
  }
  Status read_text(std::string_view text, const Progress& progress, std::size_t row) {
    if (row > 0) return fail(ErrorCode::kUsage, "A tree as text has no rows.", "Leave the row out.");
    fingerprint = fingerprint_of(text);
    kind = SubjectKind::kTreeText;
    return keep(tree::read_text(text, progress));
  }
  Status read_json(std::string_view text, const Progress& progress, std::size_t row) {
    const std::vector<tree::JsonDocument> documents = tree::json_documents(text);
    if (row >= documents.size()) {
      return fail(
          ErrorCode::kNotFound,
          fmt::format("'{}' has no row {}: it holds {} trees.", printable(path), row, documents.size()),
          "Rows count from 0.");
    }
    fingerprint = fingerprint_of(documents[row].text);
    kind = SubjectKind::kTreeJson;
    return keep(tree::read_json(documents[row].text, progress));
  }
  Status keep(Result<tree::Tree> made) {
    if (!made) return tl::unexpected(made.error());
    tree = std::move(*made);
    return {};
  }
};

Subject::Subject(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Subject::Subject(Subject&&) noexcept = default;
Subject& Subject::operator=(Subject&&) noexcept = default;
Subject::~Subject() = default;

Result<Subject> Subject::open(const std::string& path, const Progress& progress, std::size_t row) {
  const Result<MappedFile> file = MappedFile::open(path);
  if (!file) return tl::unexpected(file.error());
  const std::string_view text(reinterpret_cast<const char*>(file->bytes().data()), file->size());
  constexpr std::size_t kLooked = 4096;
  const Recognised found = recognise(text.substr(0, kLooked));
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  Status done;
  switch (found.kind) {
    case FileKind::kTrace:
      done = impl->read_trace(path, progress, row);
      break;
    case FileKind::kPack:
      done = impl->read_pack(progress, row);
      break;
    case FileKind::kJson:
      done = impl->read_json(text, progress, row);
      break;
    case FileKind::kText:
      done = impl->read_text(text, progress, row);
      break;
    case FileKind::kSession:
      return fail(ErrorCode::kWrongFormat,
                  fmt::format("'{}' holds the answers of a session.", printable(path)),
                  "Open the file that the session is about; its answers are found beside it.");
    case FileKind::kForeign:
      return foreign(path, found.what);
  }
  if (!done) return tl::unexpected(done.error());
  return Subject(std::move(impl));
}

SubjectKind Subject::kind() const {
  return impl_->kind;
}
const std::string& Subject::path() const {
  return impl_->path;
}
const std::string& Subject::packed_sources() const {
  return impl_->packed_sources;
}
const tree::Tree& Subject::tree() const {
  return *impl_->tree;
}
const trace::Trace* Subject::trace() const {
  return impl_->trace ? &*impl_->trace : nullptr;
}
SourceFiles& Subject::sources() const {
  return impl_->sources;
}
std::uint64_t Subject::fingerprint() const {
  return impl_->fingerprint;
}

std::uint64_t Subject::run_identity() const {
  return impl_->trace ? impl_->trace->run_identity() : impl_->fingerprint;
}

std::uint64_t Subject::old_fingerprint() const {
  return impl_->trace ? fingerprint_of(*impl_->trace, impl_->trace->start_time()) : impl_->fingerprint;
}

std::string_view Subject::language() const {
  return impl_->trace ? std::string_view(impl_->trace->tables().language) : std::string_view();
}

graph::RunFacts Subject::facts() const {
  return impl_->trace ? graph::facts_of(*impl_->tree, *impl_->trace) : graph::facts_of(*impl_->tree);
}

Result<const state::Account*> Subject::account(const Progress& progress) const {
  if (!impl_->account && impl_->trace) {
    auto made = state::make_trace_account(*impl_->trace, *impl_->tree, progress);
    if (!made) return tl::unexpected(made.error());
    impl_->account = std::move(*made);
  }
  if (!impl_->account) impl_->account = state::make_label_account(*impl_->tree);
  return impl_->account.get();
}

}  // namespace culprit::service
