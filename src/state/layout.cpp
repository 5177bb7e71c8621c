#include "src/state/layout.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace culprit::state {
namespace {

constexpr unsigned kMostNesting = 16;
constexpr std::size_t kMostSteps = 16 * kMostFields;  ///< empty bases of bases are steps without a field

class Flattener {
 public:
  Flattener(const Catalogue& catalogue, bool open_unions)
      : catalogue_(catalogue), tables_(catalogue.tables()), open_unions_(open_unions) {}

  /// Bases come before a class's own members, as they lie in memory. Recursion: at most kMostNesting deep.
  void add(TypeId id, std::int64_t offset, unsigned depth) {
    const trace::Type& type = tables_.type(id);
    for (const trace::Member& member : type.members) {
      if (fields_.size() >= kMostFields || ++steps_ > kMostSteps) return;
      if (member.is_argument()) continue;
      const trace::Type& inner = tables_.type(member.type);
      const bool is_open = member.is_base() || (member.name.empty() && opens(inner.kind));
      // Wraps on purpose: an absurd offset is refused where the field is read.
      const auto at = static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) +
                                                static_cast<std::uint64_t>(member.offset));
      if (member.is_base() && (member.is_virtual() || catalogue_.is_library(member.type)))
        add_base(id, member, offset, at);
      else if (is_open && depth < kMostNesting && member.bits == 0)
        add(member.type, at, depth + 1);
      else if (!member.name.starts_with("_vptr"))
        fields_.push_back({member.name, member.type, at, member.bits}), owners_.push_back(id);
    }
  }

  /// The innermost class keeps the plain name; what it hides is named with its class.
  std::vector<Field> take() {
    std::unordered_set<std::string_view> taken;
    std::vector<std::size_t> hidden;
    for (std::size_t i = fields_.size(); i-- > 0;)
      if (!fields_[i].name.empty() && !taken.insert(fields_[i].name).second) hidden.push_back(i);
    for (const std::size_t i : hidden)
      fields_[i].name = tables_.type(owners_[i]).name + "::" + fields_[i].name;
    return std::move(fields_);
  }
  std::vector<ByteSpan> left_out() { return std::move(left_out_); }

 private:
  /// One that stays a field of its own. A virtual base is there once, however many ways lead to it.
  void add_base(TypeId id, const trace::Member& member, std::int64_t object, std::int64_t at) {
    if (catalogue_.is_opaque(member.type)) {
      left_out_.push_back(member.is_virtual()
                              ? ByteSpan{0, ~std::uint64_t{0}}
                              : ByteSpan{static_cast<std::uint64_t>(at) / 8, tables_.type(member.type).size});
      return;
    }
    Field field{tables_.type(member.type).name, member.type, at};
    if (member.is_virtual()) {
      const auto is_same = [&](const Field& f) { return f.is_virtual && f.type == member.type; };
      if (std::ranges::any_of(fields_, is_same)) return;
      field.offset = object;
      field.slot = member.offset / 8;
      field.is_virtual = true;
    }
    fields_.push_back(std::move(field)), owners_.push_back(id);
  }
  bool opens(culprit_type_kind kind) const {
    return kind == CULPRIT_TYPE_STRUCT || (open_unions_ && kind == CULPRIT_TYPE_UNION);
  }

  const Catalogue& catalogue_;
  const trace::Tables& tables_;
  bool open_unions_;
  std::vector<Field> fields_;
  std::vector<TypeId> owners_;
  std::vector<ByteSpan> left_out_;
  std::size_t steps_ = 0;
};

}  // namespace

std::vector<Field> fields_of(const Catalogue& catalogue, TypeId type, bool open_unions) {
  Flattener flattener(catalogue, open_unions);
  flattener.add(type, 0, 0);
  return flattener.take();
}

std::vector<ByteSpan> left_out_of(const Catalogue& catalogue, TypeId type) {
  Flattener flattener(catalogue, false);
  flattener.add(type, 0, 0);
  return flattener.left_out();
}

}  // namespace culprit::state
