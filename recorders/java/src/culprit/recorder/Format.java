// Made by scripts/format-constants from src/trace/format.h; not to be edited.
package culprit.recorder;

/** The trace format's constants. Offsets and sizes are in bytes. */
public final class Format {
  private Format() {}

  /** The first 8 bytes of a file, as a little-endian number. */
  public static final long MAGIC = 6073476077317342099L;
  public static final long NO_OFFSET = -1L;

  // Limits and marks.
  public static final int VERSION = 3;
  public static final int BYTE_ORDER = 16909060;
  public static final int FILE_HEADER_SIZE = 4096;
  public static final int SEGMENT_HEADER_SIZE = 128;
  public static final int OLD_SEGMENT_HEADER_SIZE = 64;
  public static final int ADDRESS_BITS = 47;
  public static final int SEGMENT_SIZE = 262144;
  public static final int MAX_SEGMENT_SIZE = 16777216;
  public static final int MAX_STREAM = 1048575;
  public static final int SEGMENT_MAGIC = 1296516435;

  // culprit_state
  public static final int STATE_OPEN = 0;
  public static final int STATE_CLOSED = 1;
  public static final int STATE_STOPPED = 2;

  // culprit_stop_reason
  public static final int STOP_NONE = 0;
  public static final int STOP_DISK_FULL = 1;
  public static final int STOP_BUDGET = 2;
  public static final int STOP_NO_MEMORY = 3;
  public static final int STOP_IO = 4;

  // culprit_event
  public static final int EVENT_ENTER_SMALL = 0;
  public static final int EVENT_ENTER = 1;
  public static final int EVENT_ENTER_LONG = 2;
  public static final int EVENT_LEAVE = 3;
  public static final int EVENT_UNWIND = 4;
  public static final int EVENT_LOOP_BEGIN = 5;
  public static final int EVENT_ITERATION = 6;
  public static final int EVENT_LOOP_END = 7;
  public static final int EVENT_WRITE = 8;
  public static final int EVENT_WRITE_FAR = 9;
  public static final int EVENT_BLOCK = 10;
  public static final int EVENT_FILL = 11;
  public static final int EVENT_ALLOCATE = 12;
  public static final int EVENT_FREE = 13;
  public static final int EVENT_OUTPUT = 14;
  public static final int EVENT_EXTENDED = 15;

  // culprit_extended
  public static final int EXTENDED_THREAD_START = 1;
  public static final int EXTENDED_THREAD_END = 2;
  public static final int EXTENDED_SPAWN = 3;
  public static final int EXTENDED_SEQUENCE = 4;
  public static final int EXTENDED_LINE = 5;
  public static final int EXTENDED_LOST = 6;
  public static final int EXTENDED_PROCESS = 7;
  public static final int EXTENDED_CHECK = 8;
  public static final int EXTENDED_THROW = 9;
  public static final int EXTENDED_CATCH = 10;
  public static final int EXTENDED_UNLOGGED = 11;
  public static final int EXTENDED_LOOP_EXIT = 12;
  public static final int EXTENDED_READ_FAR = 13;
  public static final int EXTENDED_READ_BLOCK = 14;
  public static final int EXTENDED_READ_VALUE = 15;
  public static final int EXTENDED_OPENED = 16;
  public static final int EXTENDED_CLOSED = 17;
  public static final int EXTENDED_INPUT = 18;
  public static final int EXTENDED_INPUT_END = 19;
  public static final int EXTENDED_UNREAD = 20;
  public static final int EXTENDED_OUTPUT_FILE = 21;
  public static final int EXTENDED_ASKED = 22;
  public static final int EXTENDED_VARARGS = 23;
  public static final int EXTENDED_NO_VALUE = 24;
  public static final int EXTENDED_TASK_NEW = 25;
  public static final int EXTENDED_TASK_BEGIN = 26;
  public static final int EXTENDED_TASK_END = 27;
  public static final int EXTENDED_CALL_LINE = 28;
  public static final int EXTENDED_LIBRARY_LINE = 29;
  public static final int EXTENDED_CRASH = 30;
  public static final int EXTENDED_FAILED = 31;
  public static final int EXTENDED_BRANCH = 32;
  public static final int EXTENDED_LOCK = 33;
  public static final int EXTENDED_UNLOCK = 34;
  public static final int EXTENDED_CHAPTER = 35;

