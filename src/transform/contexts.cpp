#include "src/transform/contexts.h"

namespace culprit::transform {

bool LabelContexts::match(NodeId first, NodeId second) const {
  const tree::Labels& labels = tree_.labels();
  return labels.after.empty() || labels.after[first.value()] == labels.before[second.value()];
}

}  // namespace culprit::transform
