// The parent side of the sandbox.
#ifdef __linux__
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "CSandbox.h"

int bc_shared_memory_create(size_t length) {
    const int descriptor = memfd_create("boundedcrop", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) { return -1; }
    // If the other process could shrink the memory, this process would crash at its next access.
    if (ftruncate(descriptor, (off_t)length) == 0 && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0) {
        return descriptor;
    }
    const int code = errno;
    close(descriptor);
    errno = code;
    return -1;
}

int bc_socket_pair_create(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno; }

static int spawn(const char *path, const char *argument, int socket, int memory, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) { return code; }
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    // The child starts with default signal handling, and in its own process group so that signals from a terminal reach only the service.
    const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if ((code = posix_spawn_file_actions_adddup2(&actions, socket, 0)) == 0 &&
        (code = posix_spawn_file_actions_adddup2(&actions, memory, 1)) == 0 &&
        (code = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)) == 0 &&
        (code = posix_spawnattr_setpgroup(&attributes, 0)) == 0 && (code = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
        (code = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 && (code = posix_spawnattr_setflags(&attributes, flags)) == 0) {
        // Pass no other variables, because they often contain keys and tokens. The path of the runtime's libraries is needed before main.
        static const char name[] = "LD_LIBRARY_PATH=";
        const char *libraries = getenv("LD_LIBRARY_PATH");
        char *libraries_variable = libraries ? malloc(sizeof name + strlen(libraries)) : NULL;
        if (libraries_variable) { strcat(strcpy(libraries_variable, name), libraries); }
        char backtraces[] = "SWIFT_BACKTRACE=enable=no";
        // Little CMS asks for the local time, which must not require reading a time zone file.
        char time_zone[] = "TZ=UTC0";
        char *const environment[] = {backtraces, time_zone, libraries_variable, NULL};
        char *const arguments[] = {(char *)path, (char *)argument, NULL};
        code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
        free(libraries_variable);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int bc_helper_start(const char *path, const char *argument, int socket, int memory, pid_t *process) {
    // Above the standard streams, so that neither descriptor overwrites the other when they are moved to 0 and 1.
    const int socket_copy = fcntl(socket, F_DUPFD_CLOEXEC, 3);
    if (socket_copy < 0) { return errno; }
    const int memory_copy = fcntl(memory, F_DUPFD_CLOEXEC, 3);
    if (memory_copy < 0) {
        const int code = errno;
        close(socket_copy);
        return code;
    }
    const int code = spawn(path, argument, socket_copy, memory_copy, process);
    close(socket_copy);
    close(memory_copy);
    return code;
}

int bc_helper_allow_processor_time(pid_t process, uint64_t seconds) {
    clockid_t clock;
    int code = clock_getcpuclockid(process, &clock);
    if (code != 0) { return code; }
    struct timespec used;
    if (clock_gettime(clock, &used) != 0) { return errno; }
    // The limit applies to the total processor time of the process and is checked once a second.
    const rlim_t wanted = (rlim_t)used.tv_sec + seconds;
    struct rlimit limit;
    if (prlimit(process, RLIMIT_CPU, NULL, &limit) != 0) { return errno; }
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    return prlimit(process, RLIMIT_CPU, &limit, NULL) == 0 ? 0 : errno;
}

#endif
