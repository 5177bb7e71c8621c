// A set of numbers as a binary search tree: smaller numbers to the left, larger ones to the right.
//
//   insert(tree, x)     adds x, if it is not there yet
//   contains(tree, x)   x is there
//   smallest(tree)      the smallest number; the tree is not empty
//   erase(tree, x)      removes x, if it is there
//   size(tree)          how many numbers there are
//   print(tree)         prints them in ascending order
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <utility>

struct Node {
  int value;
  std::unique_ptr<Node> left;
  std::unique_ptr<Node> right;
};

using Tree = std::unique_ptr<Node>;

void insert(Tree& tree, int x) {
  if (!tree) {
    tree = std::make_unique<Node>(Node{x, nullptr, nullptr});
  } else if (x < tree->value) {
    insert(tree->left, x);
  } else if (x > tree->value) {
    insert(tree->right, x);
  }
}

bool contains(const Tree& tree, int x) {
  if (!tree) return false;
  if (x == tree->value) return true;
  return contains(x < tree->value ? tree->left : tree->right, x);
}

int smallest(const Tree& tree) {
  return tree->left ? smallest(tree->left) : tree->value;
}

void erase(Tree& tree, int x) {
  if (!tree) return;
  if (x < tree->value) {
    erase(tree->left, x);
  } else if (x > tree->value) {
    erase(tree->right, x);
  } else if (!tree->left) {
    tree = std::move(tree->right);
  } else if (!tree->right) {
    tree = std::move(tree->left);
  } else {
    tree->value = smallest(tree->right);
    tree->right = std::move(tree->right->right);
  }
}

int size(const Tree& tree) {
  return tree ? size(tree->left) + 1 + size(tree->right) : 0;
}

void print(const Tree& tree) {
  if (!tree) return;
  print(tree->left);
  std::printf("%d ", tree->value);
  print(tree->right);
}

int main() {
  Tree tree;
  for (const int x : {5, 2, 8, 6, 9, 1, 7}) insert(tree, x);
  erase(tree, 1);
  erase(tree, 5);
  print(tree);
  std::printf("- %d numbers, %s\n", size(tree), contains(tree, 8) ? "8 is there" : "no 8");
}
