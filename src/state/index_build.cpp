#include "src/state/index_build.h"

#include "src/state/entries.h"
#include "src/state/index.h"
#include "src/state/index_writer.h"
#include "src/state/survey.h"

namespace culprit::state {
namespace {

void write_nodes(Survey& survey, const trace::Trace& trace, const tree::Tree& tree, IndexWriter& writer,
                 const Progress& progress) {
  constexpr std::uint64_t kParts = 5;
  std::uint64_t part = 0;
  const auto tell = [&] { progress("writing what is known of the nodes", part++, kParts); };
  tell();
  writer.section(Section::kFrames, survey.nodes.frames().span());
  tell();
  writer.section(Section::kBirths, survey.nodes.births().span());
  tell();
  writer.section(Section::kJumps, survey.nodes.jumps().span());
  survey.nodes.clear();
  tell();
  writer.section<std::uint64_t>(Section::kStreamStarts, survey.streams.starts);
  writer.section(Section::kStreamNodes, survey.streams.nodes.span());
  survey.streams.nodes.clear();
  tell();
  const Postings postings(trace.tables(), tree);
  writer.section<std::uint32_t>(Section::kPostingFunctions, postings.functions);
  writer.section<std::uint64_t>(Section::kPostingStarts, postings.starts);
  writer.section(Section::kPostingNodes, postings.nodes.span());
}

void write_rest(Survey& survey, IndexWriter& writer) {
  writer.section(Section::kRanges, survey.allocations.ranges());
  writer.section(Section::kLifetimes, survey.allocations.lifetimes());
  writer.section(Section::kFillRanges, survey.long_fills.ranges());
  writer.section(Section::kFillLifetimes, survey.long_fills.lifetimes());
  survey.allocations = {};
  survey.long_fills = {};
  writer.section(Section::kTransfers, survey.transfers.span());
  writer.section<FileRow>(Section::kFiles, survey.files);
  writer.section<std::uint64_t>(Section::kGaps, survey.gaps);
  writer.section<StackRow>(Section::kStacks, survey.stacks);
  const WrittenBuilder& written = survey.written;
  writer.section(Section::kPartsWritten, written.written().span());
  writer.section(Section::kPartsRead, written.read().span());
  writer.section(Section::kPartsMade, written.made().span());
  writer.section<PartRow>(Section::kParts, written.parts());
  writer.section<std::uint64_t>(Section::kPartStarts, written.starts());
  writer.section<WrittenFill>(Section::kWrittenFills, written.fills());
  survey.written = {};
}

Result<MappedFile> build(const trace::Trace& trace, const tree::Tree& tree, IndexWriter writer,
                         std::uint64_t at_once, const Progress& progress) {
  Survey survey(trace, tree, progress);
  survey.run(progress);
  write_nodes(survey, trace, tree, writer, progress);
  write_rest(survey, writer);
  write_entries(trace, survey, writer, progress, at_once);
  trace.release_pages();
  return writer.finish(trace.fingerprint(), tree.size());
}

}  // namespace

Result<MappedFile> build_index(const trace::Trace& trace, const tree::Tree& tree, const Progress& progress,
                               std::uint64_t entries_at_once) {
  auto writer = IndexWriter::create(index_path(trace.path()));
  if (!writer) return tl::unexpected(writer.error());
  const bool named = writer->has_name();
  auto built = build(trace, tree, std::move(*writer), entries_at_once, progress);
  if (built || !named) return built;
  // No room beside the trace: what the disk refused may still fit elsewhere.
  auto elsewhere = IndexWriter::create_nameless();
  if (!elsewhere) return built;
  return build(trace, tree, std::move(*elsewhere), entries_at_once, progress);
}

}  // namespace culprit::state
