#include "src/state/elsewhere.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <utility>

#include "src/state/decode.h"
#include "src/state/layout.h"
#include "src/state/path_text.h"
#include "src/state/scalar.h"

namespace culprit::state {
namespace {

/// Granules that are looked at, and those that are counted by owner: of more, some that stand for the others.
constexpr std::size_t kMostLookedAt = 4096, kMostCounted = 8192;

std::string hex(std::span<const Cell> cells) {
  constexpr std::size_t kMost = 16;
  std::string text;
  for (const Cell& cell : cells.first(std::min(cells.size(), kMost)))
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", static_cast<unsigned>(cell.value));
  return cells.size() > kMost ? text + " …" : text;
}

}  // namespace

/// One run of it.
class Elsewhere::Search {
 public:
  Search(const Elsewhere& around, NodeId first, NodeId last, Snapshot& before, Snapshot& after,
         const AddressSet& seen, const Limits& limits, Facts& facts)
      : around_(around),
        timeline_(around.memory_.timeline()),
        first_(first),
        last_(last),
        before_(before),
        after_(after),
        seen_(seen),
        limits_(limits),
        facts_(facts) {
    // Of a pass, what its call's frame holds beside the variables it sees are temporaries, and variables that end with it.
    const NodeId call = timeline_.call_of(last);
    if (call != kNoNode && timeline_.frame(call) != kNoFrame) {
      frame_ = timeline_.frame(call);
      stack_ = timeline_.stack_of(frame_ - 1);
    }
  }

  void run(const WrittenBytes& written) {
    find_leads(written);
    bool is_cut = !look_at_granules(written.granules);
    for (const WrittenFill& fill : written.fills) {
      const std::uint64_t looked_at = std::min<std::uint64_t>(fill.size, kMostLookedAt);
      for (std::uint64_t at = 0; at < looked_at; at += kGranuleBytes)
        look_at((fill.address + at) / kGranuleBytes * kGranuleBytes, ~std::uint64_t{0});
      is_cut = is_cut || looked_at < fill.size;
    }
    facts_.changes_cut = facts_.changes_cut || is_cut;
    if (is_cut) count_by_owner(written);
  }

 private:
  /// In the frame of the call itself, or of one that it made: nobody sees it afterwards.
  bool is_below_frame(Address granule) const {
    return frame_ != 0 && granule + kGranuleBytes <= frame_ && timeline_.stack_of(granule) == stack_;
  }

  /// Pointers to blocks that the node made, whatever their types, in what outlives it and in what is shown.
  void find_leads(const WrittenBytes& written) {
    std::size_t looked_at = 0;
    for (const WrittenRow& row : written.granules) {
      const Address granule = row.granule * kGranuleBytes;
      const bool is_gone = is_below_frame(granule);
      if (++looked_at > kMostLookedAt) break;
      std::array<Cell, kGranuleBytes> cells;
      after_.read(granule, cells);
      for (std::size_t i = 0; i < kGranuleBytes; i += sizeof(Address))
        if (!is_gone || seen_.has(granule + i))
          add_lead(std::span(cells).subspan(i, sizeof(Address)), granule + i);
    }
    if (facts_.result) add_leads(*facts_.result);
    for (const Value& value : facts_.after) add_leads(value);
  }

  void add_lead(std::span<const Cell> cells, Address holder) {
    std::array<std::byte, sizeof(Address)> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (cells[i].state != ByteState::kKnown) return;
      bytes[i] = cells[i].value;
    }
    add_lead(static_cast<Address>(load_bits(bytes)), holder);
  }
  void add_lead(Address address, Address holder) {
    if (const auto block = born_block(address); block && (holder < block->start || holder >= block->end))
      led_to_.insert(block->start);
  }
  void add_leads(const Value& value) {
    if (value.kind == ValueKind::kPointer) add_lead(value.address, 0);
    for (const Value& child : value.children) add_leads(child);
  }
  std::optional<Cover> born_block(Address address) const {
    const auto cover = around_.memory_.allocation(address, after_.rank());
    if (cover && cover->kind == CULPRIT_MEMORY_HEAP && cover->begin >= before_.rank()) return cover;
    return std::nullopt;
  }

