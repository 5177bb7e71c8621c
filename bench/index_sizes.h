// What the parts of a trace's index take.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "bench/promises.h"
#include "src/state/index.h"
#include "src/state/index_format.h"

namespace culprit::bench {

using state::Section;

struct NamedSection {
  Section section;
  std::string_view name;
  bool is_of_written = false;  ///< there to tell what a node wrote
  bool is_of_read = false;     ///< there to tell what it read before
};
inline constexpr std::array<NamedSection, static_cast<std::size_t>(Section::kCount)> kSections{{
    {Section::kPages, "pages"},
    {Section::kPageStarts, "starts of pages"},
    {Section::kEntries, "entries"},
    {Section::kGroups, "groups"},
    {Section::kGroupsOf, "groups of pages"},
    {Section::kRanges, "ranges of allocations"},
    {Section::kLifetimes, "lifetimes"},
    {Section::kFillRanges, "ranges of long fills"},
    {Section::kFillLifetimes, "lifetimes of long fills"},
    {Section::kTransfers, "input and output"},
    {Section::kFiles, "files"},
    {Section::kFrames, "frames"},
    {Section::kBirths, "births"},
    {Section::kJumps, "jumps"},
    {Section::kPostingFunctions, "functions that name globals"},
    {Section::kPostingStarts, "starts of their nodes"},
    {Section::kPostingNodes, "their nodes"},
    {Section::kStreamStarts, "starts of streams"},
    {Section::kStreamNodes, "nodes of streams"},
    {Section::kStacks, "stacks"},
    {Section::kPartsWritten, "written bytes of parts", true},
    {Section::kPartsRead, "read bytes of parts", false, true},
    {Section::kPartsMade, "ranges made in parts", false, true},
    {Section::kParts, "parts", true},
    {Section::kPartStarts, "starts of parts", true},
    {Section::kWrittenFills, "written long fills", true},
}};

inline void measure_index(Promises& promises, const std::string& trace) {
  state::IndexHeader header{};
  std::ifstream(state::index_path(trace), std::ios::binary)
      .read(reinterpret_cast<char*>(&header), sizeof header);
  const auto log = static_cast<double>(std::filesystem::file_size(trace));
  const auto percent = [&](std::uint64_t bytes) { return 100 * static_cast<double>(bytes) / log; };
  std::uint64_t written = 0, read = 0;
  for (const NamedSection& section : kSections) {
    const std::uint64_t bytes = header.section[static_cast<std::size_t>(section.section)].bytes;
    if (section.is_of_written) written += bytes;
    if (section.is_of_read) read += bytes;
    if (bytes >= 100'000)
      promises.note(fmt::format("  {}", section.name), static_cast<double>(bytes) / 1e6, "MB");
  }
  const auto row = [&](std::string_view name, std::uint64_t bytes) {
    promises.note(name, static_cast<double>(bytes) / 1e6, "MB");
    promises.note("  of the log", percent(bytes), "%");
  };
  row("without it", header.file_size - written - read);
  row("with it", header.file_size);
  row("what a node wrote", written);
  row("what it read before", read);
}

}  // namespace culprit::bench
