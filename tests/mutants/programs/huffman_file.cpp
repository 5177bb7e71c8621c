// features: recursion containers files loop-heads
// Packs texts with a Huffman code into a file, reads it back and unpacks it; finds damage by a check sum.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct FormatError : std::runtime_error {
  FormatError(const std::string& what, std::size_t where) : std::runtime_error(what), position(where) {}
  std::size_t position;
};

struct Node {
  long weight = 0;
  int lowest = 0;  // the least character below, which decides between equal weights
  std::unique_ptr<Node> left = nullptr, right = nullptr;

  bool is_leaf() const { return left == nullptr; }
};

struct Heavier {
  bool operator()(const Node* a, const Node* b) const {
    return a->weight != b->weight ? a->weight > b->weight : a->lowest > b->lowest;
  }
};

using Lengths = std::array<std::uint8_t, 128>;

class BitWriter {
 public:
  void put(unsigned code, int bits) {
    for (int bit = bits - 1; bit >= 0; --bit) {
      if (used_ % 8 == 0) bytes_.push_back(0);
      if ((code >> bit & 1u) != 0) bytes_.back() |= static_cast<std::uint8_t>(0x80u >> (used_ % 8));
      ++used_;
    }
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  std::size_t bits() const { return used_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t used_ = 0;
};

class BitReader {
 public:
  explicit BitReader(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

  unsigned get(int bits = 1) {
    unsigned value = 0;
    while (bits-- > 0) {
      if (next_ / 8 >= bytes_.size()) throw FormatError("file ends early", next_ / 8);
      value = value << 1 | (bytes_[next_ / 8] >> (7 - next_ % 8) & 1u);
      ++next_;
    }
    return value;
  }
  std::size_t position() const { return next_ / 8; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::size_t next_ = 0;
};

static std::unique_ptr<Node> build_tree(const std::map<char, long>& weights) {
  std::priority_queue<Node*, std::vector<Node*>, Heavier> open;
  for (const auto& [character, weight] : weights) open.push(new Node{weight, character});
  while (open.size() > 1) {
    std::unique_ptr<Node> left(open.top());
    open.pop();
    std::unique_ptr<Node> right(open.top());
    open.pop();
    const int lowest = std::min(left->lowest, right->lowest);
    open.push(new Node{left->weight + right->weight, lowest, std::move(left), std::move(right)});
  }
  return std::unique_ptr<Node>(open.top());
}

static void collect_lengths(const Node& node, int depth, Lengths& lengths) {
  if (node.is_leaf()) {
    lengths[node.lowest] = static_cast<std::uint8_t>(std::max(depth, 1));
    return;
  }
  collect_lengths(*node.left, depth + 1, lengths);
  collect_lengths(*node.right, depth + 1, lengths);
}

// The canonical code: shorter codes first, equal lengths by character.
static std::map<char, unsigned> canonical_codes(const Lengths& lengths) {
  std::map<char, unsigned> codes;
  const int longest = *std::max_element(lengths.begin(), lengths.end());
  unsigned code = 0;
  for (int length = 1; length <= longest; ++length, code <<= 1) {
    for (int character = 0; character < static_cast<int>(lengths.size()); ++character) {
      if (lengths[character] == length) codes[static_cast<char>(character)] = code++;
    }
  }
  return codes;
}

static unsigned checksum(const std::string& text) {
  unsigned a = 1, b = 0;
  for (const char c : text) {
    a = (a + static_cast<unsigned char>(c)) % 251;
    b = (b + a) % 251;
  }
  return b << 8 | a;
}

// Magic, check sum, number of characters and of codes, each character with its length, then the text.
static std::vector<std::uint8_t> pack(const std::string& text) {
  std::map<char, long> weights;
  for (const char c : text) ++weights[c];
  const std::unique_ptr<Node> tree = build_tree(weights);
  Lengths lengths{};
  collect_lengths(*tree, 0, lengths);
  const std::map<char, unsigned> codes = canonical_codes(lengths);
  BitWriter writer;
  writer.put(0x485a, 16);
  writer.put(checksum(text), 16);
  writer.put(static_cast<unsigned>(text.size()), 16);
  writer.put(static_cast<unsigned>(codes.size()), 7);
  for (const auto& [character, code] : codes) {
    writer.put(static_cast<unsigned char>(character), 7);
    writer.put(lengths[character], 4);
  }
  for (const char c : text) writer.put(codes.at(c), lengths[c]);
  std::printf("%zu characters, %zu codes, %zu bits, %zu bytes, weight %ld\n", text.size(), codes.size(),
              writer.bits(), writer.bytes().size(), tree->weight);
  return writer.bytes();
}

static std::string unpack(const std::vector<std::uint8_t>& bytes) {
  BitReader reader(bytes);
  if (reader.get(16) != 0x485a) throw FormatError("wrong magic", 0);
  const unsigned expected = reader.get(16);
  const unsigned size = reader.get(16);
  Lengths lengths{};
  for (unsigned left = reader.get(7); left > 0; --left) {
    const unsigned character = reader.get(7);
    lengths[character] = static_cast<std::uint8_t>(reader.get(4));
  }
  std::map<std::pair<int, unsigned>, char> characters;
  for (const auto& [character, code] : canonical_codes(lengths))
    characters[{lengths[character], code}] = character;
  std::string text;
  while (text.size() < size) {
    unsigned code = 0;
    for (int length = 1;; ++length) {
      if (length > 15) throw FormatError("unknown code", reader.position());
      code = code << 1 | reader.get();
      const auto found = characters.find({length, code});
      if (found == characters.end()) continue;
      text += found->second;
      break;
    }
  }
  if (checksum(text) != expected) throw FormatError("wrong check sum", reader.position());
  return text;
}

static void write_file(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  std::ofstream file(path, std::ios::binary);
  for (const std::uint8_t byte : bytes) file.put(static_cast<char>(byte));
  if (!file) throw std::runtime_error("cannot write " + path);
}

static std::vector<std::uint8_t> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::uint8_t> bytes;
  for (char c; file.get(c);) bytes.push_back(static_cast<std::uint8_t>(c));
  return bytes;
}

static void try_unpack(const char* title, const std::vector<std::uint8_t>& bytes) {
  try {
    std::printf("%s: %s\n", title, unpack(bytes).c_str());
  } catch (const FormatError& error) {
    std::printf("%s: %s at byte %zu\n", title, error.what(), error.position);
  }
}

static void store_and_load(const std::string& text) {
  const std::string path = "huffman_file.tmp";
  write_file(path, pack(text));
  std::vector<std::uint8_t> bytes = read_file(path);
  std::remove(path.c_str());
  try_unpack("whole", bytes);
  for (std::size_t i = 0; i < bytes.size(); i += 1 + i / 2) std::printf("%02x ", bytes[i]);
  std::printf("\n");
  bytes[bytes.size() - 3] ^= 0x10;
  try_unpack("changed", bytes);
  bytes.resize(bytes.size() - bytes.size() / 4);
  try_unpack("cut", bytes);
  bytes[1] = 0;
  try_unpack("other", bytes);
}

int main() {
  store_and_load("she sells sea shells; the shells she sells are sea shells");
  store_and_load("aaaaaaaa");
  store_and_load("abacabadabacabaeab");
  return 0;
}
