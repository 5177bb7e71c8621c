/* The trace format, version 3: constants and fixed layouts shared by the writer (C, inside other processes)
 * and the reader. docs/format.md is its prose. Everything is little-endian; records are 4-byte aligned.
 *
 *   file     = file header (4096 bytes), then segments, each `segment_size` bytes, at multiples of 4096
 *   segment  = segment header (128 bytes), then records; a record never crosses a segment's end
 *   stream   = the segments with one stream number, in the order of their `number`: 0 holds the tables,
 *              1.. the events of one thread each
 *   position = number * (segment_size - 128) + offset of a record in the segment's payload
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
  CULPRIT_BYTE_ORDER = 0x01020304,
  CULPRIT_FILE_HEADER_SIZE = 4096,
  CULPRIT_SEGMENT_HEADER_SIZE = 128,
  CULPRIT_OLD_SEGMENT_HEADER_SIZE = 64, /* before version 3 */
  CULPRIT_ADDRESS_BITS = 47,            /* of what can be read: the addresses of a program's own half */
  CULPRIT_SEGMENT_SIZE = 256 * 1024,    /* the usual one; any multiple of 4096 up to the next is allowed */
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
                     after a gap. 0: not known (older recorders). Before version 3 the seal follows here. */
  uint64_t
      published; /* everything of this stream that carries a lower sequence number is committed, so that who reads along
                         may order it. 0: not told */
  uint32_t chapter; /* of the run, from 1, in which the segment began; 0: none was named */
  uint32_t flags;   /* none yet */
  uint64_t reserved[6];
  uint64_t seal; /* culprit_seal of this header; 0 in a window, whose contents still change */
};
CULPRIT_STATIC_ASSERT(sizeof(struct culprit_file_header) == 64, "drawn in docs/format.md");
CULPRIT_STATIC_ASSERT(sizeof(struct culprit_segment_header) == CULPRIT_SEGMENT_HEADER_SIZE,
                      "drawn in docs/format.md");
CULPRIT_STATIC_ASSERT(__builtin_offsetof(struct culprit_segment_header, published) + sizeof(uint64_t) ==
                          CULPRIT_OLD_SEGMENT_HEADER_SIZE,
                      "the older header is the beginning of this one, and its seal");

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
 *   OUTPUT      kind:4 | descriptor:8 | line:20, length:32, bytes padded to 4. To the standard streams; what goes to other
 * files is OUTPUT_FILE. The line is 0 before version 3.
 *   READ        15:4 | 1:1 | size:2 | base:1 | delta:24. Four bytes: 2 to the power of `size` bytes were read, their value is what
 * the writes say. The address is the last one of this base plus the signed delta; base = bit 45 of the address. The two bases are
 * those of reads alone (so that who skips reads gets the writes right), 0 at the start of a segment; every READ and READ_FAR sets its
 * own. A read that tells nothing new about any open node, taking all passes of a loop as one, may be left out.
 *   EXTENDED    kind:4 | sub:8 (below 128) | words:20, payload (`words` words). Readers skip a sub they do not know. */
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
  CULPRIT_EXTENDED_READ_FAR = 13,   /* size:2 (a power of 2) | address:62 */
  CULPRIT_EXTENDED_READ_BLOCK = 14, /* address:64, length:64 */
  CULPRIT_EXTENDED_READ_VALUE =
      15, /* address:64, length:32, 0:32, bytes: what was read where no write can tell it */
  CULPRIT_EXTENDED_OPENED = 16,    /* struct culprit_opening, path padded to 4 */
  CULPRIT_EXTENDED_CLOSED = 17,    /* file:32 */
  CULPRIT_EXTENDED_INPUT = 18,     /* struct culprit_moved, bytes padded to 4: consumed by the program */
  CULPRIT_EXTENDED_INPUT_END = 19, /* file:32: the program was told that there is no more (now) */
  CULPRIT_EXTENDED_UNREAD = 20,    /* file:32, length:32, bytes: given back, to be consumed again (ungetc) */
  CULPRIT_EXTENDED_OUTPUT_FILE = 21, /* struct culprit_moved, bytes padded to 4 */
  CULPRIT_EXTENDED_ASKED =
      22, /* enum culprit_asked_of:32, name length:32, answer length:32, name and answer, each padded to 4 */
  CULPRIT_EXTENDED_VARARGS =
      23, /* line:32 0, count:32, then of each type:32, words:32, its bytes padded to 4: of the ENTER that
                                    follows in the same segment */
  CULPRIT_EXTENDED_NO_VALUE =
      24, /* no payload: the LEAVE that follows in the same segment has none, since none was made */
  CULPRIT_EXTENDED_TASK_NEW = 25, /* task:64: the innermost open node handed it to others to do */
  CULPRIT_EXTENDED_TASK_BEGIN =
      26, /* task:64: what follows in this stream is its doing, up to the end of that task */
  CULPRIT_EXTENDED_TASK_END = 27, /* task:64 */
  CULPRIT_EXTENDED_CALL_LINE =
      28, /* line:32, relative to the caller: of the ENTER that follows in the same segment, where the CALL rows leave it open */
  CULPRIT_EXTENDED_LIBRARY_LINE =
      29, /* line:32 (relative): where the innermost open call went into library code; of the writes and
                                         reads that follow without a line of their own, until the next one of the call */
  CULPRIT_EXTENDED_CRASH = 30, /* signal:32, code:32, address:64, instruction pointer:64 */
  CULPRIT_EXTENDED_FAILED =
      31, /* line:32 (relative), text length:32, values:32, 0:32, text padded to 4, then of each value
                                   type:32, words:32, its bytes: a check of the program's own (an assertion) did not hold */
  CULPRIT_EXTENDED_BRANCH = 32, /* line:31 (relative) | taken:1 */
  CULPRIT_EXTENDED_LOCK = 33,   /* address:64: got it */
  CULPRIT_EXTENDED_UNLOCK = 34, /* address:64: about to give it up */
  CULPRIT_EXTENDED_CHAPTER =
      35, /* chapter:32 (from 1), length:32, name padded to 4: begins here, in all streams */
};
enum {
  CULPRIT_READ = 0xf8000000u >> 27
}; /* the top five bits of a READ; other EXTENDED records have a 0 in the last of them */