  // Limits and marks.
  public static final int READ = 31;

  // culprit_standard_file
  public static final int FILE_INPUT = 1;
  public static final int FILE_OUTPUT = 2;
  public static final int FILE_ERROR = 3;

  // culprit_file_kind
  public static final int FILE_REGULAR = 0;
  public static final int FILE_PIPE = 1;
  public static final int FILE_SOCKET = 2;
  public static final int FILE_DEVICE = 3;
  public static final int FILE_MEMORY = 4;
  public static final int FILE_FOLDER = 5;

  // culprit_file_flag
  public static final int FILE_READS = 1;
  public static final int FILE_WRITES = 2;
  public static final int FILE_APPENDS = 4;
  public static final int FILE_TRUNCATES = 8;
  public static final int FILE_FAILED = 16;

  // culprit_asked_of
  public static final int ASKED_ENVIRONMENT = 1;
  public static final int ASKED_TIME = 2;
  public static final int ASKED_RANDOM = 3;
  public static final int ASKED_SYSTEM = 4;

  // Limits and marks.
  public static final int MAX_FUNCTION = 4194303;
  public static final int SHORT_FUNCTION = 65535;
  public static final int SHORT_FRAME = 255;
  public static final int ENTER_WORDS = 15;
  public static final int LEAVE_WORDS = 14;
  public static final int LOOP_WORDS = 62;
  public static final int SMALL_BITS = 10;
  public static final int SMALL_FUNCTION = 2047;
  public static final int SMALL_FRAME = 63;
  public static final int MAX_WORDS = 960;

  // culprit_loop_exit
  public static final int EXIT_RAN_OUT = 0;
  public static final int EXIT_BROKE = 1;
  public static final int EXIT_RETURNED = 2;
  public static final int EXIT_JUMPED = 3;
  public static final int EXIT_THREW = 4;
  public static final int EXIT_UNKNOWN = 5;

  // culprit_process
  public static final int PROCESS_FORK = 0;
  public static final int PROCESS_EXEC = 1;
  public static final int PROCESS_SPAWN = 2;

  // culprit_thread_flag
  public static final int THREAD_SIGNAL = 1;

  // culprit_unwind_cause
  public static final int UNWIND_EXCEPTION = 0;
  public static final int UNWIND_JUMP = 1;
  public static final int UNWIND_EXIT = 2;

  // culprit_block_flag
  public static final int BLOCK_INITIAL = 1;
  public static final int BLOCK_FOREIGN = 2;

  // culprit_memory
  public static final int MEMORY_HEAP = 0;
  public static final int MEMORY_STATIC = 1;
  public static final int MEMORY_STACK = 2;
  public static final int MEMORY_MAPPED = 3;
  public static final int MEMORY_OBJECT = 4;

  // culprit_table
  public static final int TABLE_META = 1;
  public static final int TABLE_STRING = 2;
  public static final int TABLE_FILE = 3;
  public static final int TABLE_TYPE = 4;
  public static final int TABLE_FUNCTION = 5;
  public static final int TABLE_GLOBAL = 6;
  public static final int TABLE_ARC = 7;
  public static final int TABLE_MORE = 8;
  public static final int TABLE_LOOP = 9;
  public static final int TABLE_CALL = 10;
  public static final int TABLE_CONTAINER = 11;

  // culprit_meta
  public static final int META_PRODUCER = 1;
  public static final int META_PROGRAM = 2;
  public static final int META_ARGUMENT = 3;
  public static final int META_DIRECTORY = 4;
  public static final int META_LANGUAGE = 5;
  public static final int META_PARENT = 6;
  public static final int META_BUILD = 7;
  public static final int META_INPUT = 8;
  public static final int META_OPTION = 9;

