// features: recursion globals loop-heads stdin
// Solves small puzzles with the bits of numbers, as the commands of standard input ask.
#include <stdio.h>
#include <string.h>

enum { kMaxValues = 3, kMaxName = 12, kMaxLine = 80 };

typedef struct {
  const char* name;
  int needed;  // how many numbers
  void (*run)(const unsigned* values);
} Puzzle;

static unsigned columns_of_rows[8];
static int solutions, line_number;

static void print_bits(unsigned value, unsigned width) {
  for (unsigned bit = 1u << (width - 1); bit != 0; bit >>= 1) putchar((value & bit) != 0 ? '1' : '0');
  putchar(' ');
}

static unsigned count_bits(unsigned value) {
  unsigned count = 0;
  for (; value != 0; value &= value - 1) ++count;
  return count;
}

static unsigned width_of(unsigned value) {
  unsigned width = 1;
  while (value >> width != 0 && width < 31) ++width;
  return width;
}

static unsigned parity(unsigned value) {
  for (unsigned shift = 16; shift != 0; shift >>= 1) value ^= value >> shift;
  return value & 1u;
}

static int is_power_of_two(unsigned value) {
  return value != 0 && (value & (value - 1)) == 0;
}

static void run_count(const unsigned* values) {
  const unsigned width = width_of(values[0]);
  print_bits(values[0], width);
  printf("has %u of %u bits, parity %u%s", count_bits(values[0]), width, parity(values[0]),
         is_power_of_two(values[0]) ? ", a power of two" : "");
}

static unsigned from_gray(unsigned gray) {
  for (unsigned rest = gray >> 1; rest != 0; rest >>= 1) gray ^= rest;
  return gray;
}

// Neighbours differ by one bit, and the code can be undone.
static void run_gray(const unsigned* values) {
  int is_good = 1;
  unsigned last = 1u << (values[0] - 1);
  for (unsigned number = 0; number < 1u << values[0]; ++number) {
    const unsigned gray = number ^ number >> 1;
    is_good = is_good && is_power_of_two(gray ^ last) && from_gray(gray) == number;
    print_bits(gray, values[0]);
    last = gray;
  }
  printf("%s", is_good ? "good" : "bad");
}

static void run_subsets(const unsigned* values) {
  const unsigned mask = values[0];
  unsigned sum = 0;
  for (unsigned subset = mask & -mask; subset != 0; subset = (subset - mask) & mask) {
    printf("%u ", subset);
    sum += subset;
  }
  printf("sum %u", sum);
}

// The next larger number with as many bits.
static unsigned next_choice(unsigned choice) {
  const unsigned lowest = choice & -choice, ripple = choice + lowest;
  return ripple | ((choice ^ ripple) >> 2) / lowest;
}

static void run_choices(const unsigned* values) {
  int isolated = 0;
  for (unsigned choice = (1u << values[0]) - 1; choice >> values[1] == 0; choice = next_choice(choice)) {
    print_bits(choice, values[1]);
    isolated += (choice & choice << 1) == 0;
  }
  printf("%d without neighbours", isolated);
}