/* A file as the program uses it: numbered from 1 in each process, a new number for each opening. 1, 2 and 3 are the standard
 * streams; they have no OPENED. */
enum culprit_standard_file { CULPRIT_FILE_INPUT = 1, CULPRIT_FILE_OUTPUT = 2, CULPRIT_FILE_ERROR = 3 };
enum culprit_file_kind {
  CULPRIT_FILE_REGULAR = 0,
  CULPRIT_FILE_PIPE = 1,
  CULPRIT_FILE_SOCKET = 2,
  CULPRIT_FILE_DEVICE = 3,
  CULPRIT_FILE_MEMORY = 4, /* a stream over a string or a buffer */
  CULPRIT_FILE_FOLDER = 5,
};
enum culprit_file_flag {
  CULPRIT_FILE_READS = 1,
  CULPRIT_FILE_WRITES = 2,
  CULPRIT_FILE_APPENDS = 4,
  CULPRIT_FILE_TRUNCATES = 8,
  CULPRIT_FILE_FAILED = 16, /* it could not be opened: file is 0 */
};
struct culprit_opening {
  uint32_t file;
  int32_t descriptor; /* -1: none */
  uint32_t kind;      /* enum culprit_file_kind */
  uint32_t flags;     /* enum culprit_file_flag */
  uint32_t length;    /* of the path as the program gave it, which follows */
  uint32_t reserved;
};
struct culprit_moved {
  uint32_t file;
  uint32_t line;   /* relative; 0: not known */
  uint64_t offset; /* where it begins in the file; all ones: not known, or there is none */
  uint32_t length;
  uint32_t reserved;
};
#define CULPRIT_NO_OFFSET (~(uint64_t)0)
/* What a program asked its surroundings. */
enum culprit_asked_of {
  CULPRIT_ASKED_ENVIRONMENT =
      1, /* the name of a variable; the answer is empty if there is none, else its value and a NUL */
  CULPRIT_ASKED_TIME = 2, /* the function that was asked; what it said, as the program got it */
  CULPRIT_ASKED_RANDOM = 3,
  CULPRIT_ASKED_SYSTEM = 4, /* process ids, limits, names of the machine */
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
  CULPRIT_TABLE_GLOBAL = 6,     /* struct culprit_global */
  CULPRIT_TABLE_ARC = 7,        /* struct culprit_dependency */
  CULPRIT_TABLE_MORE = 8,       /* more payload of the record before it */
  CULPRIT_TABLE_LOOP = 9,       /* struct culprit_loop_row: what a FUNCTION row cannot say of a loop */
  CULPRIT_TABLE_CALL = 10,      /* struct culprit_call_site */
  CULPRIT_TABLE_CONTAINER = 11, /* struct culprit_container */
};
struct culprit_source_file {
  uint32_t id;
  uint32_t path; /* a string, as the compiler knew it */
  uint32_t directory;
  uint32_t reserved;
  uint64_t size;
  uint64_t modified; /* Unix time in nanoseconds */
  /* Since version 3. */
  uint8_t digest[16]; /* MD5 of the text that was compiled; zeros: not known */
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
  uint64_t
      code; /* since version 3: a hash of what the function does, without names and places; 0: not known */
};
CULPRIT_STATIC_ASSERT(sizeof(struct culprit_function) == 56, "drawn in docs/format.md");
enum { CULPRIT_OLD_FUNCTION_SIZE = 48 }; /* before version 3 */
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
  CULPRIT_PARAMETER_REST =
      8, /* the last one, absent: what else the function was given. It stands in VARARGS before the ENTER; without
                                  one it is not known */
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
/* Where a function calls another. If there is one row for caller and callee, all its calls without a CALL_LINE are on that line. */
struct culprit_call_site {
  uint32_t caller;
  uint32_t callee;
  uint32_t line; /* relative to the caller */
  uint32_t reserved;
};
/* How a type holds other values, for collections that a recorder describes (that of C++ knows nothing of libraries: there the reader
 * does). */