  /// False if there are too many, or too many changes.
  bool look_at_granules(std::span<const WrittenRow> rows) {
    std::size_t looked_at = 0;
    for (const WrittenRow& row : rows) {
      if (is_below_frame(row.granule * kGranuleBytes)) continue;
      if (++looked_at > kMostLookedAt || facts_.changes.size() >= std::size_t{limits_.width} * 4)
        return false;
      look_at(row.granule * kGranuleBytes, row.mask);
    }
    return true;
  }

  /// What was there before and still is, whether its value is another or not.
  void count_by_owner(const WrittenBytes& written) {
    OwnedBytes owned(written.granules.size(), kMostCounted);
    const auto owner_of = [&](Address byte) { return lasting_owner(byte); };
    for (std::size_t i = 0; i < written.granules.size(); i += owned.step()) {
      const WrittenRow& row = written.granules[i];
      if (is_below_frame(row.granule * kGranuleBytes)) continue;
      each_owned(row, owner_of, [&](Address, std::uint64_t size, const Owners::Owner& owner) {
        if (!owner.name.empty()) owned.add(owner.name, size);
      });
    }
    for (const WrittenFill& fill : written.fills)
      if (const std::string owner = lasting_owner(fill.address).name; !owner.empty())
        owned.add_all(owner, fill.size);
    facts_.written = owned.counts();
  }

  /// Who owns a byte that was there before and still is; without a name if it was not there, or is gone.
  Owners::Owner lasting_owner(Address byte) const {
    const auto cover = around_.memory_.allocation(byte, after_.rank());
    const bool is_block = cover && cover->kind == CULPRIT_MEMORY_HEAP;
    if (is_block && (cover->begin >= before_.rank() || cover->ended < after_.rank()))
      return {"", cover->start, std::max(byte + 1, cover->end)};
    if (!is_block && frame_ != 0 && byte < frame_ && timeline_.stack_of(byte) == stack_)
      return {"", byte, frame_};
    return around_.owners_.owner(byte, after_.rank());
  }

  void look_at(Address granule, std::uint64_t mask) {
    std::array<Cell, kGranuleBytes> then, now;
    before_.read(granule, then);
    after_.read(granule, now);
    for (std::size_t i = 0; i < kGranuleBytes;) {
      if (!(mask >> i & 1) || !is_change(granule + i, then[i], now[i])) {
        ++i;
        continue;
      }
      // By name, a part at a time; a write may have been to several.
      if (const auto part_end = report_part(granule + i)) {
        i = std::max(i + 1, static_cast<std::size_t>(*part_end - granule));
        continue;
      }
      // All that the write wrote which gave the byte its value.
      std::size_t begin = i, end = i + 1;
      const auto belongs = [&](std::size_t at) {
        return now[at].written == now[i].written && !seen_.has(granule + at);
      };
      while (begin > 0 && belongs(begin - 1)) --begin;
      while (end < kGranuleBytes && belongs(end)) ++end;
      report(granule + begin, std::span(then).subspan(begin, end - begin),
             std::span(now).subspan(begin, end - begin));
      i = end;
    }
  }

  bool is_change(Address byte, const Cell& then, const Cell& now) {
    if (now.state != ByteState::kKnown || now.written == kNoRank || now.written < before_.rank())
      return false;
    if (then.state == ByteState::kKnown && then.value == now.value) return false;
    if (frame_ != 0 && byte < frame_ && timeline_.stack_of(byte) == stack_) return false;
    if (seen_.has(byte) || is_reported(byte)) return false;
    const auto cover = around_.memory_.allocation(byte, after_.rank());
    const bool is_born = cover && cover->kind != CULPRIT_MEMORY_STACK && cover->begin >= before_.rank();
    if (!is_own(now.written)) return false;
    // What the node made and nothing leads to, nobody can see afterwards. Where something was left out, it may be seen from that.
    if (is_born) return !facts_.changes_cut && led_to_.contains(cover->start);
    const bool is_theirs = is_foreign(byte, then, now);
    if (is_theirs) ++facts_.foreign;
    return !is_theirs;
  }

