#include "recorders/cxx/runtime/test/module.h"

int counter = 7;

/* Strings: 1 "f", 2 "g", 3 "int", 4 "n", 5 "a.c", 6 "/src", 7 "counter", 8 "node", 9 "next". */
static const char text[] = "fgintna.c/srccounternodenext";
static const uint32_t string_at[] = {0, 1, 2, 5, 6, 9, 13, 20, 24, 28};
static const struct culprit_source_file files[] = {{1, 5, 6, 0, 100, 5, {0}}};
/* 1: int, 2: a list's node with a pointer to the same, 3: the pointer. */
static const struct culprit_type types[] = {{1, CULPRIT_TYPE_SIGNED, 3, 0, 0, 0, 4, 0},
                                            {2, CULPRIT_TYPE_STRUCT, 8, 0, 1, 0, 8, 0},
                                            {3, CULPRIT_TYPE_POINTER, 0, 2, 0, 0, 8, 0}};
static const uint64_t type_keys[] = {11, 12, 13};
static const uint32_t member_at[] = {0, 0, 1, 1};
static const struct culprit_member members[] = {{9, 3, 0, 0, 0}};
static const struct culprit_function functions[] = {
    {1, CULPRIT_FUNCTION_FUNCTION, 1, 0, 1, 10, 20, 0, 1, CULPRIT_PASS_VALUE, 1, 1, 0},
    {2, CULPRIT_FUNCTION_FUNCTION, 2, 0, 1, 30, 40, 0, 3, CULPRIT_PASS_VALUE, 0, 0, 0},
    {3, CULPRIT_FUNCTION_LOOP, 0, 0, 1, 12, 15, 1, 0, CULPRIT_PASS_ABSENT, 1, 0, 0},
};
static const uint64_t function_keys[] = {21, 22, 23};
static const void* const entries[] = {(void*)0x1000, (void*)0x2000, 0};
static const uint32_t parameter_at[] = {0, 1, 1, 2};
static const struct culprit_parameter parameters[] = {{4, 1, CULPRIT_PASS_VALUE, 0},
                                                      {4, 1, CULPRIT_PASS_VALUE, 0}};
static const uint32_t named_at[] = {0, 1, 1, 1};
static const uint32_t named[] = {1};
static const struct culprit_global globals[] = {{1, 7, 1, 1, 3, 0, 0, 4}};
static const void* const global_addresses[] = {&counter};
static const uint32_t arc_at[] = {0, 5, 5, 5};
static const struct culprit_cxx_arc arcs[] = {{CULPRIT_ARC_CALL, 1, 21, 22, 0, 0},
                                              {CULPRIT_ARC_PARAMETER, 1, 22, 21, 1, 0},
                                              {CULPRIT_ARC_CALL, 1, 21, 99, 0, 0},
                                              {CULPRIT_CXX_CALL_SITE, 1, 21, 22, 7, 0},
                                              {CULPRIT_CXX_CALL_SITE, 1, 21, 99, 8, 0}};

static uint32_t string_ids[9], file_ids[1], type_ids[3], global_ids[1];
struct culprit_cxx_function sites[FUNCTIONS] = {
    {0, 1, &the_module}, {0, 2, &the_module}, {0, 3, &the_module}};

struct culprit_cxx_module the_module = {
    .abi = CULPRIT_CXX_ABI,
    .strings = 9,
    .files = 1,
    .types = 3,
    .functions = 3,
    .globals = 1,
    .entry_count = 3,
    .flags = CULPRIT_CXX_READS,
    .text = text,
    .string_at = string_at,
    .file_rows = files,
    .type_rows = types,
    .type_keys = type_keys,
    .member_at = member_at,
    .members = members,
    .function_rows = functions,
    .function_keys = function_keys,
    .entries = entries,
    .parameter_at = parameter_at,
    .parameters = parameters,
    .named_at = named_at,
    .named = named,
    .global_rows = globals,
    .global_addresses = global_addresses,
    .arc_at = arc_at,
    .arcs = arcs,
    .string_ids = string_ids,
    .file_ids = file_ids,
    .type_ids = type_ids,
    .global_ids = global_ids,
    .function_sites = sites,
};
