// Sorts a list of names by length, then by letters, in place.
//
//   before(a, b)                      a comes before b: it is shorter, or as long and earlier in the alphabet
//   exchange(names, i, j)             swaps two names
//   partition(names, first, last)     names[first..last]: arranges them around the last one as the pivot. All that come
//                                     before it stand left of it, the others right of it; returns where it stands then.
//   quicksort(names, first, last)     sorts names[first..last]
#include <cstdio>
#include <string>
#include <vector>

using Names = std::vector<std::string>;

bool before(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return a < b;
}

void exchange(Names& names, int i, int j) {
  const std::string kept = names[i];
  names[i] = names[j];
  names[j] = kept;
}

int partition(Names& names, int first, int last) {
  int border = first;
  for (int i = first; i < last; ++i) {
    if (before(names[i], names[last])) {
      exchange(names, i, border);
      ++border;
    }
  }
  exchange(names, border, last);
  return border;
}

void quicksort(Names& names, int first, int last) {
  if (first >= last) return;
  const int middle = partition(names, first, last);
  quicksort(names, first, middle - 1);
  quicksort(names, middle + 1, last);
}

int main() {
  Names names{"Ivo", "Bo", "Zoe", "Ann", "Al", "Maria", "Tom"};
  quicksort(names, 0, static_cast<int>(names.size()) - 1);
  for (const std::string& name : names) std::printf("%s ", name.c_str());
  std::printf("\n");
}
