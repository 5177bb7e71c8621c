/* Definitions: a function's rows, those of its loops, and all that they name, go into the trace when the function is first
 * entered. Loops come with it whether they will run or not, so that the table tells which one of its function each is.
 *
 * Modules number their rows each for itself. A row with a key is one thing in whatever module it stands; strings are one
 * by their bytes, files by path, globals by address. What a row names is given an id at once and put on a list, so there
 * is no recursion, however types refer to each other. */
#include <string.h>

#include "recorders/cxx/runtime/pages.h"
#include "recorders/cxx/runtime/runtime.h"
#include "recorders/cxx/runtime/start.h"

struct pending {
  struct culprit_cxx_module* module;
  uint32_t row; /* local id */
  uint32_t id;
  uint32_t is_function;
};
/* An arc, or the line of a call, from or to a function that is not defined yet, and may never be. */
struct waiting_arc {
  struct culprit_dependency arc;
  uint64_t from_key, to_key;
  uint32_t next; /* index + 1 of the next one that waits for the same function */
};

/* All under the lock of module.c. */
static struct culprit_map types_by_key, functions_by_key, globals_by_address, files_by_path, waiting_by_key,
    types_by_name;
static struct culprit_array pending, waiting, scratch;
/* Which module's row tells of the variable at an address. */
struct described {
  struct culprit_cxx_module* module;
  uint32_t row;
};
static struct culprit_map described_by_address;
static struct culprit_array described;
/* This thread holds the lock. A handler that interrupts it must not wait for itself. */
static __thread volatile int defining;

static uint32_t string_id(struct culprit_cxx_module* module, uint32_t row) {
  if (!row || row > module->strings) return 0;
  uint32_t* id = &module->string_ids[row - 1];
  if (!*id)
    *id = culprit_intern(culprit_process_trace, module->text + module->string_at[row - 1],
                         module->string_at[row] - module->string_at[row - 1]);
  return *id;
}

static uint32_t file_id(struct culprit_cxx_module* module, uint32_t row) {
  if (!row || row > module->files) return 0;
  uint32_t* id = &module->file_ids[row - 1];
  if (*id) return *id;
  struct culprit_source_file file = module->file_rows[row - 1];
  file.id = 0;
  file.path = string_id(module, file.path);
  file.directory = string_id(module, file.directory);
  uint64_t key = (uint64_t)file.directory << 32 | file.path;
  *id = (uint32_t)culprit_map_get(&files_by_path, key);
  if (*id) return *id;
  *id = culprit_define_file(culprit_process_trace, &file);
  if (*id && key) culprit_map_put(&files_by_path, key, *id);
  return *id;
}

static uint32_t take_id(struct culprit_cxx_module* module, uint32_t row, enum culprit_table table) {
  struct pending* item = (struct pending*)culprit_array_push(&pending, sizeof *item);
  uint32_t id = item ? culprit_reserve_ids(culprit_process_trace, table, 1) : 0;
  if (item) *item = (struct pending){module, row, id, table == CULPRIT_TABLE_FUNCTION};
  if (item && !id) pending.count--;
  return id;
}

static uint32_t type_id(struct culprit_cxx_module* module, uint32_t row) {
  if (!row || row > module->types) return 0;
  uint32_t* id = &module->type_ids[row - 1];
  uint64_t key = module->type_keys[row - 1];
  if (!*id && key) *id = (uint32_t)culprit_map_get(&types_by_key, key);
  if (*id) return *id;
  *id = take_id(module, row, CULPRIT_TABLE_TYPE);
  if (*id && key) culprit_map_put(&types_by_key, key, *id);
  return *id;
}

static uint32_t function_id(struct culprit_cxx_module* module, uint32_t row) {
  if (!row || row > module->functions) return 0;
  struct culprit_cxx_function* site = &module->function_sites[row - 1];
  uint64_t key = module->function_keys[row - 1];
  uint32_t id = site->id <= CULPRIT_MAX_FUNCTION ? site->id : 0;
  if (!id && key) id = (uint32_t)culprit_map_get(&functions_by_key, key);
  if (!id) {
    id = take_id(module, row, CULPRIT_TABLE_FUNCTION);
    if (id && key) culprit_map_put(&functions_by_key, key, id);
  }
  return id;
}

static uint64_t key_of_global(uint64_t address, uint32_t flags) {
  return address ? culprit_fold(address, flags + 1) | 1 : 0;
}

