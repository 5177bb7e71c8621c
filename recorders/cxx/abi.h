/* What the pass plugin puts into compiled programs, and the recorder's runtime finds there: descriptors and hooks.
 * Both sides include this file; a program is compiled and linked by one version of Culprit, which `abi` guards.
 *
 * Descriptors are rows of the trace's own tables (src/trace/format.h), with ids that count from 1 in their module,
 * one module being one translation unit. The runtime turns them into the trace's ids when a function is first
 * entered, so a program pays only for what it calls, and a trace holds only that. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "src/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CULPRIT_CXX_ABI = 7 };

struct culprit_cxx_module;

enum culprit_cxx_module_flag {
  CULPRIT_CXX_CHECKS = 1, /* compiled for the self-check */
  CULPRIT_CXX_READS = 2,  /* its reads are logged */
};

/* Flags of a module's GLOBAL rows beside enum culprit_global_flag. */
enum culprit_cxx_global_flag {
  CULPRIT_CXX_TYPE_INFO = 1 << 16, /* the std::type_info of `type`, which is thrown; in no trace */
};

/* A function or loop, as its code names it. The hooks get its address; `id` is 0 until it is defined. */
struct culprit_cxx_function {
  uint32_t id;
  uint32_t row; /* local id of its FUNCTION row */
  struct culprit_cxx_module* module;
};

/* A class's virtual tables, or the function by which a std::function calls what it holds, as code that stores their address names
 * them. */
struct culprit_cxx_vtable {
  uint32_t id;
  uint32_t row; /* local id of its GLOBAL row */
  struct culprit_cxx_module* module;
};

/* A place that calls out of its module. `recorded` is a target known to be recorded itself; calling anything
 * else asks the runtime first. */
struct culprit_cxx_callee {
  const void* recorded;
};

/* Kinds of rows among the arcs beside enum culprit_arc. */
enum culprit_cxx_arc_kind {
  CULPRIT_CXX_CALL_SITE =
      2, /* all calls of `to` in the code of `from` are on its line `parameter`: a CALL row */
};
/* A static dependency. Its functions may be in other modules, so they are named by their keys. */
struct culprit_cxx_arc {
  uint32_t kind; /* enum culprit_arc, enum culprit_cxx_arc_kind */
  uint32_t
      function; /* local id of the one whose code shows it: arcs of one function lie together, in their order */
  uint64_t from_key;
  uint64_t to_key;
  uint32_t parameter;
  uint32_t reserved;
};

/* Everything but the arrays at the end is constant. Strings are not terminated: string i is the bytes of `text` from
 * string_at[i - 1] to string_at[i]. Members, parameters, globals and arcs of row i begin at entry x_at[i - 1]; the
 * last entry of each x_at is the number of all. The rows of a function's loops come right behind its own. */
struct culprit_cxx_module {
  uint32_t abi;
  uint32_t strings, files, types, functions, globals, entry_count;
  uint32_t flags; /* enum culprit_cxx_module_flag */
  uint32_t loops, reserved;
  const char* text;
  const uint32_t* string_at;
  const struct culprit_source_file* file_rows;
  const struct culprit_type* type_rows;
  const uint64_t* type_keys; /* types with equal keys are one, in whatever module; 0: of this module only */
  const uint32_t* member_at;
  const struct culprit_member* members;
  const struct culprit_function*
      function_rows;             /* a loop has no result: its result_type is 1 if it makes recorded calls */
  const uint64_t* function_keys; /* likewise */
  const uint32_t* parameter_at;
  const struct culprit_parameter* parameters;
  const uint32_t* named_at; /* the globals that a function names, and the functions whose addresses it does */
  const uint32_t* named;
  /* Their `address` is 0: it stands in global_addresses, for the linker to fill in. A row without type and flags is
   * described by the module that defines the variable, which has a row with the same address, or by none. */
  const struct culprit_global* global_rows;
  const void* const* global_addresses;
  /* Where the code of the module's functions begins, of those that are no nodes, too. */
  const void* const* entries;
  const uint32_t* arc_at;
  const struct culprit_cxx_arc* arcs;
  const struct culprit_loop_row* loop_rows; /* by local function id, ascending */
  /* Trace ids, 0 until defined; entry i - 1 belongs to row i. Written by the runtime. */
  uint32_t* string_ids;
  uint32_t* file_ids;
  uint32_t* type_ids;
  uint32_t* global_ids;
  struct culprit_cxx_function* function_sites;
  struct culprit_cxx_module* next; /* the runtime's list of modules */
};

/* Where code that is about to make a call says on which line it stands (relative, as in the trace; 0: not known), if no row of the tables
 * says so: in two bytes that lie CULPRIT_CXX_LINE from where the pointer points that lies CULPRIT_CXX_TOP in `culprit_thread`, a
 * thread-local variable of the runtime. There the code of functions that are no nodes finds it, for what it writes. What it says is in force until it says otherwise, is left, or begins or ends a loop. */
