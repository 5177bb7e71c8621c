#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/base/progress.h"
#include "src/service/subject.h"
#include "src/session/space.h"
#include "src/transform/transform.h"

namespace culprit::service {

/// The search trees of a subject. What transformations ask of two calls, whether one goes on where the other ended, the account
/// answers.
class SubjectSpaces final : public session::Spaces {
 public:
  /// Subject and account must outlive it. `weights`: one for each node, or empty.
  SubjectSpaces(const Subject& subject, const state::Account& account, std::vector<std::uint32_t> weights,
                Progress progress)
      : subject_(subject), account_(account), weights_(std::move(weights)), progress_(std::move(progress)) {}

  std::shared_ptr<const session::Space> make(const transform::Form& form,
                                             const transform::Wishes& wishes) const override;
  bool is_silent(NodeId pass) const override;
  bool did_not_finish(NodeId node) const override;
  const std::vector<std::uint32_t>& weights() const { return weights_; }

 private:
  const Subject& subject_;
  const state::Account& account_;
  std::vector<std::uint32_t> weights_;
  Progress progress_;
  mutable std::unordered_map<NodeId, bool> silent_;  ///< passes that were looked at
};

/// A subject's tree after transformations; the tree itself if they are `loops` alone. `any_context`: chains need no matching
/// contexts. The account is that of the tree.
transform::Reshaped reshape(const tree::Tree& tree, const state::Account& account,
                            const transform::Form& form, bool any_context,
                            const transform::Wishes& wishes = {}, const Progress& progress = no_progress);

}  // namespace culprit::service
