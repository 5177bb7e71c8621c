/* For test programs. Each test function is run by RUN; what it does is printed on one line. */
#pragma once
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Prints a word among the events. */
void mark(const char* word);
/* The arguments, one after the other at each call, then 0. */
int next(void);
void set_next(int count, ...);
#ifdef __cplusplus
}
#endif

#define RUN(call)         \
  do {                    \
    printf("%s:", #call); \
    (void)(call);         \
    printf("\n");         \
  } while (0)
