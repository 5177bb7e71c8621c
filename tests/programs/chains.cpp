// Which calls go on where the one before them ended; tests/cxx_chains_test.cpp says which. Each function below main is
// one case; the calls that it makes are those that are told apart.
#include <array>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct Position {
  int x = 0, y = 0;
  void right() { x = x + 1; }
  void left() { x = x - 1; }
  int distance() const { return x + y; }
};

struct Node {
  int value;
  Node* next;
};

int counter, elsewhere;
int row[4];

int square(int x) { return x * x; }
void count() { ++counter; }
void push(std::vector<int>& values, int value) { values.push_back(value); }
void note(std::map<char, std::string>& notes, char key) { notes[key] += "x"; }
void append(std::list<int>& values, int value) { values.push_back(value); }
int sum(const Node* node) { return node ? node->value + sum(node->next) : 0; }
int length(std::string_view text) { return static_cast<int>(text.size()); }
void fill(int* values, int value) { values[0] = value; }
int first(std::vector<int> copy) { return copy.front(); }
int total(const std::vector<int>& values) { return values.empty() ? 0 : values[0]; }
int words(const std::map<std::string, std::vector<std::string>>& index) { return static_cast<int>(index.size()); }
int size_of(const char* text) { return text[0] == 0 ? 0 : 1; }
int owned(const std::unique_ptr<int>& number) { return *number; }
int corner(std::array<std::array<int, 2>, 2> square) { return square[0][0]; }

void one_object(Position& position) {
  for (int i = 0; i < 3; ++i) position.right();
  position.left();
}

void written_in_between(Position& position) {
  position.right();
  position.y = 7;
  position.right();
}

void different_objects(Position& a, Position& b) {
  a.right();
  b.right();
  a.right();
}

void numbers_only() {
  for (int i = 0; i < 3; ++i) elsewhere += square(i);
}

void global_written() {
  count();
  count();
  counter = 9;
  count();
}

void elsewhere_written(Position& position) {
  for (int i = 0; i < 3; ++i) {
    position.right();
    elsewhere = i;
  }
}

void a_vector() {
  std::vector<int> values;
  push(values, 1);
  elsewhere = 1;
  push(values, 2);
  values[0] = 9;
  push(values, 3);
}

void a_map() {
  std::map<char, std::string> notes;
  note(notes, 'a');
  elsewhere = 1;
  note(notes, 'b');
  notes['a'] = "y";
  note(notes, 'c');
}

void a_list() {
  std::list<int> values{3, 1, 2};
  append(values, 5);
  elsewhere = 1;
  append(values, 4);
  values.sort();
  append(values, 6);
}

void nodes() {
  Node third{3, nullptr}, second{2, &third}, head{1, &second};
  sum(&head);
  elsewhere = 1;
  sum(&head);
  third.value = 4;
  sum(&head);
  second.next = nullptr;
  third.value = 5;
  sum(&head);
  third.value = 6;
  sum(&head);
}

void views() {
  char text[] = "some text";
  length(text);
  elsewhere = 1;
  length(text);
  text[5] = 'n';
  length(text);
  length("other");
}

void static_array() {
  fill(row, 1);
  elsewhere = 2;
  fill(row, 2);
  row[3] = 3;
  fill(row, 3);
}

void copies() {
  std::vector<int> values{1, 2};
  first(values);
  values[0] = 5;
  first(values);
}

void shown() {
  std::vector<int> values{1, 2}, others{3};
  total(values);
  values[0] = 5;
  total(values);
  total(others);
  words({{"a", {"b", "c"}}});
  size_of("one");
  size_of("two");
}

void shown_and_changed() {
  std::vector<int> values{1, 2};
  push(values, 3);
  total(values);
  push(values, 4);
}

void behind_const() {
  const auto a = std::make_unique<int>(1), b = std::make_unique<int>(2);
  owned(a);
  owned(b);
}

void const_methods(const Position& a, const Position& b) {
  a.distance();
  a.distance();
  b.distance();
}

void arrays_of_arrays() {
  for (int i = 0; i < 2; ++i) corner({{{i, 1}, {2, 3}}});
}

int main() {
  Position a, b;
  one_object(a);
  written_in_between(a);
  different_objects(a, b);
  numbers_only();
  global_written();
  elsewhere_written(a);
  a_vector();
  a_map();
  a_list();
  nodes();
  views();
  static_array();
  copies();
  shown();
  shown_and_changed();
  behind_const();
  const_methods(a, b);
  arrays_of_arrays();
}