  // culprit_type_kind
  public static final int TYPE_OPAQUE = 0;
  public static final int TYPE_SIGNED = 1;
  public static final int TYPE_UNSIGNED = 2;
  public static final int TYPE_BOOL = 3;
  public static final int TYPE_CHAR = 4;
  public static final int TYPE_FLOAT = 5;
  public static final int TYPE_ENUM = 6;
  public static final int TYPE_POINTER = 7;
  public static final int TYPE_REFERENCE = 8;
  public static final int TYPE_STRUCT = 9;
  public static final int TYPE_UNION = 10;
  public static final int TYPE_ARRAY = 11;
  public static final int TYPE_FUNCTION = 12;
  public static final int TYPE_VOID = 13;

  // culprit_type_flag
  public static final int TYPE_POLYMORPHIC = 1;
  public static final int TYPE_SYSTEM = 2;
  public static final int TYPE_INCOMPLETE = 4;
  public static final int TYPE_TO_CONST = 8;
  public static final int TYPE_DYNAMIC = 16;

  // culprit_member_flag
  public static final int MEMBER_BASE = 1;
  public static final int MEMBER_ARGUMENT = 2;
  public static final int MEMBER_VIRTUAL = 4;

  // culprit_function_kind
  public static final int FUNCTION_FUNCTION = 0;
  public static final int FUNCTION_METHOD = 1;
  public static final int FUNCTION_CONSTRUCTOR = 2;
  public static final int FUNCTION_DESTRUCTOR = 3;
  public static final int FUNCTION_LAMBDA = 4;
  public static final int FUNCTION_LOOP = 5;

  // culprit_passing
  public static final int PASS_VALUE = 0;
  public static final int PASS_ADDRESS = 1;
  public static final int PASS_ABSENT = 2;

  // Limits and marks.
  public static final int OLD_FUNCTION_SIZE = 48;

  // culprit_parameter_flag
  public static final int PARAMETER_THIS = 1;
  public static final int PARAMETER_FIXED = 2;
  public static final int PARAMETER_OWN = 4;
  public static final int PARAMETER_REST = 8;

  // culprit_loop_kind
  public static final int LOOP_OTHER = 0;
  public static final int LOOP_FOR = 1;
  public static final int LOOP_WHILE = 2;
  public static final int LOOP_DO = 3;
  public static final int LOOP_GOTO = 4;
  public static final int LOOP_RANGE = 5;

  // culprit_container_kind
  public static final int CONTAINER_TEXT = 1;
  public static final int CONTAINER_ROW = 2;
  public static final int CONTAINER_SET = 3;
  public static final int CONTAINER_PAIRS = 4;
  public static final int CONTAINER_BOX = 5;

  // culprit_container_flag
  public static final int CONTAINER_ORDERED = 1;

  // culprit_container_layout
  public static final int LAYOUT_ARRAY = 1;
  public static final int LAYOUT_RING = 2;
  public static final int LAYOUT_CHAIN = 3;
  public static final int LAYOUT_TREE = 4;
  public static final int LAYOUT_BUCKETS = 5;
  public static final int LAYOUT_INSIDE = 6;

  // culprit_global_flag
  public static final int GLOBAL_VTABLE = 1;
  public static final int GLOBAL_FUNCTION = 2;

  // culprit_arc
  public static final int ARC_CALL = 0;
  public static final int ARC_PARAMETER = 1;

  // struct culprit_file_header
  public static final int SIZEOF_FILE_HEADER = 64;
  public static final int OFFSET_FILE_HEADER_MAGIC = 0;
  public static final int OFFSET_FILE_HEADER_VERSION = 8;
  public static final int OFFSET_FILE_HEADER_BYTE_ORDER = 12;
  public static final int OFFSET_FILE_HEADER_HEADER_SIZE = 16;
  public static final int OFFSET_FILE_HEADER_SEGMENT_SIZE = 20;
  public static final int OFFSET_FILE_HEADER_START_TIME = 24;
  public static final int OFFSET_FILE_HEADER_PROCESS = 32;
  public static final int OFFSET_FILE_HEADER_STATE = 40;
  public static final int OFFSET_FILE_HEADER_STOP_REASON = 44;
  public static final int OFFSET_FILE_HEADER_FILE_END = 48;
  public static final int OFFSET_FILE_HEADER_CHECKSUM = 56;

