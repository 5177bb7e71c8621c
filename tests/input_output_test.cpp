// What recorded programs consume, write and ask, by call: each program here is compiled, recorded, and its records compared as text.
#include <gmock/gmock.h>

#include "src/trace/trace.h"
#include "tests/cli_fixture.h"

namespace culprit::test {
namespace {

std::string quoted(std::span<const std::byte> bytes) {
  std::string text = "\"";
  for (const std::byte byte : bytes) {
    const char c = static_cast<char>(byte);
    if (c == '\n')
      text += "\\n";
    else if (c == 0)
      text += "\\0";
    else
      text += c;
  }
  return text + "\"";
}

std::string file_name(std::uint32_t file) {
  const char* const kStandard[] = {"none", "stdin", "stdout", "stderr"};
  return file <= 3 ? kStandard[file] : "file " + std::to_string(file);
}

/// Of the records of the first thread: nodes, and what this is about. Bytes that follow each other are one line.
class Records {
 public:
  explicit Records(const trace::Trace& trace) : trace_(trace) {
    for (trace::Cursor cursor = trace.events(trace.streams().front().id); cursor.next();)
      read(cursor.event());
  }
  std::string text;

 private:
  void line(const std::string& what) {
    text += std::string(2 * depth_, ' ') + what + "\n";
    joined_.clear();
  }
  /// `head "bytes" at OFFSET`, or more bytes in the line before.
  void transfer(const std::string& head, const trace::Event& event, bool has_offset) {
    const std::uint64_t at = has_offset ? event.address : 0;
    const std::string bytes = quoted(event.payload);
    if (joined_ == head && (!has_offset || at == end_)) {
      bytes_.replace(bytes_.size() - 1, 1, bytes.substr(1));
      text.resize(begin_);
    } else {
      begin_ = text.size();
      bytes_ = bytes;
      first_ = at;
    }
    end_ = at + event.payload.size();
    line(head + bytes_ + (has_offset ? " at " + std::to_string(first_) : ""));
    joined_ = head;
  }
  std::string name(const trace::Event& event) const { return trace_.tables().function(event.function).name; }
  void read(const trace::Event& event) {
    switch (event.kind) {
      case CULPRIT_EVENT_ENTER:
      case CULPRIT_EVENT_ENTER_LONG:
        line(name(event));
        ++depth_;
        return;
      case CULPRIT_EVENT_LEAVE:
        --depth_;
        joined_.clear();
        return;
      case CULPRIT_EVENT_UNWIND:
        depth_ -= event.count;
        joined_.clear();
        return;
      case CULPRIT_EVENT_ITERATION:
        return line("pass");
      case CULPRIT_EVENT_LOOP_END:
        return line("end");
      case CULPRIT_EVENT_OUTPUT:
        return transfer(file_name(event.what + 1) + " <- ", event, false);
      case CULPRIT_EVENT_EXTENDED:
        return read_extended(event);
      default:
        return;
    }
  }
  void read_extended(const trace::Event& event) {
    switch (event.what) {
      case CULPRIT_EXTENDED_OPENED:
        return line("opened " + file_name(event.count) + " " + quoted(event.payload) + " flags " +
                    std::to_string(event.line));
      case CULPRIT_EXTENDED_CLOSED:
        return line("closed " + file_name(event.count));
      case CULPRIT_EXTENDED_INPUT:
        return transfer(file_name(event.count) + " -> ", event, true);
      case CULPRIT_EXTENDED_OUTPUT_FILE:
        return transfer(file_name(event.count) + " <- ", event, true);
      case CULPRIT_EXTENDED_INPUT_END:
        return line(file_name(event.count) + " ends");
      case CULPRIT_EXTENDED_UNREAD:
        return line(file_name(event.count) + " gets back " + quoted(event.payload));
      case CULPRIT_EXTENDED_ASKED:
        return line("asked " + std::to_string(event.count) + " " + quoted(event.more) +
                    (event.count == CULPRIT_ASKED_ENVIRONMENT ? " = " + quoted(event.payload) : ""));
      case CULPRIT_EXTENDED_LOST:
        return line("lost");
      default:
        return;
    }
  }

