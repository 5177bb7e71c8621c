// Programs that call the hooks by hand, and what is then in their traces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "src/trace/trace.h"
#include "tests/support/recorded_event.h"
#include "tests/support/run_program.h"
#include "tests/support/temporary_path.h"

namespace culprit {
namespace {

using test::RecordedEvent;
using test::TemporaryPath;

std::string words(std::string payload) {
  std::string text;
  payload.resize((payload.size() + 3) / 4 * 4);
  for (std::size_t i = 0; i + 4 <= payload.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, payload.data() + i, 4);
    text += " " + std::to_string(word);
  }
  return text;
}

std::string line(const RecordedEvent& event) {
  return event.line ? " line " + std::to_string(event.line) : "";
}

std::string escaped(const std::string& bytes) {
  static const char* const kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      text += "\\n";
    } else if (byte >= ' ' && byte < 0x7f) {
      text += c;
    } else {
      text += std::string("\\x") + kDigits[byte >> 4] + kDigits[byte & 15];
    }
  }
  return text;
}

std::string shortened(const std::string& bytes) {
  if (bytes.size() > 40) return std::to_string(bytes.size()) + " bytes";
  std::string text = escaped(bytes);
  for (std::size_t at = 0; (at = text.find("\\x00", at)) != std::string::npos;) text.replace(at, 4, "\\0");
  return text;
}

std::string shown(const trace::Trace& trace, const RecordedEvent& event) {
  const trace::Function& function = trace.tables().functions.at(event.function);
  const std::string name = function.kind == CULPRIT_FUNCTION_LOOP ? "loop" : function.name;
  switch (event.kind) {
    case CULPRIT_EVENT_ENTER:
      return "enter " + name + words(event.payload) + line(event);
    case CULPRIT_EVENT_LEAVE:
      return "leave" + words(event.payload) + line(event);
    case CULPRIT_EVENT_UNWIND:
      return "unwind " + std::to_string(event.count) + " cause " + std::to_string(event.what);
    case CULPRIT_EVENT_LOOP_BEGIN:
      return "begin " + name + words(event.payload);
    case CULPRIT_EVENT_ITERATION:
      return "iteration " + name + words(event.payload);
    case CULPRIT_EVENT_LOOP_END:
      return "end " + name + words(event.payload);
    case CULPRIT_EVENT_WRITE:
      return "write " + std::to_string(event.size) + words(event.payload) + line(event);
    case CULPRIT_EVENT_BLOCK:
      return (event.what == CULPRIT_BLOCK_FOREIGN ? "foreign block " : "block ") + shortened(event.payload) +
             line(event);
    case CULPRIT_EVENT_FILL:
      return "fill " + std::to_string(event.what) + " x " + std::to_string(event.size) + line(event);
    case CULPRIT_EVENT_ALLOCATE:
      return "allocate " + std::to_string(event.size) + line(event);
    case CULPRIT_EVENT_FREE:
      return "free";
    case CULPRIT_EVENT_OUTPUT:
      return "output " + std::to_string(event.what) + " " + escaped(event.payload);
    case CULPRIT_EVENT_EXTENDED:
      if (event.what == CULPRIT_EXTENDED_READ_BLOCK) return "read " + std::to_string(event.size);
      if (event.what == CULPRIT_EXTENDED_OPENED) return "opened " + std::to_string(event.count);
      if (event.what == CULPRIT_EXTENDED_CLOSED) return "closed " + std::to_string(event.count);
      if (event.what == CULPRIT_EXTENDED_OUTPUT_FILE)
        return "output to file " + std::to_string(event.count) + " " + escaped(event.payload);
      return "sub " + std::to_string(event.what);
    default:
      return "kind " + std::to_string(event.kind);
  }
}

