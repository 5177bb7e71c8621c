#pragma once

#include <cstdint>
#include <string_view>

#include "src/trace/tables.h"

namespace culprit::state {

/// Which kind of library object a type is. Types that mean no more than their fields are kNone.
enum class Family : std::uint8_t {
  kNone,
  kString,
  kStringView,
  kVector,
  kArray,
  kDeque,
  kList,
  kForwardList,
  kMap,  ///< also multimap
  kSet,
  kUnorderedMap,
  kUnorderedSet,
  kPair,
  kTuple,
  kOptional,
  kVariant,
  kAny,
  kUniquePointer,
  kSharedPointer,
  kWeakPointer,
  kAdaptor,  ///< stack, queue, priority_queue, filesystem::path: one member says all
  kBitset,
  kComplex,
  kAtomic,
  kFunction,
  kReferenceWrapper,
  kSpan,
  kInitializerList,
  kDuration,
  kTimePoint,
  kMessage,  ///< an exception that carries a text
  kRowIterator,
  kTreeIterator,
  kListIterator,
  kForwardIterator,
  kDequeIterator,
  kHashIterator,
  kArguments,  ///< a va_list: the variable arguments that are left
  kDynamic,    ///< a word that says itself what it is: a value of the functional language
  kOpaque,     ///< a class of the library that says nothing to its user: streams, locks, engines
};

Family family_of(const trace::Type& type);
/// A stream of the C library, whatever is in it.
bool is_stream(const trace::Type& type);
/// The name without `std::` and what an implementation puts behind it; empty if it is none of the library.
std::string_view library_name(std::string_view type_name);

}  // namespace culprit::state