static void place_queens(unsigned row, unsigned all, unsigned columns, unsigned left, unsigned right) {
  if (columns == all) {
    if (solutions++ == 0)
      for (unsigned i = 0; all >> i != 0; ++i) printf("%u ", width_of(columns_of_rows[i]));
    return;
  }
  for (unsigned open = all & ~(columns | left | right); open != 0; open &= open - 1) {
    const unsigned queen = open & -open;
    columns_of_rows[row] = queen;
    place_queens(row + 1, all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
}

static void run_queens(const unsigned* values) {
  solutions = 0;
  if (values[0] > 0 && values[0] <= 8) place_queens(0, (1u << values[0]) - 1, 0, 0, 0);
  printf("%d solutions", solutions);
}

static void run_power(const unsigned* values) {
  unsigned result = 1, base = values[0] % values[2];
  for (unsigned exponent = values[1]; exponent != 0; exponent >>= 1) {
    if ((exponent & 1u) != 0) result = result * base % values[2];
    base = base * base % values[2];
  }
  printf("%u", result);
}

static void run_divisor(const unsigned* values) {
  unsigned a = values[0], b = values[1], twos = 0;
  for (; ((a | b) & 1u) == 0 && (a | b) != 0; a >>= 1, b >>= 1) ++twos;
  while (a != 0 && b != 0) {
    while ((a & 1u) == 0) a >>= 1;
    while ((b & 1u) == 0) b >>= 1;
    if (a >= b) {
      a -= b;
    } else {
      b -= a;
    }
  }
  printf("%u, with %u twos", (a | b) << twos, twos);
}

static void run_root(const unsigned* values) {
  unsigned root = 0;
  for (unsigned bit = 1u << 7; bit != 0; bit >>= 1)
    if ((root | bit) * (root | bit) <= values[0]) root |= bit;
  printf("%u, rest %u", root, values[0] - root * root);
}

// Positions that are powers of two hold the parity of all positions with that bit.
static unsigned syndrome_of(unsigned code) {
  unsigned syndrome = 0;
  for (unsigned check = 1; check < 1u << 3; check <<= 1) {
    unsigned covered = 0;
    for (unsigned position = 7; position != 0; --position)
      if ((position & check) != 0) covered ^= code >> position & 1u;
    if (covered != 0) syndrome |= check;
  }
  return syndrome;
}

static void run_hamming(const unsigned* values) {
  unsigned code = (values[0] & 1u) << 3 | (values[0] >> 1 & 7u) << 5;
  for (unsigned missing = syndrome_of(code); missing != 0; missing &= missing - 1)
    code ^= 1u << (missing & -missing);
  print_bits(code, 8);
  const unsigned damaged = code ^ 1u << values[1];
  print_bits(damaged, 8);
  printf("syndromes %u and %u", syndrome_of(code), syndrome_of(damaged));
}

static const Puzzle puzzles[] = {
    {"count", 1, run_count},     {"gray", 1, run_gray},     {"subsets", 1, run_subsets},
    {"choices", 2, run_choices}, {"queens", 1, run_queens}, {"power", 3, run_power},
    {"divisor", 2, run_divisor}, {"root", 1, run_root},     {"hamming", 2, run_hamming},
};
enum { kPuzzles = sizeof puzzles / sizeof puzzles[0] };

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

static const char* skip_blanks(const char* at) {
  while (*at == ' ' || *at == '\t' || *at == '\n') ++at;
  return at;
}

static const char* read_name(const char* at, char* name) {
  int length = 0;
  for (; *at >= 'a' && *at <= 'z' && length < kMaxName - 1; ++at) name[length++] = *at;
  name[length] = '\0';
  return skip_blanks(at);
}

static const char* read_number(const char* at, unsigned* number) {
  *number = 0;
  for (; is_digit(*at); ++at) *number = *number * 10 + (unsigned)(*at - '0');
  return skip_blanks(at);
}

static void run_line(const char* at) {
  char name[kMaxName];
  unsigned values[kMaxValues];
  int given = 0, number = 0;
  at = read_name(at, name);
  while (given < kMaxValues && is_digit(*at)) at = read_number(at, &values[given++]);
  while (number < kPuzzles && strcmp(puzzles[number].name, name) != 0) ++number;
  const int is_known = number < kPuzzles && puzzles[number].needed == given && *at == '\0';
  printf("%d %s: ", line_number, name);
  if (is_known) {
    puzzles[number].run(values);
  } else {
    printf("not understood at '%s'", at);
  }
  printf("\n");
}

int main(void) {
  char line[kMaxLine];
  for (; fgets(line, sizeof line, stdin) != NULL && strcmp(line, "end\n") != 0;) {
    ++line_number;
    const char* at = skip_blanks(line);
    const int is_skipped = *at == '#' || *at == '\0';
    if (!is_skipped) run_line(at);
  }
  return 0;
}
