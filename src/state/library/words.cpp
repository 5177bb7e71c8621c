// Objects that are best said in words: bitsets, times, and classes that say nothing but their name.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "src/state/library/library.h"
#include "src/state/scalar.h"

namespace culprit::state::library {
namespace {

struct Ratio {
  std::int64_t over = 1;
  std::int64_t under = 1;
};

/// From the arguments of std::ratio, or from its name where these were not recorded.
Ratio ratio_of(const Probe& probe, TypeId type) {
  Ratio ratio;
  const trace::Member* over = probe.argument(type, 0);
  const trace::Member* under = probe.argument(type, 1);
  if (over != nullptr) ratio.over = over->offset;
  if (under != nullptr) ratio.under = under->offset;
  if (over != nullptr) return ratio;
  const std::string& name = probe.type(type).name;
  const std::size_t open = name.find('<'), comma = name.find(',');
  if (open == std::string::npos) return ratio;
  std::from_chars(name.data() + open + 1, name.data() + name.size(), ratio.over);
  if (comma == std::string::npos) return ratio;
  const std::size_t digits = name.find_first_of("0123456789", comma);
  if (digits != std::string::npos)
    std::from_chars(name.data() + digits, name.data() + name.size(), ratio.under);
  return ratio;
}

std::string unit_of(const Ratio& ratio) {
  struct Named {
    Ratio ratio;
    std::string_view name;
  };
  constexpr Named kUnits[] = {
      {{1, 1'000'000'000}, "ns"}, {{1, 1'000'000}, "us"}, {{1, 1'000}, "ms"}, {{1, 1}, "s"},
      {{60, 1}, "min"},           {{3'600, 1}, "h"},      {{86'400, 1}, "d"}, {{604'800, 1}, "weeks"}};
  for (const Named& unit : kUnits)
    if (unit.ratio.over == ratio.over && unit.ratio.under == ratio.under) return std::string(unit.name);
  return ratio.under == 1 ? fmt::format("x {} s", ratio.over)
                          : fmt::format("x {}/{} s", ratio.over, ratio.under);
}

Meaning in_words(const Family& family, std::string text) {
  Meaning meaning = meaning_in(family);
  meaning.text = std::move(text);
  return meaning;
}

}  // namespace

Meaning read_opaque(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  return in_words(family, probe.type(object).name);
}

/// The highest bit first, as std::bitset prints it.
Meaning read_bitset(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  constexpr std::uint64_t kMostBits = 256;
  const trace::Member* size = probe.argument(object.type, 0);
  const auto words = probe.find(object, "_M_w");
  if (size == nullptr || size->offset < 0) return {};
  const auto bits = static_cast<std::uint64_t>(size->offset);
  if (bits > 0 && !words) return {};
  std::string text;
  for (std::uint64_t i = 0; i < std::min(bits, kMostBits); i += 64) {
    Place word = *words;
    if (probe.type(word).kind == CULPRIT_TYPE_ARRAY)
      word = element_at(probe.catalogue().tables(), word, probe.type(word).element, i / 64);
    const auto number = probe.number(word);
    if (!number) return probe.failure();
    for (std::uint64_t bit = 0; bit < 64 && i + bit < std::min(bits, kMostBits); ++bit)
      text += (*number >> bit & 1) != 0 ? '1' : '0';
  }
  if (bits > kMostBits) text += "…";
  if (bits <= kMostBits) std::reverse(text.begin(), text.end());
  return in_words(family, "0b" + text);
}

Meaning read_duration(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto count = probe.member(object, "__r");
  if (!count) return probe.failure();
  const auto number = probe.number(*count);
  if (!number) return probe.failure();
  Value value;
  const auto* bytes = reinterpret_cast<const std::byte*>(&*number);
  const std::uint64_t size = probe.type(*count).size;
  describe_scalar(value, probe.type(*count), {bytes, static_cast<std::size_t>(size)}, size, 0, 0);
  const std::string unit = unit_of(ratio_of(probe, probe.type_argument(object.type, 1)));
  return in_words(family, value.text + " " + unit);
}

Meaning read_time_point(Probe& probe, const Place& object, const Family& family, std::uint64_t /*most*/) {
  const auto since = probe.member(object, "__d");
  if (!since) return probe.failure();
  Meaning meaning = meaning_in(family);
  meaning.inner = *since;
  meaning.note = "since its clock's start";
  return meaning;
}

}  // namespace culprit::state::library
