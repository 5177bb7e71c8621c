#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace culprit::oracle {

/// Why a question cannot be compared with another one.
enum class Reason : std::uint8_t {
  kCut,         ///< a limit left out something
  kUnfinished,  ///< the call did not finish
  kNameOnly,    ///< nothing but a name is known
  kLost,        ///< records of it are missing
  kPointer,     ///< a pointer leads to what is not known
  kContents,    ///< an object of which no more is known than its class, or bytes that may be an address
  kAmbiguous,   ///< two functions, or two globals, are not told apart by what is known of them
  kLoopEnd,     ///< how its loop ended, and with what, was not recorded
  kThreads,     ///< another thread wrote what was used
  kOtherForm,   ///< it was saved in a form that this version does not make
};

/// A set of reasons.
class Reasons {
 public:
  constexpr Reasons() = default;
  constexpr Reasons(Reason reason) : bits_(bit(reason)) {}

  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(Reason reason) const { return (bits_ & bit(reason)) != 0; }
  constexpr void add(Reasons more) { bits_ |= more.bits_; }
  constexpr bool operator==(const Reasons&) const = default;

 private:
  static constexpr std::uint32_t bit(Reason reason) { return 1u << static_cast<unsigned>(reason); }
  std::uint32_t bits_ = 0;
};

/// For files: words with commas in between, such as "cut,unfinished".
std::string to_text(Reasons reasons);
/// Nothing if a word is none of these.
std::optional<Reasons> parse_reasons(std::string_view text);
/// For users: "something was left out; the call did not finish".
std::string describe(Reasons reasons);

}  // namespace culprit::oracle