enum { CULPRIT_CXX_TOP = 8, CULPRIT_CXX_LINE = -10, CULPRIT_CXX_LAST_CALL_LINE = 0xffff };

/* Called by each module's constructor, before any other code of the module. */
void culprit_cxx_register(struct culprit_cxx_module* module);
/* Called by the module's destructor, for libraries that are unloaded. */
void culprit_cxx_unregister(struct culprit_cxx_module* module);

/* Calls. `frame` is the function's frame address, which also tells the runtime which of the open calls a hook belongs
 * to, so that what an exception or a longjmp left behind is noticed. Values as in the trace: 32-bit words, each value
 * padded to whole ones. */
void culprit_cxx_enter0(struct culprit_cxx_function* function, const void* frame);
void culprit_cxx_enter1(struct culprit_cxx_function* function, const void* frame, uint32_t word);
void culprit_cxx_enter2(struct culprit_cxx_function* function, const void* frame, uint64_t words);
void culprit_cxx_enter(struct culprit_cxx_function* function, const void* frame, const uint32_t* words,
                       uint32_t count);
/* Right before a call that gives more arguments than the `parameters` (of the compiled function) that have names: `count` of them,
 * each as local id of its type, words, bytes. The list belongs to the runtime until the call is left. */
void culprit_cxx_varargs(struct culprit_cxx_module* module, const void* target, uint32_t parameters,
                         uint32_t count, uint32_t* list, uint32_t length);
/* The enter of a function that takes a variable number of arguments; `self` is its own address, by which it knows its list. */
void culprit_cxx_enter_variadic(struct culprit_cxx_function* function, const void* frame, const void* self,
                                uint32_t parameters, const uint32_t* words, uint32_t count);
/* `line` is relative, as in the trace, and at most this; 0: unknown. */
enum { CULPRIT_CXX_LAST_LINE = 0xfff };
void culprit_cxx_leave0(const void* frame, uint32_t line);
void culprit_cxx_leave1(const void* frame, uint32_t line, uint32_t word);
void culprit_cxx_leave2(const void* frame, uint32_t line, uint64_t words);
void culprit_cxx_leave(const void* frame, uint32_t line, const uint32_t* words, uint32_t count);
/* The function should return a value, and came to its end without one. */
void culprit_cxx_no_value(const void* frame, uint32_t line);
/* First in every landing pad, and behind every call that may return twice: control is back in this frame. `loops`: so
 * many of its loops are still running here; those inside them have ended. CULPRIT_CXX_ANY_LOOPS in functions that are no
 * nodes: only calls below the frame have ended. */
enum { CULPRIT_CXX_ANY_LOOPS = 0xffff };
void culprit_cxx_land(const void* frame, uint32_t loops);
void culprit_cxx_jump(const void* frame, uint32_t loops);

/* Loops. */
void culprit_cxx_loop(struct culprit_cxx_function* loop, const void* frame, const uint32_t* words,
                      uint32_t count);
void culprit_cxx_iteration0(struct culprit_cxx_function* loop, const void* frame);
void culprit_cxx_iteration1(struct culprit_cxx_function* loop, const void* frame, uint32_t word);
void culprit_cxx_iteration2(struct culprit_cxx_function* loop, const void* frame, uint64_t words);
void culprit_cxx_iteration(struct culprit_cxx_function* loop, const void* frame, const uint32_t* words,
                           uint32_t count);
void culprit_cxx_loop_end(struct culprit_cxx_function* loop, const void* frame, const uint32_t* words,
                          uint32_t count);
/* The end of a loop whose condition still held. `exit` is what the record LOOP_EXIT holds. */
void culprit_cxx_loop_exit(struct culprit_cxx_function* loop, const void* frame, uint32_t exit,
                           const uint32_t* words, uint32_t count);

/* Writes; each hook comes after its write. `line` is relative, as in the trace; in functions that are no nodes it is the one that the
 * innermost open call has told. */
void culprit_cxx_write1(void* address, uint8_t value, uint32_t line);
void culprit_cxx_write2(void* address, uint16_t value, uint32_t line);
void culprit_cxx_write4(void* address, uint32_t value, uint32_t line);
void culprit_cxx_write8(void* address, uint64_t value, uint32_t line);
void culprit_cxx_block(void* address, uint64_t length, uint32_t line);
void culprit_cxx_fill(void* address, uint8_t byte, uint64_t length, uint32_t line);
/* Reads; each hook comes after its read, or before the call that will read. Nothing that is known to be constant. */
void culprit_cxx_read1(const void* address);
void culprit_cxx_read2(const void* address);
void culprit_cxx_read4(const void* address);
void culprit_cxx_read8(const void* address);
void culprit_cxx_readn(const void* address, uint64_t length);
/* Bytes that the system is given: none if it refuses the length. */
void culprit_cxx_read_given(const void* address, uint64_t length);
/* What a function of the C library will read (recorders/cxx/known_reads.def): none of these is hot. A null pointer is
 * followed by nobody. `most`: in characters, UINT64_MAX for no limit. */