void culprit_describe_globals(struct culprit_cxx_module* module) {
  for (uint32_t i = 0; i < module->globals; i++) {
    const struct culprit_global* row = &module->global_rows[i];
    uint64_t key = key_of_global((uint64_t)module->global_addresses[i], row->flags);
    if (!row->type || !key) continue;
    struct described* told = (struct described*)culprit_array_push(&described, sizeof *told);
    if (told) *told = (struct described){module, i + 1};
    if (told) culprit_map_put(&described_by_address, key, described.count);
  }
}

void culprit_forget_globals(const struct culprit_cxx_module* module) {
  for (size_t i = 0; i < described.count; i++) {
    struct described* told = (struct described*)described.items + i;
    if (told->module == module) told->module = NULL;
  }
  for (uint32_t i = 0; i < module->globals; i++)
    culprit_map_remove(&globals_by_address,
                       key_of_global((uint64_t)module->global_addresses[i], module->global_rows[i].flags));
}

/* 0 for a variable that nobody describes. */
static uint32_t global_id(struct culprit_cxx_module* module, uint32_t row) {
  if (!row || row > module->globals) return 0;
  uint32_t* id = &module->global_ids[row - 1];
  if (*id) return *id;
  struct culprit_global global = module->global_rows[row - 1];
  global.address = (uint64_t)module->global_addresses[row - 1];
  uint64_t key = key_of_global(global.address, global.flags);
  if (key) *id = (uint32_t)culprit_map_get(&globals_by_address, key);
  if (*id) return *id;
  if (global.flags == CULPRIT_GLOBAL_FUNCTION && !global.address)
    return 0; /* a weak one that nobody defines */
  if (!global.type && !global.flags) {
    uint64_t at = key ? culprit_map_get(&described_by_address, key) : 0;
    const struct described* told = at ? (struct described*)described.items + at - 1 : NULL;
    if (!told || !told->module) return 0;
    module = told->module;
    global = module->global_rows[told->row - 1];
    global.address = (uint64_t)module->global_addresses[told->row - 1];
  }
  global.id = 0;
  global.name = string_id(module, global.name);
  global.type = type_id(module, global.type);
  global.file = file_id(module, global.file);
  *id = culprit_define_global(culprit_process_trace, &global);
  if (*id && key) culprit_map_put(&globals_by_address, key, *id);
  return *id;
}

static void put_type(const struct pending* item) {
  struct culprit_cxx_module* module = item->module;
  struct culprit_type type = module->type_rows[item->row - 1];
  uint32_t first = module->member_at[item->row - 1];
  type.members = module->member_at[item->row] - first;
  if (!culprit_array_reserve(&scratch, type.members * sizeof(struct culprit_member), 1)) type.members = 0;
  struct culprit_member* members = (struct culprit_member*)scratch.items;
  for (uint32_t i = 0; i < type.members; i++) {
    members[i] = module->members[first + i];
    members[i].name = string_id(module, members[i].name);
    members[i].type = type_id(module, members[i].type);
  }
  type.id = item->id;
  type.name = string_id(module, type.name);
  type.element = type_id(module, type.element);
  culprit_define_type(culprit_process_trace, &type, members);
}

/* Writes the arc, or lets it wait for one of its functions. */
static void put_arc(struct waiting_arc wait) {
  if (!wait.arc.from) wait.arc.from = (uint32_t)culprit_map_get(&functions_by_key, wait.from_key);
  if (!wait.arc.to) wait.arc.to = (uint32_t)culprit_map_get(&functions_by_key, wait.to_key);
  if (wait.arc.from && wait.arc.to && wait.arc.kind == CULPRIT_CXX_CALL_SITE) {
    const struct culprit_call_site site = {wait.arc.from, wait.arc.to, wait.arc.parameter, 0};
    culprit_define_call_site(culprit_process_trace, &site);
    return;
  }
  if (wait.arc.from && wait.arc.to) {
    culprit_define_arc(culprit_process_trace, &wait.arc);
    return;
  }
  uint64_t missing = wait.arc.from ? wait.to_key : wait.from_key;
  struct waiting_arc* place = (struct waiting_arc*)culprit_array_push(&waiting, sizeof *place);
  if (!place) return;
  wait.next = (uint32_t)culprit_map_get(&waiting_by_key, missing);
  *place = wait;
  culprit_map_put(&waiting_by_key, missing, waiting.count);
}

