// Arbitrary bytes as a trace file: it opens, or an error says why not; every cursor ends; every event is
// found again by its moment; nothing points outside the file. What opens has a tree and an index, and
// questions about its nodes, in the time and memory that a file of its size may take.
//
// The input is a file without the zeros between its parts: a file header, then segments, each a header with
// the records it claims. Inputs are unfolded before they are read, so that mutations hit something that
// matters, and sums and seals are mended where a bit of the input says so: a fuzzer does not find 64-bit sums
// by itself.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "recorders/runtime/culprit_record.h"
#include "recorders/runtime/culprit_runtime.h"
#include "src/state/account.h"
#include "src/state/trace_account.h"
#include "src/trace/trace.h"
#include "src/tree/from_trace.h"

namespace {

using culprit::trace::Cursor;
using culprit::trace::Event;
using culprit::trace::Trace;

constexpr std::uint32_t kSegment = 4096;

void require(bool condition) {
  if (!condition) std::abort();
}

/// Takes bytes off the front of the input; short ones are filled up with zeros.
struct Input {
  const std::uint8_t* data;
  std::size_t size;

  void take(void* to, std::size_t length) {
    const std::size_t now = std::min(length, size);
    if (now) std::memcpy(to, data, now);
    std::memset(static_cast<char*>(to) + now, 0, length - now);
    data += now;
    size -= now;
  }
};

/// Mend what would otherwise stop every mutation at the door.
enum Mend : std::uint8_t { kFileHeader = 1, kSums = 2, kSegmentSize = 4, kCutLast = 8, kPlain = 16 };

std::string unfold_segment(Input& input, std::uint8_t mend) {
  culprit_segment_header header;
  input.take(&header, sizeof header);
  std::string bytes(kSegment, '\0');
  char* const payload = bytes.data() + sizeof header;
  if (mend & kSegmentSize) {
    header.magic = CULPRIT_SEGMENT_MAGIC;
    header.segment_size = kSegment;
    header.committed %= kSegment;
  }
  const std::size_t length = std::min<std::uint64_t>(header.committed, kSegment - sizeof header) / 4 * 4;
  input.take(payload, length);
  if (mend & kSums && header.seal) {
    header.checksum = culprit_checksum(payload, length);
    header.seal = culprit_seal(&header, sizeof header);
  }
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

std::string unfold(Input input) {
  std::uint8_t mend = 0;
  input.take(&mend, 1);
  if (mend & kPlain) return std::string(reinterpret_cast<const char*>(input.data), input.size);
  culprit_file_header header;
  input.take(&header, sizeof header);
  if (mend & kFileHeader) {
    std::memcpy(header.magic, CULPRIT_MAGIC, sizeof header.magic);
    header.version = CULPRIT_VERSION;
    header.byte_order = CULPRIT_BYTE_ORDER;
    header.header_size = CULPRIT_FILE_HEADER_SIZE;
    header.segment_size = kSegment;
    header.checksum = culprit_checksum(&header, offsetof(culprit_file_header, state));
  }
  std::string file(CULPRIT_FILE_HEADER_SIZE, '\0');
  std::memcpy(file.data(), &header, sizeof header);
  std::uint32_t cut = 0;
  if (mend & kCutLast) input.take(&cut, 2);
  while (input.size && file.size() < 64 * kSegment) file += unfold_segment(input, mend);
  if (cut) file.resize(file.size() - std::min<std::size_t>(cut % kSegment, file.size()));
  return file;
}

std::uint64_t sum_of(const Event& event) {
  std::uint64_t sum = event.size + event.address;
  for (const std::byte byte : event.payload) sum += static_cast<std::uint64_t>(byte);
  return sum;
}

void read_stream(const Trace& trace, culprit::StreamId stream) {
  std::uint64_t last = 0, count = 0, sum = 0;
  for (Cursor cursor = trace.events(stream); cursor.next(); ++count) {
    const Event& event = cursor.event();
    require(count == 0 || event.position > last);
    last = event.position;
    require(event.function.value() < trace.tables().functions.size() &&
            event.type.value() < trace.tables().types.size());
    sum += sum_of(event);
    const culprit::Moment moment{stream, event.position};
    const culprit::Rank rank = trace.order(moment);
    if (trace.streams().size() == 1) require(rank.value() == event.position);
    require(trace.moment_at(rank) == moment);
    const Event again = trace.event_at(moment);
    require(again.kind == event.kind && again.position == event.position);
    require(again.payload.data() == event.payload.data() && again.payload.size() == event.payload.size());
    trace.event_at(culprit::Moment{event.position * 4 + sum % 4096});
  }
}

void read_tables(const Trace& trace) {
  const auto& tables = trace.tables();
  for (const auto& function : tables.functions) {
    require(function.file.value() < tables.files.size() &&
            function.result_type.value() < tables.types.size());
    for (const auto& parameter : function.parameters) require(parameter.type.value() < tables.types.size());
    for (const auto global : function.globals) require(global.value() < tables.globals.size());
    std::size_t steps = 0;
    for (auto at = function.enclosing; at.value() != 0; at = tables.function(at).enclosing)
      require(++steps <= tables.functions.size());
  }
  for (const auto& type : tables.types) {
    require(type.element.value() < tables.types.size());
    for (const auto& member : type.members) require(member.type.value() < tables.types.size());
  }
}

/// What is shown of some nodes, the first and the last among them: contexts, footprints, who wrote what.
void ask(const Trace& trace) {
  constexpr std::uint32_t kMostAsked = 2;
  const auto tree = culprit::tree::read_tree(trace);
  if (!tree) return;
  const auto account = culprit::state::make_trace_account(trace, *tree);
  if (!account) return;
  const culprit::state::Limits limits{.depth = 3, .width = 20, .characters = 100, .nodes = 500};
  const auto size = static_cast<std::uint32_t>(tree->size());
  for (std::uint32_t i = 0; i < std::min(size, kMostAsked); ++i) {
    const culprit::NodeId node{size <= kMostAsked ? i : (size - 1) / (kMostAsked - 1) * i};
    const culprit::state::Facts facts = (*account)->facts(node, limits);
    require(!facts.used.is_known || facts.used.parts.size() <= limits.width * 8u);
    (void)(*account)->brief(node, limits);
  }
  (void)(*account)->chain_facts(culprit::NodeId{size - 1}, culprit::NodeId{size - 1}, limits);
}

/// One file for all inputs, in memory.
const std::string& memory_file(int& fd) {
  static const int file = ::memfd_create("trace", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  fd = file;
  return path;
}

culprit::Result<Trace> open_input(const Input& input) {
  const std::string bytes = unfold(input);
  int fd = -1;
  const std::string& path = memory_file(fd);
  require(::ftruncate(fd, 0) == 0);
  require(::pwrite(fd, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  return Trace::open(path);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto trace = open_input({data, size});
  if (!trace) {
    require(!trace.error().what.empty());
    return 0;
  }
  read_tables(*trace);
  for (const auto& stream : trace->streams()) read_stream(*trace, stream.id);
  const std::size_t damage = trace->damage().size();
  trace->verify();
  require(trace->damage().size() == damage);  // the cursors had said it all
  ask(*trace);
  return 0;
}

namespace {

/// A real trace, folded: the file header, then each segment's header and records.
std::string fold(const std::string& file) {
  std::string folded(1, static_cast<char>(kFileHeader | kSums | kSegmentSize));
  folded.append(file, 0, sizeof(culprit_file_header));
  for (std::size_t at = CULPRIT_FILE_HEADER_SIZE; at < file.size(); at += kSegment) {
    culprit_segment_header header;
    std::memcpy(&header, file.data() + at, sizeof header);
    folded.append(file, at, sizeof header + header.committed);
  }
  return folded;
}

void define_container(culprit_trace* trace) {
  culprit_container container{};
  container.type = 5;
  container.kind = CULPRIT_CONTAINER_ROW;
  container.layout = CULPRIT_LAYOUT_ARRAY;
  container.element = 3;
  container.length_bytes = 8;
  container.data = 8;
  container.begin = container.end = container.next = container.other = CULPRIT_NO_OFFSET;
  container.key = container.value = CULPRIT_NO_OFFSET;
  culprit_define_container(trace, &container);
}

/// Where nothing else is, so that what was read has been there before.
void write_reads_and_files(culprit_stream* stream, std::uint32_t i) {
  culprit_write8(stream, 0x4000, 0x5000, 0);
  culprit_read(stream, 0x4000 + i % 16, 0);
  culprit_read(stream, 0x5000, 3);
  culprit_read(stream, 0x7fff0000, 2);
  culprit_read_anywhere(stream, 0x5000, 700);
  culprit_read_anywhere(stream, 0x555500000000, std::uint64_t{1} << (i % 22));
  culprit_read_value(stream, 0x6000, "value", 5);
  culprit_opened(stream, 4, 7, CULPRIT_FILE_REGULAR, CULPRIT_FILE_READS, "input.txt");
  culprit_transfer(stream, CULPRIT_EXTENDED_INPUT, 4, 1, 0, "text", 4);
  culprit_unread(stream, 4, "t", 1);
  culprit_file_event(stream, CULPRIT_EXTENDED_INPUT_END, 4);
  culprit_file_event(stream, CULPRIT_EXTENDED_CLOSED, 4);
  culprit_transfer(stream, CULPRIT_EXTENDED_OUTPUT_FILE, 5, 1, CULPRIT_NO_OFFSET, "written", 7);
  culprit_asked(stream, CULPRIT_ASKED_ENVIRONMENT, "HOME", "/home", 6);
}

/// Every kind of definition and event that has a writer, in `threads` threads, `rounds` times.
void write_seed(const std::string& path, std::uint32_t threads, std::uint32_t rounds) {
  culprit_options options{};
  options.path = path.c_str();
  options.segment_size = kSegment;
  options.program = "seed";
  options.language = "C++";
  culprit_trace* trace = culprit_trace_create(&options);
  const std::uint32_t name = culprit_intern(trace, "name", 4);
  const culprit_source_file file{0, name, name, 0, 1, 2, {}};
  culprit_define_file(trace, &file);
  const culprit_member member{name, 2, 64, 3, CULPRIT_MEMBER_BASE};
  culprit_define_meta(trace, CULPRIT_META_OPTION, "reads=yes");
  const culprit_type types[] = {{0, CULPRIT_TYPE_STRUCT, name, 0, 1, 0, 16, 0},
                                {0, CULPRIT_TYPE_POINTER, name, 1, 0, 0, 8, 0},
                                {0, CULPRIT_TYPE_CHAR, name, 0, 0, 0, 1, 0},
                                {0, CULPRIT_TYPE_ARRAY, name, 3, 0, 0, 64, 64},
                                {0, CULPRIT_TYPE_STRUCT, name, 0, 1, 0, 16, 0}};
  for (const culprit_type& type : types) culprit_define_type(trace, &type, &member);
  const culprit_global global{0, name, 1, 1, 4, 0, 0x4000, 4};
  const culprit_global text{0, name, 4, 1, 5, 0, 0x5000, 64};
  const std::uint32_t globals[] = {culprit_define_global(trace, &global),
                                   culprit_define_global(trace, &text)};
  const culprit_parameter parameter{name, 2, CULPRIT_PASS_VALUE, 0};
  const culprit_function function{0, 0, name, name, 1, 2, 3, 0, 1, 0, 1, 2, 0};
  culprit_define_function(trace, &function, &parameter, globals);
  const culprit_dependency arc{CULPRIT_ARC_CALL, 1, 1, 0};
  culprit_define_arc(trace, &arc);
  const culprit_loop_row loop{1, 1, 0, name, 2, 2, 3, 3};
  culprit_define_loop(trace, &loop);
  const culprit_call_site site{1, 1, 2, 0};
  culprit_define_call_site(trace, &site);
  define_container(trace);
  std::vector<culprit_stream*> streams;
  for (std::uint32_t i = 0; i < threads; ++i) {
    streams.push_back(culprit_stream_open(trace, 0, i, 0));
    if (i) culprit_spawn(streams[0], i + 1);
  }
  const std::uint32_t values[20] = {1, 2, 3};
  for (std::uint32_t i = 0; i < rounds; ++i) {
    culprit_stream* stream = streams[i % threads];
    if (threads > 1) culprit_sequence(stream);
    const std::uint32_t more[] = {1, 1, 5};
    if (i % 4 == 0) culprit_varargs(stream, 1, more, 3, i % 20);
    culprit_enter(stream, 1, 0x7fff0000, values, i % 20);
    culprit_loop(stream, 1, nullptr, 0);
    culprit_iteration(stream, 1, values, 2);
    culprit_write4(stream, 0x7fff0000 + i, i, 1);
    culprit_line(stream, 70000);
    culprit_write8(stream, 0x555500000000, i, 0);
    culprit_block(stream, 0, 1, 0x1000, values, 30);
    culprit_fill(stream, 7, 1, 0x1000, 50);
    culprit_allocate(stream, CULPRIT_MEMORY_HEAP, 1, 0x2000, 60);
    culprit_free(stream, CULPRIT_MEMORY_HEAP, 1, 0x2000);
    culprit_output(stream, 1, "hello", 5);
    write_reads_and_files(stream, i);
    culprit_exception(stream, CULPRIT_EXTENDED_THROW, 1, 3, 0x99);
    culprit_exception(stream, CULPRIT_EXTENDED_CATCH, 1, 4, 0x99);
    culprit_process(stream, 77, CULPRIT_PROCESS_FORK);
    culprit_check(stream, 0x1000, values, 8);
    culprit_unlogged(stream, 0x1000, 4);
    culprit_lost(stream, 3);
    culprit_loop_exit(stream, CULPRIT_EXIT_BROKE, 3, 2);
    culprit_loop_end(stream, 1, values, 2);
    if (i % 3) {
      if (i % 20 == 0) culprit_no_value(stream);
      culprit_leave(stream, 0, 9, values, i % 20);
    } else {
      culprit_unwind(stream, 0, 1, CULPRIT_UNWIND_EXCEPTION, 1, 0x99);
    }
  }
  for (culprit_stream* stream : streams) culprit_stream_close(stream);
  culprit_trace_close(trace);
}

}  // namespace

/// With `--seeds DIRECTORY` the program fills a corpus with real traces and ends.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  if (*argc != 3 || std::string((*argv)[1]) != "--seeds") return 0;
  const std::filesystem::path directory = (*argv)[2];
  std::filesystem::create_directories(directory);
  const std::string scratch = directory / "scratch";
  for (const auto& [threads, rounds] : {std::pair{1u, 0u}, {1u, 2u}, {2u, 6u}, {3u, 60u}}) {
    write_seed(scratch, threads, rounds);
    std::ifstream in(scratch, std::ios::binary);
    const std::string file(std::istreambuf_iterator<char>(in), {});
    const std::string folded = fold(file);
    // Seeds that are refused at the door would leave the fuzzer blind.
    const auto trace = open_input({reinterpret_cast<const std::uint8_t*>(folded.data()), folded.size()});
    require(trace && trace->damage().empty() && trace->streams().size() == threads);
    for (const auto& stream : trace->streams()) read_stream(*trace, stream.id);
    require(trace->damage().empty());
    std::ofstream(directory / ("trace_" + std::to_string(rounds)), std::ios::binary) << folded;
    std::filesystem::remove(scratch);
  }
  std::exit(0);
}
