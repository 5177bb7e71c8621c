#include "src/state/library/library.h"

namespace culprit::state {
namespace {

Meaning read(Probe& probe, const Place& object, Family family, std::uint64_t most) {
  using namespace library;
  switch (family) {
    case Family::kString:
      return read_string(probe, object);
    case Family::kStringView:
      return read_string_view(probe, object);
    case Family::kMessage:
      return read_message(probe, object);
    case Family::kVector:
      return read_vector(probe, object, most);
    case Family::kArray:
      return read_array(probe, object);
    case Family::kSpan:
      return read_span(probe, object);
    case Family::kInitializerList:
      return read_initializer_list(probe, object);
    case Family::kDeque:
      return read_deque(probe, object, most);
    case Family::kList:
      return read_list(probe, object, most);
    case Family::kForwardList:
      return read_forward_list(probe, object, most);
    case Family::kMap:
      return read_tree(probe, object, Shape::kMap, most);
    case Family::kSet:
      return read_tree(probe, object, Shape::kSet, most);
    case Family::kUnorderedMap:
      return read_hash(probe, object, Shape::kMap, most);
    case Family::kUnorderedSet:
      return read_hash(probe, object, Shape::kSet, most);
    case Family::kPair:
      return read_pair(probe, object);
    case Family::kTuple:
      return read_tuple(probe, object);
    case Family::kComplex:
      return read_complex(probe, object);
    case Family::kOptional:
      return read_optional(probe, object);
    case Family::kVariant:
      return read_variant(probe, object);
    case Family::kAny:
      return read_any(probe, object);
    case Family::kFunction:
      return read_function(probe, object);
    case Family::kUniquePointer:
      return read_unique_pointer(probe, object);
    case Family::kSharedPointer:
      return read_shared_pointer(probe, object, false);
    case Family::kWeakPointer:
      return read_shared_pointer(probe, object, true);
    case Family::kReferenceWrapper:
      return read_reference_wrapper(probe, object);
    case Family::kAtomic:
      return read_atomic(probe, object);
    case Family::kAdaptor:
      return read_adaptor(probe, object);
    case Family::kBitset:
      return read_bitset(probe, object);
    case Family::kDuration:
      return read_duration(probe, object);
    case Family::kTimePoint:
      return read_time_point(probe, object);
    case Family::kRowIterator:
    case Family::kTreeIterator:
    case Family::kListIterator:
    case Family::kForwardIterator:
    case Family::kDequeIterator:
    case Family::kHashIterator:
      return read_iterator(probe, object, family);
    case Family::kArguments:
      return read_arguments(probe, object);
    case Family::kDynamic:
      return read_dynamic(probe, object, most);
    case Family::kOpaque:
      return {.shape = Shape::kWords, .text = probe.type(object).name};
    case Family::kNone:
      break;
  }
  return {};
}

}  // namespace

Meaning meaning_of(const Catalogue& catalogue, Snapshot& snapshot, const Place& object, std::uint64_t most) {
  const Family family = catalogue.family(object.type);
  if (family == Family::kNone || object.bits != 0) return {};
  Probe probe(catalogue, snapshot);
  return read(probe, object, family, most);
}

}  // namespace culprit::state
