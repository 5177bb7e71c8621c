/* Reads of known functions that only their wrappers can tell. */
#pragma once

#include <stdint.h>

/* A token as strtok finds it, with what ends it, and the separators; `skips`: separators before it are passed over. */
void culprit_read_token(const void* text, const void* between, uint64_t skips, uint64_t how);
