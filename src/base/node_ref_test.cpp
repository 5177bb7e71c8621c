#include "src/base/node_ref.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <utility>

namespace culprit {
namespace {

constexpr NodeRef ref(std::uint32_t stream, std::uint32_t ordinal) {
  return {StreamId{stream}, ordinal};
}

TEST(NodeRef, IsShortInTheFirstThread) {
  EXPECT_EQ(to_text(ref(1, 17)), "17");
  EXPECT_EQ(to_text(ref(2, 17)), "2:17");
  EXPECT_EQ(to_text(kRootRef), "root");
}

TEST(NodeRef, NamesAChainByItsEnds) {
  EXPECT_EQ(to_text(ref(1, 17), ref(1, 23)), "17-23");
  EXPECT_EQ(to_text(ref(2, 17), ref(2, 23)), "2:17-23");
  EXPECT_EQ(to_text(ref(2, 17), ref(3, 4)), "2:17-3:4");
  EXPECT_EQ(to_text(ref(2, 17), ref(1, 4)), "2:17-1:4");
  EXPECT_EQ(to_text(ref(2, 17), ref(2, 17)), "2:17");
}

TEST(NodeRef, ReadsTheFirstThreadsNumberToo) {
  EXPECT_EQ(parse_ref("1:17").value(), (RefRange{ref(1, 17), ref(1, 17)}));
  EXPECT_EQ(parse_ref("2:17-2:23").value(), (RefRange{ref(2, 17), ref(2, 23)}));
  EXPECT_EQ(parse_ref("007").value().first, ref(1, 7));
}

TEST(NodeRef, RefusesWhatIsNone) {
  for (const char* text : {"",       "x",      "-",          "-1",           "17-", "-17",   "+17",
                           " 17",    "17 ",    "1:",         ":1",           "0:1", "1:2:3", "17-23-25",
                           "root-3", "3-root", "4294967296", "4294967296:1", "1.5", "ROOT"}) {
    const Result<RefRange> read = parse_ref(text);
    ASSERT_FALSE(read.has_value()) << text;
    EXPECT_EQ(read.error().code, ErrorCode::kBadAnswer);
  }
  const Error error = parse_ref("f\n").error();
  EXPECT_EQ(error.what, "'f\\n' names no call; expected a number such as 17, or 2:17 for the second thread");
  EXPECT_EQ(error.hint, "A chain is named by its first and last call, 17-23; the program itself is 'root'.");
}

TEST(NodeRef, RefusesAChainThatEndsBeforeItBegins) {
  const Error error = parse_ref("2:23-17").error();
  EXPECT_EQ(error.what, "'2:23-17' ends before it begins; expected the first call and then the last");
  EXPECT_EQ(error.hint, "Did you mean 2:17-23?");
  EXPECT_TRUE(parse_ref("3:4-2:17").has_value()) << "threads have no order";
}

rc::Gen<NodeRef> refs() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange(1u, 4u), rc::gen::arbitrary<std::uint32_t>()),
                      [](const auto& pair) { return ref(pair.first, pair.second); });
}

RC_GTEST_PROP(NodeRefLaw, ReadsWhatItWrites, ()) {
  RefRange range{*refs(), *refs()};
  if (range.first.stream == range.last.stream && range.last < range.first) std::swap(range.first, range.last);
  RC_ASSERT(parse_ref(to_text(range)).value() == range);
  RC_ASSERT(parse_ref(to_text(range.first)).value() == (RefRange{range.first, range.first}));
}

}  // namespace
}  // namespace culprit
