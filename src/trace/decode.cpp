#include "src/trace/decode.h"

namespace culprit::trace::detail {
namespace {

/// Leaves of the payload the `length` bytes from `begin` on; false if there are not so many. Precondition: begin lies in it.
bool cut(Event& event, std::uint64_t begin, std::uint64_t length) {
  if (length > event.payload.size() - begin) return false;
  event.payload = event.payload.subspan(begin, length);
  event.size = length;
  return true;
}

const std::byte* decode_extended(const std::byte* at, const std::byte* end, std::uint32_t word,
                                 const DecodeState& state, Event& event) {
  event.what = static_cast<std::uint8_t>(word >> 20 & 0xff);
  const std::byte* next = take(at + 4, end, word & 0xfffff, event);
  if (!next) return nullptr;
  const std::byte* payload = at + 4;
  switch (event.what) {
    case CULPRIT_EXTENDED_THREAD_START:
      if (event.payload.size() < 8) return nullptr;
      event.count = load32(payload);
      break;
    case CULPRIT_EXTENDED_SPAWN:
      if (event.payload.size() < 4) return nullptr;
      event.count = load32(payload);
      break;
    case CULPRIT_EXTENDED_SEQUENCE:
    case CULPRIT_EXTENDED_LOST:
      if (event.payload.size() < 8) return nullptr;
      event.size = load64(payload);
      break;
    case CULPRIT_EXTENDED_LINE:
      if (event.payload.size() < 4) return nullptr;
      event.line = load32(payload);
      event.line_absolute = true;
      break;
    case CULPRIT_EXTENDED_LOOP_EXIT:
      if (event.payload.size() < 4) return nullptr;
      event.count = load32(payload) & 0xff;
      event.line = load32(payload) >> 8;
      break;
    case CULPRIT_EXTENDED_READ_FAR:
      if (event.payload.size() < 8) return nullptr;
      event.what = CULPRIT_EXTENDED_READ_BLOCK;
      event.address = load64(payload) & ((std::uint64_t{1} << 62) - 1);
      event.size = std::uint64_t{1} << (load64(payload) >> 62);
      event.payload = {};
      if (is_out_of_reach(event)) return nullptr;
      state.bases[2 + (event.address >> 45 & 1)] = event.address;
      break;
    case CULPRIT_EXTENDED_READ_BLOCK:
      if (event.payload.size() < 16) return nullptr;
      event.address = load64(payload);
      event.size = load64(payload + 8);
      event.payload = {};
      if (is_out_of_reach(event)) return nullptr;
      break;
    case CULPRIT_EXTENDED_OPENED:
      if (event.payload.size() < sizeof(culprit_opening)) return nullptr;
      event.count = load32(payload);
      event.address = load32(payload + 8);
      event.line = load32(payload + 12);
      if (!cut(event, sizeof(culprit_opening), load32(payload + 16))) return nullptr;
      break;
    case CULPRIT_EXTENDED_INPUT:
    case CULPRIT_EXTENDED_OUTPUT_FILE:
      if (event.payload.size() < sizeof(culprit_moved)) return nullptr;
      event.count = load32(payload);
      event.line = load32(payload + 4);
      event.address = load64(payload + 8);
      if (!cut(event, sizeof(culprit_moved), load32(payload + 16))) return nullptr;
      break;
    case CULPRIT_EXTENDED_UNREAD:
      if (event.payload.size() < 8) return nullptr;
      event.count = load32(payload);
      if (!cut(event, 8, load32(payload + 4))) return nullptr;
      break;
    case CULPRIT_EXTENDED_CLOSED:
    case CULPRIT_EXTENDED_INPUT_END:
      if (event.payload.size() < 4) return nullptr;
      event.count = load32(payload);
      break;
    case CULPRIT_EXTENDED_ASKED: {
      if (event.payload.size() < 12) return nullptr;
      event.count = load32(payload);
      const std::uint64_t name = load32(payload + 4), answer_at = 12 + ((name + 3) & ~std::uint64_t{3});
      const std::span<const std::byte> whole = event.payload;
      if (answer_at > whole.size() || !cut(event, answer_at, load32(payload + 8))) return nullptr;
      event.more = whole.subspan(12, name);
      break;
    }
    case CULPRIT_EXTENDED_VARARGS:
      if (event.payload.size() < 8) return nullptr;
      event.count = load32(payload + 4);
      event.payload = event.payload.subspan(8);
      break;
    case CULPRIT_EXTENDED_TASK_NEW:
    case CULPRIT_EXTENDED_TASK_BEGIN:
    case CULPRIT_EXTENDED_TASK_END:
      if (event.payload.size() < 8) return nullptr;
      event.size = load64(payload);
      break;
    case CULPRIT_EXTENDED_CALL_LINE:
    case CULPRIT_EXTENDED_LIBRARY_LINE:
      if (event.payload.size() < 4) return nullptr;
      event.line = load32(payload);
      break;
    case CULPRIT_EXTENDED_CRASH:
      if (event.payload.size() < 24) return nullptr;
      event.count = load32(payload);
      event.address = load64(payload + 8);
      break;
    case CULPRIT_EXTENDED_BRANCH:
      if (event.payload.size() < 4) return nullptr;
      event.line = load32(payload) & 0x7fffffff;
      event.count = load32(payload) >> 31;
      break;
    case CULPRIT_EXTENDED_LOCK:
    case CULPRIT_EXTENDED_UNLOCK:
      if (event.payload.size() < 8) return nullptr;
      event.address = load64(payload);
      break;
    case CULPRIT_EXTENDED_PROCESS:
      if (event.payload.size() < 12) return nullptr;
      event.size = load64(payload);
      event.count = load32(payload + 8);
      break;
    case CULPRIT_EXTENDED_CHECK:
    case CULPRIT_EXTENDED_READ_VALUE:
      if (event.payload.size() < 16) return nullptr;
      event.address = load64(payload);
      event.size = load32(payload + 8);
      if (event.size > event.payload.size() - 16 || wraps(event)) return nullptr;
      event.payload = event.payload.subspan(16, event.size);
      break;
    case CULPRIT_EXTENDED_UNLOGGED:
      if (event.payload.size() < 12) return nullptr;
      event.address = load64(payload);
      event.size = load32(payload + 8);
      if (wraps(event)) return nullptr;
      break;
    case CULPRIT_EXTENDED_THROW:
    case CULPRIT_EXTENDED_CATCH:
      if (event.payload.size() < 16) return nullptr;
      event.type = TypeId{row(load32(payload), state.types)};
      event.line = load32(payload + 4);
      event.address = load64(payload + 8);
      break;
    default:
      break;
  }
  return next;
}

constexpr auto make_small_values() {
  std::array<std::int64_t, std::size_t{1} << CULPRIT_SMALL_BITS> values{};
  std::int64_t value = -static_cast<std::int64_t>(values.size() / 2);
  for (std::int64_t& entry : values) entry = value++;
  return values;
}

}  // namespace

constinit const std::array<std::int64_t, std::size_t{1} << CULPRIT_SMALL_BITS> small_values =
    make_small_values();

const std::byte* decode_rare(const std::byte* at, const std::byte* end, std::uint32_t word,
                             const DecodeState& state, Event& event) {
  const std::ptrdiff_t left = end - at;
  switch (event.kind) {
    case CULPRIT_EVENT_ENTER_LONG:
      if (left < 16) return nullptr;
      event.function = FunctionId{row(load32(at + 4), state.functions)};
      event.address = load64(at + 8);
      return take(at + 16, end, word & 0xfffffff, event);
    case CULPRIT_EVENT_UNWIND:
      if (left < 16) return nullptr;
      event.what = word >> 24 & 15;
      event.count = word & 0xffffff;
      event.type = TypeId{row(load32(at + 4), state.types)};
      event.address = load64(at + 8);
      return at + 16;
    case CULPRIT_EVENT_BLOCK: {
      if (left < 16) return nullptr;
      event.what = word >> 24 & 15;
      event.line = word & 0xffffff;
      event.address = load64(at + 8);
      const std::byte* next = take_bytes(at + 16, end, load32(at + 4), event);
      return wraps(event) ? nullptr : next;
    }
    case CULPRIT_EVENT_FILL:
    case CULPRIT_EVENT_ALLOCATE: {
      if (left < 20) return nullptr;
      const bool is_fill = event.kind == CULPRIT_EVENT_FILL;
      event.what = static_cast<std::uint8_t>(is_fill ? word >> 20 : word >> 24 & 15);
      event.line = word & (is_fill ? 0xfffffu : 0xffffffu);
      event.size = load64(at + 4);
      event.address = load64(at + 12);
      return wraps(event) ? nullptr : at + 20;
    }
    case CULPRIT_EVENT_FREE:
      if (left < 12) return nullptr;
      event.what = word >> 24 & 15;
      event.line = word & 0xffffff;
      event.address = load64(at + 4);
      return at + 12;
    case CULPRIT_EVENT_OUTPUT:
      if (left < 8) return nullptr;
      event.what = static_cast<std::uint8_t>(word >> 20);
      event.line = word & 0xfffff;
      return take_bytes(at + 8, end, load32(at + 4), event);
    case CULPRIT_EVENT_EXTENDED:
      return decode_extended(at, end, word, state, event);
    default:
      return nullptr;
  }
}

}  // namespace culprit::trace::detail
