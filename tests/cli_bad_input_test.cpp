// What a user gets for a wrong file, option or answer: the message, the hint, the exit code, and an intact
// session.
#include <cstring>

#include "src/trace/format.h"
#include "tests/cli_fixture.h"
#include "tests/support/places.h"

namespace culprit::test {
namespace {

class BadInput : public CommandLine {
 protected:
  /// Exit code and standard error, as one text; nothing may be on standard output.
  std::string refusal(std::vector<std::string> words) {
    const Finished run = culprit(std::move(words));
    EXPECT_EQ(run.out, "");
    return std::to_string(run.code) + "\n" + run.err;
  }
  /// The same message, whatever command meets the file.
  void expect_everywhere(const std::string& file, const std::string& expected) {
    for (const char* command : {"debug", "tree", "info", "export", "import"})
      EXPECT_EQ(refusal({command, file}), expected) << command;
    EXPECT_EQ(refusal({"evaluate", file, "--json"}), expected);
    EXPECT_EQ(refusal({"show", file, "0"}), expected);
    EXPECT_FALSE(exists(file + ".session"));
  }
};

TEST_F(BadInput, MissingFile) {
  expect_everywhere("missing.trace",
                    "3\nculprit: there is no file 'missing.trace'\n  hint: check the path\n");
}

TEST_F(BadInput, Directory) {
  std::filesystem::create_directory(folder_ / "runs");
  expect_everywhere("runs", "4\nculprit: 'runs' is a directory, not a file\n  hint: give a file in it\n");
}

TEST_F(BadInput, FileOfAnotherKind) {
  write("program", std::string("\x7f"
                               "ELF\x02\x01\x01",
                               7) +
                       std::string(57, '\0'));
  expect_everywhere("program",
                    "4\nculprit: 'program' is an ELF program or library.\n"
                    "  hint: culprit reads traces of recorded runs, and execution trees as text or JSON: "
                    "record a run of the "
                    "program and open its trace.\n");
}

TEST_F(BadInput, Transformations) {
  write("small.tree", "a\n  b\n");
  const auto refused = [&](const std::string& list) {
    return refusal({"debug", "small.tree", "--transform", list});
  };
  EXPECT_EQ(refused("loops,balanced"),
            "2\nculprit: there is no transformation 'balanced'\n"
            "  hint: Did you mean 'balance'? The transformations are loops, compress-all, compress, "
            "collapse, balance, or "
            "none alone.\n");
  EXPECT_EQ(refused("loops,balance,loops"),
            "2\nculprit: the transformation 'loops' is given twice\n  hint: name each one once\n");
  EXPECT_EQ(
      refused("balance,loops"),
      "2\nculprit: 'loops' makes no sense after 'balance'\n  hint: the order that does: loops,balance\n");
  EXPECT_EQ(refused("compress,compress-all"),
            "2\nculprit: compress and compress-all do not go together\n"
            "  hint: compress-all leaves nothing for compress to choose from: give one of them\n");
  EXPECT_FALSE(exists("small.tree.session"));
  EXPECT_EQ(refusal({"evaluate", "small.tree", "--no-chain-limit"}),
            "2\nculprit: --no-chain-limit says how to balance, and nothing is transformed\n"
            "  hint: give --transform, too: for example --transform loops,balance\n");
}

TEST_F(BadInput, NewerVersion) {
  culprit_file_header header{};
  std::memcpy(header.magic, CULPRIT_MAGIC, sizeof header.magic);
  header.version = CULPRIT_VERSION + 1;
  header.byte_order = CULPRIT_BYTE_ORDER;
  std::string text(CULPRIT_FILE_HEADER_SIZE, '\0');
  std::memcpy(text.data(), &header, sizeof header);
  write("new.trace", text);
  expect_everywhere(
      "new.trace",
      "4\nculprit: 'new.trace' is a trace of format version 4; this program reads versions up to 3\n"
      "  hint: use the version of Culprit that recorded it, or a newer one\n");
}

TEST_F(BadInput, TreeWithACycle) {
  write("cycle.json", R"({"parent":[-1,0,2,1]})");
  expect_everywhere(
      "cycle.json",
      "4\nculprit: cycle.json: `parent[2]`: found 2, the row itself: a cycle; expected a row before it\n"
      "  hint: Rows must be in call order (preorder): a call, then all that happened in it, then its next "
      "sibling.\n");
}

TEST_F(BadInput, ParentsOutOfOrder) {
  write("order.json", R"({"parent":[-1,0,0,1]})");
  expect_everywhere("order.json",
                    "4\nculprit: order.json: `parent[3]`: found 1: parents out of order; expected row 2 or "
                    "an ancestor of it\n"
                    "  hint: Rows must be in call order (preorder): a call, then all that happened in it, "
                    "then its next sibling.\n");
}

TEST_F(BadInput, WrongIndentation) {
  write("odd.tree", "a\n     b\n");
  expect_everywhere(
      "odd.tree",
      "4\nculprit: odd.tree: line 2: found an indentation of 5 spaces; expected two a level, so 4 or 6\n"
      "  hint: Indent each node by two spaces more than the node that called it.\n");
}

TEST_F(BadInput, UnknownStrategy) {
  const std::string expected =
      "2\nculprit: there is no strategy 'topdown'\n"
      "  hint: Did you mean 'top-down'? The strategies are top-down, heaviest-first, divide-and-query, "
      "divide-and-query-hirunkitti, optimal-divide-and-query, divide-by-queries, worst-case, "
      "strategic, least-effort.\n";
  EXPECT_EQ(refusal({"debug", "chess.tree", "--strategy", "topdown"}), expected);
  EXPECT_EQ(refusal({"evaluate", "chess.tree", "--strategy", "top-down,topdown"}), expected);
  EXPECT_FALSE(exists("chess.tree.session"));
}

TEST_F(BadInput, UnknownCommandOptionAndNode) {
  EXPECT_EQ(refusal({"debgu"}), "2\nculprit: there is no command 'debgu'\n  hint: did you mean 'debug'?\n");
  EXPECT_EQ(refusal({"tree", "chess.tree", "--dept", "3"}),
            "2\nculprit: 'tree' has no option '--dept'\n  hint: did you mean --depth?\n");
  EXPECT_EQ(
      refusal({"show", "chess.tree", "6"}),
      "2\nculprit: There is no node 6.\n  hint: The nodes are 0 to 5. 'culprit tree FILE' shows the names of "
      "nodes.\n");
  EXPECT_EQ(
      refusal({"--color", "blue", "tree"}),
      "2\nculprit: --color takes auto, always or never, not 'blue'\n  hint: 'culprit --help' lists all\n");
}

TEST_F(BadInput, LengthOfNoChain) {
  for (const std::string size : {"0", "1", "many"})
    EXPECT_EQ(refusal({"debug", "chess.tree", "--chain-size", size}),
              "2\nculprit: --chain-size takes the most calls of a chain, a number from 2 on, not '" + size +
                  "'\n  hint: 'culprit debug --help' shows what it takes\n");
  const std::string nothing =
      "2\nculprit: --chain-size says how long chains are, and nothing is transformed\n"
      "  hint: give --transform, too: for example --transform loops,balance\n";
  for (const char* command : {"tree", "export", "evaluate"})
    EXPECT_EQ(refusal({command, "chess.tree", "--chain-size", "3"}), nothing) << command;
  EXPECT_EQ(refusal({"show", "chess.tree", "1", "--chain-size", "3"}), nothing);
}

TEST_F(BadInput, RowThatIsNotThere) {
  write("two.jsonl", "{\"parent\":[-1]}\n{\"parent\":[-1,0]}\n");
  EXPECT_EQ(refusal({"info", "two.jsonl", "--row", "2"}),
            "2\nculprit: 'two.jsonl' has no row 2: it holds 2 trees.\n  hint: Rows count from 0.\n");
}

TEST_F(BadInput, PathThatIsNotThere) {
  EXPECT_EQ(refusal({"show", "chess.tree", "0", "--path", "towr"}),
            "2\nculprit: There is no 'towr' among the 2 inputs of this node.\n  hint: The nearest name is "
            "'tower'.\n");
}

TEST_F(BadInput, OutputThatCannotBeWritten) {
  EXPECT_EQ(refusal({"export", "chess.tree", "-o", "no/such/folder"}),
            "3\nculprit: cannot write no/such/folder: No such file or directory\n"
            "  hint: check that its folder is there and has room\n");
  EXPECT_EQ(run_program({"/bin/sh", "-c", std::string(CULPRIT_PROGRAM) + " tree chess.tree > /dev/full"}, {},
                        folder_)
                .code,
            3);
}

TEST_F(BadInput, ReaderThatGoesAway) {
  write(
      "wide.json", "{\"parent\":[-1" + [] {
        std::string rows;
        for (int i = 0; i < 100000; ++i) rows += ",0";
        return rows;
      }() + "]}");
  const Finished run = run_program(
      {"/bin/bash", "-c",
       std::string(CULPRIT_PROGRAM) + " tree wide.json --width 1000000 | head -n 1; echo ${PIPESTATUS[0]}"},
      {}, folder_);
  EXPECT_EQ(run.err, "");
  EXPECT_NE(run.out.find("\n141\n"), std::string::npos) << run.out;
}

TEST_F(BadInput, AnswerThatIsNoAnswerLeavesTheSessionAsItWas) {
  ASSERT_EQ(culprit({"debug", "mergesort.tree"}, "yes\n").code, 1);
  const std::string saved = read("mergesort.tree.session");
  const Finished run =
      culprit({"debug", "mergesort.tree", "--resume"}, "perhaps\nundo 9\njump 4000\nmode quickly\nanother\n");
  EXPECT_EQ(run.code, 5);
  EXPECT_EQ(run.err.substr(0, run.err.find("culprit:", 3)),
            "culprit: 'perhaps' is no answer\n  hint: type yes, no, skip, trust or input; help lists "
            "all words\n");
  EXPECT_EQ(read("mergesort.tree.session"), saved);
  EXPECT_EQ(culprit({"debug", "mergesort.tree", "--resume"}, "no\nyes\nyes\nyes\n").code, 0);
}

TEST_F(BadInput, SessionOfAnotherRunOrAnotherKind) {
  ASSERT_EQ(culprit({"debug", "mergesort.tree"}, "yes\n").code, 1);
  const std::string saved = read("mergesort.tree.session");
  const Finished other =
      culprit({"debug", "chess.tree", "--resume", "--session", "mergesort.tree.session"}, "quit\n");
  EXPECT_EQ(other.code, 1) << other.err;
  EXPECT_EQ(
      other.out.substr(0, other.out.find("\n\n")),
      "chess.tree: 6 nodes, 3 after loops,compress,balance. The result of the run is taken to be wrong.\n"
      "The session is about another run. This is a new one; what was answered there answers the same "
      "questions here.\n"
      "The earlier session is now 'mergesort.tree.session.1'.");
  EXPECT_EQ(read("mergesort.tree.session.1"), saved);
  const std::string tree = read("equal_sets.tree");
  EXPECT_EQ(culprit({"debug", "chess.tree", "--session", "equal_sets.tree"}, "yes\n").code, 4);
  EXPECT_EQ(read("equal_sets.tree"), tree);
  EXPECT_EQ(refusal({"debug", "chess.tree", "--resume"}),
            "3\nculprit: there is no session to resume at chess.tree.session\n  hint: leave --resume out to "
            "start one\n");
}

}  // namespace
}  // namespace culprit::test
