// On systems other than Linux there is no sandbox: each function says so.
#ifndef __linux__
#include <errno.h>

#include "CSandbox.h"

int bc_shared_memory_create(size_t length) {
    (void)length;
    errno = ENOTSUP;
    return -1;
}

int bc_socket_pair_create(int ends[2]) {
    (void)ends;
    return ENOTSUP;
}

int bc_helper_start(const char *path, const char *argument, int socket, int memory, pid_t *process) {
    (void)path, (void)argument, (void)socket, (void)memory, (void)process;
    return ENOTSUP;
}

int bc_helper_allow_processor_time(pid_t process, uint64_t seconds) {
    (void)process, (void)seconds;
    return ENOTSUP;
}

int bc_sandbox_enter(uint64_t memory, const char **failed_step) {
    (void)memory;
    *failed_step = "sandbox, which needs Linux";
    return ENOTSUP;
}

#endif
