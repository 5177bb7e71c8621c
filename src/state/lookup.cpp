#include "src/state/lookup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <vector>

#include "src/base/text.h"
#include "src/state/decode.h"
#include "src/state/key_text.h"
#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || (c & 0x80) != 0;
}

class PathParser {
 public:
  PathParser(const Catalogue& catalogue, Snapshot& snapshot, std::span<const Root> roots,
             std::string_view path)
      : catalogue_(catalogue),
        tables_(catalogue.tables()),
        snapshot_(snapshot),
        roots_(roots),
        path_(path),
        rest_(path) {}

  Result<Place> parse() {
    auto place = expression(0);
    if (place && !skip_space().empty()) return bad_path("the end of the path");
    return place;
  }

 private:
  static constexpr unsigned kMostNesting = 32;
  static constexpr int kMostHops = 8;
  static constexpr std::uint64_t kMostParts = 100'000;

  std::string_view skip_space() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    return rest_;
  }
  bool take(std::string_view token) {
    if (!skip_space().starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  std::string so_far() const { return escaped(trimmed(path_.substr(0, path_.size() - rest_.size()))); }
  tl::unexpected<Error> bad_path(std::string_view expected) const {
    return fail(ErrorCode::kUsage,
                fmt::format("'{}' is no path: after '{}' {} is expected, not '{}'.", escaped(path_), so_far(),
                            expected, escaped(rest_)),
                "Write it as in C++, such as head->next, items[2].name or *p.");
  }

  /// Stars bind less than what follows the name. Recursion: at most kMostNesting parentheses.
  Result<Place> expression(unsigned nesting) {
    unsigned stars = 0;
    while (take("*")) ++stars;
    auto place = primary(nesting);
    while (place) {
      const bool arrow = take("->");
      if (arrow || take("."))
        place = field(*place);
      else if (take("["))
        place = element(*place);
      else
        break;
    }
    for (; place && stars > 0; --stars) place = pointee(*place);
    return place;
  }

  Result<Place> primary(unsigned nesting) {
    if (take("std::get<")) return tuple_part(nesting);
    if (!take("(")) return root();
    if (nesting == kMostNesting) return bad_path("fewer parentheses");
    auto place = expression(nesting + 1);
    if (place && !take(")")) return bad_path("')'");
    return place;
  }

  /// The longest of the names that the rest begins with and that ends there; names may hold more than letters
  /// (ns::x).
  template <class Names>
  std::size_t match(const Names& names) {
    std::size_t best = names.size(), length = 0;
    const std::string_view rest = skip_space();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& name = names[i].name;
      if (name.size() <= length || !rest.starts_with(name)) continue;
      if (rest.size() > name.size() && is_word(name.back()) && is_word(rest[name.size()])) continue;
      best = i, length = name.size();
    }
    rest_.remove_prefix(length);
    return best;
  }
  std::string_view word() const {
    std::size_t n = 0;
    while (n < rest_.size() && (is_word(rest_[n]) || rest_[n] == ':')) ++n;
    return rest_.substr(0, n);
  }
  template <class Names>
  tl::unexpected<Error> no_such(const Names& names, const std::string& where) const {
    const std::string_view wanted = word();
    if (wanted.empty()) return bad_path("a name");
    std::vector<std::string_view> candidates;
    for (const auto& name : names)
      if (!name.name.empty()) candidates.push_back(name.name);
    const std::string_view near = nearest(wanted, candidates);
    std::string hint = fmt::format("The nearest name is '{}'.", near);
    if (near.empty()) {
      candidates.resize(std::min<std::size_t>(candidates.size(), 8));
      hint = candidates.empty() ? "It has no names."
                                : fmt::format("The names are {}.", fmt::join(candidates, ", "));
    }
    return fail(ErrorCode::kNotFound, fmt::format("There is no '{}' in {}.", escaped(wanted), where),
                std::move(hint));
  }

  Result<Place> root() {
    skip_space();
    const std::size_t i = match(roots_);
    if (i == roots_.size()) return no_such(roots_, "what this node can see");
    return roots_[i].place;
  }

  Result<Place> field(Place place) {
    // A reference to a pointer to the object is as far as a programmer goes without a star.
    place = inside(place);
    for (int hops = 0; hops < 2 && is_address(tables_.type(place.type)); ++hops) {
      auto object = index_into(place, 0);
      if (!object) return object;
      place = inside(*object);
    }
    const trace::Type& type = tables_.type(place.type);
    const std::vector<Field> fields = fields_of(catalogue_, place.type, true);
    const std::string where = so_far();
    const std::size_t i = match(fields);
    if (i == fields.size())
      return no_such(fields, type.name.empty() ? "'" + where + "'" : "'" + type.name + "'");
    const auto found = field_in(catalogue_, snapshot_, place, fields[i]);
    if (!found)
      return fail(ErrorCode::kNotFound,
                  fmt::format("'{}' lies outside its object: the trace describes it wrongly.", so_far()));
    return *found;
  }

  /// What an object that holds nothing but one other holds.
  Place inside(Place place) {
    for (int hops = 0; hops < kMostHops; ++hops) {
      const Meaning meaning = meaning_of(catalogue_, snapshot_, place, 0);
      if (meaning.shape != Shape::kSame) break;
      place = meaning.inner;
    }
    return place;
  }

  /// `*p`: of a pointer, iterator or optional.
  Result<Place> pointee(const Place& place) {
    const Meaning meaning = meaning_of(catalogue_, snapshot_, place, 0);
    if (meaning.shape == Shape::kIterator && meaning.has_inner) return meaning.inner;
    const Place object = inside(place);
    if (meaning.shape == Shape::kSame && !is_address(tables_.type(object.type))) return object;
    return index_into(object, 0);
  }

  /// Behind `std::get<`.
  Result<Place> tuple_part(unsigned nesting) {
    if (nesting == kMostNesting) return bad_path("fewer parentheses");
    const auto index = number();
    if (!index) return tl::unexpected(index.error());
    if (!take(">") || !take("(")) return bad_path("'>('");
    auto place = expression(nesting + 1);
    if (!place) return place;
    if (!take(")")) return bad_path("')'");
    const Meaning meaning = meaning_of(catalogue_, snapshot_, container(*place), 0);
    if (meaning.shape != Shape::kTuple || *index >= meaning.parts.size())
      return fail(ErrorCode::kNotFound, fmt::format("'{}' is no part of a tuple.", so_far()));
    return meaning.parts[*index].place;
  }

  Result<std::uint64_t> number() {
    std::uint64_t index = 0;
    skip_space();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), index);
    if (error != std::errc{}) return bad_path("a number");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return index;
  }

  /// The library object at a place, through references and what holds no more than it.
  Place container(Place place) {
    place = inside(place);
    if (!is_address(tables_.type(place.type))) return place;
    const auto referent = index_into(place, 0);
    // Languages whose recorders describe collections know no arrays behind pointers.
    const bool is_plain_pointer = tables_.type(place.type).kind == CULPRIT_TYPE_POINTER &&
                                  !(referent && catalogue_.container(referent->type) != nullptr);
    return referent && !is_plain_pointer ? inside(*referent) : place;
  }

  Result<Place> element(const Place& place) {
    const Place object = container(place);
    if (!catalogue_.is_library(object.type) || catalogue_.is_opaque(object.type)) return plain_element(place);
    Meaning meaning = meaning_of(catalogue_, snapshot_, object, kMostParts);
    if (meaning.shape == Shape::kMap) return keyed(meaning);
    const bool has_elements =
        meaning.shape == Shape::kSequence || meaning.shape == Shape::kSet || meaning.shape == Shape::kString;
    if (!has_elements) return plain_element(place);
    const auto index = number();
    if (!index) return tl::unexpected(index.error());
    if (!take("]")) return bad_path("']'");
    if (*index >= meaning.count || (!meaning.is_row && *index >= meaning.parts.size()))
      return fail(ErrorCode::kNotFound,
                  fmt::format("'{}' is past the end: there are {} elements.", so_far(), meaning.count));
    if (meaning.is_row) return element_at(tables_, meaning.first, meaning.first.type, *index);
    return meaning.parts[*index].place;
  }

  /// The key is compared as it is written; quotes around a text may be left out.
  Result<Place> keyed(const Meaning& map) {
    const std::string_view wanted = trimmed(key());
    if (!take("]")) return bad_path("']'");
    std::vector<std::string> keys;
    for (const Part& part : map.parts) {
      if (!part.key) continue;
      const Limits few{.depth = 2, .width = 8, .characters = 200, .nodes = 50};
      std::string text = key_text(Decoder(catalogue_, snapshot_, few).decode(*part.key, {}));
      // What a key leads to names it as well.
      const std::string_view plain = std::string_view(text).substr(text.starts_with('&') ? 1 : 0);
      if (text == wanted || plain == wanted || plain == '"' + std::string(wanted) + '"') return part.place;
      if (keys.size() < 8) keys.push_back(std::move(text));
    }
    return fail(
        ErrorCode::kNotFound, fmt::format("'{}' is not there.", so_far()),
        keys.empty() ? "The map is empty." : fmt::format("The first keys are {}.", fmt::join(keys, ", ")));
  }

  /// Up to the bracket that closes it.
  std::string_view key() {
    std::size_t n = 0, open = 0;
    char quote = 0;
    for (; n < rest_.size(); ++n) {
      const char c = rest_[n];
      if (quote != 0) {
        if (c == '\\') ++n;
        if (c == quote) quote = 0;
        continue;
      }
      if (c == '"' || c == '\'') quote = c;
      if (c == '[' || c == '(' || c == '{') ++open;
      if ((c == ']' || c == ')' || c == '}') && open-- == 0) break;
    }
    const std::string_view text = rest_.substr(0, n);
    rest_.remove_prefix(std::min(n, rest_.size()));
    return text;
  }

  Result<Place> plain_element(const Place& place) {
    std::uint64_t index = 0;
    skip_space();
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), index);
    if (error != std::errc{}) return bad_path("a number");
    const auto digits = static_cast<std::size_t>(end - rest_.data());
    rest_.remove_prefix(digits);
    if (!take("]")) return bad_path("']'");
    return index_into(inside(place), index);
  }

  /// Follows references and pointers, and steps into arrays; `*p` is `p[0]`.
  Result<Place> index_into(const Place& place, std::uint64_t index) {
    const trace::Type& type = tables_.type(place.type);
    if (type.kind == CULPRIT_TYPE_ARRAY) {
      if (index >= type.count)
        return fail(ErrorCode::kNotFound,
                    fmt::format("'{}' is past the end: there are {} elements.", so_far(), type.count));
      return element_at(tables_, place, type.element, index);
    }
    if (!is_address(type))
      return fail(ErrorCode::kNotFound,
                  fmt::format("'{}' goes through a value that is neither pointer nor array.", so_far()),
                  type.name.empty() ? std::string{} : fmt::format("Its type is '{}'.", type.name));
    const Loaded loaded = load(snapshot_, place, 8);
    if (loaded.state != ByteState::kKnown)
      return fail(ErrorCode::kNotFound,
                  fmt::format("'{}' goes through a pointer that has no value at that moment.", so_far()));
    const auto address = static_cast<Address>(load_bits(std::span(loaded.bytes).first(8)));
    const Target target = follow(catalogue_, snapshot_, place, address);
    if (target.kind == Target::Kind::kNull)
      return fail(ErrorCode::kNotFound, fmt::format("'{}' goes through a null pointer.", so_far()));
    if (target.kind != Target::Kind::kObject && target.kind != Target::Kind::kGone)
      return fail(ErrorCode::kNotFound,
                  fmt::format("'{}' goes through a pointer to {}, where no object is known.", so_far(),
                              hex_text(address)));
    return element_at(tables_, target.first, target.first.type, index);
  }

  const Catalogue& catalogue_;
  const trace::Tables& tables_;
  Snapshot& snapshot_;
  std::span<const Root> roots_;
  std::string_view path_;
  std::string_view rest_;
};

}  // namespace

Result<Place> find_place(const Catalogue& catalogue, Snapshot& snapshot, std::span<const Root> roots,
                         std::string_view path) {
  return PathParser(catalogue, snapshot, roots, trimmed(path)).parse();
}

}  // namespace culprit::state
