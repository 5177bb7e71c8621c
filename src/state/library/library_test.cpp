// Real objects of this process, logged byte by byte at their real addresses and described as debug info does.
#include "src/state/library/library.h"

#include <gtest/gtest.h>

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/support/account_fixture.h"
#include "tests/support/library_types.h"

namespace culprit::state {
namespace {

Address address_of(const void* object) {
  return reinterpret_cast<Address>(object);
}

class Library : public AccountFixture {
 protected:
  /// Logs memory as it is now.
  void log(const void* start, std::size_t size) {
    if (size > 0) maker.block(address_of(start), {static_cast<const char*>(start), size});
  }
  template <class T>
  void log_object(const T& object) {
    log(&object, sizeof object);
  }
  void log_vector(const std::vector<int>& v) {
    log_object(v);
    log(v.data(), v.size() * sizeof(int));
  }
  void log_string(const std::string& s) {
    log_object(s);
    log(s.data(), s.size() + 1);
  }
  /// Containers of nodes: each has `links` bytes before its element.
  template <class Container>
  void log_nodes(const Container& container, std::size_t links) {
    log_object(container);
    for (const auto& element : container)
      log(reinterpret_cast<const char*>(&element) - links, links + sizeof element);
  }
  /// A function with a reference to an object as its only parameter.
  FunctionId taking(TypeId type) {
    return maker.function("f", {.parameters = {{"x", maker.type("T&", CULPRIT_TYPE_REFERENCE, 8, type)}}});
  }
  /// As the only argument of a call.
  template <class T>
  std::string shown(const T& object, TypeId type, const Limits& limits = {}) {
    maker.enter(taking(type), address_of(&object));
    maker.leave();
    finish();
    return short_text(facts(0, limits).inputs.at(0));
  }

