#define _GNU_SOURCE
#include <spawn.h>

#include "CCalls.h"

int32_t bc_close_descriptors(void *actions, int32_t first) { return posix_spawn_file_actions_addclosefrom_np(actions, first); }
