#include "src/state/leads.h"

#include <utility>

namespace culprit::state {
namespace {

constexpr unsigned kMostNested = 32;
constexpr std::size_t kMostLeads = 64;

/// Library objects that hold bytes and nothing else; and words of the functional language: what they lead to never changes.
bool is_plain(Family family) {
  return family == Family::kBitset || family == Family::kComplex || family == Family::kDuration ||
         family == Family::kTimePoint || family == Family::kDynamic || family == Family::kOpaque;
}

}  // namespace

const Exits& LeadTable::exits(TypeId type) {
  if (const auto found = known_.find(type); found != known_.end()) return found->second;
  Exits exits;
  collect(type, 0, 0, exits);
  return known_.emplace(type, std::move(exits)).first->second;
}

void LeadTable::collect(TypeId id, std::uint64_t offset, unsigned depth, Exits& exits) {
  if (depth > kMostNested || exits.leads.size() >= kMostLeads) {
    exits.is_partial = true;
    return;
  }
  const trace::Type& type = catalogue_.type(id);
  switch (type.kind) {
    case CULPRIT_TYPE_POINTER:
    case CULPRIT_TYPE_REFERENCE:
      if (catalogue_.type(type.element).kind != CULPRIT_TYPE_FUNCTION) exits.leads.push_back({id, offset});
      return;
    case CULPRIT_TYPE_ARRAY: {
      Exits of_element;
      collect(type.element, 0, depth + 1, of_element);
      if (!of_element.is_flat()) exits.leads.push_back({id, offset});
      return;
    }
    case CULPRIT_TYPE_STRUCT:
      break;
    default:
      // Of unions nothing says which member counts: they are bytes.
      return;
  }
  if (catalogue_.family(id) != Family::kNone) return collect_library(id, offset, exits);
  for (const Field& field : fields_of(catalogue_, id)) {
    if (field.is_virtual || field.offset < 0)
      exits.is_partial = true;
    else if (field.bits == 0)
      collect(field.type, offset + static_cast<std::uint64_t>(field.offset) / 8, depth + 1, exits);
  }
}

void LeadTable::collect_library(TypeId id, std::uint64_t offset, Exits& exits) const {
  if (!is_plain(catalogue_.family(id))) exits.leads.push_back({id, offset});
}

}  // namespace culprit::state