  /// In memory without a name, where what was before is not known, or that library code wrote for itself.
  bool is_foreign(Address byte, const Cell& then, const Cell& now) const {
    const auto cover = around_.memory_.allocation(byte, after_.rank());
    if (cover && cover->kind == CULPRIT_MEMORY_HEAP) return false;
    if (around_.catalogue_.global_at(byte) != nullptr || frame_owner(byte) != kNoNode) return false;
    return then.state != ByteState::kKnown || around_.memory_.writer(now.written).line == 0;
  }

  /// Written by the subtree, and not by another thread meanwhile.
  bool is_own(Rank written) const {
    const NodeId writer = timeline_.innermost(around_.trace_.moment_at(written));
    return writer == kNoNode || (first_ <= writer && writer < around_.tree_.end(last_));
  }

  bool is_reported(Address byte) const { return reported_.has(byte); }

  void report(Address address, std::span<const Cell> then, std::span<const Cell> now) {
    reported_.add(address, now.size());
    Change change;
    change.is_elsewhere = true;
    change.path = owner_of(address);
    change.note = note_on(now.front().written, now.size());
    change.before = value_of(then);
    change.after = value_of(now);
    facts_.changes.push_back(std::move(change));
  }

  /// The part of a global, or of a variable of a call above, by its type. Gives where the part ends; nothing if none is known there.
  std::optional<Address> report_part(Address address) {
    if (const trace::Global* global = around_.catalogue_.global_at(address))
      return report_part(Place{.type = global->type, .address = global->address}, PathText(global->name),
                         address, "");
    const NodeId owner = frame_owner(address);
    if (owner == kNoNode) return std::nullopt;
    const std::string whose = " of " + around_.tree_.function(owner).name;
    for (NodeId n = around_.tree_.parent(first_); n != kNoNode; n = around_.tree_.parent(n)) {
      if (timeline_.call_of(n) == owner) {
        const Context context(around_.trace_, around_.tree_, around_.index_, n);
        for (const Root& root : context.inputs()) {
          const std::uint64_t size = size_of(around_.catalogue_.tables(), root.place);
          if (root.place.is_inline || address < root.place.address || address >= root.place.address + size)
            continue;
          return report_part(root.place, PathText(root.name), address, whose);
        }
      }
      if (n == owner) break;
    }
    return std::nullopt;
  }

  std::optional<Address> report_part(Place place, PathText path, Address address, const std::string& whose) {
    const trace::Tables& tables = around_.catalogue_.tables();
    for (int depth = 0; depth < 64; ++depth) {
      const trace::Type& type = tables.type(place.type);
      if (type.kind == CULPRIT_TYPE_ARRAY && tables.type(type.element).size > 0) {
        const std::uint64_t index = (address - place.address) / tables.type(type.element).size;
        if (index >= type.count) return std::nullopt;
        place = element_at(tables, place, type.element, index);
        path = path.element(index);
        continue;
      }
      if (type.kind != CULPRIT_TYPE_STRUCT || around_.catalogue_.is_library(place.type)) break;
      std::optional<Place> inside;
      for (const Field& field : fields_of(around_.catalogue_, place.type)) {
        const auto part = field.is_virtual ? std::nullopt : field_at(tables, place, field);
        if (!part || address < part->address || address >= part->address + size_of(tables, *part)) continue;
        inside = part;
        path = path.field(field.name);
        break;
      }
      if (!inside) return std::nullopt;
      place = *inside;
    }
    Change change;
    change.is_elsewhere = true;
    change.path = path.str() + whose;
    change.before = Decoder(around_.catalogue_, before_, limits_).decode(place, change.path);
    change.after = Decoder(around_.catalogue_, after_, limits_).decode(place, change.path);
    const Address end = place.address + size_of(tables, place);
    reported_.add(place.address, end - place.address);
    facts_.changes.push_back(std::move(change));
    return end;
  }

