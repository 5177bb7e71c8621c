/* The trace format, version 3: constants and fixed layouts shared by the writer (C, inside other processes)
 * and the reader. docs/format.md is its prose. Everything is little-endian; records are 4-byte aligned.
 *
 *   file     = file header (4096 bytes), then segments, each `segment_size` bytes, at multiples of 4096
 *   segment  = segment header (64 bytes), then records; a record never crosses a segment's end
 *   stream   = the segments with one stream number, in the order of their `number`: 0 holds the tables,
 *              1.. the events of one thread each
 *   position = number * (segment_size - 64) + offset of a record in the segment's payload
 *
 * A stream's newest segment is its window: mapped shared, so that it survives whatever ends the process. A
 * record is complete before `committed` moves past it. A full window is copied to a new segment at the end
 * of the file, the copy is sealed, and the window is reused with the next number; two segments with the same
 * stream and number are therefore copies, and the one with more committed bytes counts. A segment whose
 * header is all zero was allocated and never used.
 *
 * This header is plain C and includes nothing of ours, so that recorders can include it; it is one long file,
 * so that the format is in one place. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
#define CULPRIT_STATIC_ASSERT static_assert
#else
#define CULPRIT_STATIC_ASSERT _Static_assert
#endif

#define CULPRIT_MAGIC \
  "\x93"              \
  "CULPRIT" /* 8 bytes, no terminator in the file */
enum {
  CULPRIT_VERSION = 3,
  /* A version that is not finished has a number: what its records mean may still change, and only the recorder's own
   * reader knows. 0: finished. The header's `version` is version:16 | draft:16, the version in the lower half. */
  CULPRIT_DRAFT = 1,
  CULPRIT_BYTE_ORDER = 0x01020304,
  CULPRIT_FILE_HEADER_SIZE = 4096,
  CULPRIT_SEGMENT_HEADER_SIZE = 64,
  CULPRIT_SEGMENT_SIZE = 256 * 1024, /* the usual one; any multiple of 4096 up to the next is allowed */
  CULPRIT_MAX_SEGMENT_SIZE = 16 * 1024 * 1024,
  CULPRIT_MAX_STREAM = (1 << 20) - 1,
  CULPRIT_SEGMENT_MAGIC = 0x4d474553 /* "SEGM" */
};

/* How the recording ended; in the file header's `state`. */
enum culprit_state {
  CULPRIT_STATE_OPEN = 0,    /* still recording, or the process was killed */
  CULPRIT_STATE_CLOSED = 1,  /* ended in order */
  CULPRIT_STATE_STOPPED = 2, /* the recorder gave up; `stop_reason` says why; the program went on */
};
enum culprit_stop_reason {
  CULPRIT_STOP_NONE = 0,
  CULPRIT_STOP_DISK_FULL = 1,
  CULPRIT_STOP_BUDGET = 2,
  CULPRIT_STOP_NO_MEMORY = 3,
  CULPRIT_STOP_IO = 4,
};

struct culprit_file_header {
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  uint32_t header_size;  /* CULPRIT_FILE_HEADER_SIZE */
  uint32_t segment_size; /* of every segment in this file, its header included */
  uint64_t start_time;   /* Unix time in nanoseconds */
  uint64_t process;      /* process id */
  uint32_t state;        /* enum culprit_state */
  uint32_t stop_reason;  /* enum culprit_stop_reason */
  uint64_t file_end;     /* where the next segment goes; grows by segment_size, atomically */
  uint64_t checksum;     /* of the fields above `state`: culprit_checksum over bytes [0, 40) */
};

struct culprit_segment_header {
  uint32_t magic;
  uint32_t stream;    /* 0: tables */
  uint64_t number;    /* in its stream, from 0 */
  uint64_t committed; /* payload bytes that are whole records; moves only past a complete record */
  uint64_t checksum;  /* of the committed payload (culprit_checksum); meaningless in a window */
  uint32_t depth;     /* open calls of this thread when the segment began: lets a reader go on after a gap */
  uint32_t segment_size; /* as in the file header, which may be the damaged part */
  uint64_t sequence;     /* global sequence number in force when the segment began; 0 while single-threaded */
  uint64_t nodes; /* 1 + the ENTER* and ITERATION records of the stream before this segment: lets names go on
                     after a gap. 0: not known (older recorders) */
  uint64_t seal;  /* culprit_seal of this header; 0 in a window, whose contents still change */
};
CULPRIT_STATIC_ASSERT(sizeof(struct culprit_file_header) == 64, "drawn in docs/format.md");
CULPRIT_STATIC_ASSERT(sizeof(struct culprit_segment_header) == CULPRIT_SEGMENT_HEADER_SIZE,
                      "drawn in docs/format.md");

