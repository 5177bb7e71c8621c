// features: containers globals loop-heads
// Sends messages over a line that loses and damages bytes: frames with check sums, a receiving state machine.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

constexpr std::uint8_t kStart = 0x7e, kEscape = 0x7d, kFlip = 0x20;

struct Header {
  std::uint8_t sequence : 3;
  std::uint8_t acknowledged : 3;
  std::uint8_t last : 1;
  std::uint8_t urgent : 1;
};

enum class State : std::uint8_t { kIdle, kHeader, kPayload, kEscaped };

enum class Outcome { kNone, kFrame, kDamaged, kTooShort };

static std::array<std::uint16_t, 256> crc_table;
static int bytes_on_line;
static int damaged_bytes;

static std::uint16_t crc_entry(unsigned index) {
  unsigned value = index << 8;
  for (int bit = 7; bit >= 0; --bit) value = (value & 0x8000) != 0 ? (value << 1) ^ 0x1021 : value << 1;
  return static_cast<std::uint16_t>(value);
}

// The table is linear, so that only the entries for each half of an index are needed.
static void build_crc_table() {
  for (unsigned low = 1; low < 16; ++low) crc_table[low] = crc_entry(low);
  for (unsigned high = 16; high < 256; high += 16) crc_table[high] = crc_entry(high);
}

static std::uint16_t crc_step(std::uint16_t crc, std::uint8_t byte) {
  const unsigned index = ((crc >> 8) ^ byte) & 0xffu;
  const unsigned entry = static_cast<unsigned>(crc_table[index & 0xf0u]) ^ crc_table[index & 0x0fu];
  return static_cast<std::uint16_t>(((crc << 8) & 0xff00u) ^ entry);
}

static std::uint8_t pack(Header header) {
  return static_cast<std::uint8_t>(header.sequence | header.acknowledged << 3 | header.last << 6 |
                                   header.urgent << 7);
}

static Header unpack(std::uint8_t byte) {
  Header header{};
  header.sequence = byte & 7u;
  header.acknowledged = byte >> 3 & 7u;
  header.last = byte >> 6 & 1u;
  header.urgent = byte >> 7 & 1u;
  return header;
}

static void append_escaped(std::vector<std::uint8_t>& frame, std::uint8_t byte) {
  if (byte == kStart || byte == kEscape) {
    frame.push_back(kEscape);
    byte ^= kFlip;
  }
  frame.push_back(byte);
}

static std::vector<std::uint8_t> encode(Header header, const std::string& payload) {
  std::vector<std::uint8_t> frame = {kStart};
  std::uint16_t crc = crc_step(0xffff, pack(header));
  append_escaped(frame, pack(header));
  for (const char c : payload) {
    crc = crc_step(crc, static_cast<std::uint8_t>(c));
    append_escaped(frame, static_cast<std::uint8_t>(c));
  }
  append_escaped(frame, static_cast<std::uint8_t>(crc >> 8));
  append_escaped(frame, static_cast<std::uint8_t>(crc & 0xff));
  frame.push_back(kStart);
  return frame;
}

class Receiver {
 public:
  Outcome feed(std::uint8_t byte) {
    switch (state_) {
      case State::kIdle:
        if (byte == kStart) begin();
        return Outcome::kNone;
      case State::kHeader:
        if (byte == kStart) return Outcome::kNone;
        state_ = State::kPayload;
        return accept(byte);
      case State::kPayload:
        if (byte == kStart) return finish();
        return accept(byte);
      case State::kEscaped:
        state_ = State::kPayload;
        if (byte == kStart) return finish();
        store(byte ^ kFlip);
        return Outcome::kNone;
    }
    return Outcome::kNone;
  }

  Header header() const { return header_; }
  const std::string& payload() const { return payload_; }

 private:
  void begin() {
    state_ = State::kHeader;
    bytes_.clear();
    crc_ = 0xffff;
  }

  Outcome accept(std::uint8_t byte) {
    if (byte == kEscape) {
      state_ = State::kEscaped;
    } else {
      store(byte);
    }
    return Outcome::kNone;
  }

  void store(std::uint8_t byte) {
    bytes_.push_back(byte);
    crc_ = crc_step(crc_, byte);
  }

