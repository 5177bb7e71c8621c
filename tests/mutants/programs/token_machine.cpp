// features: recursion containers loop-heads stdin
// Scans lines of a small stack language from standard input and runs them: numbers, texts, definitions, ranges of cells.
#include <cctype>
#include <cstdio>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

enum class Kind { kNumber, kText, kWord };

struct Token {
  Kind kind = Kind::kWord;
  std::string text;
  int number = 0;

  bool is_word(const char* word) const { return kind == Kind::kWord && text == word; }
};

class Scanner {
 public:
  explicit Scanner(std::string line) : line_(std::move(line)) {}

  bool at_end() const { return at_ >= line_.size() || line_[at_] == '#'; }
  bool at_digit() const { return at_ < line_.size() && std::isdigit(static_cast<unsigned char>(line_[at_])); }
  bool is_at(char c) const { return at_ < line_.size() && line_[at_] == c; }
  const Token& token() const { return token_; }
  void move() { ++at_; }
  void skip_blanks() {
    while (!at_end() && is_at(' ')) move();
  }
  void begin(Kind kind) { token_ = {kind, "", 0}; }
  void take() { token_.text += line_[at_++]; }
  void take_digit() { token_.number = token_.number * 10 + (line_[at_++] - '0'); }

 private:
  std::string line_;
  std::size_t at_ = 0;
  Token token_;
};

// What is left of a range: cells of the machine, or tokens of its program.
struct Cursor {
  int at = 0, end = 0;

  void start(int first, int last) { at = first, end = last; }
  bool more() const { return at < end; }
  void advance(int step) { at += step; }
};

struct Machine {
  std::vector<Token> program = {};
  std::map<std::string, Cursor> words = {};  // where their tokens are
  std::vector<int> stack = {};
  std::vector<int> cells = std::vector<int>(12);

  void push(int value) { stack.push_back(value); }
  int pop() {
    if (stack.empty()) throw std::runtime_error("empty stack");
    const int value = stack.back();
    stack.pop_back();
    return value;
  }
  int& cell(int index) {
    const bool is_there = index >= 0 && index < static_cast<int>(cells.size());
    return is_there ? cells[index] : throw std::runtime_error("no cell " + std::to_string(index));
  }
  bool is_less(int a, int b) { return cell(a) < cell(b); }
  void exchange(int a, int b) { std::swap(cell(a), cell(b)); }
};

static int scan_number(Scanner& scanner) {
  int length = 0;
  for (scanner.begin(Kind::kNumber); scanner.at_digit(); scanner.take_digit()) ++length;
  return length;
}

static int scan_text(Scanner& scanner) {
  int length = 0;
  for (scanner.move(), scanner.begin(Kind::kText); !scanner.at_end() && !scanner.is_at('"'); scanner.take())
    ++length;
  scanner.move();
  return length;
}

static int scan_word(Scanner& scanner) {
  int length = 0;
  for (scanner.begin(Kind::kWord); !scanner.at_end() && !scanner.is_at(' '); scanner.take()) ++length;
  return length;
}

static int scan_token(Scanner& scanner) {
  if (scanner.at_digit()) return scan_number(scanner);
  return scanner.is_at('"') ? scan_text(scanner) : scan_word(scanner);
}

static int scan(Scanner& scanner, std::vector<Token>& tokens) {
  int length = 0;
  for (scanner.skip_blanks(); !scanner.at_end(); tokens.push_back(scanner.token()), scanner.skip_blanks())
    length += scan_token(scanner);
  return length;
}

static void fill(Machine& machine, int low, int high, int value, int step) {
  Cursor cursor;
  for (cursor.start(low, high); cursor.more(); cursor.advance(1), value += step)
    machine.cell(cursor.at) = value;
}

static int sum(Machine& machine, int low, int high, int stride) {
  Cursor cursor;
  int result = 0;
  for (cursor.start(low, high); cursor.more(); cursor.advance(stride)) result += machine.cell(cursor.at);
  return result;
}

static void show(Machine& machine, int low, int high) {
  Cursor cursor;
  for (cursor.start(low, high); cursor.more(); cursor.advance(1)) std::printf("%d ", machine.cell(cursor.at));
}