  NodeId frame_owner(Address address) const { return around_.owners_.frame_owner(address, after_.rank()); }

  std::string owner_of(Address address) const {
    const auto cover = around_.memory_.allocation(address, after_.rank());
    if (cover && cover->kind == CULPRIT_MEMORY_HEAP) {
      return fmt::format("byte {} of {}{}", address - cover->start, cover->end - cover->start,
                         around_.owners_.allocated_in(*cover));
    }
    if (const NodeId owner = frame_owner(address); owner != kNoNode)
      return "a variable of " + around_.tree_.function(owner).name;
    return "memory without a name";
  }

  std::string note_on(Rank written, std::size_t size) const {
    const Writer writer = around_.memory_.writer(written);
    const std::string bytes = size == 1 ? "1 byte" : fmt::format("{} bytes", size);
    return writer.node == kNoNode || writer.line == 0 ? bytes
                                                      : fmt::format("{}, line {}", bytes, writer.line);
  }

  /// As a number of its size, or bytes.
  Value value_of(std::span<const Cell> cells) const {
    Value value;
    if (std::ranges::any_of(cells, [](const Cell& cell) { return cell.state != ByteState::kKnown; })) {
      value.kind = ValueKind::kUninitialised;
      return value;
    }
    std::array<std::byte, 8> bytes{};
    for (std::size_t i = 0; i < std::min<std::size_t>(cells.size(), 8); ++i) bytes[i] = cells[i].value;
    const std::size_t size = cells.size();
    if (size != 1 && size != 2 && size != 4 && size != 8) {
      value.kind = ValueKind::kOpaque;
      value.text = hex(cells);
      return value;
    }
    const auto number = static_cast<std::uint64_t>(load_bits(std::span(bytes).first(size)));
    if (size == 8 && number != 0 && around_.memory_.is_known_place(number, after_.rank())) {
      value.kind = ValueKind::kPointer;
      value.address = number;
      return value;
    }
    value.kind = ValueKind::kSigned;
    const std::uint64_t sign = std::uint64_t{1} << (size * 8 - 1);
    const bool is_negative = (number & sign) != 0;
    const std::uint64_t magnitude = is_negative ? (~number & (sign - 1)) + 1 : number;
    value.text = (is_negative ? "-" : "") + std::to_string(magnitude);
    return value;
  }

  const Elsewhere& around_;
  const Timeline& timeline_;
  NodeId first_;
  NodeId last_;
  Snapshot& before_;
  Snapshot& after_;
  const AddressSet& seen_;
  const Limits& limits_;
  Facts& facts_;
  Address frame_ = 0;
  std::size_t stack_ = Timeline::kNoStack;
  AddressSet reported_;
  std::set<Address> led_to_;  ///< blocks that the node made, and a pointer leads to
};

void Elsewhere::add(NodeId first, NodeId last, const WrittenBytes& written, Snapshot& before, Snapshot& after,
                    const AddressSet& seen, const Limits& limits, Facts& facts) const {
  Search(*this, first, last, before, after, seen, limits, facts).run(written);
}

void Elsewhere::note_others(const WrittenBytes& written, Facts& facts) {
  const std::vector<WrittenRow>& others = written.granules;
  if (others.empty()) return;
  for (Change& change : facts.changes) {
    const Address place = change.after.kind == ValueKind::kPointer ? 0 : change.after.address;
    const auto row = std::ranges::lower_bound(others, place / kGranuleBytes, {}, &WrittenRow::granule);
    if (place == 0 || row == others.end() || row->granule != place / kGranuleBytes ||
        !(row->mask >> place % kGranuleBytes & 1))
      continue;
    change.note += std::string(change.note.empty() ? "" : ", ") + "another thread wrote it meanwhile";
  }
}

}  // namespace culprit::state