  // The check sum over the frame with its own check sum is zero. The end may be the start of the next frame.
  Outcome finish() {
    const std::vector<std::uint8_t> frame = bytes_;
    const std::uint16_t crc = crc_;
    begin();
    if (frame.size() < 3) return Outcome::kTooShort;
    if (crc != 0) return Outcome::kDamaged;
    header_ = unpack(frame[0]);
    payload_.assign(frame.begin() + 1, frame.end() - 2);
    return Outcome::kFrame;
  }

  State state_ = State::kIdle;
  std::uint16_t crc_ = 0xffff;
  std::vector<std::uint8_t> bytes_;
  Header header_{};
  std::string payload_;
};

// Every so many bytes one is changed or lost.
class Line {
 public:
  Line(int change_every, int lose_every) : change_every_(change_every), lose_every_(lose_every) {}

  std::vector<std::uint8_t> carry(const std::vector<std::uint8_t>& bytes) {
    std::vector<std::uint8_t> arrived;
    for (std::uint8_t byte : bytes) {
      ++bytes_on_line;
      ++carried_;
      if (carried_ % lose_every_ == 0) {
        ++damaged_bytes;
        continue;
      }
      if (carried_ % change_every_ == 0) {
        ++damaged_bytes;
        byte ^= static_cast<std::uint8_t>(1u << (carried_ % 8));
      }
      arrived.push_back(byte);
    }
    return arrived;
  }

 private:
  int change_every_, lose_every_;
  int carried_ = 0;
};

static const char* name_of(Outcome outcome) {
  static const char* const names[] = {"nothing", "frame", "damaged", "short"};
  return names[static_cast<int>(outcome)];
}

// Sends the frame again until it arrives, and returns how often it was sent; 0 if it never arrived.
static int transmit(Line& line, Receiver& receiver, Header header, const std::string& part,
                    std::string& text) {
  constexpr int kAttempts = 5;
  const std::vector<std::uint8_t> frame = encode(header, part);
  for (int attempt = 1; attempt <= kAttempts; ++attempt) {
    for (const std::uint8_t byte : line.carry(frame)) {
      const Outcome outcome = receiver.feed(byte);
      if (outcome == Outcome::kNone) continue;
      if (outcome != Outcome::kFrame) {
        std::printf("  %s, attempt %d\n", name_of(outcome), attempt);
        continue;
      }
      if (receiver.header().sequence != header.sequence) continue;
      text += receiver.payload();
      std::printf("  frame %d%s%s, acknowledges %d: %s\n", receiver.header().sequence,
                  receiver.header().last ? ", last" : "", receiver.header().urgent ? ", urgent" : "",
                  receiver.header().acknowledged, receiver.payload().c_str());
      return attempt;
    }
  }
  return 0;
}

static void send_message(Line& line, const std::string& message, std::size_t part_size, bool urgent) {
  static std::uint8_t sequence = 5;
  Receiver receiver;
  std::string text;
  int sent = 0;
  std::printf("%zu bytes in parts of %zu\n", message.size(), part_size);
  for (std::size_t start = 0; start < message.size(); start += part_size) {
    Header header{};
    header.sequence = sequence & 7u;
    header.acknowledged = (sequence - 1) & 7u;
    header.last = start + part_size >= message.size();
    header.urgent = urgent;
    const int attempts = transmit(line, receiver, header, message.substr(start, part_size), text);
    if (attempts == 0) break;
    sent += attempts;
    ++sequence;
  }
  std::printf("%s after %d frames\n", text == message ? "complete" : "incomplete", sent);
}

int main() {
  build_crc_table();
  std::uint16_t crc = 0xffff;
  for (const char c : std::string("123456789")) crc = crc_step(crc, static_cast<std::uint8_t>(c));
  std::printf("check value %04x\n", crc);
  Line clear(10000, 9999), noisy(37, 61), broken(7, 5);
  send_message(clear, "plain text }with~ special {bytes}", 9, false);
  send_message(noisy, "The bridge at kilometre 12 is closed until further notice.", 12, true);
  send_message(noisy, "Speed limit 40.", 5, false);
  send_message(broken, "nobody will read this", 10, false);
  std::printf("%d bytes, %d damaged\n", bytes_on_line, damaged_bytes);
  return 0;
}