/* Event records. The first word's top 4 bits are the kind. A record says its own length, so that events can
 * be read even where the tables are damaged.
 *
 * Lines are relative: 1 + (source line - first line of the function of the innermost open call); 0 = unknown.
 * Values (arguments, results, variables) lie back to back, each padded to a multiple of 4 bytes, in the order
 * and with the sizes that the function's table entry gives. `words` counts the 4-byte words they take; values
 * that are too long for a segment are left out (words = 0).
 *
 * Values are small if they take one or two words and, read as one signed number, are from -512 to 511; 512 is added to
 * them, and they then take 10 bits.
 *
 *   ENTER_SMALL kind:4 | words - 1:1 | frame:6 | function:11 | value:10. As ENTER, with small arguments. The
 * function is not 0, so a word of zeros is no record.
 *   ENTER       kind:4 | words:4 | frame:8 | function:16, arguments. `frame` is how far this call's frame
 * address lies below that of the innermost open call of the thread (0 if none is open), in units of 16 bytes.
 *   ENTER_LONG  kind:4 | words:28, function:32, frame address:64, arguments.
 *   LEAVE       kind:4 | words:4 | line:12 | 0:12, result. words = 15: the next word holds the count.
 *               kind:4 | 0:4 | line:12 | value:10 | words - 1:1 | 1:1. With a small result.
 *   UNWIND      kind:4 | cause:4 | calls:24, exception type:32, exception address:64. The `calls` innermost
 * open calls (with the iterations in them) end without a result. LOOP_BEGIN  as ITERATION, with the loop's
 * FIXED variables. A new activation of a loop in the innermost open call.
 *   ITERATION   kind:4 | words:6 | function:22, the other variables. words = 63: the next word holds the
 * count. Nested in the previous iteration of the same activation.
 *   LOOP_END    as ITERATION. Ends all iterations of the innermost activation of that loop.
 *   WRITE       kind:4 | size:2 | base:1 | line:8 | delta:17, value (4 bytes for sizes 1, 2, 4; 8 for 8). The
 * size is 2 to the power of the field. The address is the previous one of this base plus the signed delta;
 * base = bit 45 of the address. Both bases are 0 at the start of a segment; every WRITE_FAR and WRITE sets
 * its base. WRITE_FAR   kind:4 | size:2 | line:11 | high:15, low:32, value. The address is high:low, 47 bits.
 *   BLOCK       kind:4 | flags:4 | line:24, length:32, address:64, bytes padded to 4.
 *   FILL        kind:4 | byte:8 | line:20, length:64, address:64.
 *   ALLOCATE    kind:4 | what:4 | line:24, size:64, address:64. What was there before is gone.
 *   FREE        kind:4 | what:4 | line:24, address:64.
 *   OUTPUT      kind:4 | descriptor:8 | 0:20, length:32, bytes padded to 4.
 *   EXTENDED    kind:4 | sub:8 | words:20, payload (`words` words). Readers skip a sub they do not know. */
enum culprit_event {
  CULPRIT_EVENT_ENTER_SMALL = 0, /* readers see it as an ENTER */
  CULPRIT_EVENT_ENTER = 1,
  CULPRIT_EVENT_ENTER_LONG = 2,
  CULPRIT_EVENT_LEAVE = 3,
  CULPRIT_EVENT_UNWIND = 4,
  CULPRIT_EVENT_LOOP_BEGIN = 5,
  CULPRIT_EVENT_ITERATION = 6,
  CULPRIT_EVENT_LOOP_END = 7,
  CULPRIT_EVENT_WRITE = 8,
  CULPRIT_EVENT_WRITE_FAR = 9,
  CULPRIT_EVENT_BLOCK = 10,
  CULPRIT_EVENT_FILL = 11,
  CULPRIT_EVENT_ALLOCATE = 12,
  CULPRIT_EVENT_FREE = 13,
  CULPRIT_EVENT_OUTPUT = 14,
  CULPRIT_EVENT_EXTENDED = 15,
};

