#pragma once

#include <memory>
#include <span>

#include "src/service/reshaped_account.h"
#include "src/service/subject.h"
#include "src/strategy/shape.h"
#include "src/transform/transform.h"

namespace culprit::service {

/// A subject's tree as transformations made it, with all that a session needs of it.
class Reshaping {
 public:
  /// Subject and account must outlive it. `any_context`: chains need no matching contexts.
  Reshaping(const Subject& subject, const state::Account& account,
            std::span<const transform::Transformation> list, transform::Family family,
            bool any_context = false);
  Reshaping(const Reshaping&) = delete;
  Reshaping& operator=(const Reshaping&) = delete;

  const transform::Reshaped& reshaped() const { return reshaped_; }
  const strategy::Shape& shape() const { return shape_; }
  const state::Account& account() const { return account_; }

 private:
  transform::Reshaped reshaped_;
  strategy::Shape shape_;
  ReshapedAccount account_;
};

/// The account is that of the tree.
transform::Reshaped reshape(const tree::Tree& tree, const state::Account& account,
                            std::span<const transform::Transformation> list, transform::Family family,
                            bool any_context);

/// Whose rule `compress` follows with a strategy.
transform::Family family_of(std::string_view strategy);

}  // namespace culprit::service