/// Runs a scene of the driver under recording.
class Hooks : public testing::Test {
 protected:
  trace::Trace record(const std::string& scene, const std::string& options = "") {
    const auto result = test::run_program({"/usr/bin/env", "CULPRIT_TRACE=" + path_.str(),
                                           options.empty() ? "A=" : options, CULPRIT_DRIVER, scene});
    EXPECT_EQ(result.code, 0) << result.err;
    auto trace = trace::Trace::open(path_.str());
    if (!trace) ADD_FAILURE() << trace.error().what;
    EXPECT_EQ(trace->state(), CULPRIT_STATE_CLOSED);
    EXPECT_TRUE(trace->damage().empty());
    return std::move(*trace);
  }
  /// What the scene did, a line an event, without what was there before it.
  std::string events(const std::string& scene, const std::string& options = "") {
    const trace::Trace trace = record(scene, options);
    std::string text;
    bool begun = false;
    for (const RecordedEvent& event : test::read_events(trace, StreamId{1})) {
      begun |= event.kind == CULPRIT_EVENT_ENTER;
      if (begun) text += shown(trace, event) + "\n";
    }
    return text;
  }
  TemporaryPath path_;
};

TEST_F(Hooks, RecordCallsWithArgumentsResultsAndWrites) {
  EXPECT_EQ(events("calls"), "enter f 1\nenter g\nwrite 4 8 line 3\nleave 5 0 line 4\nleave 2 line 6\n");
}

TEST_F(Hooks, TellTheLineOfACallWithTheEnter) {
  EXPECT_EQ(events("call_lines"),
            "enter f 1\nenter g line 7\nenter f 4\nleave 0\nleave\nenter f 5000 line 7\nleave 0\n"
            "begin loop\niteration loop 1\nenter g\nleave\nenter f 2 line 65535\nleave 0\nend loop\n"
            "enter g\nleave\nleave 0\nenter g\nleave\n");
}

TEST_F(Hooks, TellTheLineOfTheCallerThatIsStillThere) {
  EXPECT_EQ(
      events("call_line_of_who_is_gone"),
      "enter f 1\nenter g line 3\nunwind 1 cause 1\nenter f 2 line 3\nunwind 1 cause 1\nenter g\nleave\n"
      "leave 0\n");
}

TEST_F(Hooks, TellTheLineOfACallThatForeignCodeMakes) {
  EXPECT_EQ(events("called_back"), "enter f 1\nenter g line 9\nleave\nenter g\nleave\nleave 0\n");
}

TEST_F(Hooks, DefineTheLineOfCallsOnceBothFunctionsAreKnown) {
  const trace::Trace trace = record("calls");
  ASSERT_EQ(trace.tables().call_sites.size(), 1u);
  const trace::CallSite& site = trace.tables().call_sites.front();
  EXPECT_EQ(site.caller, FunctionId{1});
  EXPECT_EQ(site.callee, FunctionId{2});
  EXPECT_EQ(site.line, 7u);
}

TEST_F(Hooks, EndCallsThatWereLeftBehind) {
  EXPECT_EQ(events("left_behind"), "enter f 1\nenter g\nenter f 3\nunwind 2 cause 1\nleave 2 line 6\n");
}

TEST_F(Hooks, EndCallsAndLoopsWhereControlLands) {
  EXPECT_EQ(events("landed"),
            "enter f 1\nbegin loop\niteration loop 1\nenter g\nunwind 1 cause 1\niteration loop 2\nenter g\n"
            "unwind 1 cause 1\nend loop\nleave 2 line 6\n");
}

TEST_F(Hooks, EndCallsThatAnotherOneLiesOver) {
  EXPECT_EQ(events("entered_above"),
            "enter f 1\nenter g\nenter g\nunwind 2 cause 1\nenter f 9\nleave 0\nenter g\nleave\nleave 0\n");
}

TEST_F(Hooks, IgnoreFramesThatAreNotOpen) {
  EXPECT_EQ(events("unknown_frame"), "enter f 1\nleave 0\n");
}

TEST_F(Hooks, RecordLoops) {
  EXPECT_EQ(events("loops"),
            "enter f 1\nbegin loop 4 5\niteration loop 4 5\niteration loop 6 0\niteration loop\nend loop 4\n"
            "begin loop\nleave 0\n");
}

TEST_F(Hooks, LeaveLoopsOutIfAskedTo) {
  EXPECT_EQ(events("loops", "CULPRIT_LOOPS=none"), "enter f 1\nleave 0\n");
}

TEST_F(Hooks, KeepLoopsApartFromCallsWhenTheyAreLeftOut) {
  EXPECT_EQ(events("landed", "CULPRIT_LOOPS=calls"),
            "enter f 1\nenter g\nunwind 1 cause 1\nenter g\nunwind 1 cause 1\nleave 2 line 6\n");
}

