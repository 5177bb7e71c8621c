#pragma once
#ifdef __cplusplus
#include <string>
#include <vector>
std::vector<int> doubled(const std::vector<int>& values);
int call_back(int (*function)(int), int x);
std::string foreign_name(const std::string& name);
void foreign_fill(std::vector<int>& values, int n);
class Foreign {
 public:
  virtual ~Foreign() = default;
  virtual int answer(int x) { return x; }
};
int ask(Foreign& foreign, int x);
extern int shared_counter;
extern "C" {
#endif
int static_sum(int a, int b);
void foreign_each(int count, void (*function)(int, void*), void* context);
int foreign_increase(int* value);
#ifdef __cplusplus
}
#endif
