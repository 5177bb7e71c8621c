#include "parts.h"
void foreign_each(int count, void (*function)(int, void*), void* context) {
  for (int i = 0; i < count; i++) function(i, context);
}
int foreign_increase(int* value) {
  return ++*value;
}
