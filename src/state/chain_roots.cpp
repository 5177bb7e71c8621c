#include "src/state/chain_roots.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "src/state/leads.h"

namespace culprit::state {
namespace {

/// Where a root leads, and to what type; nothing if it is a copy of several ways.
std::optional<std::pair<TypeId, Address>> goal(const Catalogue& catalogue, const Root& root) {
  if (!root.place.is_inline) return std::pair(root.place.type, root.place.address);
  const trace::Type& type = catalogue.type(root.place.type);
  if (!is_address(type) || root.place.bytes.size() < sizeof(Address)) return std::nullopt;
  Address address = 0;
  std::memcpy(&address, root.place.bytes.data(), sizeof address);
  return std::pair(type.element, address);
}

bool is_same(const Catalogue& catalogue, const Root& a, const Root& b) {
  const auto left = goal(catalogue, a), right = goal(catalogue, b);
  if (left || right) return left == right;
  return a.place.type == b.place.type && std::ranges::equal(a.place.bytes, b.place.bytes);
}

const Root* find_variable(const std::vector<Root>& roots, const Root& wanted) {
  const auto at = std::ranges::find_if(roots, [&](const Root& root) {
    return root.name == wanted.name && root.place.type == wanted.place.type;
  });
  return at == roots.end() ? nullptr : &*at;
}

}  // namespace

RootPairs chain_roots(const Catalogue& catalogue, const RunEnds& ends) {
  RootPairs pairs;
  LeadTable leads(catalogue);
  // What a call is only shown stands with its arguments: others may change it between the calls.
  const auto leads_out = [&](const Root& root) {
    if (!root.place.is_inline) return true;
    return !leads.is_flat(root.place.type) && (root.is_this || !leads.only_shows(root.place.type));
  };
  const auto is_known = [&](const Root& root) {
    return std::ranges::any_of(pairs, [&](const auto& p) {
      return is_same(catalogue, p.first, root) || is_same(catalogue, p.second, root);
    });
  };
  for (const Root& root : ends.first.inputs()) {
    const Root* later = ends.same_variables ? find_variable(ends.last.outputs(), root) : nullptr;
    if (later != nullptr)
      pairs.emplace_back(root, *later);
    else if (!root.is_own && leads_out(root) && !is_known(root))
      pairs.emplace_back(root, root);
  }
  for (Root root : ends.last.outputs()) {
    if (!leads_out(root) || is_known(root)) continue;
    const bool is_taken =
        std::ranges::any_of(pairs, [&](const auto& p) { return p.first.name == root.name; });
    if (is_taken) root.name += " of " + ends.last_function;
    pairs.emplace_back(root, root);
  }
  return pairs;
}

}  // namespace culprit::state
