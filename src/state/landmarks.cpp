#include "src/state/landmarks.h"

#include "src/state/decode.h"
#include "src/state/key_text.h"
#include "src/state/layout.h"
#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

constexpr std::size_t kMostMarks = 64;
constexpr std::uint64_t kMostParts = 1000;
constexpr std::size_t kMostFieldsTried = 32;

}  // namespace

void Landmarks::collect() const {
  is_collected_ = true;
  for (const Root& root : roots_) {
    add(root.place, root.name, true);
    const trace::Type& type = catalogue_.type(root.place.type);
    if (!is_address(type)) continue;
    const Loaded loaded = load(snapshot_, root.place, 8);
    if (loaded.state != ByteState::kKnown) continue;
    const auto address = static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
    const Target target = follow(catalogue_, snapshot_, root.place, address);
    if (target.kind != Target::Kind::kObject || target.count > 1) continue;
    const bool is_this = root.name == "this";
    const bool is_reference = type.kind == CULPRIT_TYPE_REFERENCE;
    add(target.first, is_this ? "this->" : is_reference ? root.name : "*" + root.name, true);
  }
}

void Landmarks::add(const Place& place, const std::string& path, bool with_fields) const {
  if (marks_.size() >= kMostMarks) return;
  if (catalogue_.type(place.type).kind != CULPRIT_TYPE_STRUCT) return;
  Meaning meaning = meaning_of(catalogue_, snapshot_, place, kMostParts);
  if (meaning.shape == Shape::kSequence || meaning.shape == Shape::kSet || meaning.shape == Shape::kMap) {
    marks_.push_back({path, std::move(meaning)});
    return;
  }
  if (meaning.shape != Shape::kFields || !with_fields) return;
  std::size_t tried = 0;
  for (const Field& field : fields_of(catalogue_, place.type)) {
    if (++tried > kMostFieldsTried) return;
    const auto at = field_in(catalogue_, snapshot_, place, field);
    if (!at) continue;
    const bool is_behind = path.ends_with("->");
    add(*at, is_behind ? path + field.name : path + "." + field.name, false);
  }
}

Landmarks::Spot Landmarks::spot_in(const Mark& mark, Address node, Address element) const {
  const Meaning& meaning = mark.meaning;
  if (meaning.is_row && meaning.first.is_inline) return {};
  if (meaning.node != 0 && node == meaning.node) return {"the end of " + mark.path, true};
  if (meaning.is_row) {
    const std::uint64_t size = catalogue_.type(meaning.first.type).size;
    const Address start = meaning.first.address;
    if (element < start || element >= meaning.node || (element - start) % size != 0) return {};
    return {mark.path + "[" + std::to_string((element - start) / size) + "]"};
  }
  for (std::size_t i = 0; i < meaning.parts.size(); ++i) {
    const Part& part = meaning.parts[i];
    if ((part.key ? part.key->address : part.place.address) != element) continue;
    if (!part.key) return {mark.path + "[" + std::to_string(i) + "]"};
    Decoder decoder(catalogue_, snapshot_, Limits{.depth = 2, .width = 8, .characters = 40, .nodes = 50});
    return {mark.path + "[" + key_text(decoder.decode(*part.key, {})) + "]"};
  }
  return {};
}

Landmarks::Spot Landmarks::find(Address node, Address element) const {
  if (!is_collected_) collect();
  for (const Mark& mark : marks_)
    if (Spot spot = spot_in(mark, node, element); !spot.path.empty()) return spot;
  return {};
}

}  // namespace culprit::state
