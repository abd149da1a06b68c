// The inside of the box: limits, no descriptors, and a filter on system calls.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CSandbox.h"

#if defined(__x86_64__)
enum { architecture = (int)AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
enum { architecture = (int)AUDIT_ARCH_AARCH64 };
#else
#define NO_LIST_OF_CALLS
#endif

#ifdef NO_LIST_OF_CALLS
static int install_filter(void) { return ENOTSUP; }
#else

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/// The lower half of an argument; both processors are little-endian.
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define ALLOW_CALL(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), ALLOW
/// Of this call, when the argument is exactly that.
#define ALLOW_CALL_WHERE(name, index, value)                                                                                       \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), \
        ALLOW, KILL
/// Of this call, when the argument has none of these bits.
#define ALLOW_CALL_WITHOUT(name, index, bits)                                                                                      \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), \
        ALLOW, KILL

static int install_filter(void) {
    const struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)architecture, 1, 0),
        KILL,
        LOAD(nr),
#if defined(__x86_64__)
        // The calls of the x32 ABI have other numbers.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        KILL,
#endif
        // The socket is the one descriptor that there is.
        ALLOW_CALL(read),
        ALLOW_CALL(write),
        // Memory of its own, that never becomes code.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 7),
        LOAD_ARGUMENT(2),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 4, 0),
        LOAD_ARGUMENT(3),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, MAP_TYPE | MAP_ANONYMOUS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MAP_PRIVATE | MAP_ANONYMOUS, 0, 1),
        ALLOW,
        KILL,
        ALLOW_CALL_WITHOUT(mprotect, 2, PROT_EXEC),
        ALLOW_CALL(munmap),
        ALLOW_CALL(mremap),
        ALLOW_CALL(madvise),
        ALLOW_CALL(brk),
        // What libraries do without asking for anything.
        ALLOW_CALL(futex),
        ALLOW_CALL(clock_gettime),
        ALLOW_CALL(getrandom),
        // The ends: by return, and by abort, which lets SIGABRT through and sends it to itself.
        ALLOW_CALL(exit),
        ALLOW_CALL(exit_group),
        ALLOW_CALL(getpid),
        ALLOW_CALL(gettid),
        ALLOW_CALL_WHERE(rt_sigprocmask, 0, SIG_UNBLOCK),
        ALLOW_CALL_WHERE(tgkill, 0, (uint32_t)getpid()),
        KILL,
    };
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = (struct sock_filter *)filter};
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ? 0 : errno;
}
#endif

static int limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) { return errno; }
    // What is limited further already stays so.
    if (value < limit.rlim_max) { limit.rlim_max = value; }
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

/// How much address space this process takes.
static int address_space(uint64_t *bytes) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) { return errno; }
    unsigned long pages = 0;
    const int count = fscanf(file, "%lu", &pages);
    fclose(file);
    *bytes = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return count == 1 ? 0 : EIO;
}

#define STEP(name, call)                  \
    do {                                  \
        const int code = (call);          \
        if (code != 0) {                  \
            *failed_step = name;          \
            return code;                  \
        }                                 \
    } while (0)

int bc_sandbox_enter(uint64_t memory, const char **failed_step) {
    uint64_t size = 0;
    STEP("size", address_space(&size));
    // With the thread that started it: see who starts it.
    STEP("parent's end", prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno);
    STEP("dumps", prctl(PR_SET_DUMPABLE, 0) == 0 ? 0 : errno);
    STEP("privileges", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno);
    STEP("limit of memory", limit(RLIMIT_AS, size + memory));
    STEP("limit of cores", limit(RLIMIT_CORE, 0));
    STEP("limit of files", limit(RLIMIT_FSIZE, 0));
    STEP("limit of processes", limit(RLIMIT_NPROC, 0));
    STEP("descriptors", syscall(__NR_close_range, 1, ~0U, 0) == 0 ? 0 : errno);
    STEP("limit of descriptors", limit(RLIMIT_NOFILE, 1));
    STEP("filter of system calls", install_filter());
    return 0;
}
