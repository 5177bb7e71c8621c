// TREE: main() = 0
// TREE:   gcd(12, 18) = 6
// TREE:     gcd(18, 12) = 6
// TREE:       gcd(12, 6) = 6
// TREE:         gcd(6, 0) = 6
// TREE:   scale(2.5, 4.0) = 10.0
// TREE:   letter('a') = 'b'
// TREE:   is_small(300) = false
// TREE:   nothing()
static int gcd(int a, int b) {
  return b == 0 ? a : gcd(b, a % b);
}
static double scale(double x, float by) {
  return x * by;
}
static char letter(char c) {
  return static_cast<char>(c + 1);
}
static bool is_small(long x) {
  return x < 100;
}
static void nothing() {}

int main() {
  gcd(12, 18);
  scale(2.5, 4);
  letter('a');
  is_small(300);
  nothing();
}
