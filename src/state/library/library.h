#pragma once

#include <cstdint>

#include "src/state/catalogue.h"
#include "src/state/library/meaning.h"
#include "src/state/library/probe.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// What an object of the standard library holds, read from the layout of libstdc++, or a value of the functional language, with at most `most` of its
/// parts (rows are not listed). Memory is not trusted: garbage, cycles and lengths that cannot be cost no more
/// than `most` steps. Types that are none of the library's have the shape kFields.
Meaning meaning_of(const Catalogue& catalogue, Snapshot& snapshot, const Place& object, std::uint64_t most);

/// The readers behind it, a file a family.
namespace library {

Meaning read_string(Probe& probe, const Place& object);
Meaning read_string_view(Probe& probe, const Place& object);
Meaning read_message(Probe& probe, const Place& object);

Meaning read_vector(Probe& probe, const Place& object, std::uint64_t most);
Meaning read_array(Probe& probe, const Place& object);
Meaning read_span(Probe& probe, const Place& object);
Meaning read_initializer_list(Probe& probe, const Place& object);
Meaning read_deque(Probe& probe, const Place& object, std::uint64_t most);
Meaning read_list(Probe& probe, const Place& object, std::uint64_t most);
Meaning read_forward_list(Probe& probe, const Place& object, std::uint64_t most);

Meaning read_tree(Probe& probe, const Place& object, Shape shape, std::uint64_t most);
Meaning read_hash(Probe& probe, const Place& object, Shape shape, std::uint64_t most);

Meaning read_pair(Probe& probe, const Place& object);
Meaning read_tuple(Probe& probe, const Place& object);
Meaning read_complex(Probe& probe, const Place& object);

Meaning read_optional(Probe& probe, const Place& object);
Meaning read_variant(Probe& probe, const Place& object);
Meaning read_any(Probe& probe, const Place& object);
Meaning read_function(Probe& probe, const Place& object);
Meaning read_unique_pointer(Probe& probe, const Place& object);
Meaning read_shared_pointer(Probe& probe, const Place& object, bool is_weak);
Meaning read_reference_wrapper(Probe& probe, const Place& object);
Meaning read_atomic(Probe& probe, const Place& object);
Meaning read_adaptor(Probe& probe, const Place& object);

Meaning read_bitset(Probe& probe, const Place& object);
Meaning read_duration(Probe& probe, const Place& object);
Meaning read_time_point(Probe& probe, const Place& object);

Meaning read_iterator(Probe& probe, const Place& object, Family family);

Meaning read_arguments(Probe& probe, const Place& object);

Meaning read_dynamic(Probe& probe, const Place& object, std::uint64_t most);

/// The element of a tuple; also the pointer in a unique_ptr.
std::optional<Place> tuple_element(Probe& probe, const Place& tuple, std::size_t index);

}  // namespace library
}  // namespace culprit::state