static void put_arcs(const struct pending* item) {
  struct culprit_cxx_module* module = item->module;
  for (uint32_t i = module->arc_at[item->row - 1]; i < module->arc_at[item->row]; i++) {
    const struct culprit_cxx_arc* arc = &module->arcs[i];
    if (!arc->from_key || !arc->to_key) continue;
    put_arc((struct waiting_arc){{arc->kind, 0, 0, arc->parameter}, arc->from_key, arc->to_key, 0});
  }
}

static void put_waiting_arcs(uint64_t key) {
  uint64_t at = key ? culprit_map_get(&waiting_by_key, key) : 0;
  if (at) culprit_map_remove(&waiting_by_key, key);
  while (at) {
    struct waiting_arc wait = ((struct waiting_arc*)waiting.items)[at - 1];
    put_arc(wait);
    at = wait.next;
  }
}

/* A function's loops stand behind it. */
static void take_loops(struct culprit_cxx_module* module, uint32_t function) {
  for (uint32_t row = function + 1; row <= module->functions; row++) {
    const struct culprit_function* loop = &module->function_rows[row - 1];
    if (loop->kind != CULPRIT_FUNCTION_LOOP || loop->enclosing != function) return;
    function_id(module, row);
  }
}

static void put_loop(const struct pending* item) {
  const struct culprit_cxx_module* module = item->module;
  uint32_t low = 0, high = module->loops;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (module->loop_rows[middle].function < item->row)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == module->loops || module->loop_rows[low].function != item->row) return;
  struct culprit_loop_row loop = module->loop_rows[low];
  loop.function = item->id;
  loop.label = string_id(item->module, loop.label);
  culprit_define_loop(culprit_process_trace, &loop);
}

static void put_function(const struct pending* item) {
  struct culprit_cxx_module* module = item->module;
  struct culprit_function function = module->function_rows[item->row - 1];
  uint32_t first = module->parameter_at[item->row - 1], named = module->named_at[item->row - 1];
  function.parameters = module->parameter_at[item->row] - first;
  function.globals = module->named_at[item->row] - named;
  size_t bytes = function.parameters * sizeof(struct culprit_parameter) + function.globals * sizeof(uint32_t);
  if (!culprit_array_reserve(&scratch, bytes, 1)) function.parameters = function.globals = 0;
  struct culprit_parameter* parameters = (struct culprit_parameter*)scratch.items;
  for (uint32_t i = 0; i < function.parameters; i++) {
    parameters[i] = module->parameters[first + i];
    parameters[i].name = string_id(module, parameters[i].name);
    parameters[i].type = type_id(module, parameters[i].type);
  }
  uint32_t* globals = (uint32_t*)(parameters + function.parameters);
  uint32_t named_count = function.globals;
  function.globals = 0;
  for (uint32_t i = 0; i < named_count; i++) {
    uint32_t row = module->named[named + i];
    uint32_t id = global_id(module, row);
    int is_code = row && module->global_rows[row - 1].flags & CULPRIT_GLOBAL_FUNCTION;
    if (id && !is_code) globals[function.globals++] = id;
  }
  int is_loop = function.kind == CULPRIT_FUNCTION_LOOP;
  function.id = item->id;
  function.name = string_id(module, function.name);
  function.signature = string_id(module, function.signature);
  function.file = file_id(module, function.file);
  function.enclosing = function_id(module, function.enclosing);
  function.result_type = is_loop ? 0 : type_id(module, function.result_type);
  culprit_define_function(culprit_process_trace, &function, parameters, globals);
  put_arcs(item);
  put_waiting_arcs(module->function_keys[item->row - 1]);
  if (is_loop) put_loop(item);
  if (!is_loop) take_loops(module, item->row);
}

static void put_pending(void) {
  while (pending.count) {
    struct pending item = ((struct pending*)pending.items)[--pending.count];
    if (item.is_function) put_function(&item);
    if (!item.is_function) put_type(&item);
  }
}

static int begin_defining(void) {
  if (defining || !culprit_trace_is_recording(culprit_process_trace)) return 0;
  defining = 1;
  culprit_lock_definitions();
  return 1;
}
static void end_defining(void) {
  put_pending();
  culprit_unlock_definitions();
  defining = 0;
}

/* A loop's row has no result: its result_type says whether the loop makes calls that are recorded. */
static int is_wanted(const struct culprit_function* row) {
  if (row->kind != CULPRIT_FUNCTION_LOOP || culprit_loops == CULPRIT_LOOPS_ALL) return 1;
  return culprit_loops == CULPRIT_LOOPS_CALLS && row->result_type != 0;
}