enum culprit_extended {
  CULPRIT_EXTENDED_THREAD_START = 1, /* parent stream:32 (0: none), flags:32; first record of a stream */
  CULPRIT_EXTENDED_THREAD_END = 2,   /* no payload */
  CULPRIT_EXTENDED_SPAWN = 3,        /* child stream:32: the innermost open node started that thread */
  CULPRIT_EXTENDED_SEQUENCE =
      4, /* number:64: what follows in this stream comes after all that carries a lower one */
  CULPRIT_EXTENDED_LINE = 5, /* line:32 absolute: of the record that follows it in the same segment */
  CULPRIT_EXTENDED_LOST = 6, /* records:64: that many could not be written here */
  CULPRIT_EXTENDED_PROCESS =
      7, /* process id:64, enum culprit_process:32: the innermost open node started a process */
  CULPRIT_EXTENDED_CHECK =
      8, /* address:64, length:32, 0:32, bytes: what memory really held here (self-check) */
  CULPRIT_EXTENDED_THROW = 9,  /* type:32, line:32 (relative), exception address:64 */
  CULPRIT_EXTENDED_CATCH = 10, /* as THROW: the innermost open call caught it */
  CULPRIT_EXTENDED_UNLOGGED =
      11, /* address:64, length:32: changed without records from here on, until the next write there */
  CULPRIT_EXTENDED_LOOP_EXIT =
      12, /* line:24 (relative) | enum culprit_loop_exit:8: of the LOOP_END that follows it in the same segment */
};

/* Limits of the short forms. */
enum {
  CULPRIT_MAX_FUNCTION = (1 << 22) - 1, /* the highest function id */
  CULPRIT_SHORT_FUNCTION = (1 << 16) - 1,
  CULPRIT_SHORT_FRAME = (1 << 8) - 1, /* in units of 16 bytes */
  CULPRIT_ENTER_WORDS = 15,
  CULPRIT_LEAVE_WORDS = 14,
  CULPRIT_LOOP_WORDS = 62,
  CULPRIT_SMALL_BITS = 10, /* of a small value */
  CULPRIT_SMALL_FUNCTION = (1 << 11) - 1,
  CULPRIT_SMALL_FRAME = (1 << 6) - 1,
  CULPRIT_MAX_WORDS = 960, /* of values in one record: fits the smallest segment */
};
/* How a loop was left. Since version 3: a LOOP_END without LOOP_EXIT means that its condition no longer held. */
enum culprit_loop_exit {
  CULPRIT_EXIT_RAN_OUT = 0,
  CULPRIT_EXIT_BROKE = 1,
  CULPRIT_EXIT_RETURNED = 2,
  CULPRIT_EXIT_JUMPED = 3, /* goto, longjmp */
  CULPRIT_EXIT_THREW = 4,  /* to a handler in the same call */
  CULPRIT_EXIT_UNKNOWN = 5,
};
enum culprit_process { CULPRIT_PROCESS_FORK = 0, CULPRIT_PROCESS_EXEC = 1, CULPRIT_PROCESS_SPAWN = 2 };
enum culprit_thread_flag {
  CULPRIT_THREAD_SIGNAL = 1, /* the stream of a signal handler */
};
enum culprit_unwind_cause {
  CULPRIT_UNWIND_EXCEPTION = 0,
  CULPRIT_UNWIND_JUMP = 1, /* longjmp */
  CULPRIT_UNWIND_EXIT = 2, /* exit() or the like, in the middle */
};
enum culprit_block_flag {
  CULPRIT_BLOCK_INITIAL = 1, /* contents from before the program's first instruction */
  CULPRIT_BLOCK_FOREIGN = 2, /* written by code that was not recorded, noticed after the fact */
};
enum culprit_memory {
  CULPRIT_MEMORY_HEAP = 0,
  CULPRIT_MEMORY_STATIC = 1,
  CULPRIT_MEMORY_STACK = 2, /* the whole stack of a thread, or an alloca */
  CULPRIT_MEMORY_MAPPED = 3,
  CULPRIT_MEMORY_OBJECT = 4, /* an object of a language with virtual addresses */
};

/* Table records: kind:8 | words:24 (payload words), then the payload. Ids are dense from 1; 0 = none. A
 * record may name ids that are defined later. Strings are bytes, usually UTF-8, padded to 4. A record that
 * does not fit the rest of its segment goes on in MORE records, the next ones of the stream. */
