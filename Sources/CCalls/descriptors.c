#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>

#include "CCalls.h"

#ifdef __GLIBC__
#define HAS_CLOSE_FROM __GLIBC_PREREQ(2, 34)
#else
#define HAS_CLOSE_FROM 0
#endif

#if HAS_CLOSE_FROM

int32_t bc_close_descriptors(void *actions, int32_t first) { return posix_spawn_file_actions_addclosefrom_np(actions, first); }

#else

/// Closes the descriptors that are open now; another thread may open more before the program starts.
int32_t bc_close_descriptors(void *actions, int32_t first) {
    DIR *open_ones = opendir("/dev/fd");
    if (!open_ones) { return errno; }
    int32_t code = 0;
    for (const struct dirent *entry; code == 0 && (entry = readdir(open_ones));) {
        const int descriptor = atoi(entry->d_name);
        if (descriptor >= first && descriptor != dirfd(open_ones)) { code = posix_spawn_file_actions_addclose(actions, descriptor); }
    }
    closedir(open_ones);
    return code;
}

#endif

void bc_widen_pipe(int32_t descriptor) {
#ifdef F_SETPIPE_SZ
    // The most that every user may ask for.
    (void)fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
#else
    (void)descriptor;
#endif
}
