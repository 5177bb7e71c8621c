#include <cstdio>
struct Shelf {
  int free[6];
};
static int place(Shelf& shelf, int size) {
  int best = -1;
  for (int i = 0; i < 6; i++)
    if (shelf.free[i] >= size &&
        (best < 0 || shelf.free[i] > shelf.free[best]))  // bug: the tightest fits best
      best = i;
  return best;
}
int main() {
  Shelf shelf{{4, 9, 6, 2, 1, 3}};
  std::printf("%d\n", place(shelf, 4));
}
