#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>

#include "CCalls.h"

#ifdef F_SETLEASE

int32_t bc_is_open_for_writing(int32_t descriptor) {
    // Who opens the file for writing meanwhile is told to us by a signal, which would end the process if it were the usual one.
    if (fcntl(descriptor, F_SETSIG, SIGURG) != 0) { return -1; }
    // A lease for reading is only given while nobody writes.
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) { return errno == EAGAIN ? 1 : -1; }
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

#else

int32_t bc_is_open_for_writing(int32_t descriptor) {
    (void)descriptor;
    return -1;
}

#endif
