#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "src/base/ids.h"
#include "src/transform/sibling_weights.h"

namespace culprit::transform {

/// The recursive children of a node, by kind. Children are of one kind if their own children weigh the same: they are worth
/// the same, so that a million of them are judged once.
///
/// Compressing a child changes what all others are worth, but seldom by much. Kinds with about as many children form a class,
/// and a class knows by how much savings in it have risen at most since they were found. A kind is judged again only when
/// that could make it the best.
class Kinds {
 public:
  struct Child {
    SearchId node;
    SiblingWeights inside;  ///< the weights of its children
  };

  Kinds() = default;
  Kinds(Kinds&&) noexcept = default;
  Kinds& operator=(Kinds&&) noexcept = default;
  Kinds(const Kinds&) = delete;
  Kinds& operator=(const Kinds&) = delete;

  bool empty() const { return kinds_.empty(); }
  /// Precondition: children come in call order. O(log kinds).
  void add(SiblingWeights inside, SearchId child);
  /// Takes out the child that Algorithm 1 compresses next, the first in call order of the best ones. O(r log s) for each kind
  /// that has to be judged, as SiblingWeights::saving, and O(log) of kinds and children beside.
  /// Precondition: `siblings` are the weights of all children of the node.
  std::optional<Child> take_best(const SiblingWeights& siblings);
  /// Says that a child was replaced by its children, `more` of which are recursive. `siblings` are the weights from before.
  /// O(log) for each kind of the one that has fewer.
  void replace(const SiblingWeights& inside, Kinds more, const SiblingWeights& siblings);
  /// Calls visit(inside, child) for each of them.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& [inside, children] : kinds_) {
      for (const std::uint32_t child : children) visit(inside, SearchId{child});
    }
  }

 private:
  /// What children of one kind have below them, and the children: a heap, the first in call order on top; not empty.
  using Map = std::map<SiblingWeights, std::vector<std::uint32_t>>;
  using Kind = Map::value_type;
  struct Bound {
    std::int64_t saving;  ///< at most so much, without the slack of the class
    Kind* kind;
  };
  /// Kinds with 2^(order - 1) to 2^order - 1 children each (none if the order is 0).
  struct Class {
    std::uint32_t order;
    std::int64_t slack = 0;
    std::vector<Bound> bounds{};  ///< a heap, the greatest on top
    std::uint32_t most_children() const {
      return static_cast<std::uint32_t>((std::uint64_t{1} << order) - 1);
    }
    std::uint32_t least_weight() const { return most_children() / 2 + 1 + (order > 0 ? 1 : 0); }
    void push(Bound bound);
    Bound pop();
  };
  Class& class_of(const Kind& kind);
  /// To be judged when the best one is sought next.
  void push_new(Kind& kind) { class_of(kind).push({kUnknown, &kind}); }
  Child take_first(Kind& kind);
  void merge(Map more);

  static constexpr std::int64_t kUnknown = std::int64_t{1} << 62;
  Map kinds_;
  std::vector<Class> classes_;  ///< each kind is in one of them
};

}  // namespace culprit::transform
