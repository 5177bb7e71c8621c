#include "recorders/fun/unit.h"

namespace culprit::fun {

const Scope::Name* Scope::find(std::string_view name) const {
  const auto at = names_.find(name);
  return at == names_.end() ? nullptr : &at->second;
}

void Scope::add(std::string_view name, Name what) {
  names_.emplace(name, what);
  order_.push_back(name);
}

void Scope::shrink(std::size_t size) {
  for (; order_.size() > size; order_.pop_back()) names_.erase(order_.back());
}

}  // namespace culprit::fun