  const trace::Trace& trace_;
  std::size_t depth_ = 0;
  std::string joined_, bytes_;  ///< of the last line, if it is a transfer
  std::size_t begin_ = 0;
  std::uint64_t first_ = 0, end_ = 0;
};

class InputOutput : public CommandLine {
 protected:
  /// The records of a program, C if it has no C++ header; it behaves as it does unrecorded.
  std::string records(const std::string& source, const std::string& input = {},
                      const std::vector<std::string>& options = {}) {
    const bool is_cxx = source.find(".h>") == std::string::npos;
    const std::string name = is_cxx ? "program.cpp" : "program.c";
    write(name, source);
    const std::filesystem::path programs = std::filesystem::path(CULPRIT_PROGRAM).parent_path();
    std::vector<std::string> words{programs / (is_cxx ? "culprit-c++" : "culprit-cc"), name, "-o", "program"};
    words.insert(words.end(), options.begin(), options.end());
    const Finished compiled = run_program(words, {}, folder_);
    EXPECT_EQ(compiled.code, 0) << compiled.err;
    const Finished plain = run_program({"./program"}, input, folder_);
    for (const char* made : {"trace", "c.txt"}) std::filesystem::remove(folder_ / made);
    const Finished recorded = culprit({"record", "-o", "trace", "--", "./program"}, input);
    EXPECT_EQ(recorded.out, plain.out);
    EXPECT_EQ(recorded.code, plain.code) << recorded.err;
    const auto trace = trace::Trace::open(folder_ / "trace");
    EXPECT_TRUE(trace.has_value());
    return Records(*trace).text;
  }
};

TEST_F(InputOutput, Characters) {
  EXPECT_EQ(records(R"(#include <stdio.h>
void two(void) { getchar(); getc(stdin); }
void peek(void) { ungetc(fgetc(stdin), stdin); }
void again(void) { ungetc(fgetc(stdin), stdin); getchar(); }
int main(void) { two(); peek(); again(); two(); return 0; }
)",
                    "abcd"),
            R"(main
  two
    stdin -> "ab" at 0
  peek
    stdin -> "c" at 2
    stdin gets back "c"
  again
    stdin -> "c" at 2
  two
    stdin -> "d" at 3
    stdin ends
)");
}

TEST_F(InputOutput, Scanf) {
  EXPECT_EQ(records(R"(#include <stdio.h>
int next(int* v) { return scanf("%d", v); }
int main(void) { int v; char word[100]; next(&v); scanf(" %s", word); next(&v); next(&v); return v; }
)",
                    "12 one\n34x"),
            R"(main
  next
    stdin -> "12 " at 0
    stdin gets back " "
  stdin -> " one\n" at 2
  stdin gets back "\n"
  next
    stdin -> "\n34x" at 6
    stdin gets back "x"
  next
    stdin -> "x" at 9
    stdin gets back "x"
)");
}

TEST_F(InputOutput, LinesAndBlocks) {
  EXPECT_EQ(records(R"(#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void line(void) { char t[80]; fgets(t, sizeof t, stdin); }
void any(void) { char* t = 0; size_t n = 0; getline(&t, &n, stdin); free(t); }
void block(void) { int t[8]; fread(t, 4, 8, stdin); }
int main(void) { line(); any(); block(); return 0; }
)",
                    "first\nsecond\n1234567"),
            R"(main
  line
    stdin -> "first\n" at 0
  any
    stdin -> "second\n" at 6
  block
    stdin -> "1234567" at 13
    stdin ends
)");
}

TEST_F(InputOutput, Files) {
  EXPECT_EQ(records(R"(#include <stdio.h>
void put(const char* name, const char* mode, int x) { FILE* f = fopen(name, mode); fprintf(f, "%d\n", x); fputc('!', f); fputs("?", f); fclose(f); }
int sum(const char* name) { FILE* f = fopen(name, "r"); int x = 0; fscanf(f, "%d", &x); fseek(f, 0, SEEK_SET); getc(f); fclose(f); return x; }
int main(void) { put("a.txt", "w", 12); put("a.txt", "a", 3); sum("a.txt"); return fopen("none", "r") != NULL; }
)"),
            R"(main
  put
    opened file 4 "a.txt" flags 10
    file 4 <- "12\n!?" at 0
    closed file 4
  put
    opened file 5 "a.txt" flags 6
    file 5 <- "3\n!?" at 5
    closed file 5
  sum
    opened file 6 "a.txt" flags 1
    file 6 -> "12\n" at 0
    file 6 gets back "\n"
    file 6 -> "1" at 0
    closed file 6
  opened none "none" flags 17
)");
}

TEST_F(InputOutput, StandardStreamsOfCxx) {
  EXPECT_EQ(records(R"(#include <iostream>
#include <string>
int number() { int x = 0; std::cin >> x; return x; }
std::string rest() { std::string line; std::getline(std::cin, line); return line; }
int main() { number(); rest(); std::cin.peek(); number(); number(); return 0; }
)",
                    "12 and\n 3"),
            R"(main
  number
    stdin -> "12 " at 0
    stdin gets back " "
  rest
    stdin -> " and\n" at 2
  stdin -> " " at 7
  stdin gets back " "
  number
    stdin -> " 3" at 7
    stdin ends
  number
)");
}

