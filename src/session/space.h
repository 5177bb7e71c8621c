#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/base/error.h"
#include "src/base/ids.h"
#include "src/strategy/shape.h"
#include "src/transform/reshaped.h"
#include "src/transform/transform.h"
#include "src/transform/wishes.h"

namespace culprit::session {

/// The tree that a session searches, with all that strategies need of it. Immutable, and shared: a copy of it is a pointer.
class Space {
 public:
  /// `weights`: how likely each node of the subject is to be at fault, relative to the others; empty for 1 each. A chain that is
  /// collapsed weighs what its calls do if weights are given, else 1; a projected one nothing; the weight of a node that
  /// was taken out goes to the next above it. O(n).
  Space(transform::Reshaped reshaped, const tree::Tree& subject, std::span<const std::uint32_t> weights,
        const Progress& progress = no_progress);
  Space(const Space&) = delete;
  Space& operator=(const Space&) = delete;

  const transform::Reshaped& reshaped() const { return reshaped_; }
  const tree::SearchTree& tree() const { return reshaped_.tree; }
  const strategy::Shape& shape() const { return shape_; }
  /// For strategies that look at functions.
  void set_facts(std::function<graph::RunFacts()> make) { shape_.set_facts(std::move(make)); }

 private:
  transform::Reshaped reshaped_;
  strategy::Shape shape_;
};

/// Makes search trees of one subject, and knows what they are made of.
class Spaces {
 public:
  virtual ~Spaces() = default;
  virtual std::shared_ptr<const Space> make(const transform::Form& form,
                                            const transform::Wishes& wishes) const = 0;
  /// Whether a question about these passes of a loop, one and all behind it, would show neither a change nor output, nor that
  /// something else than the loop's condition ended it.
  virtual bool is_silent([[maybe_unused]] NodeId pass) const { return false; }
  /// Whether the run ended while the node was open.
  virtual bool did_not_finish([[maybe_unused]] NodeId node) const { return false; }
};

/// Whose rule `compress` follows with a strategy.
transform::Family family_of(std::string_view strategy);

}  // namespace culprit::session