  // struct culprit_segment_header
  public static final int SIZEOF_SEGMENT_HEADER = 128;
  public static final int OFFSET_SEGMENT_HEADER_MAGIC = 0;
  public static final int OFFSET_SEGMENT_HEADER_STREAM = 4;
  public static final int OFFSET_SEGMENT_HEADER_NUMBER = 8;
  public static final int OFFSET_SEGMENT_HEADER_COMMITTED = 16;
  public static final int OFFSET_SEGMENT_HEADER_CHECKSUM = 24;
  public static final int OFFSET_SEGMENT_HEADER_DEPTH = 32;
  public static final int OFFSET_SEGMENT_HEADER_SEGMENT_SIZE = 36;
  public static final int OFFSET_SEGMENT_HEADER_SEQUENCE = 40;
  public static final int OFFSET_SEGMENT_HEADER_NODES = 48;
  public static final int OFFSET_SEGMENT_HEADER_PUBLISHED = 56;
  public static final int OFFSET_SEGMENT_HEADER_CHAPTER = 64;
  public static final int OFFSET_SEGMENT_HEADER_FLAGS = 68;
  public static final int OFFSET_SEGMENT_HEADER_RESERVED = 72;
  public static final int OFFSET_SEGMENT_HEADER_SEAL = 120;

  // struct culprit_opening
  public static final int SIZEOF_OPENING = 24;
  public static final int OFFSET_OPENING_FILE = 0;
  public static final int OFFSET_OPENING_DESCRIPTOR = 4;
  public static final int OFFSET_OPENING_KIND = 8;
  public static final int OFFSET_OPENING_FLAGS = 12;
  public static final int OFFSET_OPENING_LENGTH = 16;
  public static final int OFFSET_OPENING_RESERVED = 20;

  // struct culprit_moved
  public static final int SIZEOF_MOVED = 24;
  public static final int OFFSET_MOVED_FILE = 0;
  public static final int OFFSET_MOVED_LINE = 4;
  public static final int OFFSET_MOVED_OFFSET = 8;
  public static final int OFFSET_MOVED_LENGTH = 16;
  public static final int OFFSET_MOVED_RESERVED = 20;

  // struct culprit_source_file
  public static final int SIZEOF_SOURCE_FILE = 48;
  public static final int OFFSET_SOURCE_FILE_ID = 0;
  public static final int OFFSET_SOURCE_FILE_PATH = 4;
  public static final int OFFSET_SOURCE_FILE_DIRECTORY = 8;
  public static final int OFFSET_SOURCE_FILE_RESERVED = 12;
  public static final int OFFSET_SOURCE_FILE_SIZE = 16;
  public static final int OFFSET_SOURCE_FILE_MODIFIED = 24;
  public static final int OFFSET_SOURCE_FILE_DIGEST = 32;

  // struct culprit_type
  public static final int SIZEOF_TYPE = 40;
  public static final int OFFSET_TYPE_ID = 0;
  public static final int OFFSET_TYPE_KIND = 4;
  public static final int OFFSET_TYPE_NAME = 8;
  public static final int OFFSET_TYPE_ELEMENT = 12;
  public static final int OFFSET_TYPE_MEMBERS = 16;
  public static final int OFFSET_TYPE_FLAGS = 20;
  public static final int OFFSET_TYPE_SIZE = 24;
  public static final int OFFSET_TYPE_COUNT = 32;

  // struct culprit_member
  public static final int SIZEOF_MEMBER = 24;
  public static final int OFFSET_MEMBER_NAME = 0;
  public static final int OFFSET_MEMBER_TYPE = 4;
  public static final int OFFSET_MEMBER_OFFSET = 8;
  public static final int OFFSET_MEMBER_BITS = 16;
  public static final int OFFSET_MEMBER_FLAGS = 20;