TEST_F(InputOutput, StandardStreamsOfCxxWithBuffersOfTheirOwn) {
  EXPECT_EQ(records(R"(#include <iostream>
#include <string>
int number() { int x = 0; std::cin >> x; return x; }
void put(int x) { std::cout << x << '\n'; }
int main() { std::ios::sync_with_stdio(false); std::cin.tie(nullptr);
  put(number()); for (int i = 0; i < 2; ++i) std::cout << number(); return 0; }
)",
                    "12 3 4\n"),
            R"(main
  number
    stdin -> "12" at 0
  put
    stdout <- "12\n"
  pass
  number
    stdin -> " 3" at 2
  stdout <- "3"
  pass
  number
    stdin -> " 4" at 4
  stdout <- "4"
  end
)");
}

TEST_F(InputOutput, FileStreamsOfCxx) {
  EXPECT_EQ(records(R"(#include <fstream>
void write_to(const char* name, int x) { std::ofstream f(name, std::ios::app); f << x << '\n'; }
void two(std::ofstream& f) { f << "two" << 2; }
int read_sum(const char* name) { std::ifstream f(name); int s = 0, x; while (f >> x) s += x; return s; }
int main() { write_to("c.txt", 1); write_to("c.txt", 2); { std::ofstream g("g.txt"); two(g); g << "own" << std::flush; two(g); }
  std::ifstream f("c.txt"); f.get(); f.unget(); return read_sum("c.txt") == 3; }
)"),
            R"(main
  write_to
    opened file 4 "c.txt" flags 6
    file 4 <- "1\n" at 0
    closed file 4
  write_to
    opened file 5 "c.txt" flags 6
    file 5 <- "2\n" at 2
    closed file 5
  opened file 6 "g.txt" flags 10
  two
    file 6 <- "two2" at 0
  file 6 <- "own" at 4
  two
    file 6 <- "two2" at 7
  closed file 6
  opened file 7 "c.txt" flags 1
  read_sum
    opened file 8 "c.txt" flags 1
    file 8 -> "1" at 0
    pass
    file 8 -> "\n2" at 1
    pass
    file 8 -> "\n" at 3
    file 8 ends
    end
    closed file 8
  closed file 7
)");
}

TEST_F(InputOutput, Descriptors) {
  EXPECT_EQ(records(R"(#include <fcntl.h>
#include <unistd.h>
void give(int fd) { write(fd, "abc", 3); }
void take(int fd) { char t[8]; read(fd, t, 2); read(fd, t, 8); read(fd, t, 8); pread(fd, t, 1, 1); }
int main(void) { int f = open("d.txt", O_RDWR | O_CREAT | O_TRUNC, 0600); give(f); lseek(f, 0, SEEK_SET); take(f); close(f);
  int p[2]; pipe(p); give(p[1]); char c; read(p[0], &c, 1);
  int out = dup(1); dup2(p[1], 1); give(1); dup2(out, 1); give(1); return 0; }
)"),
            R"(main
  opened file 4 "d.txt" flags 11
  give
    file 4 <- "abc" at 0
  take
    file 4 -> "abc" at 0
    file 4 ends
    file 4 -> "b" at 1
  closed file 4
  give
    opened file 5 "" flags 2
    file 5 <- "abc" at 0
  opened file 6 "" flags 1
  file 6 -> "a" at 0
  give
    file 5 <- "abc" at 3
  give
    stdout <- "abc"
)");
}

TEST_F(InputOutput, WideCharacters) {
  EXPECT_EQ(records(R"(#include <locale.h>
#include <stdio.h>
#include <wchar.h>
void put(int x) { wprintf(L"%d\n", x); putwchar(L'!'); fputws(L"?", stdout); }
int main(void) { setlocale(LC_ALL, "C.UTF-8"); getwchar(); ungetwc(getwchar(), stdin); put(7); return 0; }
)",
                    "aé"),
            R"(main
  stdin -> "aé" at 0
  stdin gets back "é"
  put
    stdout <- "7\n!?"
)");
}

TEST_F(InputOutput, Surroundings) {
  EXPECT_EQ(records(R"(#include <stdlib.h>
#include <time.h>
void ask(void) { setenv("V", "x", 1); getenv("V"); getenv("NO_SUCH_VARIABLE"); time(0); rand(); }
int main(void) { ask(); return 0; }
)"),
            R"(main
  ask
    asked 1 "V" = "x\0"
    asked 1 "NO_SUCH_VARIABLE" = ""
    asked 2 "time"
    asked 3 "rand"
)");
}

TEST_F(InputOutput, OptimisedCodeCallsWhatItWouldInline) {
  EXPECT_EQ(records(R"(#include <stdio.h>
void two(void) { getchar_unlocked(); getc_unlocked(stdin); putchar_unlocked('x'); }
int main(void) { two(); return 0; }
)",
                    "ab", {"-O2"}),
            R"(main
  two
    stdin -> "ab" at 0
    stdout <- "x"
)");
}

}  // namespace
}  // namespace culprit::test
