#include "src/base/hash128.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "src/base/check.h"

namespace culprit {
namespace {

constexpr std::size_t kDigits = 16;  // of one half

Hash128 from(const XXH128_hash_t& hash) {
  return {hash.high64, hash.low64};
}

std::optional<std::uint64_t> parse_half(std::string_view text) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (text.size() != kDigits || !std::ranges::all_of(text, is_digit)) return {};
  std::uint64_t half = 0;
  std::from_chars(text.data(), text.data() + text.size(), half, 16);
  return half;
}

}  // namespace

Hash128 hash128(std::string_view bytes) {
  return from(XXH3_128bits(bytes.data(), bytes.size()));
}

std::string to_hex(const Hash128& hash) {
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

std::optional<Hash128> parse_hash128(std::string_view text) {
  if (text.size() != 2 * kDigits) return {};
  const auto high = parse_half(text.substr(0, kDigits)), low = parse_half(text.substr(kDigits));
  if (!high || !low) return {};
  return Hash128{*high, *low};
}

void Hasher128::Free::operator()(XXH3_state_s* state) const {
  XXH3_freeState(state);
}

Hasher128::Hasher128() : state_(XXH3_createState()) {
  CULPRIT_CHECK(state_ != nullptr);
  XXH3_128bits_reset(state_.get());
}
Hasher128::~Hasher128() = default;
Hasher128::Hasher128(Hasher128&&) noexcept = default;
Hasher128& Hasher128::operator=(Hasher128&&) noexcept = default;

void Hasher128::add(std::string_view bytes) {
  XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
}

void Hasher128::add(std::uint64_t number) {
  std::array<char, 8> bytes;
  for (char& byte : bytes) {
    byte = static_cast<char>(number & 0xff);
    number >>= 8;
  }
  add(std::string_view(bytes.data(), bytes.size()));
}

void Hasher128::add(const Hash128& hash) {
  add(hash.high);
  add(hash.low);
}

Hash128 Hasher128::hash() const {
  return from(XXH3_128bits_digest(state_.get()));
}

}  // namespace culprit
