#include "src/state/library/family.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "src/state/library/library.h"

namespace culprit::state {
namespace {

Meaning nothing(Probe&, const Place&, const Family&, std::uint64_t) {
  return {};
}
constexpr Members kMembers{
    .object = "", .first = "", .count = "", .element = 0, .links = 0, .is_ring = false};

// A row compiles if it says all, and not if it leaves one property out, whichever that is.
template <class Row, class... Properties>
concept IsRow = requires(Properties... properties) { Row{properties...}; };
static_assert(IsRow<Family, const char*, Role, Reader, Shape, Order, Holding, Members>);
static_assert(!IsRow<Family, const char*, Role, Reader, Shape, Order, Holding>);
static_assert(!IsRow<Family, Role, Reader, Shape, Order, Holding, Members>);
static_assert(IsRow<Members, const char*, const char*, const char*, unsigned, unsigned, bool>);
static_assert(!IsRow<Members, const char*, const char*, const char*, unsigned, unsigned>);
template <class Row>
concept IsRowWithoutHolding = requires {
  Row{.names = "",
      .role = Role::kPlain,
      .read = nothing,
      .shape = Shape::kFields,
      .order = Order::kOrdered,
      .members = kMembers};
};
static_assert(!IsRowWithoutHolding<Family>);

/// That holds for a property that is added, too: what has no default cannot be left out. (A new one has to be named here.)
template <class... Properties>
constexpr bool have_no_defaults(const Properties&...) {
  return (!std::is_default_constructible_v<Properties> && ...);
}
static_assert([] {
  const Family row{"", Role::kPlain, nothing, Shape::kFields, Order::kOrdered, Holding::kNothing, kMembers};
  const auto& [names, role, read, shape, order, holding, members] = row;
  const auto& [object, first, count, element, links, is_ring] = kMembers;
  return have_no_defaults(names, role, read, shape, order, holding, members) &&
         have_no_defaults(object, first, count, element, links, is_ring);
}());

const Family* family(std::string name, std::uint32_t flags = CULPRIT_TYPE_SYSTEM) {
  trace::Type type;
  type.kind = CULPRIT_TYPE_STRUCT;
  type.name = std::move(name);
  type.flags = flags;
  return family_of(type);
}

TEST(FamilyOf, GoesByTheNameAndNotByWhatLooksLikeIt) {
  ASSERT_NE(named_family("vector"), nullptr);
  EXPECT_EQ(family("std::vector<int>"), named_family("vector"));
  EXPECT_EQ(family("std::__cxx11::basic_string<char>"), named_family("string"));
  EXPECT_EQ(family("std::__cxx11::list<int>"), named_family("list"));
  EXPECT_EQ(family("mine::vector<int>"), nullptr);
  EXPECT_EQ(family("vector<int>"), nullptr);
  EXPECT_EQ(family("std::vectors<int>"), &family_with(Role::kOpaque));
  EXPECT_EQ(family("std::mutex"), &family_with(Role::kOpaque));
  EXPECT_EQ(family("std::hash<Mine>", 0), nullptr);
}
TEST(FamilyOf, NamesOfOneRowMeanTheSame) {
  EXPECT_EQ(named_family("map"), named_family("multimap"));
  EXPECT_NE(named_family("map"), named_family("set"));
  EXPECT_EQ(named_family(""), nullptr);
  EXPECT_EQ(named_family("map multimap"), nullptr);
}

}  // namespace
}  // namespace culprit::state
