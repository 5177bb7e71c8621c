#include "src/state/library/library.h"

namespace culprit::state {

Meaning meaning_of(const Catalogue& catalogue, Snapshot& snapshot, const Place& object, std::uint64_t most) {
  const Family* family = catalogue.family(object.type);
  if (family == nullptr || object.bits != 0) return {};
  Probe probe(catalogue, snapshot);
  return Reader{family->read}(probe, object, *family, most);
}

}  // namespace culprit::state
