/* C++ exceptions: thrown, thrown again, caught. What they pass through is noticed by the frames they leave behind. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "recorders/cxx/runtime/interpose.h"
#include "recorders/cxx/runtime/runtime.h"

/* As the C++ ABI lays them out; the runtime is not linked with libstdc++. */
struct type_info {
  const char* const* table; /* where its kind is told */
  const char* name;
};
struct single_base {
  struct type_info self;
  const struct type_info* base;
};
struct several_bases {
  struct type_info self;
  unsigned flags, count;
  struct {
    const struct type_info* base;
    long offset_and_flags;
  } bases[];
};
enum {
  OBJECT_BEHIND_UNWIND_HEADER = 32,
  TYPE_BEFORE_OBJECT = 112,
};

void* __cxa_begin_catch(void*);
void __cxa_throw(void*, void*, void (*)(void*)) __attribute__((noreturn));
void __cxa_rethrow(void) __attribute__((noreturn));
void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(void**) __attribute__((noreturn));

static const char* name_of(const struct type_info* type) {
  return type->name[0] == '*' ? type->name + 1 : type->name;
}

/* A symbol of libstdc++, wherever it is. */
#ifdef CULPRIT_STATIC
#define CXX_SYMBOL(name) ((void*)&name)
#else
#define CXX_SYMBOL(name) dlsym(RTLD_DEFAULT, #name)
#endif
extern const char _ZTVN10__cxxabiv120__si_class_type_infoE[], _ZTVN10__cxxabiv121__vmi_class_type_infoE[];
char* __cxa_demangle(const char*, char*, size_t*, int*);
void* __cxa_get_globals(void);

static int is_kind(const struct type_info* type, const void* table) {
  return table && (const char*)type->table == (const char*)table + 16;
}

/* Where the std::logic_error or std::runtime_error in an object of that type lies; NULL if there is none. */
static const char* standard_error_in(const char* object, const struct type_info* type) {
  for (int depth = 0; depth < 32; depth++) {
    if (strcmp(name_of(type), "St11logic_error") == 0 || strcmp(name_of(type), "St13runtime_error") == 0)
      return object;
    if (is_kind(type, CXX_SYMBOL(_ZTVN10__cxxabiv120__si_class_type_infoE))) {
      type = ((const struct single_base*)type)->base;
      continue;
    }
    if (!is_kind(type, CXX_SYMBOL(_ZTVN10__cxxabiv121__vmi_class_type_infoE))) return NULL;
    const struct several_bases* all = (const struct several_bases*)type;
    if (!all->count || all->bases[0].offset_and_flags & 1) return NULL; /* virtual */
    object += all->bases[0].offset_and_flags >> 8;
    type = all->bases[0].base;
  }
  return NULL;
}

/* The text is made inside libstdc++, unseen: a pointer to it follows the object's table pointer. */
static void log_message(struct culprit_thread* thread, const char* object, const struct type_info* type) {
  const char* error = standard_error_in(object, type);
  const char* text = NULL;
  if (!error) return;
  culprit_block(thread->stream, CULPRIT_BLOCK_FOREIGN, 0, (uint64_t)error, error, 16);
  memcpy(&text, error + 8, 8);
  if (text) culprit_block(thread->stream, CULPRIT_BLOCK_FOREIGN, 0, (uint64_t)text, text, strlen(text) + 1);
}

/* The process may have a malloc of its own: `free` alone means ours. */
static void give_back(void* block) {
#ifdef CULPRIT_STATIC
  free(block);
#else
  static void* found;
  void* known = __atomic_load_n(&found, __ATOMIC_RELAXED);
  if (!known) __atomic_store_n(&found, known = culprit_find_in_program("free"), __ATOMIC_RELAXED);
  if (known) ((__typeof__(&free))known)(block);
#endif
}

static uint32_t type_of(const struct type_info* type) {
  uint32_t described = culprit_define_type_of(type);
  if (described) return described;
  __typeof__(&__cxa_demangle) demangle = (__typeof__(&__cxa_demangle))CXX_SYMBOL(__cxa_demangle);
  char* readable = demangle ? demangle(name_of(type), NULL, NULL, NULL) : NULL;
  uint32_t id = culprit_define_type_name(readable ? readable : name_of(type));
  if (readable) give_back(readable);
  return id;
}

static void thrown(struct culprit_thread* thread, const void* object, const struct type_info* type) {
  if (!thread->stream->room) return;
  culprit_occupy(thread);
  uint32_t id = type_of(type);
  log_message(thread, (const char*)object, type);
  culprit_exception(thread->stream, CULPRIT_EXTENDED_THROW, id, 0, (uint64_t)object);
  if (thread->throwing < CULPRIT_MOST_EXCEPTIONS) {
    thread->exceptions[thread->throwing].object = (uint64_t)object;
    thread->exceptions[thread->throwing].type = id;
  }
  thread->throwing++;
  thread->busy--;
}

/* The object that an _Unwind_Exception belongs to, NULL if another language threw it. One that std::rethrow_exception
 * made refers to the first. */
static const void* object_of(const char* header) {
  if (memcmp(header, "\0++CCUNG", 8) == 0) return header + OBJECT_BEHIND_UNWIND_HEADER;
  if (memcmp(header, "\1++CCUNG", 8) != 0) return NULL;
  const void* object;
  memcpy(&object, header - 80, 8);
  return object;
}
static const struct type_info* type_before(const void* object) {
  const struct type_info* type;
  memcpy(&type, (const char*)object - TYPE_BEFORE_OBJECT, 8);
  return type;
}

static void caught(struct culprit_thread* thread, const char* header, uint64_t frame) {
  const void* object = object_of(header);
  if (!thread->stream->room || !object) return;
  culprit_occupy(thread);
  culprit_drop_below(thread, frame); /* the catcher may be foreign; then nothing has said so */
  uint32_t id = type_of(type_before(object));
  culprit_exception(thread->stream, CULPRIT_EXTENDED_CATCH, id, 0, (uint64_t)object);
  if (thread->throwing) thread->throwing--;
  thread->busy--;
}

INTERPOSE(void, __cxa_throw, (void* object, void* type, void (*destroy)(void*))) {
  thrown(&culprit_thread, object, (const struct type_info*)type);
  THE_REAL(__cxa_throw)(object, type, destroy);
  __builtin_unreachable();
}

INTERPOSE(void*, __cxa_begin_catch, (void* header)) {
  caught(&culprit_thread, (const char*)header, (uint64_t)__builtin_frame_address(0));
  return THE_REAL(__cxa_begin_catch)(header);
}

/* The newest caught exception of the thread is what __cxa_get_globals points to first. */
INTERPOSE(void, __cxa_rethrow, (void)) {
  __typeof__(&__cxa_get_globals) globals = (__typeof__(&__cxa_get_globals))CXX_SYMBOL(__cxa_get_globals);
  const char* newest = NULL;
  if (globals) memcpy(&newest, globals(), 8);
  const void* object = newest ? object_of(newest + 80) : NULL;
  if (object) thrown(&culprit_thread, object, type_before(object));
  THE_REAL(__cxa_rethrow)();
  __builtin_unreachable();
}

/* std::rethrow_exception; an exception_ptr holds the object's address and is passed by address. */
INTERPOSE(void, _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, (void** pointer)) {
  if (*pointer) thrown(&culprit_thread, *pointer, type_before(*pointer));
  THE_REAL(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE)(pointer);
  __builtin_unreachable();
}