  test::LibraryTypes types{maker};
  TypeId vector = types.vector("std::vector<int>", integer);
  TypeId string = types.string();
  TypeId pair = types.pair("std::pair<const int, int>", integer, integer, 4, 8);
  TypeId map = types.tree("std::map<int, int>", integer, pair);
};

TEST_F(Library, Vector) {
  const std::vector<int> v{1, 2, 3};
  log_vector(v);
  EXPECT_EQ(shown(v, vector), "[1, 2, 3]");
}
TEST_F(Library, EmptyVector) {
  const std::vector<int> v;
  log_vector(v);
  EXPECT_EQ(shown(v, vector), "[]");
}
TEST_F(Library, LongVectorIsCut) {
  const std::vector<int> v(100, 7);
  log_vector(v);
  EXPECT_EQ(shown(v, vector, Limits{.width = 2}), "[7, 7, …98]");
}
TEST_F(Library, VectorThatWasNeverWritten) {
  maker.allocate(kHeap, 24);
  maker.enter(taking(vector), kHeap);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "x: ?");
}
TEST_F(Library, VectorThatWasFreed) {
  const std::vector<int> v{1};
  maker.allocate(address_of(&v), sizeof v);
  log_vector(v);
  maker.free(address_of(&v));
  EXPECT_EQ(shown(v, vector), "gone");
}
TEST_F(Library, GarbageInAVectorShowsItsFields) {
  const std::uint64_t garbage[3] = {0x1000, 0x10, 0};
  log(garbage, sizeof garbage);
  EXPECT_EQ(shown(garbage, vector), "{_M_impl: {_M_start: wild, _M_finish: wild, _M_end_of_storage: null}}");
}
TEST_F(Library, AVectorOfAbsurdLengthCostsNoMoreThanTheLimits) {
  const std::uint64_t garbage[3] = {0x1000, 0x1000 + (std::uint64_t{4} << 39), 0};
  log(garbage, sizeof garbage);
  EXPECT_EQ(shown(garbage, vector, Limits{.width = 2}), "[?, ?, …549755813886]");
}

TEST_F(Library, ShortString) {
  const std::string s = "short";
  log_object(s);
  EXPECT_EQ(shown(s, string), "\"short\"");
}
TEST_F(Library, LongString) {
  const std::string s(300, 'x');
  log_string(s);
  EXPECT_EQ(shown(s, string, Limits{.characters = 4}), "\"xxxx\"…296");
}
TEST_F(Library, StringWithAZero) {
  const std::string s("a\0b", 3);
  log_object(s);
  EXPECT_EQ(shown(s, string), std::string("\"a\0b\"", 5));
}

TEST_F(Library, MapInOrder) {
  std::map<int, int> m;
  for (const int i : {5, 2, 8, 1, 9, 3}) m[i] = 10 * i;
  log_nodes(m, 32);
  EXPECT_EQ(shown(m, map), "{1: 10, 2: 20, 3: 30, 5: 50, 8: 80, 9: 90}");
}
TEST_F(Library, LargeMapIsWalkedWhole) {
  std::map<int, int> m;
  for (int i = 0; i < 1000; ++i) m[i * 7919 % 1000] = i;
  log_nodes(m, 32);
  maker.enter(taking(map), address_of(&m));
  maker.leave();
  finish();
  const auto value = facts(0, {.depth = 4, .width = 2000, .characters = 9, .nodes = 100000}).inputs.at(0);
  ASSERT_EQ(value.children.size(), 1000u);
  EXPECT_EQ(value.children[999].children[0].text, "999");
}
TEST_F(Library, ACycleInAMapEnds) {
  std::map<int, int> m{{1, 1}, {2, 2}, {3, 3}};
  log_nodes(m, 32);
  // The last node leads back to itself.
  maker.write(address_of(&*m.rbegin()) - 32 + 24, address_of(&*m.rbegin()) - 32);
  maker.write(address_of(&*m.rbegin()) - 32 + 16, address_of(&*m.rbegin()) - 32);
  maker.write(address_of(&m) + 40, std::uint64_t{1} << 39);
  const std::string text = shown(m, map, Limits{.width = 8});
  EXPECT_TRUE(text.starts_with("{1: 1, 2: 2, …")) << text;
}
TEST_F(Library, Set) {
  const std::set<int> s{3, 1, 2};
  log_nodes(s, 32);
  EXPECT_EQ(shown(s, types.tree("std::set<int>", integer, integer)), "[1, 2, 3]");
  EXPECT_FALSE(facts(0).inputs.at(0).is_unordered);
}
TEST_F(Library, HashMap) {
  const std::unordered_map<int, int> m{{4, 40}};
  log_nodes(m, 8);
  EXPECT_EQ(shown(m, types.hash("std::unordered_map<int, int>", integer, pair)), "{4: 40}");
  EXPECT_TRUE(facts(0).inputs.at(0).is_unordered);
}
TEST_F(Library, List) {
  const std::list<int> l{1, 2, 3};
  log_nodes(l, 16);
  EXPECT_EQ(shown(l, types.list("std::list<int>", integer)), "[1, 2, 3]");
}
TEST_F(Library, ARingInAListEnds) {
  const std::list<int> l{1, 2};
  log_nodes(l, 16);
  maker.write(address_of(&l.back()) - 16, address_of(&l.front()) - 16);
  maker.write(address_of(&l) + 16, std::uint64_t{1} << 39);
  EXPECT_EQ(shown(l, types.list("std::list<int>", integer), Limits{.width = 3}), "[1, 2, 1, …549755813885]");
}
TEST_F(Library, Optional) {
  const std::optional<int> full = 5, none;
  const TypeId type = types.optional("std::optional<int>", integer, 4);
  log_object(full);
  log_object(none);
  maker.enter(taking(type), address_of(&full));
  maker.leave();
  maker.enter(taking(type), address_of(&none));
  maker.leave();
  finish();
  EXPECT_EQ(inputs(1), "x: 5");
  EXPECT_EQ(inputs(2), "x: <unset>");
}
TEST_F(Library, AVariantThatHoldsItselfEnds) {
  const TypeId self = maker.reserve_type();
  const TypeId storage = maker.type("u", CULPRIT_TYPE_UNION, 8, {}, 0, {{"a", integer, 0}});
  maker.type("std::variant<self>", CULPRIT_TYPE_STRUCT, 8, {}, 0,
             {{"_M_u", storage, 0}, {"_M_index", types.boolean, 4}, test::LibraryTypes::argument(self)}, self,
             CULPRIT_TYPE_SYSTEM);
  const std::uint64_t zeros = 0;
  log_object(zeros);
  EXPECT_EQ(shown(zeros, self), "…1");
}
TEST_F(Library, IteratorsStandInAContainerThatIsSeen) {
  std::vector<int> v{1, 2, 3};
  const auto second = v.begin() + 1, end = v.end();
  log_vector(v);
  log_object(second);
  log_object(end);
  const TypeId iterator = types.row_iterator(integer);
  const FunctionId f = maker.function("f", {.parameters = {{"at", iterator, CULPRIT_PASS_ADDRESS},
                                                           {"end", iterator, CULPRIT_PASS_ADDRESS},
                                                           {"v", vector, CULPRIT_PASS_ADDRESS}}});
  const FunctionId g = maker.function("g", {.parameters = {{"at", iterator, CULPRIT_PASS_ADDRESS}}});
  maker.enter(f, address_of(&second), address_of(&end), address_of(&v));
  maker.enter(g, address_of(&second));
  maker.leave();
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "at: =>v[1], end: =>the end of v, v: [1, 2, 3]");
  EXPECT_EQ(inputs(1), "at: =>2");
  EXPECT_EQ(at(0, false, "*at"), "2");
}