uint32_t culprit_define_site(struct culprit_cxx_function* site) {
  if (!is_wanted(&site->module->function_rows[site->row - 1])) {
    __atomic_store_n(&site->id, UINT32_MAX, __ATOMIC_RELAXED);
    return UINT32_MAX;
  }
  if (!begin_defining()) return 0;
  uint32_t id = function_id(site->module, site->row);
  end_defining();
  __atomic_store_n(&site->id, id, __ATOMIC_RELEASE);
  return id;
}

uint32_t culprit_define_vtable(struct culprit_cxx_vtable* vtable) {
  if (!begin_defining()) return 0;
  uint32_t id = global_id(vtable->module, vtable->row);
  end_defining();
  __atomic_store_n(&vtable->id, id, __ATOMIC_RELEASE);
  return id;
}

uint32_t culprit_define_type_row(struct culprit_cxx_module* module, uint32_t row) {
  if (!row || row > module->types) return 0;
  uint32_t id = __atomic_load_n(&module->type_ids[row - 1], __ATOMIC_RELAXED);
  if (id || !begin_defining()) return id;
  id = type_id(module, row);
  end_defining();
  return id;
}

void culprit_define_code(struct culprit_cxx_module* module) {
  if (!begin_defining()) return;
  for (uint32_t row = 1; row <= module->globals; row++) {
    const struct culprit_global* global = &module->global_rows[row - 1];
    int is_code = global->flags == CULPRIT_GLOBAL_FUNCTION && !global->type;
    if (is_code && module->global_addresses[row - 1]) global_id(module, row);
  }
  end_defining();
}

static int has_name(const struct culprit_cxx_module* module, uint32_t string, const char* name,
                    size_t length) {
  if (!string || string > module->strings) return 0;
  uint32_t at = module->string_at[string - 1];
  return module->string_at[string] - at == length && memcmp(module->text + at, name, length) == 0;
}

/* The type that a module describes under that name; 0 if none does. */
static uint32_t described_type(const char* name, size_t length) {
  for (struct culprit_cxx_module* module = culprit_modules; module; module = module->next)
    for (uint32_t row = 1; row <= module->types; row++) {
      const struct culprit_type* type = &module->type_rows[row - 1];
      if (!(type->flags & CULPRIT_TYPE_INCOMPLETE) && has_name(module, type->name, name, length))
        return type_id(module, row);
    }
  return 0;
}

uint32_t culprit_define_type_of(const void* type_info) {
  if (!begin_defining()) return 0;
  uint64_t at =
      culprit_map_get(&described_by_address, key_of_global((uint64_t)type_info, CULPRIT_CXX_TYPE_INFO));
  const struct described* told = at ? (struct described*)described.items + at - 1 : NULL;
  uint32_t id =
      told && told->module ? type_id(told->module, told->module->global_rows[told->row - 1].type) : 0;
  end_defining();
  return id;
}

uint32_t culprit_define_type_name(const char* name) {
  if (!begin_defining()) return 0;
  struct culprit_type type = {.kind = CULPRIT_TYPE_OPAQUE};
  type.name = culprit_intern(culprit_process_trace, name, strlen(name));
  uint32_t id = type.name ? (uint32_t)culprit_map_get(&types_by_name, type.name) : 0;
  if (!id) id = described_type(name, strlen(name));
  if (!id && type.name) id = culprit_define_type(culprit_process_trace, &type, NULL);
  if (id && type.name) culprit_map_put(&types_by_name, type.name, id);
  end_defining();
  return id;
}

void culprit_forget_definitions(void) {
  struct culprit_map* maps[] = {&types_by_key,  &functions_by_key, &globals_by_address,
                                &files_by_path, &waiting_by_key,   &types_by_name};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) culprit_map_clear(maps[i]);
  pending.count = waiting.count = 0;
  for (struct culprit_cxx_module* module = culprit_modules; module; module = module->next) {
    memset(module->string_ids, 0, module->strings * sizeof(uint32_t));
    memset(module->file_ids, 0, module->files * sizeof(uint32_t));
    memset(module->type_ids, 0, module->types * sizeof(uint32_t));
    memset(module->global_ids, 0, module->globals * sizeof(uint32_t));
    for (uint32_t i = 0; i < module->functions; i++) module->function_sites[i].id = 0;
  }
}
