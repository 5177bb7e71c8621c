// features: files globals loop-heads
// Allocates blocks by a bitmap, keeps it in a file with parities and a check sum, and mends a bit that was flipped there.
#include <stdio.h>
#include <stdlib.h>

enum { kWordBits = 16, kWordShift = 4, kWords = 4, kBlocks = 64, kMaxExtents = 6, kNone = -1 };
// The file: magic, number of extents, words, parities of rows and of columns, extents, check sum.
enum { kMagic = 0xb7, kWordsAt = 2, kRowsAt = 10, kColumnsAt = 11, kExtentsAt = 13, kMaxBytes = 33 };

typedef enum { kMissing, kForeign, kIntact, kMended, kLost } State;

typedef struct {
  int name, first, count;
} Extent;

static const char path[] = "bitmap_store.tmp";
static unsigned words[kWords];  // a bit for each block in use
static Extent extents[kMaxExtents];
static int extent_count;

static int is_used(int block) {
  return block < 0 || block >= kBlocks || (words[block >> kWordShift] >> (block & (kWordBits - 1)) & 1u) != 0;
}

static void mark(const Extent* extent, int used) {
  const int end = extent->first + extent->count;
  for (int block = extent->first; block < end && block < kBlocks; ++block) {
    const unsigned bit = 1u << (block & (kWordBits - 1));
    unsigned* word = &words[block >> kWordShift];
    *word = used ? *word | bit : *word & ~bit;
  }
}

static unsigned count_bits(unsigned word) {
  unsigned count = 0;
  for (; word != 0; word &= word - 1) ++count;
  return count;
}

// The smallest gap that is large enough; the first of equal ones.
static int find_gap(int count) {
  int best = kNone, best_length = 0;
  for (int first = 0, length; first < kBlocks && best_length != count; first += length + 1) {
    for (length = 0; first + length < kBlocks && !is_used(first + length);) ++length;
    const int is_better = length >= count && (best == kNone || length < best_length);
    best = is_better ? first : best;
    best_length = is_better ? length : best_length;
  }
  return best;
}

static int find_extent(int name) {
  int index = extent_count - 1;
  while (index >= 0 && extents[index].name != name) --index;
  return index;
}

static int allocate(int name, int count) {
  const int is_possible = count > 0 && extent_count < kMaxExtents && find_extent(name) == kNone;
  const Extent extent = {name, is_possible ? find_gap(count) : kNone, count};
  if (extent.first == kNone) return 0;
  mark(&extent, 1);
  extents[extent_count++] = extent;
  return 1;
}

static int release(int name) {
  const int index = find_extent(name);
  if (index == kNone) return 0;
  mark(&extents[index], 0);
  extents[index] = extents[--extent_count];
  return 1;
}

// As many blocks are in use as the extents have, and the ends of each are.
static int is_sound(void) {
  int used = 0, is_full = 1;
  for (int i = 0; i < kWords; ++i) used += (int)count_bits(words[i]);
  for (int i = 0; i < extent_count; ++i) {
    used -= extents[i].count;
    is_full = is_full && is_used(extents[i].first) && is_used(extents[i].first + extents[i].count - 1);
  }
  return is_full && used == 0;
}

static unsigned check_sum(const unsigned char* bytes, int size) {
  unsigned sum = 0xffff;
  for (int i = 0; i < size; ++i) {
    sum ^= (unsigned)bytes[i] << 8;
    for (unsigned bit = 1; bit < 1u << 8; bit <<= 1)
      sum = ((sum & 0x8000u) != 0 ? sum << 1 ^ 0x1021u : sum << 1) & 0xffffu;
  }
  return sum;
}

static void put_word(unsigned char* to, unsigned word) {
  to[0] = (unsigned char)(word & 0xffu);
  to[1] = (unsigned char)(word >> 8);
}

static unsigned get_word(const unsigned char* from) {
  return (unsigned)from[1] << 8 | from[0];
}

static int encode(unsigned char* bytes) {
  unsigned rows = 0, columns = 0;
  bytes[0] = kMagic;
  bytes[1] = (unsigned char)extent_count;
  for (int i = 0; i < kWords; ++i) {
    put_word(&bytes[kWordsAt + 2 * i], words[i]);
    rows |= (count_bits(words[i]) & 1u) << i;
    columns ^= words[i];
  }
  bytes[kRowsAt] = (unsigned char)rows;
  put_word(&bytes[kColumnsAt], columns);
  int size = kExtentsAt;
  for (int i = 0; i < extent_count; ++i, size += 3) {
    bytes[size] = (unsigned char)extents[i].name;
    put_word(&bytes[size + 1], (unsigned)(extents[i].first | extents[i].count << 8));
  }
  put_word(&bytes[size], check_sum(bytes, size));
  return size + 2;
}