enum culprit_table {
  CULPRIT_TABLE_META = 1,   /* key:32 (enum culprit_meta), length:32, bytes */
  CULPRIT_TABLE_STRING = 2, /* id:32, length:32, bytes */
  CULPRIT_TABLE_FILE = 3,   /* struct culprit_source_file */
  CULPRIT_TABLE_TYPE = 4,   /* struct culprit_type, then members * struct culprit_member */
  CULPRIT_TABLE_FUNCTION =
      5, /* struct culprit_function, parameters * struct culprit_parameter, globals * id:32 */
  CULPRIT_TABLE_GLOBAL = 6, /* struct culprit_global */
  CULPRIT_TABLE_ARC = 7,    /* struct culprit_dependency */
  CULPRIT_TABLE_MORE = 8,   /* more payload of the record before it */
  CULPRIT_TABLE_LOOP = 9,   /* struct culprit_loop_row: what a FUNCTION row cannot say of a loop */
};
struct culprit_source_file {
  uint32_t id;
  uint32_t path; /* a string, as the compiler knew it */
  uint32_t directory;
  uint32_t reserved;
  uint64_t size;
  uint64_t modified; /* Unix time in nanoseconds */
};

enum culprit_meta {
  CULPRIT_META_PRODUCER = 1,
  CULPRIT_META_PROGRAM = 2,
  CULPRIT_META_ARGUMENT = 3, /* once an argument, in order, without the program */
  CULPRIT_META_DIRECTORY = 4,
  CULPRIT_META_LANGUAGE = 5,
  CULPRIT_META_PARENT = 6, /* path of the trace of the process that started this one */
  CULPRIT_META_BUILD = 7,  /* what identifies the program file: its build id in hex */
  CULPRIT_META_INPUT = 8,  /* path of the copy of standard input */
  CULPRIT_META_OPTION = 9, /* "name=value": how the recorder was set, once an option */
};

enum culprit_type_kind {
  CULPRIT_TYPE_OPAQUE = 0,
  CULPRIT_TYPE_SIGNED = 1,
  CULPRIT_TYPE_UNSIGNED = 2,
  CULPRIT_TYPE_BOOL = 3,
  CULPRIT_TYPE_CHAR = 4,  /* shown as a character; size 1, 2 or 4 */
  CULPRIT_TYPE_FLOAT = 5, /* size 4, 8, or 16 (x87 in 10 of the 16 bytes) */
  CULPRIT_TYPE_ENUM = 6,  /* members: name, value */
  CULPRIT_TYPE_POINTER = 7,
  CULPRIT_TYPE_REFERENCE = 8,
  CULPRIT_TYPE_STRUCT = 9,
  CULPRIT_TYPE_UNION = 10,
  CULPRIT_TYPE_ARRAY = 11, /* count elements */
  CULPRIT_TYPE_FUNCTION = 12,
  CULPRIT_TYPE_VOID = 13,
};
enum culprit_type_flag {
  CULPRIT_TYPE_POLYMORPHIC = 1, /* objects begin with the address of a virtual table */
  CULPRIT_TYPE_SYSTEM = 2,      /* declared in a system header */
  CULPRIT_TYPE_INCOMPLETE = 4,  /* only declared: the members are not known */
  CULPRIT_TYPE_TO_CONST = 8,    /* a pointer or reference to something const */
  CULPRIT_TYPE_DYNAMIC = 16,    /* a word that says itself what it is (docs/format.md, "Dynamic values") */
};
struct culprit_type {
  uint32_t id;
  uint32_t kind;
  uint32_t name;
  uint32_t element; /* what a pointer points to, an array holds, an enum is made of */
  uint32_t members;
  uint32_t flags; /* enum culprit_type_flag */
  uint64_t size;
  uint64_t count;
};
struct culprit_member {
  uint32_t name;
  uint32_t type;
  int64_t offset; /* bits from the start of the object; an enumerator's value */
  uint32_t bits;  /* width of a bit-field; 0 = not one */
  uint32_t flags; /* enum culprit_member_flag */
};
enum culprit_member_flag {
  CULPRIT_MEMBER_BASE = 1,
  CULPRIT_MEMBER_ARGUMENT =
      2, /* no member: an argument of the template; `offset` is its value if it is none */
  CULPRIT_MEMBER_VIRTUAL = 4, /* a virtual base: it lies at the distance that stands, in 8 bytes, `offset`
                                  bits below the address in the object's virtual table pointer */
};

