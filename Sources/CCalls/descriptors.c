#define _GNU_SOURCE
#include <fcntl.h>

#include "CCalls.h"

void bc_widen_pipe(int32_t descriptor) {
#ifdef F_SETPIPE_SZ
    // The most that every user may ask for.
    (void)fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
#else
    (void)descriptor;
#endif
}
