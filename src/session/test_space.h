#pragma once

#include <memory>
#include <string>
#include <utility>

#include "src/session/session.h"
#include "src/session/space.h"
#include "src/transform/contexts.h"
#include "src/transform/transform.h"
#include "src/tree/event_order.h"
#include "src/tree/tree.h"

namespace culprit::session {

/// The search trees of a tree from text or JSON: contexts are its labels', or all match.
class TreeSpaces final : public Spaces {
 public:
  /// The tree must outlive it.
  explicit TreeSpaces(const tree::Tree& tree, bool any_context = false)
      : tree_(tree), labels_(tree), any_context_(any_context) {}

  std::shared_ptr<const Space> make(const transform::Form& form,
                                    const transform::Wishes& wishes) const override {
    const transform::Contexts& contexts =
        any_context_ ? static_cast<const transform::Contexts&>(any_) : labels_;
    return std::make_shared<const Space>(transform::transform(tree_, form, contexts, wishes), tree_,
                                         std::span<const std::uint32_t>());
  }

 private:
  const tree::Tree& tree_;
  transform::LabelContexts labels_;
  transform::AnyContexts any_;
  bool any_context_;
};

/// A tree with all that a session of it needs; stays where it is.
class TestSubject {
 public:
  explicit TestSubject(tree::Tree tree, bool any_context = false)
      : tree_(std::move(tree)), spaces_(tree_, any_context), order_(tree_) {}
  TestSubject(const TestSubject&) = delete;
  TestSubject& operator=(const TestSubject&) = delete;

  const tree::Tree& tree() const { return tree_; }
  const Spaces& spaces() const { return spaces_; }
  const tree::EventOrder& order() const { return order_; }
  /// Precondition: the options make sense.
  Session session(SessionOptions options) const {
    return std::move(*Session::start(tree_, spaces_, order_, std::move(options)));
  }

 private:
  tree::Tree tree_;
  TreeSpaces spaces_;
  tree::PreorderEvents order_;
};

}  // namespace culprit::session
