#pragma once

namespace culprit {

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace culprit

/// A broken invariant of ours (never bad input): stops the program, in release builds too.
#define CULPRIT_CHECK(condition) \
  (__builtin_expect(!(condition), 0) ? ::culprit::check_failed(#condition, __FILE__, __LINE__) : (void)0)
