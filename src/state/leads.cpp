#include "src/state/leads.h"

#include <algorithm>
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

/// Library objects that hold what they hold within themselves.
bool holds_inline(Family family) {
  return family == Family::kArray || family == Family::kPair || family == Family::kTuple ||
         family == Family::kOptional || family == Family::kVariant;
}

/// The types among a template's arguments.
std::vector<TypeId> arguments_of(const trace::Type& type) {
  std::vector<TypeId> arguments;
  for (const trace::Member& member : type.members)
    if (member.is_argument() && member.type != TypeId{}) arguments.push_back(member.type);
  return arguments;
}

bool is_view_of_const(Family family) {
  return family == Family::kStringView || family == Family::kInitializerList;
}

/// Library objects that are const together with what they hold, which their template arguments tell.
bool keeps_elements_const(Family family) {
  switch (family) {
    case Family::kString:
    case Family::kStringView:
    case Family::kVector:
    case Family::kArray:
    case Family::kDeque:
    case Family::kList:
    case Family::kForwardList:
    case Family::kMap:
    case Family::kSet:
    case Family::kUnorderedMap:
    case Family::kUnorderedSet:
    case Family::kPair:
    case Family::kTuple:
    case Family::kOptional:
    case Family::kVariant:
    case Family::kInitializerList:
      return true;
    default:
      return is_plain(family);
  }
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
  if (catalogue_.family(id) != Family::kNone) return collect_library(id, offset, depth, exits);
  for (const Field& field : fields_of(catalogue_, id)) {
    if (field.is_virtual || field.offset < 0)
      exits.is_partial = true;
    else if (field.bits == 0)
      collect(field.type, offset + static_cast<std::uint64_t>(field.offset) / 8, depth + 1, exits);
  }
}

void LeadTable::collect_library(TypeId id, std::uint64_t offset, unsigned depth, Exits& exits) {
  if (is_plain(catalogue_.family(id))) return;
  if (holds_inline(catalogue_.family(id))) {
    const std::vector<TypeId> elements = arguments_of(catalogue_.type(id));
    Exits of_elements;
    for (const TypeId element : elements) collect(element, 0, depth + 1, of_elements);
    if (!elements.empty() && of_elements.is_flat()) return;
  }
  exits.leads.push_back({id, offset});
}

bool LeadTable::only_shows(TypeId holder) {
  if (const auto found = shows_.find(holder); found != shows_.end()) return found->second;
  return shows_[holder] = find_only_shows(holder);
}

bool LeadTable::find_only_shows(TypeId holder) {
  if (!is_address(catalogue_.type(holder)) && !is_view_of_const(catalogue_.family(holder))) return false;
  std::vector<TypeId> reached;
  const auto add = [&](TypeId type) {
    if (std::ranges::find(reached, type) == reached.end()) reached.push_back(type);
  };
  add(holder);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (i > kMostNested) return false;
    const trace::Type& type = catalogue_.type(reached[i]);
    switch (type.kind) {
      case CULPRIT_TYPE_POINTER:
      case CULPRIT_TYPE_REFERENCE:
        if ((type.flags & CULPRIT_TYPE_TO_CONST) == 0) return false;
        add(type.element);
        break;
      case CULPRIT_TYPE_ARRAY:
        add(type.element);
        break;
      case CULPRIT_TYPE_STRUCT: {
        if ((type.flags & (CULPRIT_TYPE_POLYMORPHIC | CULPRIT_TYPE_INCOMPLETE)) != 0) return false;
        const Family family = catalogue_.family(reached[i]);
        if (family != Family::kNone) {
          const std::vector<TypeId> elements = arguments_of(type);
          if (!keeps_elements_const(family) || (elements.empty() && !is_plain(family))) return false;
          std::ranges::for_each(elements, add);
          break;
        }
        const Exits& exits = this->exits(reached[i]);
        if (exits.is_partial) return false;
        for (const Lead& lead : exits.leads) add(lead.type);
        break;
      }
      case CULPRIT_TYPE_VOID:
      case CULPRIT_TYPE_OPAQUE:
        return false;
      default:
        break;
    }
  }
  return true;
}

}  // namespace culprit::state