enum culprit_container_kind {
  CULPRIT_CONTAINER_TEXT = 1,  /* characters */
  CULPRIT_CONTAINER_ROW = 2,   /* elements in order */
  CULPRIT_CONTAINER_SET = 3,   /* elements */
  CULPRIT_CONTAINER_PAIRS = 4, /* keys and what they lead to, each pair in two elements */
  CULPRIT_CONTAINER_BOX = 5,   /* one value, or none */
};
enum culprit_container_flag {
  CULPRIT_CONTAINER_ORDERED =
      1, /* the order is the collection's own: two with the same elements in another order differ */
};
/* How the elements lie. A link is an object of its own that holds one of them. */
enum culprit_container_layout {
  CULPRIT_LAYOUT_ARRAY = 1, /* one behind the other, in an array or in memory of no type */
  CULPRIT_LAYOUT_RING =
      2, /* the same, from index `begin` to before index `end`, which may be the lower one */
  CULPRIT_LAYOUT_CHAIN = 3,   /* `next` leads from a link to the next */
  CULPRIT_LAYOUT_TREE = 4,    /* `next` and `other` lead from a link to those before and behind it */
  CULPRIT_LAYOUT_BUCKETS = 5, /* an array of first links of chains */
  CULPRIT_LAYOUT_INSIDE = 6,  /* what the container at `data` holds; of pairs the keys, if the kind is SET */
};
struct culprit_container {
  uint32_t type;
  uint32_t kind;         /* enum culprit_container_kind */
  uint32_t flags;        /* enum culprit_container_flag */
  uint32_t layout;       /* enum culprit_container_layout */
  uint32_t element;      /* type of an element, or of a key */
  uint32_t mapped;       /* type of what a key leads to; 0: none */
  uint32_t link;         /* type of a link; 0: there are none */
  uint32_t length_bytes; /* of the number of elements; 0: all that the array has */
  /* Offsets in bytes; CULPRIT_NO_OFFSET: there is none. In the object: */
  uint64_t length; /* of the number of elements */
  uint64_t data;   /* of the address of the array, the first link or the root */
  uint64_t begin;  /* of the index of the first one, in a ring */
  uint64_t end;    /* of the index behind the last one, in a ring */
  /* In a link: */
  uint64_t next;  /* of the address of the next one; in a tree of the one before it */
  uint64_t other; /* in a tree: of the one behind it */
  uint64_t key;   /* of the element or key */
  uint64_t value; /* of what the key leads to */
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

/* Guards a segment's header, the checksum of its payload included; never 0, which marks a window. `size` is that of the header, with
 * the seal: before version 3 the smaller one. */
static inline uint64_t culprit_seal(const struct culprit_segment_header* header, uint64_t size) {
  uint64_t sum = culprit_checksum(header, size - sizeof(header->seal));
  return sum ? sum : 1;
}
