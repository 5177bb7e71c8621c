// TREE: main() = 0
// TREE:   guarded(2) = -1
// TREE:     thrower(2) threw int(7)
// TREE:       thrower(1) threw int(7)
// TREE:         thrower(0) threw int(7)
// TREE:     after(1) = 2
// TREE:   after(5) = 6
static int thrower(int n) {
  if (n == 0) throw 7;
  return thrower(n - 1);
}
static int after(int x) {
  return x + 1;
}
static int guarded(int n) {
  try {
    return thrower(n);
  } catch (int) {
    after(1);
    return -1;
  }
}
int main() {
  guarded(2);
  after(5);
}
