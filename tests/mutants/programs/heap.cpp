// What calls do shows behind pointers only.
#include <cstdio>

struct Cell {
  int number = 0;
  Cell* next = nullptr;
};

struct Stack {
  Cell* top = nullptr;
};

static void push(Stack& stack, int number) {
  Cell* cell = new Cell;
  cell->number = number;
  cell->next = stack.top;
  stack.top = cell;
}

static void double_all(Stack& stack) {
  for (Cell* cell = stack.top; cell != nullptr; cell = cell->next) cell->number *= 2;
}

static void reverse(Stack& stack) {
  Cell* done = nullptr;
  while (stack.top != nullptr) {
    Cell* cell = stack.top;
    stack.top = cell->next;
    cell->next = done;
    done = cell;
  }
  stack.top = done;
}

int main() {
  Stack stack;
  for (int i = 1; i <= 4; ++i) push(stack, i);
  double_all(stack);
  reverse(stack);
  for (const Cell* cell = stack.top; cell != nullptr; cell = cell->next) std::printf("%d ", cell->number);
  std::printf("\n");
}
