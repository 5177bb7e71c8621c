// Whether two nodes did the same, byte by byte.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "tests/mutants/machine/effect.h"

namespace culprit::mutants {
namespace {

const char* in_words(Left left) {
  switch (left) {
    case Left::kReturned:
      return "returned";
    case Left::kLoopEnded:
      return "loop ended";
    case Left::kLeftWithCall:
      return "left with its call";
    case Left::kThrew:
      return "threw";
    case Left::kJumped:
      return "jumped";
    case Left::kExited:
      return "exited";
    case Left::kUnfinished:
      return "did not finish";
  }
  return "";
}

class Comparison {
 public:
  Comparison(const Effect& a, const Effect& b, bool a_is_cut) : a_(a), b_(b), a_is_cut_(a_is_cut) {}

  std::string run();

 private:
  bool same_word(std::uint64_t x, std::uint64_t y);
  bool pair(Address block, Address other);
  bool same_bytes(const std::vector<std::byte>& x, const std::vector<std::byte>& y);
  bool same_block(Address block, Address other);
  bool same_after() const;

  const Effect& a_;
  const Effect& b_;
  bool a_is_cut_;
  std::map<Address, Address> pairs_;
  std::set<Address> paired_;
  std::vector<std::pair<Address, Address>> open_;
};

bool Comparison::pair(Address block, Address other) {
  if (const auto known = pairs_.find(block); known != pairs_.end()) return known->second == other;
  if (!paired_.insert(other).second) return false;
  pairs_.emplace(block, other);
  open_.emplace_back(block, other);
  return true;
}

/// A word may be an address: then it is the same if it leads to the same place of blocks that belong together.
bool Comparison::same_word(std::uint64_t x, std::uint64_t y) {
  if (a_.dead.covers(x) != b_.dead.covers(y)) return false;  // dangling in one of them only
  const Address block = a_.born.around(x), other = b_.born.around(y);
  if (block == Blocks::kNone || other == Blocks::kNone) return x == y;
  return x - block == y - other && pair(block, other);
}

/// Values of 8 bytes lie at multiples of 4.
bool Comparison::same_bytes(const std::vector<std::byte>& x, const std::vector<std::byte>& y) {
  if (x.size() != y.size()) return false;
  std::size_t i = 0;
  while (i < x.size()) {
    std::uint64_t p = 0, q = 0;
    if (i + 8 <= x.size()) {
      std::memcpy(&p, x.data() + i, 8);
      std::memcpy(&q, y.data() + i, 8);
      if (p != q && a_.born.around(p) != Blocks::kNone && same_word(p, q)) {
        i += 8;
        continue;
      }
      if (p == q && a_.born.around(p) != Blocks::kNone) same_word(p, q);
    }
    const std::size_t part = std::min<std::size_t>(4, x.size() - i);
    if (std::memcmp(x.data() + i, y.data() + i, part) != 0) return false;
    i += part;
  }
  return true;
}

bool Comparison::same_block(Address block, Address other) {
  const std::uint64_t size = a_.born.size(block);
  if (size != b_.born.size(other)) return false;
  for (std::uint64_t i = 0; i + 8 <= size; i += 8)
    if (!same_word(a_.image.word(block + i), b_.image.word(other + i))) return false;
  if (size % 8 == 0) return true;
  const std::uint64_t mask = (std::uint64_t{1} << size % 8 * 8) - 1;
  return ((a_.image.word(block + size / 8 * 8) ^ b_.image.word(other + size / 8 * 8)) & mask) == 0;
}

bool Comparison::same_after() const {
  if (!a_is_cut_ || !a_.after_is_cut) return a_.after == b_.after;
  const std::size_t both = std::min(a_.after.size(), b_.after.size());
  return std::equal(a_.after.begin(), a_.after.begin() + static_cast<std::ptrdiff_t>(both), b_.after.begin());
}

std::string Comparison::run() {
  if (a_.left != b_.left)
    return fmt::format("{}, and with the right code {}", in_words(a_.left), in_words(b_.left));
  if (a_.output != b_.output) return "output";
  if (a_.files != b_.files) return "text written to files";
  if (a_.consumed != b_.consumed) return "input consumed";
  if (!same_bytes(a_.result, b_.result)) return a_.left == Left::kLoopEnded ? "variables" : "result";
  std::set<Address> words = a_.words;
  words.insert(b_.words.begin(), b_.words.end());
  for (const Address word : words)
    if (!same_word(a_.image.word(word), b_.image.word(word))) return fmt::format("memory at {:#x}", word);
  while (!open_.empty()) {
    const auto [block, other] = open_.back();
    open_.pop_back();
    if (!same_block(block, other)) return "memory of a new block";
  }
  if (a_.freed != b_.freed) return "what was freed";
  if (!same_after()) return "what follows the loop";
  return {};
}

}  // namespace

std::string difference(const Effect& a, const Effect& b, bool a_is_cut) {
  return Comparison(a, b, a_is_cut).run();
}

}  // namespace culprit::mutants
