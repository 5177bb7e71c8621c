#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/oracle/reasons.h"
#include "src/state/account.h"

namespace culprit::oracle {

/// The form of the texts below. Whatever changes one of them changes this, since their hashes are kept in files.
inline constexpr std::string_view kForm = "q5";

/// All of these are one value, whatever their sign.
bool is_nan(const state::Value& value);

/// Writes values as texts that are equal for equal values, in whatever run or build: by kind, text and parts, without addresses.
/// What is visited is counted, and a pointer is the number of the first value visited where it leads. O(size of the values), and a
/// sort for each unordered container.
class CanonicalWriter {
 public:
  /// Without numbers: for comparing elements whose order says nothing.
  explicit CanonicalWriter(bool knows_input, bool is_masked = false)
      : knows_input_(knows_input), is_masked_(is_masked) {}

  void write(char part, std::string_view text);
  void write(char part, const std::vector<state::Value>& values);
  /// Globals come in the order of their ids, which another run numbers otherwise: so contexts go by name.
  void write_context(char part, const std::vector<state::Value>& values);
  /// Values nest only as deep as the limits allow, so recursion is bounded.
  void write(const state::Value& value, bool is_named);

  void found(Reasons reasons) { incomplete_.add(reasons); }
  Reasons incomplete() const { return incomplete_; }
  /// Pointers are told apart by where they lead, whether that is shown or not.
  void know(const state::Used& used) { used_ = &used; }
  /// What was used is written: a pointer that does not lead there leads nowhere known.
  void know_all_used() { has_all_used_ = true; }
  /// What was written since the last time.
  std::string take() { return std::exchange(text_, std::string(kForm)); }

 private:
  void write_own(const state::Value& value, std::uint64_t visit);
  void write_address(const state::Value& value, std::uint64_t visit);
  void write_bare(Address address, std::uint64_t visit);
  void write_children(const state::Value& value);
  void write_unordered(const std::vector<state::Value>& children);
  void remember_end(const state::Value& value);

  bool knows_input_;
  bool is_masked_;
  const state::Used* used_ = nullptr;
  bool has_all_used_ = false;
  std::string text_{kForm};
  Reasons incomplete_;
  std::uint64_t visits_ = 0;
  std::unordered_map<Address, std::uint64_t> visited_;  ///< -> the first value there, by order
  std::unordered_map<Address, std::uint64_t> ends_;     ///< behind the last of several elements -> that one
};

}  // namespace culprit::oracle
