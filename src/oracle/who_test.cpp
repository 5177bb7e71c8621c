#include "src/oracle/who.h"

#include <gtest/gtest.h>

namespace culprit::oracle {
namespace {

TEST(Who, TextAndBackIsIdentity) {
  for (const Who& who : {Who{}, Who{Who::Kind::kPerson, "anna"}, Who{Who::Kind::kMemory},
                         Who{Who::Kind::kReference, "v1.2"}, Who{Who::Kind::kContract, "sort.h:12"},
                         Who{Who::Kind::kTest, "Sort.Keeps"}, Who{Who::Kind::kProgram, "a b:c"}}) {
    const auto parsed = parse_who(to_text(who));
    ASSERT_TRUE(parsed) << to_text(who);
    EXPECT_EQ(*parsed, who);
  }
  EXPECT_EQ(to_text(Who{}), "person");
  EXPECT_EQ(to_text(Who{Who::Kind::kProgram, "judge"}), "program:judge");
}

TEST(Who, IsNoOtherText) {
  for (const char* text : {"", "you", "program:", "Person", ":x"}) EXPECT_FALSE(parse_who(text)) << text;
  EXPECT_EQ(parse_who("you").error().what, "'you' is nobody who can answer.");
  EXPECT_EQ(parse_who("you").error().hint,
            "Expected person, memory, reference, contract, test or program, perhaps with :NAME behind it.");
}

}  // namespace
}  // namespace culprit::oracle