TEST_F(Hooks, RecordWritesOfAllSizes) {
  EXPECT_EQ(events("writes"),
            "enter f 1\nwrite 1 1 line 2\nwrite 2 2 line 300\nwrite 8 3 0\nblock block line 4\n"
            "fill 9 x 64 line 5\nallocate 64 line 6\nleave 0\n");
}

TEST_F(Hooks, RecordValuesSmallOrNot) {
  std::string expected = "enter g\n";
  for (const std::int64_t number :
       std::initializer_list<std::int64_t>{-513, -512, -1, 0, 511, 512, std::int64_t{1} << 32}) {
    const std::string low = " " + std::to_string(static_cast<std::uint32_t>(number));
    const std::string high = " " + std::to_string(static_cast<std::uint32_t>(number >> 32));
    expected += "enter f" + low + "\nleave" + low + " line 2\n";
    expected += "enter f" + low + high + "\nleave" + low + high + " line 3\n";
  }
  EXPECT_EQ(events("values"), expected + "leave line 4\n");
}

TEST_F(Hooks, PlaceFramesHoweverTheirRecordSaysIt) {
  std::vector<std::uint64_t> frames;
  for (const RecordedEvent& event : test::read_events(record("values"), StreamId{1}))
    if (event.kind == CULPRIT_EVENT_ENTER) frames.push_back(event.frame);
  ASSERT_EQ(frames.size(), 15u);
  for (std::size_t i = 1; i < frames.size(); ++i)
    EXPECT_EQ(frames[0] - frames[i], (i - 1) / 2 % 2 ? 1008u : 1024u) << i;
}

TEST_F(Hooks, GoDeeperThanTheFirstShadowStack) {
  const trace::Trace trace = record("deep");
  std::uint32_t enters = 0, leaves = 0;
  for (const RecordedEvent& event : test::read_events(trace, StreamId{1})) {
    enters += event.kind == CULPRIT_EVENT_ENTER;
    leaves += event.kind == CULPRIT_EVENT_LEAVE;
  }
  EXPECT_EQ(enters, 20000u);
  EXPECT_EQ(leaves, 20000u);
}

/// What the headers of a stream's segments say of nodes, by number.
std::map<std::uint64_t, std::uint64_t> header_nodes(const std::string& path, std::uint32_t stream) {
  std::map<std::uint64_t, std::uint64_t> nodes;
  std::ifstream file(path, std::ios::binary);
  culprit_segment_header header{};
  for (std::streamoff at = CULPRIT_FILE_HEADER_SIZE;; at += CULPRIT_SEGMENT_SIZE) {
    if (!file.seekg(at).read(reinterpret_cast<char*>(&header), sizeof header)) return nodes;
    if (header.magic == CULPRIT_SEGMENT_MAGIC && header.stream == stream) nodes[header.number] = header.nodes;
  }
}

