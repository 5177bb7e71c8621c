/* Static data, arguments and environment: contents from before the program's first instruction. */
#define _GNU_SOURCE
#include "recorders/cxx/runtime/image.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

#include "recorders/cxx/runtime/contents.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/start.h"

/* Objects that are logged. Changed under the lock of module.c; read without, so they stay where they are. */
enum { MOST_OBJECTS = 512 };
static struct object {
  uint64_t base;
  uint64_t low, high;
  uint64_t writable_low, writable_high;
  uint64_t relocated_low, relocated_high; /* written by the loader only: virtual tables, tables of texts */
} objects[MOST_OBJECTS];
static size_t object_count;

struct search {
  uint64_t address; /* in the wanted object; 0: the program */
  struct dl_phdr_info found;
  int is_found;
};

static int holds(const struct dl_phdr_info* info, uint64_t address) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* header = &info->dlpi_phdr[i];
    if (header->p_type == PT_LOAD && address - (info->dlpi_addr + header->p_vaddr) < header->p_memsz)
      return 1;
  }
  return 0;
}

static int look_at(struct dl_phdr_info* info, size_t size, void* wanted) {
  struct search* search = (struct search*)wanted;
  (void)size;
  if (search->address && !holds(info, search->address)) return 0;
  search->found = *info;
  search->is_found = 1;
  return 1;
}

/* Zero-initialised data was never touched but for a few pages: the others need not be read. */
static void log_untouched(struct culprit_stream* stream, uint64_t address, uint64_t length) {
  uint64_t end = address + length;
  while (address < end) {
    unsigned char resident[256];
    uint64_t page = address & ~(uint64_t)4095;
    uint64_t pages =
        (end - page + 4095) / 4096 < sizeof resident ? (end - page + 4095) / 4096 : sizeof resident;
    if (mincore((void*)page, pages * 4096, resident) != 0) memset(resident, 1, sizeof resident);
    for (uint64_t i = 0; i < pages; i++) {
      uint64_t next = page + 4096 * (i + 1) < end ? page + 4096 * (i + 1) : end;
      if (resident[i] & 1)
        culprit_log_contents(stream, CULPRIT_BLOCK_INITIAL, 0, address, (void*)address, next - address);
      address = next;
    }
  }
}

static void log_segment(struct culprit_stream* stream, uint64_t address, const ElfW(Phdr) * header) {
  enum { LARGE = 1 << 20 };
  culprit_allocate(stream, CULPRIT_MEMORY_STATIC, 0, address, header->p_memsz);
  uint64_t file = header->p_memsz - header->p_filesz > LARGE ? header->p_filesz : header->p_memsz;
  culprit_log_contents(stream, CULPRIT_BLOCK_INITIAL, 0, address, (void*)address, file);
  if (file == header->p_memsz) return;
  culprit_fill(stream, 0, 0, address + file, header->p_memsz - file);
  log_untouched(stream, address + file, header->p_memsz - file);
}

static void log_thread_data(struct culprit_stream* stream, const struct dl_phdr_info* info) {
  for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data; i++) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    uint64_t address = (uint64_t)info->dlpi_tls_data;
    culprit_allocate(stream, CULPRIT_MEMORY_STATIC, 0, address, info->dlpi_phdr[i].p_memsz);
    culprit_log_contents(stream, CULPRIT_BLOCK_INITIAL, 0, address, (void*)address,
                         info->dlpi_phdr[i].p_memsz);
  }
}

static struct object* object_at(uint64_t address) {
  size_t count = __atomic_load_n(&object_count, __ATOMIC_ACQUIRE);
  for (size_t i = 0; i < count; i++)
    if (address - objects[i].low < objects[i].high - objects[i].low) return &objects[i];
  return NULL;
}