enum culprit_function_kind {
  CULPRIT_FUNCTION_FUNCTION = 0,
  CULPRIT_FUNCTION_METHOD = 1,
  CULPRIT_FUNCTION_CONSTRUCTOR = 2,
  CULPRIT_FUNCTION_DESTRUCTOR = 3,
  CULPRIT_FUNCTION_LAMBDA = 4,
  CULPRIT_FUNCTION_LOOP = 5,
};
enum culprit_passing {
  CULPRIT_PASS_VALUE = 0,   /* the bytes themselves, the type's size */
  CULPRIT_PASS_ADDRESS = 1, /* 8 bytes: where the object lies */
  CULPRIT_PASS_ABSENT = 2,  /* nothing was recorded */
};
struct culprit_function {
  uint32_t id;
  uint32_t kind;
  uint32_t name;
  uint32_t signature;
  uint32_t file;
  uint32_t first_line;
  uint32_t last_line;
  uint32_t enclosing; /* of a loop or lambda: the function it stands in */
  uint32_t result_type;
  uint32_t result_passing; /* enum culprit_passing */
  uint32_t parameters;
  uint32_t globals;
};
struct culprit_parameter {
  uint32_t name;
  uint32_t type;
  uint32_t passing;
  uint32_t flags; /* enum culprit_parameter_flag */
};
enum culprit_parameter_flag {
  CULPRIT_PARAMETER_THIS = 1,
  CULPRIT_PARAMETER_FIXED = 2, /* of a loop: the same in every iteration, and recorded where it begins */
  CULPRIT_PARAMETER_OWN = 4,   /* of a loop: declared in its head, so that nobody sees it afterwards */
};
enum culprit_loop_kind {
  CULPRIT_LOOP_OTHER = 0,
  CULPRIT_LOOP_FOR = 1,
  CULPRIT_LOOP_WHILE = 2,
  CULPRIT_LOOP_DO = 3,
  CULPRIT_LOOP_GOTO = 4,
  CULPRIT_LOOP_RANGE = 5, /* for (x : container) */
};
/* The head is what decides on passes: initialisation, condition, step. Lines of 0 are not known. */
struct culprit_loop_row {
  uint32_t function; /* its FUNCTION row, of kind LOOP */
  uint32_t kind;     /* enum culprit_loop_kind */
  uint32_t
      index; /* among the loops of its function, from 0, in the order of the source; outer before inner */
  uint32_t label; /* a string; 0: none */
  uint32_t head_first;
  uint32_t head_last;
  uint32_t body_first;
  uint32_t body_last;
};
struct culprit_global {
  uint32_t id;
  uint32_t name;
  uint32_t type;
  uint32_t file;
  uint32_t line;
  uint32_t flags; /* enum culprit_global_flag */
  uint64_t address;
  uint64_t size; /* not in version 1 */
};
enum culprit_global_flag {
  CULPRIT_GLOBAL_VTABLE = 1, /* the virtual tables of the class `type` */
  /* The code of a function. With a `type` it is what a std::function calls to call the object of that type that it holds: `size`
   * bytes within itself, or elsewhere if `size` is 0. */
  CULPRIT_GLOBAL_FUNCTION = 2,
};
enum culprit_arc { CULPRIT_ARC_CALL = 0, CULPRIT_ARC_PARAMETER = 1 };
struct culprit_dependency {
  uint32_t kind; /* enum culprit_arc */
  uint32_t from;
  uint32_t to;
  uint32_t parameter;
};

/* Guards a segment's payload. Four lanes of 64-bit words, each folded by a bijection, so any change within
 * one word changes the sum; about 5 bytes a cycle. `length` is a multiple of 4. */
static inline uint64_t culprit_fold(uint64_t lane, uint64_t word) {
  lane = (lane ^ word) * 0x9fb21c651e98df25u;
  return lane ^ (lane >> 32);
}
static inline uint64_t culprit_checksum(const void* data, uint64_t length) {
  const unsigned char* p = (const unsigned char*)data;
  uint64_t a = 0x9e3779b97f4a7c15u, b = 0xc2b2ae3d27d4eb4fu, c = 0x165667b19e3779f9u, d = 0xff51afd7ed558ccdu;
  uint64_t words[4], left = length;
  for (; left >= 32; left -= 32, p += 32) {
    __builtin_memcpy(words, p, 32);
    a = culprit_fold(a, words[0]);
    b = culprit_fold(b, words[1]);
    c = culprit_fold(c, words[2]);
    d = culprit_fold(d, words[3]);
  }
  for (; left >= 4; left -= 4, p += 4) {
    uint32_t word;
    __builtin_memcpy(&word, p, 4);
    a = culprit_fold(a, word);
  }
  return culprit_fold(culprit_fold(culprit_fold(culprit_fold(length, a), b), c), d);
}

/* Guards a segment's header, the checksum of its payload included; never 0, which marks a window. */
static inline uint64_t culprit_seal(const struct culprit_segment_header* header) {
  uint64_t sum = culprit_checksum(header, CULPRIT_SEGMENT_HEADER_SIZE - sizeof(header->seal));
  return sum ? sum : 1;
}
