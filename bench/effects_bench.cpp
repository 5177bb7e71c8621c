// How long it takes until a question about a node is on the screen, with all that it did: for subtrees of 1, a thousand, a million and
// twenty million nodes of a program with a live heap of 100 MB. bench/programs/effects20m.cpp is compiled, recorded with all that it
// reads, and opened. Before that, what the index takes of some smaller programs.
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
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/index_sizes.h"
#include "bench/promises.h"
#include "src/cli/console.h"
#include "src/cli/question_screen.h"
#include "src/service/node_views.h"
#include "src/service/subject.h"
#include "src/state/index.h"

namespace culprit::bench {
namespace {

namespace fs = std::filesystem;
using service::Subject;

constexpr double kFirstScreen = 0.2;  ///< seconds
constexpr std::size_t kNodesOfASize = 20;
constexpr std::string_view kLarge = "bench/programs/effects20m.cpp";
constexpr std::string_view kSmall[] = {"bench/reads/quicksort.c", "bench/reads/matrix.cpp",
                                       "bench/larger/json.cpp", "bench/larger/life.cpp",
                                       "bench/programs/objects.cpp"};

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

void run_or_exit(const std::string& command) {
  if (std::system(command.c_str()) == 0) return;
  fmt::print(stderr, "effects_bench: {} failed\n", command);
  std::exit(2);
}

/// Gives the program's path. What it reads can be recorded.
std::string compile(const fs::path& compilers, std::string_view source, const fs::path& room) {
  const fs::path path = fs::path(CULPRIT_SOURCE_DIR) / source;
  const bool is_c = path.extension() == ".c";
  const std::string program = room / path.stem();
  run_or_exit(fmt::format("{}/{} -O1 -w {} -o {}", compilers.string(),
                          is_c ? "culprit-cc" : "culprit-c++ -std=c++20", path.string(), program));
  return program;
}

std::string record(const std::string& program, bool with_reads) {
  std::string trace = program + ".trace";
  fs::remove(trace);
  fs::remove(state::index_path(trace));
  run_or_exit(
      fmt::format("CULPRIT_READS={} CULPRIT_TRACE={} {} >/dev/null", with_reads ? 1 : 0, trace, program));
  return trace;
}

Subject opened(const std::string& trace) {
  auto subject = Subject::open(trace);
  if (subject && subject->account()) return std::move(*subject);
  fmt::print(stderr, "effects_bench: {} cannot be opened\n", trace);
  std::exit(2);
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
std::string screen_of(const service::NodeView& view, const Subject& subject, const cli::Console& console) {
  const cli::Room room{.columns = 100, .rows = 50};
  service::Question question;
  question.about = view;
  std::string text;
  for (const cli::StyledLine& line :
       cli::laid_out(cli::question_screen(question, subject, console, room, true), room))
    text += line.painted(console) + "\n";
  return text;
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

Looks look_at(const Subject& subject, const service::NodeViews& views, const std::vector<NodeId>& nodes,
              bool is_shown) {
  const cli::Console console(cli::ColorChoice::kNever);
  Looks looks;
  for (const NodeId node : nodes) {
    const Stopwatch stopwatch;
    const double begun = cpu_seconds();
    const service::NodeView view = views.full(node);
    const std::string screen = screen_of(view, subject, console);
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
    const Looks first = look_at(subject, views, nodes[row], is_shown),
                again = look_at(subject, views, nodes[row], false);
    promises.at_most("first look, worst", first.worst(), kFirstScreen, "s");
    promises.note(fmt::format("  at {}, by the clock", first.slowest), first.longest, "s");
    promises.note("  median", first.median(), "s");
    promises.at_most("looked at again, worst", again.worst(), kFirstScreen, "s");
    promises.note("  median", again.median(), "s");
    promises.note("screens that say that there is more", static_cast<double>(first.cut), "");
  }
}

/// What the index takes of small programs, without and with reads.
void measure_sizes(Promises& promises, const fs::path& compilers, const fs::path& room) {
  for (const std::string_view source : kSmall) {
    const std::string program = compile(compilers, source, room);
    for (const bool with_reads : {false, true}) {
      const std::string trace = record(program, with_reads);
      opened(trace);
      promises.heading(fmt::format("index of {}, {} reads", source, with_reads ? "with" : "without"));
      measure_index(promises, trace);
    }
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
  if (fs::is_directory(given)) measure_sizes(promises, given, room);
  promises.heading(kLarge);
  const std::string trace =
      fs::is_directory(given) ? record(compile(given, kLarge, room), true) : given.string();
  promises.note("trace", static_cast<double>(fs::file_size(trace)) / 1e6, "MB");
  {
    const Stopwatch stopwatch;
    const Subject subject = opened(trace);
    promises.note("opened, and indexed if it was not", stopwatch.seconds(), "s");
    promises.note("nodes", subject.tree().size(), "");
  }
  promises.heading("its index, with and without what tells what a node wrote and read");
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
