#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/state/path_text.h"

namespace culprit::state {

/// Many paths that share their beginnings, such as those to the nodes of a long list: a path is one step from
/// another, and is written out only when it is shown.
class PathTree {
 public:
  using Id = std::uint32_t;
  /// Longer paths help nobody.
  static constexpr std::uint32_t kMostSteps = 1000;

  Id root(std::string name) { return add({Kind::kRoot, 0, 0, 0, std::move(name)}); }
  Id field(Id of, std::string_view name) {
    if (name.empty()) return of;
    return add({Kind::kField, of, steps_[of].depth + 1, 0, std::string(name)});
  }
  Id element(Id of, std::uint64_t index) {
    return add({Kind::kElement, of, steps_[of].depth + 1, index, {}});
  }
  Id keyed(Id of, std::string key) { return add({Kind::kKey, of, steps_[of].depth + 1, 0, std::move(key)}); }
  Id part(Id of, std::uint64_t index) { return add({Kind::kPart, of, steps_[of].depth + 1, index, {}}); }
  Id pointee(Id of) { return add({Kind::kPointee, of, steps_[of].depth + 1, 0, {}}); }
  bool is_long(Id path) const { return steps_[path].depth >= kMostSteps; }

  /// O(steps * length).
  std::string text(Id path) const {
    std::vector<Id> way;
    for (; steps_[path].kind != Kind::kRoot; path = steps_[path].from) way.push_back(path);
    PathText text(steps_[path].name);
    std::for_each(way.rbegin(), way.rend(), [&](Id id) {
      const Step& step = steps_[id];
      text = step.kind == Kind::kField     ? text.field(step.name)
             : step.kind == Kind::kElement ? text.element(step.index)
             : step.kind == Kind::kKey     ? text.keyed(step.name)
             : step.kind == Kind::kPart    ? text.part(step.index)
                                           : text.pointee();
    });
    return text.str();
  }

 private:
  enum class Kind : std::uint8_t { kRoot, kField, kElement, kKey, kPart, kPointee };
  struct Step {
    Kind kind;
    Id from;
    std::uint32_t depth;
    std::uint64_t index;
    std::string name;
  };
  Id add(Step step) {
    steps_.push_back(std::move(step));
    return static_cast<Id>(steps_.size() - 1);
  }

  std::vector<Step> steps_;
};

}  // namespace culprit::state
