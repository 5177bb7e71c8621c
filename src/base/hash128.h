#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace culprit {

/// 128 bits of XXH3: wide enough to stand for what was hashed. Among 2^50 texts that nobody chose with care, two share a
/// hash with a probability of 2^-29. The function is fixed, so that hashes in files mean the same for years.
struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Hash128&) const = default;
};

Hash128 hash128(std::string_view bytes);

/// 32 hexadecimal digits, in lower case.
std::string to_hex(const Hash128& hash);
/// Nothing unless the text is just that.
std::optional<Hash128> parse_hash128(std::string_view text);

/// A hash of what is added bit by bit. How it was cut into pieces does not count: whoever adds texts adds their lengths.
class Hasher128 {
 public:
  Hasher128();
  ~Hasher128();
  Hasher128(Hasher128&&) noexcept;
  Hasher128& operator=(Hasher128&&) noexcept;

  void add(std::string_view bytes);
  /// As 8 bytes, the lowest first, on every machine.
  void add(std::uint64_t number);
  void add(const Hash128& hash);
  /// Of all that was added so far.
  Hash128 hash() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;
};

}  // namespace culprit

template <>
struct std::hash<culprit::Hash128> {
  std::size_t operator()(const culprit::Hash128& key) const noexcept { return key.low; }
};
