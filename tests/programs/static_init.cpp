// TREE: *
// TREE:   first_value() = 3
// TREE:   Holder::Holder(*3)
// TREE:   second_value() = 6
// TREE:   early() = 0
// TREE:   main() = 0
// TREE:     once() = 1
// TREE:       init() = 9
// TREE:     once() = 2
// TREE:   Holder::~Holder(*)
// Static initialisers that depend on each other, before main; a function's static at its first call; destructors after main.
static int trace = 0;
static int first_value() {
  return 3;
}
struct Holder {
  explicit Holder(int v) : value(v) {}
  ~Holder() { trace = value; }
  int value;
};
static Holder holder(first_value());
static int second_value() {
  return 2 * holder.value;
}
static int dependent = second_value();
[[gnu::used]] static int early() {
  trace = 1;
  return 0;
}
static int early_result = early();
static int init() {
  return 9;
}
static int once() {
  static int kept = init();
  static int calls = 0;
  return ++calls + kept - 9;
}
int main() {
  once();
  once();
  return dependent - 6 + early_result;
}
