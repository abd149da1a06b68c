// The helper's side of the sandbox: resource limits, closed descriptors and a system call filter.
#ifdef __linux__
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <pthread.h>
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
/// The lower half of an argument; both architectures are little-endian.
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[index]))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define ALLOW_CALL(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), ALLOW
/// Allows the call if the argument has exactly this value.
#define ALLOW_CALL_WHERE(name, index, value)                                                                                       \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), \
        ALLOW, KILL
/// Allows the call if the argument has none of these bits.
#define ALLOW_CALL_WITHOUT(name, index, bits)                                                                                      \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), \
        ALLOW, KILL

static int install_filter(void) {
    enum {
        thread_flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD | CLONE_SETTLS | CLONE_PARENT_SETTID |
                       CLONE_CHILD_CLEARTID,
    };
    const struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)architecture, 1, 0),
        KILL,
        LOAD(nr),
#if defined(__x86_64__)
        // Calls of the x32 ABI have other numbers.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        KILL,
#endif
        // The socket is the only open descriptor.
        ALLOW_CALL(read),
        ALLOW_CALL(write),
        // Private anonymous memory that is never executable.
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
        // Threads of this process, with exactly the flags of pthread_create; libde265 decodes in one. The memory limit, which counts their
        // stacks, limits their number. clone3 passes its flags in memory, where they cannot be checked, so the C library must do without.
        ALLOW_CALL_WHERE(clone, 0, thread_flags),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        ALLOW_CALL(set_robust_list),
        ALLOW_CALL(rseq),
        ALLOW_CALL(sched_getaffinity),
        // Calls that libraries make without external effects.
        ALLOW_CALL(futex),
        ALLOW_CALL(sched_yield),
        ALLOW_CALL(clock_gettime),
        ALLOW_CALL(getrandom),
        // cairo asks whether fonts that it has open may be read. It is told so, and the system is not asked.
#ifdef __NR_access
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_access, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
#endif
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_faccessat, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
        // Exits: by return, and by abort, which unblocks SIGABRT and sends it to the process.
        ALLOW_CALL(exit),
        ALLOW_CALL(exit_group),
        ALLOW_CALL(getpid),
        ALLOW_CALL(gettid),
        ALLOW_CALL(rt_sigprocmask),
        ALLOW_CALL_WHERE(tgkill, 0, (uint32_t)getpid()),
        KILL,
    };
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = (struct sock_filter *)filter};
    // For all threads, should a library have started one.
    const long code = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    return code == 0 ? 0 : code > 0 ? EBUSY : errno;
}
#endif

static int limit(__rlimit_resource_t resource, rlim_t value) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) { return errno; }
    // Keep stricter existing limits.
    if (value < limit.rlim_max) { limit.rlim_max = value; }
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

/// The size of this process's address space.
static int address_space(uint64_t *bytes) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) { return errno; }
    unsigned long pages = 0;
    const int count = fscanf(file, "%lu", &pages);
    fclose(file);
    *bytes = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return count == 1 ? 0 : EIO;
}

static void *do_nothing(void *context) { return context; }

/// The C library sets a signal's handler, which the filter forbids, when a process starts its first thread.
static int start_first_thread(void) {
    pthread_t thread;
    const int code = pthread_create(&thread, NULL, do_nothing, NULL);
    return code == 0 ? pthread_join(thread, NULL) : code;
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
    STEP("first thread", start_first_thread());
    STEP("size", address_space(&size));
    // The signal is sent when the thread that started this process ends; see the code that starts it.
    STEP("parent-death signal", prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno);
    STEP("dumpable flag", prctl(PR_SET_DUMPABLE, 0) == 0 ? 0 : errno);
    STEP("privileges", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno);
    STEP("memory limit", limit(RLIMIT_AS, size + memory));
    STEP("core dump limit", limit(RLIMIT_CORE, 0));
    STEP("file size limit", limit(RLIMIT_FSIZE, 0));
    STEP("descriptors", syscall(__NR_close_range, 1, ~0U, 0) == 0 ? 0 : errno);
    STEP("descriptor limit", limit(RLIMIT_NOFILE, 1));
    STEP("system call filter", install_filter());
    return 0;
}

#endif
