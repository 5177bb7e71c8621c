/* The beginning and the end of a process's recording. */
#define _GNU_SOURCE
#include "recorders/cxx/runtime/start.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "recorders/cxx/runtime/fork.h"
#include "recorders/cxx/runtime/image.h"
#include "recorders/cxx/runtime/real.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/runtime/internal.h"

struct culprit_trace* culprit_process_trace;
struct culprit_process_start culprit_process_start;
enum culprit_loops culprit_loops;

const char* culprit_initial_environment(const char* name) {
  size_t length = strlen(name);
  for (char** entry = culprit_process_start.envp; entry && *entry; entry++)
    if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') return *entry + length + 1;
  return NULL;
}

static void hex_of(const unsigned char* bytes, size_t length, char* text) {
  for (size_t i = 0; i < length; i++) {
    text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
    text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
  }
  text[2 * length] = 0;
}

/* dl_iterate_phdr's first object is the program. */
static int find_build_id(struct dl_phdr_info* info, size_t size, void* text) {
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* header = &info->dlpi_phdr[i];
    if (header->p_type != PT_NOTE) continue;
    const char* at = (const char*)(info->dlpi_addr + header->p_vaddr);
    const char* end = at + header->p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      const ElfW(Nhdr)* note = (const ElfW(Nhdr)*)at;
      const char* name = at + sizeof *note;
      const char* value = name + ((note->n_namesz + 3u) & ~3u);
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp(name, "GNU", 4) == 0 &&
          note->n_descsz <= 64) {
        hex_of((const unsigned char*)value, note->n_descsz, (char*)text);
        return 1;
      }
      at = value + ((note->n_descsz + 3u) & ~3u);
    }
  }
  return 1;
}

/* They lie in the C library; what points to them is to be known by name. */
static void name_streams(struct culprit_trace* trace) {
  const struct {
    const char* name;
    FILE* stream;
  } streams[] = {{"stdin", stdin}, {"stdout", stdout}, {"stderr", stderr}};
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
    struct culprit_global global = {.address = (uint64_t)streams[i].stream, .size = sizeof(FILE)};
    global.name = culprit_intern(trace, streams[i].name, strlen(streams[i].name));
    if (global.address) culprit_define_global(trace, &global);
  }
}

#ifndef CULPRIT_STATIC
static uint32_t define_flags(struct culprit_trace* trace) {
  static const char* const names[] = {"boolalpha", "dec",     "fixed",  "hex",        "internal",
                                      "left",      "oct",     "right",  "scientific", "showbase",
                                      "showpoint", "showpos", "skipws", "unitbuf",    "uppercase"};
  enum { COUNT = sizeof names / sizeof *names };
  struct culprit_member members[COUNT];
  for (int i = 0; i < COUNT; i++)
    members[i] =
        (struct culprit_member){.name = culprit_intern(trace, names[i], strlen(names[i])), .offset = 1 << i};
  static const char name[] = "std::ios_base::fmtflags";
  const struct culprit_type type = {.kind = CULPRIT_TYPE_ENUM,
                                    .name = culprit_intern(trace, name, sizeof name - 1),
                                    .members = COUNT,
                                    .size = 4};
  return culprit_define_type(trace, &type, members);
}

/* What a call leaves switched on in a stream of C++ (std::hex) is for all that follow. Behind the stream's own words, one of an
 * ostream and two of an istream, lies its std::ios_base. */
static void name_stream_flags(struct culprit_trace* trace) {
  static const struct {
    const char *symbol, *name;
    uint64_t flags;
  } streams[] = {{"_ZSt3cin", "std::cin.flags()", 16 + 24},
                 {"_ZSt4cout", "std::cout.flags()", 8 + 24},
                 {"_ZSt4cerr", "std::cerr.flags()", 8 + 24}};
  uint32_t type = 0;
  for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
    uint64_t object = (uint64_t)dlsym(RTLD_DEFAULT, streams[i].symbol);
    if (!object) continue;
    if (!type) type = define_flags(trace);
    struct culprit_global flags = {.type = type, .address = object + streams[i].flags, .size = 4};
    flags.name = culprit_intern(trace, streams[i].name, strlen(streams[i].name));
    culprit_define_global(trace, &flags);
  }
}
#endif

static void describe(struct culprit_trace* trace, const char* parent) {
  char build[129] = "";
  dl_iterate_phdr(find_build_id, build);
  if (build[0]) culprit_define_meta(trace, CULPRIT_META_BUILD, build);
  culprit_define_meta(trace, CULPRIT_META_PARENT, parent);
  culprit_define_meta(trace, CULPRIT_META_INPUT, culprit_initial_environment("CULPRIT_INPUT"));
  culprit_define_meta(trace, CULPRIT_META_OPTION,
                      culprit_loops == CULPRIT_LOOPS_NONE    ? "loops=none"
                      : culprit_loops == CULPRIT_LOOPS_CALLS ? "loops=calls"
                                                             : "loops=all");
  culprit_define_meta(trace, CULPRIT_META_OPTION, culprit_reads ? "reads=yes" : "reads=no");
  name_streams(trace);
#ifndef CULPRIT_STATIC
  name_stream_flags(trace);
#endif
}

