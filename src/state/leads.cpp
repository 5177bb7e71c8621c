#include "src/state/leads.h"

#include <algorithm>
#include <utility>

#include "src/state/library/family.h"

namespace culprit::state {
namespace {

constexpr unsigned kMostNested = 32;
constexpr std::size_t kMostLeads = 64;

/// The types among a template's arguments.
std::vector<TypeId> arguments_of(const trace::Type& type) {
  std::vector<TypeId> arguments;
  for (const trace::Member& member : type.members)
    if (member.is_argument() && member.type != TypeId{}) arguments.push_back(member.type);
  return arguments;
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
  if (catalogue_.is_library(id)) return collect_library(id, offset, depth, exits);
  for (const Field& field : fields_of(catalogue_, id)) {
    if (field.is_virtual || field.offset < 0)
      exits.is_partial = true;
    else if (field.bits == 0)
      collect(field.type, offset + static_cast<std::uint64_t>(field.offset) / 8, depth + 1, exits);
  }
}

void LeadTable::collect_library(TypeId id, std::uint64_t offset, unsigned depth, Exits& exits) {
  const Holding holding = catalogue_.family(id)->holding;
  if (holding == Holding::kNothing) return;
  if (holding == Holding::kWithin) {
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
  const Family* view = catalogue_.family(holder);
  const bool is_view_of_const = view != nullptr && view->holding == Holding::kViewOfConst;
  if (!is_address(catalogue_.type(holder)) && !is_view_of_const) return false;
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
        if (const Family* family = catalogue_.family(reached[i])) {
          const std::vector<TypeId> elements = arguments_of(type);
          if (family->holding == Holding::kShared) return false;
          if (elements.empty() && family->holding != Holding::kNothing) return false;
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
