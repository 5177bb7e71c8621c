// features: recursion globals stdin
// Evaluates the assignments and expressions of standard input, line by line, with variables and functions.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxVariables = 16, kMaxName = 12, kMaxArguments = 4, kMaxLine = 160 };

typedef struct {
  char name[kMaxName];
  long value;
  int reads;
} Variable;

typedef long (*Builtin)(const long* arguments, int count);

static Variable variables[kMaxVariables];
static int variable_count;
static const char* line_start;
static const char* cursor;
static const char* problem;  // the first one of the line, or NULL
static int problem_column;
static long last_result;

static long expression(void);

static void fail(const char* what) {
  if (problem != NULL) return;
  problem = what;
  problem_column = (int)(cursor - line_start) + 1;
}

static void skip_blanks(void) {
  while (*cursor == ' ' || *cursor == '\t') ++cursor;
}

static int accept(char symbol) {
  skip_blanks();
  if (*cursor != symbol) return 0;
  ++cursor;
  return 1;
}

// Copies the name at the cursor and returns its length; a name that is too long is an error.
static int read_name(char* name) {
  int length = 0;
  skip_blanks();
  while (isalnum((unsigned char)*cursor) || *cursor == '_') {
    if (length == kMaxName - 1) {
      fail("name too long");
      break;
    }
    name[length++] = *cursor++;
  }
  name[length] = '\0';
  return length;
}

// A variable that is found moves one place to the front, so that those in use are found early.
static Variable* find_variable(const char* name) {
  for (int i = 0; i < variable_count; ++i) {
    if (strcmp(variables[i].name, name) != 0) continue;
    if (i == 0) return &variables[0];
    const Variable found = variables[i];
    variables[i] = variables[i - 1];
    variables[i - 1] = found;
    return &variables[i - 1];
  }
  return NULL;
}

static void assign(const char* name, long value) {
  Variable* variable = find_variable(name);
  if (variable == NULL) {
    if (variable_count == kMaxVariables) {
      fail("too many variables");
      return;
    }
    variable = &variables[variable_count++];
    strcpy(variable->name, name);
    variable->reads = 0;
  }
  variable->value = value;
}

static long gcd(long a, long b) {
  return b == 0 ? labs(a) : gcd(b, a % b);
}

static long builtin_gcd(const long* arguments, int count) {
  long result = 0;
  for (int i = 0; i < count; ++i) result = gcd(result, arguments[i]);
  return result;
}

static long builtin_max(const long* arguments, int count) {
  long result = arguments[0];
  for (int i = 1; i < count; ++i) {
    if (arguments[i] > result) result = arguments[i];
  }
  return result;
}

static long builtin_min(const long* arguments, int count) {
  long result = arguments[0];
  for (int i = 1; i < count; ++i) {
    if (arguments[i] < result) result = arguments[i];
  }
  return result;
}

static long builtin_sum(const long* arguments, int count) {
  long result = 0;
  while (count > 0) result += arguments[--count];
  return result;
}

static const struct {
  const char* name;
  Builtin call;
} builtins[] = {{"gcd", builtin_gcd}, {"max", builtin_max}, {"min", builtin_min}, {"sum", builtin_sum}};

static long call_builtin(const char* name) {
  long arguments[kMaxArguments];
  int count = 0;
  do {
    if (count == kMaxArguments) {
      fail("too many arguments");
      return 0;
    }
    arguments[count++] = expression();
  } while (accept(','));
  if (!accept(')')) fail("')' expected");
  for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; ++i) {
    if (strcmp(builtins[i].name, name) == 0) return builtins[i].call(arguments, count);
  }
  fail("unknown function");
  return 0;
}

static long named_value(void) {
  char name[kMaxName];
  read_name(name);
  if (accept('(')) return call_builtin(name);
  Variable* variable = find_variable(name);
  if (variable == NULL) {
    fail("unknown variable");
    return 0;
  }
  ++variable->reads;
  return variable->value;
}

static long primary(void) {
  skip_blanks();
  if (isdigit((unsigned char)*cursor)) {
    long value = 0;
    while (isdigit((unsigned char)*cursor)) value = value * 10 + (*cursor++ - '0');
    return value;
  }
  if (accept('$')) return last_result;
  if (accept('(')) {
    const long value = expression();
    if (!accept(')')) fail("')' expected");
    return value;
  }
  if (isalpha((unsigned char)*cursor)) return named_value();
  fail("value expected");
  return 0;
}

static long integer_power(long base, long exponent) {
  long result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result *= base;
    if (exponent > 1) base *= base;
  }
  return result;
}

// The exponent binds to the right: 2 ^ 3 ^ 2 is 2 ^ 9.
static long power(void) {
  if (accept('-')) return -power();
  const long base = primary();
  if (!accept('^')) return base;
  const long exponent = power();
  if (exponent < 0) fail("negative exponent");
  return integer_power(base, exponent);
}

static long term(void) {
  long value = power();
  while (problem == NULL) {
    if (accept('*')) {
      value *= power();
    } else if (accept('/')) {
      const long divisor = power();
      if (divisor == 0) fail("division by zero");
      if (problem == NULL) value /= divisor;
    } else if (accept('%')) {
      const long divisor = power();
      if (divisor == 0) fail("division by zero");
      if (problem == NULL) value %= divisor;
    } else {
      break;
    }
  }
  return value;
}

static long expression(void) {
  long value = term();
  while (problem == NULL) {
    if (accept('+')) {
      value += term();
    } else if (accept('-')) {
      value -= term();
    } else {
      break;
    }
  }
  return value;
}

// Returns 1 and reads the target if the line is an assignment; else the cursor stays where it was.
static int assignment_target(char* name) {
  const char* start = cursor;
  if (isalpha((unsigned char)*cursor) && read_name(name) > 0 && accept('=')) return 1;
  cursor = start;
  return 0;
}

static int run_line(const char* line) {
  char target[kMaxName];
  line_start = cursor = line;
  problem = NULL;
  skip_blanks();
  const int assigns = assignment_target(target);
  const long value = expression();
  skip_blanks();
  if (*cursor != '\0') fail("end of line expected");
  if (problem == NULL && assigns) assign(target, value);
  if (problem != NULL) {
    printf("%s: %s at column %d\n", line, problem, problem_column);
    return 0;
  }
  last_result = value;
  printf("%s: %ld\n", line, value);
  return 1;
}

int main(void) {
  char line[kMaxLine];
  int right = 0, wrong = 0;
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == '\0' || line[0] == '#') continue;
    if (run_line(line)) {
      ++right;
    } else {
      ++wrong;
    }
  }
  printf("%d right, %d wrong\n", right, wrong);
  for (int i = variable_count - 1; i >= 0; --i) {
    printf("%s = %ld, read %d times\n", variables[i].name, variables[i].value, variables[i].reads);
  }
  return 0;
}