/* The trace of the process that started this one, as far as names tell. */
static const char* parent_of(const char* path, char* buffer) {
  snprintf(buffer, PATH_MAX, "%s.%d", path, (int)getpid());
  if (access(buffer, F_OK) == 0) return buffer; /* this process, before it called exec */
  snprintf(buffer, PATH_MAX, "%s.%d", path, (int)getppid());
  if (access(buffer, F_OK) == 0) return buffer;
  return path;
}

/* `own` has room for PATH_MAX bytes: a name other than `path`, if that is taken. */
static struct culprit_trace* create(struct culprit_options* options, const char* path, int is_child,
                                    char* own) {
  struct culprit_trace* trace = is_child ? NULL : culprit_trace_create(options);
  for (int i = 0; i < 1000 && !trace && (is_child || errno == EEXIST); i++) {
    options->path = own;
    if (i == 0) snprintf(own, PATH_MAX, "%s.%d", path, (int)getpid());
    if (i > 0) snprintf(own, PATH_MAX, "%s.%d.%d", path, (int)getpid(), i);
    trace = culprit_trace_create(options);
    is_child = 0;
  }
  return trace;
}

static int is_watched; /* by the thread sanitizer */
static pid_t recorded_process;

int culprit_is_own_process(void) {
  return recorded_process == getpid();
}

static void start(const char* parent_path) {
  const char* path = culprit_initial_environment("CULPRIT_TRACE");
  if (!path || path[0] != '/') return;
  if (is_watched || getauxval(AT_SECURE))
    return; /* with rights that its user lacks: who set the variable may not make files so */
  char program[PATH_MAX], directory[PATH_MAX], parent[PATH_MAX], own[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = 0;
  int argc = culprit_process_start.argc;
  struct culprit_options options = {
      .path = path,
      .exclusive = 1,
      .producer = "culprit cxx",
      .program = length > 0 ? program
                 : argc > 0 ? culprit_process_start.argv[0]
                            : NULL,
      .arguments = (const char* const*)culprit_process_start.argv + (argc > 0),
      .argument_count = argc > 0 ? (size_t)argc - 1 : 0,
      .directory = getcwd(directory, sizeof directory),
      .language = "C++",
  };
  const char* budget = culprit_initial_environment("CULPRIT_MAX_BYTES");
  if (budget) options.max_bytes = strtoull(budget, NULL, 10);
  const char* loops = culprit_initial_environment("CULPRIT_LOOPS");
  if (loops && strcmp(loops, "calls") == 0) culprit_loops = CULPRIT_LOOPS_CALLS;
  if (loops && strcmp(loops, "none") == 0) culprit_loops = CULPRIT_LOOPS_NONE;
  const char* reads = culprit_initial_environment("CULPRIT_READS");
  culprit_reads = !reads || strcmp(reads, "0") != 0;
  const char* by_name = parent_path ? parent_path : parent_of(path, parent);
  struct culprit_trace* trace = create(&options, path, parent_path != NULL, own);
  if (!trace) return;
  recorded_process = getpid();
  describe(trace, parent_path || options.path != path ? by_name : NULL);
  __atomic_store_n(&culprit_process_trace, trace, __ATOMIC_RELEASE);
}

void culprit_start(void) {
  static int started;
  if (__atomic_exchange_n(&started, 1, __ATOMIC_ACQ_REL)) return;
  int saved = errno;
  culprit_occupy(&culprit_thread);
  start(NULL);
  culprit_thread.busy--;
  if (culprit_process_trace) {
    culprit_log_image();
    culprit_watch_forks();
    at_quick_exit(culprit_finish);
  }
  errno = saved;
}

void culprit_start_child(const char* parent_path) {
  int saved = errno;
  culprit_occupy(&culprit_thread);
  start(parent_path);
  culprit_thread.busy--;
  errno = saved;
}

void culprit_finish(void) {
  if (!culprit_is_own_process()) return;
  struct culprit_trace* trace = culprit_process_trace;
  if (!trace) return;
  culprit_close_thread();
  __atomic_store_n(&culprit_process_trace, NULL, __ATOMIC_RELEASE);
  culprit_occupy(&culprit_thread);
  culprit_trace_close(trace);
  culprit_thread.busy--;
}

/* glibc gives constructors the arguments of main. Linked as a shared library with -z initfirst this one comes before
 * every other; linked statically it stands in .preinit_array. */
static void process_starts(int argc, char** argv, char** envp) {
  culprit_process_start = (struct culprit_process_start){argc, argv, envp};
  culprit_start();
}
#ifdef CULPRIT_STATIC
__attribute__((section(".preinit_array"), used)) static void (*const starts)(int, char**,
                                                                             char**) = process_starts;
#else
/* The thread sanitizer's versions of C functions work only once it has begun, and in threads only behind our own beginning
 * of them: a program with it is not recorded. */
void __tsan_init(void) __attribute__((weak));
__attribute__((constructor, used)) static void starts(int argc, char** argv, char** envp) {
  int saved = errno;
  culprit_occupy(&culprit_thread);
  is_watched = __tsan_init != NULL;
  if (is_watched) __tsan_init();
  culprit_find_all_real();
  culprit_thread.busy--;
  errno = saved;
  process_starts(argc, argv, envp);
}
#endif

/* The last destructor of all: those of the program have run, and were recorded. */
__attribute__((destructor, used)) static void process_ends(void) {
  culprit_finish();
}
