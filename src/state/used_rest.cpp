#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "src/state/scalar.h"
#include "src/state/touched.h"
#include "src/state/used.h"

namespace culprit::state {
namespace {

/// Bytes without a name whose contents count; more are not compared.
constexpr std::uint64_t kMostRest = 1024;
/// Granules that are counted by owner: of more, some stand for the others.
constexpr std::size_t kMostCounted = 1024;

/// Bytes of one owner that lie side by side, as they were.
std::string told(Snapshot& before, Address address, std::uint64_t size, bool& is_told) {
  std::vector<Cell> cells(size);
  before.read(address, cells);
  std::string text;
  for (std::uint64_t i = 0; i < size; ++i) {
    is_told = is_told && cells[i].state == ByteState::kKnown;
    text += fmt::format("{:02x}", static_cast<unsigned>(cells[i].value));
  }
  for (std::uint64_t i = 0; i + 8 <= size; ++i) {
    std::array<std::byte, 8> word{};
    for (std::size_t k = 0; k < 8; ++k) word[k] = cells[i + k].value;
    const auto target = static_cast<Address>(load_bits(word));
    // An address is not the same in another run.
    if (target > 4096 && before.memory().is_known_place(target, before.rank())) is_told = false;
  }
  return text;
}

}  // namespace

void count_rest(const Owners& owners, Snapshot& before, std::span<const WrittenRow> left, Used& used) {
  if (left.empty()) return;
  std::vector<std::string> texts;
  bool is_told = bytes_in(left) <= kMostRest;
  OwnedBytes owned(left.size(), kMostCounted);
  for (std::size_t i = 0; i < left.size(); i += owned.step()) {
    each_owned(
        left[i], [&](Address byte) { return owners.owner(byte, before.rank()); },
        [&](Address byte, std::uint64_t size, const Owners::Owner& owner) {
          owned.add(owner.name, size);
          if (is_told)
            texts.push_back(fmt::format("{}+{}:{}", owner.name, owner.start == 0 ? 0 : byte - owner.start,
                                        told(before, byte, size, is_told)));
        });
  }
  used.rest = owned.counts();
  if (!is_told) return;
  std::ranges::sort(texts);
  for (const std::string& text : texts) used.rest_bytes += text + "\n";
}

}  // namespace culprit::state