  // struct culprit_function
  public static final int SIZEOF_FUNCTION = 56;
  public static final int OFFSET_FUNCTION_ID = 0;
  public static final int OFFSET_FUNCTION_KIND = 4;
  public static final int OFFSET_FUNCTION_NAME = 8;
  public static final int OFFSET_FUNCTION_SIGNATURE = 12;
  public static final int OFFSET_FUNCTION_FILE = 16;
  public static final int OFFSET_FUNCTION_FIRST_LINE = 20;
  public static final int OFFSET_FUNCTION_LAST_LINE = 24;
  public static final int OFFSET_FUNCTION_ENCLOSING = 28;
  public static final int OFFSET_FUNCTION_RESULT_TYPE = 32;
  public static final int OFFSET_FUNCTION_RESULT_PASSING = 36;
  public static final int OFFSET_FUNCTION_PARAMETERS = 40;
  public static final int OFFSET_FUNCTION_GLOBALS = 44;
  public static final int OFFSET_FUNCTION_CODE = 48;

  // struct culprit_parameter
  public static final int SIZEOF_PARAMETER = 16;
  public static final int OFFSET_PARAMETER_NAME = 0;
  public static final int OFFSET_PARAMETER_TYPE = 4;
  public static final int OFFSET_PARAMETER_PASSING = 8;
  public static final int OFFSET_PARAMETER_FLAGS = 12;

  // struct culprit_loop_row
  public static final int SIZEOF_LOOP_ROW = 32;
  public static final int OFFSET_LOOP_ROW_FUNCTION = 0;
  public static final int OFFSET_LOOP_ROW_KIND = 4;
  public static final int OFFSET_LOOP_ROW_INDEX = 8;
  public static final int OFFSET_LOOP_ROW_LABEL = 12;
  public static final int OFFSET_LOOP_ROW_HEAD_FIRST = 16;
  public static final int OFFSET_LOOP_ROW_HEAD_LAST = 20;
  public static final int OFFSET_LOOP_ROW_BODY_FIRST = 24;
  public static final int OFFSET_LOOP_ROW_BODY_LAST = 28;

  // struct culprit_call_site
  public static final int SIZEOF_CALL_SITE = 16;
  public static final int OFFSET_CALL_SITE_CALLER = 0;
  public static final int OFFSET_CALL_SITE_CALLEE = 4;
  public static final int OFFSET_CALL_SITE_LINE = 8;
  public static final int OFFSET_CALL_SITE_RESERVED = 12;

  // struct culprit_container
  public static final int SIZEOF_CONTAINER = 96;
  public static final int OFFSET_CONTAINER_TYPE = 0;
  public static final int OFFSET_CONTAINER_KIND = 4;
  public static final int OFFSET_CONTAINER_FLAGS = 8;
  public static final int OFFSET_CONTAINER_LAYOUT = 12;
  public static final int OFFSET_CONTAINER_ELEMENT = 16;
  public static final int OFFSET_CONTAINER_MAPPED = 20;
  public static final int OFFSET_CONTAINER_LINK = 24;
  public static final int OFFSET_CONTAINER_LENGTH_BYTES = 28;
  public static final int OFFSET_CONTAINER_LENGTH = 32;
  public static final int OFFSET_CONTAINER_DATA = 40;
  public static final int OFFSET_CONTAINER_BEGIN = 48;
  public static final int OFFSET_CONTAINER_END = 56;
  public static final int OFFSET_CONTAINER_NEXT = 64;
  public static final int OFFSET_CONTAINER_OTHER = 72;
  public static final int OFFSET_CONTAINER_KEY = 80;
  public static final int OFFSET_CONTAINER_VALUE = 88;

  // struct culprit_global
  public static final int SIZEOF_GLOBAL = 40;
  public static final int OFFSET_GLOBAL_ID = 0;
  public static final int OFFSET_GLOBAL_NAME = 4;
  public static final int OFFSET_GLOBAL_TYPE = 8;
  public static final int OFFSET_GLOBAL_FILE = 12;
  public static final int OFFSET_GLOBAL_LINE = 16;
  public static final int OFFSET_GLOBAL_FLAGS = 20;
  public static final int OFFSET_GLOBAL_ADDRESS = 24;
  public static final int OFFSET_GLOBAL_SIZE = 32;

  // struct culprit_dependency
  public static final int SIZEOF_DEPENDENCY = 16;
  public static final int OFFSET_DEPENDENCY_KIND = 0;
  public static final int OFFSET_DEPENDENCY_FROM = 4;
  public static final int OFFSET_DEPENDENCY_TO = 8;
  public static final int OFFSET_DEPENDENCY_PARAMETER = 12;
}