enum culprit_cxx_text {
  CULPRIT_CXX_TEXT = 1,     /* ends at a zero */
  CULPRIT_CXX_ANY_CASE = 2, /* letters are alike in both cases */
  CULPRIT_CXX_WIDE = 4,     /* of wchar_t */
  CULPRIT_CXX_GIVEN =
      8, /* to the system, which refuses a pointer that leads nowhere: nor is it followed here */
};
void culprit_cxx_read_text(const void* text, uint64_t most, uint64_t how);
/* Up to, and with, the first `character`. */
void culprit_cxx_read_until(const void* text, uint64_t character, uint64_t most, uint64_t how);
/* Up to the first difference. */
void culprit_cxx_read_compared(const void* a, const void* b, uint64_t most, uint64_t how);
/* Up to the first character that is in the set (`until`), or is not, and the set itself. */
void culprit_cxx_read_span(const void* text, const void* set, uint64_t until, uint64_t how);
/* Up to the end of the first place where `part` stands, and `part` itself. */
void culprit_cxx_read_found(const void* text, const void* part, uint64_t how);
void culprit_cxx_read_bytes_found(const void* bytes, uint64_t length, const void* part, uint64_t part_length);
/* A number and what ends it; base -1: a floating-point one. */
void culprit_cxx_read_number(const void* text, uint64_t base, uint64_t how);
/* A multibyte character. */
void culprit_cxx_read_character(const void* text, uint64_t most);
/* The text that a pointer in memory points to, and the pointer. */
void culprit_cxx_read_text_at(const void* place, uint64_t how);
/* A list of texts, up to a null pointer. */
void culprit_cxx_read_list(const void* texts, uint64_t how);
/* Arrays of struct iovec, a struct msghdr, given to the system; with what they point to if `contents`. */
void culprit_cxx_read_pieces(const void* pieces, uint64_t count, uint64_t contents);
void culprit_cxx_read_message(const void* message, uint64_t contents);
/* An array of struct option, up to one of zeros. */
void culprit_cxx_read_options(const void* options);
/* A format of the printf family, and the texts among its values. */
void culprit_cxx_read_format(const char* format, ...);
void culprit_cxx_read_wide_format(const void* format, ...);
void culprit_cxx_read_format_list(const char* format,
                                  void* list); /* the last of type va_list, as it is passed */
void culprit_cxx_read_wide_format_list(const void* format, void* list);
/* errno, which the C library writes: with its value. */
void culprit_cxx_read_errno(const void* address);
/* An object gets its virtual table pointer. */
void culprit_cxx_vptr(struct culprit_cxx_vtable* vtable, void* address, uint64_t value, uint32_t line);
/* An array on the stack begins (or a variable-length one, or alloca): its size is known to the reader then. */
void culprit_cxx_array(void* address, uint64_t length, uint32_t line);
/* An operation that other threads may wait for: before a release, after an acquire. */
void culprit_cxx_order(void);
/* Around an atomic operation that writes, and the hook for its write: with several threads, nobody else's to the same
 * address comes between, and the two are ordered like the operations. */
void culprit_cxx_atomic(const void* address);
void culprit_cxx_atomic_end(const void* address);

/* Calls out of the module, to a target that the place does not know as recorded. culprit_cxx_call: 1 if the target is
 * foreign code, which may call back from this `line` of the caller (0 in functions that are no nodes); what the `count` arguments point to is copied then, and culprit_cxx_return, after the call, logs what
 * differs. A length of 0: not known. With CULPRIT_CXX_NEW, an object that the call makes: it holds nothing yet that could be read, or
 * leads anywhere. With CULPRIT_CXX_MADE all of it is logged, too. With CULPRIT_CXX_SHALLOW in the count the call neither reads nor writes
 * what the objects lead to. */
#define CULPRIT_CXX_MADE ((uint64_t)1 << 63)
#define CULPRIT_CXX_NEW ((uint64_t)1 << 62)
#define CULPRIT_CXX_SHALLOW ((uint32_t)1 << 31)
struct culprit_cxx_argument {
  void* address;
  uint64_t length;
};
int culprit_cxx_call(struct culprit_cxx_callee* callee, const void* target, const void* frame,
                     const struct culprit_cxx_argument* arguments, uint32_t count, uint32_t line);
void culprit_cxx_return(const void* frame, uint32_t line);
/* The same pointers, of a call that cannot write, or does not come back: what they point to is read. */
void culprit_cxx_reached(const void* target, const struct culprit_cxx_argument* arguments, uint32_t count);

/* Self-check (compiled with CULPRIT_CHECK=1): copies into the trace what the pointers reach. Right after an enter and
 * right before a leave. */
void culprit_cxx_check(const struct culprit_cxx_argument* arguments, uint32_t count);

#ifdef __cplusplus
}
#endif