static int save(void) {
  unsigned char bytes[kMaxBytes];
  const int size = encode(bytes);
  int written = 0;
  FILE* file = fopen(path, "wb");
  while (file != NULL && written < size && fputc(bytes[written], file) != EOF) ++written;
  return file != NULL && fclose(file) == 0 && written == size;
}

static int has_good_sum(const unsigned char* bytes, int size) {
  return size >= 2 && check_sum(bytes, size - 2) == get_word(&bytes[size - 2]);
}

// The rows' parities tell the word, the columns' the bit.
static int mend(unsigned char* bytes, int size) {
  unsigned bad_rows = bytes[kRowsAt], bad_columns = get_word(&bytes[kColumnsAt]);
  for (int i = 0; i < kWords; ++i) {
    const unsigned word = get_word(&bytes[kWordsAt + 2 * i]);
    bad_rows ^= (count_bits(word) & 1u) << i;
    bad_columns ^= word;
  }
  for (int at = kWordsAt, row = 1; at < kRowsAt; at += 2, row <<= 1)
    if ((bad_rows & (unsigned)row) != 0) put_word(&bytes[at], get_word(&bytes[at]) ^ bad_columns);
  return count_bits(bad_rows) == 1 && count_bits(bad_columns) == 1 && has_good_sum(bytes, size);
}

static int read_bytes(unsigned char* bytes) {
  FILE* file = fopen(path, "rb");
  int size = 0;
  if (file == NULL) return kNone;
  for (int c; size < kMaxBytes && (c = fgetc(file)) != EOF;) bytes[size++] = (unsigned char)c;
  fclose(file);
  return size;
}

static State load(void) {
  unsigned char bytes[kMaxBytes];
  const int size = read_bytes(bytes);
  if (size == kNone) return kMissing;
  const int is_known = size >= kExtentsAt + 2 && bytes[0] == kMagic && bytes[1] <= kMaxExtents &&
                       size == kExtentsAt + 3 * bytes[1] + 2;
  if (!is_known) return kForeign;
  const int is_intact = has_good_sum(bytes, size), is_good = is_intact || mend(bytes, size);
  if (!is_good) return kLost;
  extent_count = bytes[1];
  for (int i = 0; i < kWords; ++i) words[i] = get_word(&bytes[kWordsAt + 2 * i]);
  for (int i = 0; i < extent_count; ++i) {
    const unsigned place = get_word(&bytes[kExtentsAt + 3 * i + 1]);
    extents[i] = (Extent){bytes[kExtentsAt + 3 * i], (int)(place & 0xffu), (int)(place >> 8)};
  }
  return is_intact ? kIntact : kMended;
}

static int flip(long offset, int mask) {
  FILE* file = fopen(path, "r+b");
  const int byte = file != NULL && fseek(file, offset, SEEK_SET) == 0 ? fgetc(file) : EOF;
  const int is_done = byte != EOF && fseek(file, offset, SEEK_SET) == 0 && fputc(byte ^ mask, file) != EOF;
  return file != NULL && fclose(file) == 0 && is_done;
}

static void print_store(const char* title) {
  printf("%-10s", title);
  for (int i = 0; i < kWords; ++i) printf(" %04x", words[i]);
  for (int i = 0; i < extent_count; ++i)
    printf(" %c %d+%d", extents[i].name, extents[i].first, extents[i].count);
  printf(", %s\n", is_sound() ? "sound" : "not sound");
}

static void reload(const char* title) {
  static const char* const names[] = {"missing", "foreign", "intact", "mended", "lost"};
  printf("%s: ", names[load()]);
  print_store(title);
}

int main(void) {
  for (int i = 0; i < 5; ++i) printf("%d ", allocate('a' + i, 5 + i * 7 % 11));
  print_store("full");
  for (const char* name = "bdx"; *name != '\0'; ++name) printf("%d ", release(*name));
  print_store("gaps");
  for (int i = 0; i < 4; ++i) printf("%d ", allocate("fgah"[i], 3 + i * 11 % 17));
  print_store("filled");
  if (!save()) return EXIT_FAILURE;
  mark(&extents[0], 0);
  print_store("changed");
  reload("as saved");
  flip(kWordsAt + 3, 0x20);
  reload("one bit");
  flip(kWordsAt, 0x21);
  reload("three bits");
  flip(0, 1);
  reload("first byte");
  if (remove(path) != 0) return EXIT_FAILURE;
  reload("no file");
}