TEST_F(Hooks, CountTheNodesBeforeEachSegment) {
  const trace::Trace trace = record("all_nodes");
  const auto said = header_nodes(path_.str(), 1);
  std::map<std::uint64_t, std::uint64_t> counted;
  std::uint64_t nodes = 0;
  trace::Cursor cursor = trace.events(StreamId{1});
  while (cursor.next()) {
    const trace::Event& event = cursor.event();
    counted.try_emplace(event.position / (CULPRIT_SEGMENT_SIZE - CULPRIT_SEGMENT_HEADER_SIZE), nodes + 1);
    nodes += event.kind == CULPRIT_EVENT_ENTER || event.kind == CULPRIT_EVENT_ENTER_LONG ||
             event.kind == CULPRIT_EVENT_ITERATION;
  }
  EXPECT_EQ(nodes, 160'001u);
  EXPECT_GT(counted.size(), 5u);
  EXPECT_EQ(said, counted);
}

TEST_F(Hooks, RecordTheHeap) {
  std::string text = events("heap");
  const std::size_t block = text.find("\nblock ");
  ASSERT_NE(block, std::string::npos);
  text.erase(block, text.find('\n', block + 1) - block);  // what malloc happened to leave there
  EXPECT_EQ(text,
            "enter f 1\nallocate 10\nread 24\nfree\nallocate 100000\nfree\nallocate 12\nfill 0 x "
            "12\nfree\nleave 0\n");
}

TEST_F(Hooks, RecordWhatForeignCodeDid) {
  EXPECT_EQ(events("foreign"),
            "enter f 1\nread 24\nread 64\nallocate 16\nallocate 99\nfree\nforeign block changed\\0 line 9\n"
            "foreign block \\x05 line 9\nforeign block made of foreign\\0 line 9\nleave 0\nfree\n");
}

TEST_F(Hooks, RecordWhatForeignCodeDidWhereWordsLead) {
  EXPECT_EQ(events("led_to"),
            "enter f 1\nread 16\nread 24\nread 24\nforeign block new line 9\nleave 0\nfree\nfree\n");
}

/// The scene's events but allocations, which are the C library's own affair.
std::string without_heap(const std::string& events) {
  std::string kept;
  for (std::size_t at = 0, end = 0; at < events.size(); at = end) {
    end = events.find('\n', at) + 1;
    const std::string line = events.substr(at, end - at);
    if (line.rfind("allocate", 0) != 0 && line.rfind("free", 0) != 0) kept += line;
  }
  return kept;
}

TEST_F(Hooks, RecordReadsThatTellSomethingNew) {
  EXPECT_EQ(events("reads"),
            "enter f 1\nread 4\nwrite 8 7 0\nread 2\nenter g\nread 4\nread 8\nleave\nbegin loop\n"
            "iteration loop\nread 4\niteration loop\nend loop\nread 100\nfill 0 x 50\nenter g\nread 50\n"
            "unwind 1 cause 1\nenter g\nread 4\nleave\nleave 0\n");
}

TEST_F(Hooks, RecordNoReadsIfNotWanted) {
  const std::string text = events("reads", "CULPRIT_READS=0");
  EXPECT_EQ(text.find("read"), std::string::npos) << text;
  EXPECT_NE(text.find("fill 0 x 50"), std::string::npos) << text;
}

TEST_F(Hooks, SayThatReadsWereNotRecorded) {
  EXPECT_EQ(std::ranges::count(record("calls", "CULPRIT_READS=0").tables().options, "reads=no"), 1);
}

TEST_F(Hooks, SayThatReadsWereRecorded) {
  EXPECT_EQ(std::ranges::count(record("calls").tables().options, "reads=yes"), 1);
}

TEST_F(Hooks, RecordNoReadOfWhatCannotBeThere) {
  EXPECT_EQ(events("wild_reads"),
            "enter f 1\nread 8092\nread 7992\nread 4192\nread 3145727\n"
            "read 1000\n"  // a text that ends where memory does
            "read 16\n"    // one struct iovec: short lengths are believed
            "leave 0\n");
}

TEST_F(Hooks, RecordWhatKnownFunctionsRead) {
  EXPECT_EQ(events("known_reads"),
            "enter f 1\nread 9\nread 3\nread 20\n"
            "read 5\nread 5\n"                  // up to b and B
            "read 6\nread 6\n"                  // up to the comma and the end
            "read 5\nread 3\nread 7\nread 3\n"  // constants are left out
            "enter g\nread 2\nread 6\nread 9\nleave\nleave 0\n");
}

TEST_F(Hooks, RecordWhatStringFunctionsWrite) {
  EXPECT_EQ(
      events("strings"),
      "enter f 1\nblock abc\\0\nblock one two\\0\nblock !\\0\nblock 1234\\0\nread 3\nwrite 1 0\nleave 0\n");
}

TEST_F(Hooks, RecordWhatScanningStored) {
  const std::string real = "\\0\\0\\0\\0\\0\\0\\x0c@";
  const std::string text = events("scan");
  EXPECT_NE(text.find("enter f 1\nblock \\x11\\0\\0\\0\nblock word\\0\nblock " + real +
                      "\nblock xy\nblock \\x09\\0\nblock -\\0\nwrite 8 "),
            std::string::npos)
      << text;
}

TEST_F(Hooks, SortAsTheLibraryDoesAndRecordEachStep) {
  EXPECT_EQ(events("sort"),
            "enter f 1\nblock \\x01\\0\\0\\0\\x02\\0\\0\\0\n"
            "block \\x01\\0\\0\\0\\x02\\0\\0\\0\\x03\\0\\0\\0\nleave 123\n");
}

TEST_F(Hooks, RecordOutputByTheCallThatWroteIt) {
  EXPECT_EQ(without_heap(events("output")),
            "enter f 1\noutput 1 n is 5\\n\noutput 1 line\noutput 1 \\n\noutput 2 to stderr\noutput 1 c\n"
            "output 1 block\noutput 1 raw\nopened 4\noutput to file 4 not shown\nclosed 4\nleave 0\n");
}

TEST_F(Hooks, KnowWhatMemoryHeldBeforeTheProgramBegan) {
  const trace::Trace trace = record("calls");
  const auto global = std::ranges::find(trace.tables().globals, "counter", &trace::Global::name);
  ASSERT_NE(global, trace.tables().globals.end());
  const std::uint64_t counter = global->address;
  int value = 0, arguments = 0;
  for (const RecordedEvent& event : test::read_events(trace, StreamId{1})) {
    if (event.kind != CULPRIT_EVENT_BLOCK || event.what != CULPRIT_BLOCK_INITIAL) continue;
    if (counter >= event.address && counter + 4 <= event.address + event.size)
      std::memcpy(&value, event.payload.data() + (counter - event.address), 4);
    arguments += event.payload.find(std::string("CULPRIT_TRACE=") + path_.str()) != std::string::npos;
  }
  EXPECT_EQ(value, 7);
  EXPECT_EQ(arguments, 1);
}

TEST_F(Hooks, DefineWhatWasEnteredAndWhatThatNames) {
  const trace::Trace trace = record("calls");
  const trace::Tables& tables = trace.tables();
  ASSERT_EQ(tables.functions.size(), 3u);  // not the loop: it was never reached
  const trace::Function& f = tables.functions[1];
  EXPECT_EQ(f.name, "f");
  EXPECT_EQ(f.first_line, 10u);
  EXPECT_EQ(tables.types[f.result_type.value()].name, "int");
  EXPECT_EQ(tables.files[f.file.value()].path, "a.c");
  ASSERT_EQ(f.globals.size(), 1u);
  EXPECT_EQ(tables.globals[f.globals[0].value()].name, "counter");
  EXPECT_NE(tables.globals[f.globals[0].value()].address, 0u);
  const trace::Type& pointer = tables.types[tables.functions[2].result_type.value()];
  const trace::Type& node = tables.types[pointer.element.value()];
  EXPECT_EQ(node.name, "node");
  ASSERT_EQ(node.members.size(), 1u);
  EXPECT_EQ(node.members[0].type, tables.functions[2].result_type);
  // Both waited for the second function; a third one waits for a function that never comes.
  ASSERT_EQ(tables.arcs.size(), 2u);
  for (const trace::Arc& arc : tables.arcs) {
    const bool is_call = arc.kind == CULPRIT_ARC_CALL;
    EXPECT_EQ(arc.from, FunctionId{is_call ? 1u : 2u});
    EXPECT_EQ(arc.to, FunctionId{is_call ? 2u : 1u});
    EXPECT_EQ(arc.parameter, is_call ? 0u : 1u);
  }
  EXPECT_EQ(tables.language, "C++");
  EXPECT_EQ(tables.arguments, std::vector<std::string>{"calls"});
}

TEST_F(Hooks, UseAnotherFileWhereThereIsOne) {
  record("calls");
  const auto size = std::filesystem::file_size(path_.str());
  const auto result =
      test::run_program({"/usr/bin/env", "CULPRIT_TRACE=" + path_.str(), CULPRIT_DRIVER, "calls"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(std::filesystem::file_size(path_.str()), size);
  int others = 0;
  const std::filesystem::path path(path_.str());
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path())) {
    if (entry.path().string().rfind(path_.str() + ".", 0) != 0) continue;
    ++others;
    auto trace = trace::Trace::open(entry.path().string());
    EXPECT_TRUE(trace);
    std::filesystem::remove(entry.path());
  }
  EXPECT_EQ(others, 1);
}

TEST_F(Hooks, DoNothingWithoutAnEnvironmentThatAsks) {
  const auto result = test::run_program({CULPRIT_DRIVER, "calls"});
  EXPECT_EQ(result.code, 0);
  EXPECT_FALSE(std::filesystem::exists(path_.str()));
}

}  // namespace
}  // namespace culprit
