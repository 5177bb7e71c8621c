// How long it takes until a question about a node is on the screen, with all that it did: for subtrees of 1, a thousand, a million and
// twenty million nodes of a program with a live heap of 100 MB. bench/programs/effects20m.cpp is compiled, recorded and opened.
//   effects_bench [DIRECTORY OF THE COMPILERS | TRACE] [--show]
//
// A first look is one at a node that was not looked at since the trace was opened; then the same nodes are looked at once more. The
// index, which is made once, is there. Promised is the processor's time, since what else the machine does is not ours; what a clock on
// the wall says stands beside it. --show prints one screen of each size.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/promises.h"
#include "src/cli/console.h"
#include "src/cli/node_text.h"
#include "src/service/node_views.h"
#include "src/service/subject.h"
#include "src/state/index.h"
#include "src/state/index_format.h"

namespace culprit::bench {
namespace {

namespace fs = std::filesystem;
using service::Subject;
using state::Section;

constexpr double kFirstScreen = 0.2;  ///< seconds
constexpr std::size_t kNodesOfASize = 20;

/// Subtrees that count as of one size.
struct SizeClass {
  std::string_view name;
  std::uint64_t least;
  std::uint64_t most;
};
constexpr std::array<SizeClass, 4> kSizes{{{"1 node", 1, 1},
                                           {"10^3 nodes", 500, 2'000},
                                           {"10^6 nodes", 500'000, 2'000'000},
                                           {"2*10^7 nodes", 10'000'000, 40'000'000}}};

struct NamedSection {
  Section section;
  std::string_view name;
  bool is_of_written = false;  ///< there to tell what a node wrote
  bool is_of_read = false;     ///< there to tell what it read before
};
constexpr std::array<NamedSection, static_cast<std::size_t>(Section::kCount)> kSections{{
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
    {Section::kWrittenLeaves, "written bytes of leaves", true},
    {Section::kLeafStarts, "starts of leaves", true},
    {Section::kStreamLeaves, "leaves of streams", true},
    {Section::kWrittenBlocks, "written bytes of blocks", true},
    {Section::kBlockStarts, "starts of blocks", true},
    {Section::kStreamBlocks, "blocks of streams", true},
    {Section::kWrittenFills, "written long fills", true},
    {Section::kReadLeaves, "read bytes of leaves", false, true},
    {Section::kReadLeafStarts, "starts of leaves, read", false, true},
    {Section::kMadeLeaves, "ranges made in leaves", false, true},
    {Section::kMadeLeafStarts, "starts of leaves, made", false, true},
    {Section::kReadBlocks, "read bytes of blocks", false, true},
    {Section::kReadBlockStarts, "starts of blocks, read", false, true},
    {Section::kMadeBlocks, "ranges made in blocks", false, true},
    {Section::kMadeBlockStarts, "starts of blocks, made", false, true},
}};

void run_or_exit(const std::string& command) {
  if (std::system(command.c_str()) == 0) return;
  fmt::print(stderr, "effects_bench: {} failed\n", command);
  std::exit(2);
}

std::string record(Promises& promises, const fs::path& compilers, const fs::path& room) {
  const fs::path source = fs::path(CULPRIT_SOURCE_DIR) / "bench/programs/effects20m.cpp";
  const std::string program = room / "effects20m", trace = room / "effects20m.trace";
  run_or_exit(
      fmt::format("{}/culprit-c++ -O1 -std=c++20 {} -o {}", compilers.string(), source.string(), program));
  const Stopwatch stopwatch;
  run_or_exit(fmt::format("CULPRIT_TRACE={} {} >/dev/null", trace, program));
  promises.note("recorded", stopwatch.seconds(), "s");
  return trace;
}

Subject opened(const std::string& trace) {
  auto subject = Subject::open(trace);
  if (subject && subject->account()) return std::move(*subject);
  fmt::print(stderr, "effects_bench: {} cannot be opened\n", trace);
  std::exit(2);
}

void measure_index(Promises& promises, const std::string& trace) {
  promises.heading("index, with and without what tells what a node wrote and read");
  state::IndexHeader header{};
  std::ifstream(state::index_path(trace), std::ios::binary)
      .read(reinterpret_cast<char*>(&header), sizeof header);
  const auto log = static_cast<double>(fs::file_size(trace));
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

std::vector<std::vector<NodeId>> nodes_by_size(const tree::Tree& tree) {
  std::vector<std::vector<NodeId>> result(kSizes.size());
  std::array<std::uint64_t, kSizes.size()> counts{};
  std::mt19937_64 random(11);
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    const std::uint64_t size = tree.end(NodeId{i}).value() - i;
    for (std::size_t row = 0; row < kSizes.size(); ++row) {
      if (size < kSizes[row].least || size > kSizes[row].most) continue;
      std::vector<NodeId>& chosen = result[row];
      ++counts[row];
      if (chosen.size() < kNodesOfASize) {
        chosen.push_back(NodeId{i});
      } else if (const std::uint64_t draw = random() % counts[row]; draw < kNodesOfASize) {
        chosen[draw] = NodeId{i};
      }
    }
  }
  for (std::vector<NodeId>& nodes : result) std::shuffle(nodes.begin(), nodes.end(), random);
  return result;
}

/// As the terminal shows a question.
std::string screen_of(const service::NodeView& view, const cli::Console& console) {
  return cli::call_text(view, console, 97) + "\n   " + cli::scope_text(view) + "\n" +
         cli::facts_text(view, console, 3, 100);
}

struct Looks {
  std::vector<double> seconds;
  double longest = 0;   ///< by the clock on the wall
  std::size_t cut = 0;  ///< screens that say that there may be more
  std::string slowest;

  double worst() const { return *std::max_element(seconds.begin(), seconds.end()); }
  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

Looks look_at(const service::NodeViews& views, const std::vector<NodeId>& nodes, bool is_shown) {
  const cli::Console console(cli::ColorChoice::kNever);
  Looks looks;
  for (const NodeId node : nodes) {
    const Stopwatch stopwatch;
    const double begun = cpu_seconds();
    const service::NodeView view = views.full(node);
    const std::string screen = screen_of(view, console);
    looks.seconds.push_back(cpu_seconds() - begun);
    looks.longest = std::max(looks.longest, stopwatch.seconds());
    looks.cut += view.facts.changes_cut ? 1 : 0;
    if (looks.seconds.back() == looks.worst()) looks.slowest = fmt::format("{} {}", view.name, view.function);
    if (is_shown) fmt::print("\n{}  {}\n", view.name, screen);
    is_shown = false;
  }
  return looks;
}

void measure_looks(Promises& promises, const std::string& trace, bool is_shown) {
  std::vector<std::vector<NodeId>> nodes = nodes_by_size(opened(trace).tree());
  for (std::size_t row = 0; row < kSizes.size(); ++row) {
    promises.heading(fmt::format("subtrees of {}", kSizes[row].name));
    promises.at_least("nodes looked at", static_cast<double>(nodes[row].size()), 1, "");
    if (nodes[row].empty()) continue;
    const Subject subject = opened(trace);
    const service::NodeViews views(subject, *subject.account().value(), {});
    const Looks first = look_at(views, nodes[row], is_shown), again = look_at(views, nodes[row], false);
    promises.at_most("first look, worst", first.worst(), kFirstScreen, "s");
    promises.note(fmt::format("  at {}, by the clock", first.slowest), first.longest, "s");
    promises.note("  median", first.median(), "s");
    promises.at_most("looked at again, worst", again.worst(), kFirstScreen, "s");
    promises.note("  median", again.median(), "s");
    promises.note("screens that say that there is more", static_cast<double>(first.cut), "");
  }
}

int run(int argc, char** argv) {
  const bool is_shown = argc > 1 && std::strcmp(argv[argc - 1], "--show") == 0;
  if (is_shown) --argc;
  const fs::path self = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path given = argc > 1 ? fs::path(argv[1]) : self.parent_path() / "apps";
  const fs::path room = fs::temp_directory_path() / fmt::format("effects_bench_{}", getpid());
  fs::create_directories(room);
  Promises promises;
  promises.heading("bench/programs/effects20m.cpp");
  const std::string trace = fs::is_directory(given) ? record(promises, given, room) : given.string();
  promises.note("trace", static_cast<double>(fs::file_size(trace)) / 1e6, "MB");
  {
    const Stopwatch stopwatch;
    const Subject subject = opened(trace);
    promises.note("opened, and indexed if it was not", stopwatch.seconds(), "s");
    promises.note("nodes", subject.tree().size(), "");
  }
  measure_index(promises, trace);
  measure_looks(promises, trace, is_shown);
  fs::remove_all(room);
  return promises.exit_code();
}

}  // namespace
}  // namespace culprit::bench

int main(int argc, char** argv) {
  return culprit::bench::run(argc, argv);
}