static void log_loaded(struct culprit_stream* stream, const struct dl_phdr_info* info) {
  struct object object = {.base = info->dlpi_addr, .low = UINT64_MAX};
  if (object_count == MOST_OBJECTS) return;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* header = &info->dlpi_phdr[i];
    uint64_t low = info->dlpi_addr + header->p_vaddr, high = low + header->p_memsz;
    if (header->p_type == PT_GNU_RELRO) {
      object.relocated_low = low;
      object.relocated_high = high & ~(uint64_t)4095; /* as the loader protects it */
    }
    if (header->p_type != PT_LOAD) continue;
    if (low < object.low) object.low = low;
    if (high > object.high) object.high = high;
    if (header->p_flags & PF_W && !object.writable_low) object.writable_low = low;
    if (header->p_flags & PF_W) object.writable_high = high;
    if (!(header->p_flags & PF_X) && (header->p_flags & PF_R)) log_segment(stream, low, header);
  }
  log_thread_data(stream, info);
  objects[object_count] = object;
  __atomic_store_n(&object_count, object_count + 1, __ATOMIC_RELEASE);
}

/* The arguments and the environment: pointers first, then the strings, up to the end of the stack. */
static void log_arguments(struct culprit_thread* thread) {
  uint64_t low = (uint64_t)culprit_process_start.argv;
  if (low - thread->stack_low >= thread->stack_high - thread->stack_low) return;
  culprit_log_contents(thread->stream, CULPRIT_BLOCK_INITIAL, 0, low, (void*)low, thread->stack_high - low);
}

static void log_object(struct culprit_thread* thread, const void* address) {
  struct search search = {.address = (uint64_t)address};
  dl_iterate_phdr(look_at, &search); /* before our lock: it takes the loader's */
  if (!search.is_found) return;
  culprit_lock_definitions();
  uint64_t probe = address ? (uint64_t)address : search.found.dlpi_addr + search.found.dlpi_phdr[0].p_vaddr;
  if (!object_at(probe)) log_loaded(thread->stream, &search.found);
  culprit_unlock_definitions();
}

void culprit_log_image(void) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_ready(thread)) return;
  culprit_occupy(thread);
  log_object(thread, NULL);
  log_arguments(thread);
  thread->busy--;
}

void culprit_log_object(const void* address) {
  struct culprit_thread* thread = &culprit_thread;
  if (!culprit_ready(thread)) return;
  culprit_occupy(thread);
  log_object(thread, address);
  thread->busy--;
}

static int look_for_thread_data(struct dl_phdr_info* info, size_t size, void* stream) {
  (void)size;
  int is_ours = 0;
  for (size_t i = 0; i < object_count; i++) is_ours |= objects[i].base == info->dlpi_addr;
  if (is_ours) log_thread_data((struct culprit_stream*)stream, info);
  return 0;
}

void culprit_log_thread_data(struct culprit_stream* stream) {
  if (object_count) dl_iterate_phdr(look_for_thread_data, stream);
}

void culprit_drop_object(const void* address) {
  struct object* object = object_at((uint64_t)address);
  if (!object) return;
  culprit_free(culprit_thread.stream, CULPRIT_MEMORY_STATIC, 0, object->low);
  *object = objects[object_count - 1];
  __atomic_store_n(&object_count, object_count - 1, __ATOMIC_RELEASE);
}

static int is_writable(const struct object* object, uint64_t address) {
  return address - object->writable_low < object->writable_high - object->writable_low &&
         !(address >= object->relocated_low && address < object->relocated_high);
}

enum culprit_place culprit_static_at(uint64_t address, uint64_t* end) {
  const struct object* object = object_at(address);
  struct dl_find_object foreign;
  /* Data of a library that is not recorded is its own business. The lookup takes no lock. */
  if (!object)
    return _dl_find_object((void*)address, &foreign) == 0 ? CULPRIT_PLACE_CONSTANT : CULPRIT_PLACE_UNKNOWN;
  *end = object->writable_high;
  return is_writable(object, address) ? CULPRIT_PLACE_WRITABLE : CULPRIT_PLACE_CONSTANT;
}

int culprit_is_constant(uint64_t address) {
  const struct object* object = object_at(address);
  return object && !is_writable(object, address);
}

void culprit_forget_objects(void) {
  object_count = 0;
}