TEST_F(Library, MessageOfAnExceptionWhoseClassIsNotDescribed) {
  const std::runtime_error error("what went wrong");
  log_object(error);
  log(error.what(), 16);
  maker.enter(maker.function("f"));
  maker.unwind(1, CULPRIT_UNWIND_EXCEPTION, maker.type("std::runtime_error", CULPRIT_TYPE_OPAQUE, 0),
               address_of(&error));
  finish();
  EXPECT_EQ(result(0), "\"what went wrong\"");
}

/// A call that works on a container; `edit` changes and logs it.
class LibraryChanges : public Library {
 protected:
  template <class T, class Edit>
  std::string changed(T& object, TypeId type, Edit edit) {
    maker.enter(taking(type), address_of(&object));
    edit();
    maker.leave();
    finish();
    return changes(0);
  }
};

TEST_F(LibraryChanges, NoneOfAnObjectThatWasPassedByValue) {
  std::vector<int> v{1, 2, 3};
  log_vector(v);
  maker.enter(maker.function("f", {.parameters = {{"x", vector, CULPRIT_PASS_ADDRESS}}}), address_of(&v));
  v[2] = 0;
  log_vector(v);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "x: [1, 2, 3]");
  EXPECT_EQ(changes(0), "");
}
TEST_F(LibraryChanges, AnObjectThatWasMadeIsOne) {
  const TypeId point =
      maker.type("Point", CULPRIT_TYPE_STRUCT, 8, {}, 0, {{"x", integer, 0}, {"y", integer, 4}});
  maker.allocate(kHeap, 8);
  maker.enter(maker.function("Point::Point",
                             {.parameters = {{"", maker.pointer_to(point), CULPRIT_PASS_VALUE, true}}}),
              kHeap);
  maker.write(kHeap, 1);
  maker.write(kHeap + 4, 2);
  maker.leave();
  finish();
  EXPECT_EQ(changes(0), "*this: ? -> {x: 1, y: 2}\n");
}
TEST_F(LibraryChanges, ElementOfAVector) {
  std::vector<int> v{1, 2, 3};
  log_vector(v);
  EXPECT_EQ(changed(v, vector, [&] { v[2] = 0, log_vector(v); }), "x[2]: 3 -> 0\n");
}
TEST_F(LibraryChanges, NothingWhereTheSameIsElsewhere) {
  std::vector<int> v{1, 2, 3};
  log_vector(v);
  EXPECT_EQ(changed(v, vector, [&] { v.reserve(100), log_vector(v); }), "");
}
TEST_F(LibraryChanges, VectorsThatWereSwapped) {
  std::vector<int> v{1, 2}, w{1, 3};
  log_vector(v);
  log_vector(w);
  EXPECT_EQ(changed(v, vector, [&] { v.swap(w), log_object(v); }), "x[1]: 2 -> 3\n");
}
TEST_F(LibraryChanges, ShortVectorThatGrew) {
  std::vector<int> v{1};
  log_vector(v);
  EXPECT_EQ(changed(v, vector, [&] { v.push_back(2), log_vector(v); }), "x: [1] -> [1, 2]\n");
}
TEST_F(LibraryChanges, LongVectorThatGrew) {
  std::vector<int> v(100, 7);
  log_vector(v);
  EXPECT_EQ(changed(v, vector, [&] { v[1] = 8, v.push_back(2), log_vector(v); }),
            "x.size(): 100 -> 101\nx[100]: <not there> -> 2\nx[1]: 7 -> 8\n");
}
TEST_F(LibraryChanges, KeysOfAMap) {
  std::map<int, int> m{{1, 10}, {2, 20}, {3, 30}};
  log_nodes(m, 32);
  EXPECT_EQ(changed(m, map, [&] { m[1] = 11, m.erase(2), m[4] = 40, log_nodes(m, 32); }),
            "x[4]: <not there> -> 40\nx[2]: 20 -> <not there>\nx[1]: 10 -> 11\n");
}
TEST_F(LibraryChanges, Set) {
  std::set<int> s{1, 2};
  log_nodes(s, 32);
  EXPECT_EQ(changed(s, types.tree("std::set<int>", integer, integer), [&] { s.insert(3), log_nodes(s, 32); }),
            "x: [1, 2] -> [1, 2, 3]\n");
}
TEST_F(LibraryChanges, EndOfALongString) {
  std::string s(1000, 'x');
  log_string(s);
  maker.enter(taking(string), address_of(&s));
  s[999] = 'y';
  log_string(s);
  maker.leave();
  finish();
  EXPECT_EQ(facts(0).changes.size(), 1u);
}
TEST_F(LibraryChanges, OptionalThatWasSet) {
  std::optional<int> o;
  log_object(o);
  EXPECT_EQ(changed(o, types.optional("std::optional<int>", integer, 4), [&] { o = 4, log_object(o); }),
            "x: <unset> -> 4\n");
}
TEST_F(LibraryChanges, AreFoundByTheirPaths) {
  std::map<int, int> m{{1, 10}};
  log_nodes(m, 32);
  maker.enter(taking(map), address_of(&m));
  maker.write(address_of(&m[1]), 11, 3);
  maker.leave();
  finish();
  EXPECT_EQ(at(0, false, "x[1]"), "10");
  EXPECT_EQ(at(0, true, "x[1]"), "11");
  EXPECT_EQ(at(0, true, "x[2]"), "'x[2]' is not there. The first keys are 1.");
  EXPECT_EQ(writer(0, true, "x[1]").node, NodeId{0});
}

