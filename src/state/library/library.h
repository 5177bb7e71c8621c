#pragma once

#include <cstdint>

#include "src/state/catalogue.h"
#include "src/state/library/family.h"
#include "src/state/library/meaning.h"
#include "src/state/library/probe.h"
#include "src/state/snapshot.h"

namespace culprit::state {

/// What an object of the standard library holds, read from the layout of libstdc++, a value of the functional language, or a
/// collection that the recorder described, with at most `most` of its parts (rows are not listed). Memory is not trusted: garbage, cycles and lengths that cannot be cost no more
/// than `most` steps. Types that are none of these have the shape kFields.
Meaning meaning_of(const Catalogue& catalogue, Snapshot& snapshot, const Place& object, std::uint64_t most);

/// The readers that rows of the table name.
namespace library {

using ReaderOf = Meaning(Probe& probe, const Place& object, const Family& family, std::uint64_t most);

ReaderOf read_string, read_text, read_message;
ReaderOf read_vector, read_array, read_span, read_row, read_deque;
ReaderOf read_chain, read_tree;
ReaderOf read_pair, read_tuple, read_complex;
ReaderOf read_optional, read_variant, read_any, read_function, read_unique_pointer, read_shared_pointer,
    read_weak_pointer, read_reference_wrapper, read_atomic, read_member;
ReaderOf read_bitset, read_duration, read_time_point, read_opaque;
ReaderOf read_iterator;
ReaderOf read_arguments;
ReaderOf read_dynamic;
ReaderOf read_described;

/// The element of a tuple; also the pointer in a unique_ptr.
std::optional<Place> tuple_element(Probe& probe, const Place& tuple, std::size_t index);

}  // namespace library
}  // namespace culprit::state
