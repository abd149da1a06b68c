// The parent side of the sandbox.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
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

typedef uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef uint32_t four_pixels __attribute__((vector_size(16)));

/// Limits colors to their alpha, four pixels at a time; alpha is the highest byte of each pixel.
static void lower_to_alpha(uint8_t *pixels, size_t count) {
    size_t index = 0;
    for (; index + 4 <= count; index += 4) {
        four_pixels four;
        memcpy(&four, pixels + index * 4, sizeof four);
        four_pixels alpha = four >> 24;
        alpha |= alpha << 8;
        alpha |= alpha << 16;
        const sixteen_bytes lowered = __builtin_elementwise_min((sixteen_bytes)four, (sixteen_bytes)alpha);
        memcpy(pixels + index * 4, &lowered, sizeof lowered);
    }
    for (; index < count; ++index) {
        uint8_t *pixel = pixels + index * 4;
        for (int channel = 0; channel < 3; ++channel) { pixel[channel] = pixel[channel] < pixel[3] ? pixel[channel] : pixel[3]; }
    }
}

void bc_copy_premultiplied(uint8_t *to, const uint8_t *from, size_t pixel_count) {
    // Copy first and read only the copy, in parts that fit into the nearest cache.
    enum { part = 4096 };
    while (pixel_count > 0) {
        const size_t count = pixel_count < part ? pixel_count : part;
        memcpy(to, from, count * 4);
        // Prevents the compiler from reading the source again.
        __asm__ volatile("" ::: "memory");
        lower_to_alpha(to, count);
        to += count * 4;
        from += count * 4;
        pixel_count -= count;
    }
}