/// Circle : Shape, with a virtual table that lies at kHeap.
class Polymorphic : public AccountFixture {
 protected:
  Polymorphic() {
    maker.allocate(kHeap, 64, CULPRIT_MEMORY_STATIC);
    maker.fill(kHeap, 64, 0);
    maker.global("vtable for Circle", circle, kHeap, 0, 64, CULPRIT_GLOBAL_VTABLE);
    maker.allocate(kObject, 40);
  }
  static constexpr Address kObject = kHeap + 0x1000;
  TypeId shape = maker.type("Shape", CULPRIT_TYPE_STRUCT, 16, {}, 0,
                            {{"_vptr$Shape", integer, 0}, {"id", integer, 8}}, {}, CULPRIT_TYPE_POLYMORPHIC);
  TypeId circle =
      maker.type("Circle", CULPRIT_TYPE_STRUCT, 32, {}, 0,
                 {{"", shape, 0, 0, -1, true}, {"radius", integer, 24}}, {}, CULPRIT_TYPE_POLYMORPHIC);
  const FunctionId f = maker.function("f", {.parameters = {{"p", maker.pointer_to(shape)}}});
};

TEST_F(Polymorphic, ObjectsShowTheirOwnClass) {
  maker.write(kObject, kHeap + 16);
  maker.write(kObject + 8, 1);
  maker.write(kObject + 24, 5);
  maker.enter(f, kObject);
  maker.write(kObject + 24, 6);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "p: ->Circle{id: 1, radius: 5}");
  EXPECT_EQ(changes(0), "p->radius: 5 -> 6\n");
  EXPECT_EQ(at(0, true, "p->radius"), "6");
}
TEST_F(Polymorphic, APartKnowsHowFarItsObjectBegins) {
  // The Shape at offset 8 is a second base: its table says that the object begins 8 bytes before.
  maker.write(kHeap + 32, std::int64_t{-8});
  maker.write(kObject + 8, kHeap + 48);
  maker.write(kObject + 24, 5);
  maker.enter(f, kObject + 8);
  maker.leave();
  finish();
  EXPECT_TRUE(inputs(0).starts_with("p: ->Circle{") && inputs(0).ends_with("radius: 5}")) << inputs(0);
}
TEST_F(Polymorphic, AnUnknownTableLeavesTheClassOfThePointer) {
  maker.write(kObject, std::uint64_t{0x1234});
  maker.write(kObject + 8, 1);
  maker.enter(f, kObject);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "p: ->{id: 1}");
}
TEST_F(Polymorphic, AVirtualBaseIsFoundThroughTheTable) {
  const TypeId plain = maker.type("Base", CULPRIT_TYPE_STRUCT, 4, {}, 0, {{"b", integer, 0}});
  const TypeId derived =
      maker.type("Derived", CULPRIT_TYPE_STRUCT, 32, {}, 0,
                 {{"", plain, 24, 0, -1, true, CULPRIT_MEMBER_VIRTUAL}, {"d", integer, 8}});
  const FunctionId g = maker.function("g", {.parameters = {{"x", derived, CULPRIT_PASS_ADDRESS}}});
  maker.write(kHeap + 8, std::int64_t{16});  // 24 below the point of the table
  maker.write(kObject, kHeap + 32);
  maker.write(kObject + 8, 3);
  maker.write(kObject + 16, 7);
  maker.enter(g, kObject);
  maker.leave();
  finish();
  EXPECT_EQ(inputs(0), "x: {Base: {b: 7}, d: 3}");
}

}  // namespace
}  // namespace culprit::state