static void copy(Machine& machine, int low, int high, int to) {
  Cursor a, b;
  const int end = to + high - low;
  for (a.start(low, high), b.start(to, end); a.more() && b.more(); a.advance(1), b.advance(1))
    machine.cell(b.at) = machine.cell(a.at);
}

static int sort(Machine& machine, int low, int high) {
  Cursor cursor;
  int moves = 0;
  for (cursor.start(low + 1, high); cursor.more(); cursor.advance(1))
    for (int at = cursor.at; at > low && machine.is_less(at, at - 1); machine.exchange(at - 1, at), --at)
      ++moves;
  return moves;
}

static int find(Machine& machine, int value, int from, int high) {
  while (from < high && machine.cell(from) != value) ++from;
  return from;
}

static int count(Machine& machine, int value, int low, int high) {
  int found = 0;
  for (int at = find(machine, value, low, high); at < high; at = find(machine, value, at + 1, high)) ++found;
  return found;
}

static int find_word(const Machine& machine, const char* text, int from, int limit) {
  Cursor at;
  int passed = 0;
  for (at.start(from, limit); at.more() && !machine.program[at.at].is_word(text); at.advance(1)) ++passed;
  if (!at.more()) throw std::runtime_error(std::to_string(passed) + " tokens without " + text);
  return at.at;
}

static bool run_builtin(Machine& machine, const std::string& name) {
  static const std::map<std::string, int> needed = {{"+", 2},    {"-", 2},    {"*", 2},    {"dup", 1},
                                                    {".", 1},    {"fill", 4}, {"sum", 3},  {"show", 2},
                                                    {"copy", 3}, {"sort", 2}, {"count", 3}};
  const auto found = needed.find(name);
  if (found == needed.end()) return false;
  int values[4] = {};
  for (int i = found->second - 1; i >= 0; --i) values[i] = machine.pop();
  const auto [a, b, c, d] = values;
  if (name == "+") machine.push(a + b);
  if (name == "-") machine.push(a - b);
  if (name == "*") machine.push(a * b);
  if (name == "dup") machine.stack.insert(machine.stack.end(), 2, a);
  if (name == ".") std::printf("%d ", a);
  if (name == "fill") fill(machine, a, b, c, d);
  if (name == "sum") machine.push(sum(machine, a, b, c));
  if (name == "show") show(machine, a, b);
  if (name == "copy") copy(machine, a, b, c);
  if (name == "sort") machine.push(sort(machine, a, b));
  if (name == "count") machine.push(count(machine, a, b, c));
  return true;
}

static void run(Machine& machine, int first, int last) {
  Cursor cursor;
  for (cursor.start(first, last); cursor.more(); cursor.advance(1)) {
    const Token& token = machine.program[cursor.at];
    const auto word = machine.words.find(token.text);
    if (token.kind == Kind::kNumber) {
      machine.push(token.number);
    } else if (token.kind == Kind::kText) {
      std::printf("%s ", token.text.c_str());
    } else if (token.is_word(":")) {
      const int name = cursor.at + 1;
      cursor.at = find_word(machine, ";", name, last);
      machine.words[machine.program[name].text].start(name + 1, cursor.at);
    } else if (token.is_word("times")) {
      const int body = cursor.at + 1;
      cursor.at = find_word(machine, "again", body, last);
      for (int left = machine.pop(); left > 0; --left) run(machine, body, cursor.at);
    } else if (word != machine.words.end()) {
      run(machine, word->second.at, word->second.end);
    } else if (!run_builtin(machine, token.text)) {
      throw std::runtime_error("unknown " + token.text);
    }
  }
}

int main() {
  Machine machine;
  for (std::string line; std::getline(std::cin, line);) {
    const int first = static_cast<int>(machine.program.size());
    Scanner scanner(line);
    const int length = scan(scanner, machine.program);
    try {
      run(machine, first, static_cast<int>(machine.program.size()));
    } catch (const std::runtime_error& error) {
      std::printf("! %s", error.what());
    }
    std::printf("(%d, %zu)\n", length, machine.stack.size());
  }
}
