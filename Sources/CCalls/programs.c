#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "CCalls.h"

typedef struct {
    const char *program;
    char *const *arguments;
    int descriptors[3];
    pid_t identifier;
    int code;
    bool is_done;
} start_request;

static void close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) { return; }
#endif
    const long limit = sysconf(_SC_OPEN_MAX);
    for (int descriptor = first; descriptor < (limit > 0 && limit < 65536 ? limit : 65536); descriptor++) { close(descriptor); }
}

/// Becomes the program, in a process that still shares the memory of this one: nothing but system calls. Returns an error number.
static int become_program(const start_request *request, pid_t parent) {
    if (setpgid(0, 0) != 0) { return errno; }
#ifdef __linux__
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) { return errno; }
#endif
    // It may have ended before.
    if (getppid() != parent) { return ESRCH; }
    int descriptors[3];
    for (int number = 0; number < 3; number++) {
        // One that is in the place of another would be replaced before it is used.
        const int descriptor = request->descriptors[number];
        descriptors[number] = descriptor < 3 ? fcntl(descriptor, F_DUPFD, 3) : descriptor;
    }
    for (int number = 0; number < 3; number++) {
        if (dup2(descriptors[number], number) < 0) { return errno; }
    }
    close_from(3);
    // Handlers are this process's.
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) != 0 || (action.sa_handler == SIG_IGN && number != SIGPIPE)) { continue; }
        action = (struct sigaction){.sa_handler = SIG_DFL};
        sigaction(number, &action, NULL);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(request->program, request->arguments);
    return errno;
}

static void start_program(start_request *request) {
    const pid_t parent = getpid();
    volatile int code = 0;
    // As large as this process may be, its memory is not copied. This thread waits until the program runs.
    const pid_t identifier = vfork();
    if (identifier == 0) {
        code = become_program(request, parent);
        _exit(127);
    }
    if (identifier < 0) {
        code = errno;
    } else if (code != 0) {
        while (waitpid(identifier, NULL, 0) < 0 && errno == EINTR) {}
    }
    request->code = code;
    request->identifier = identifier;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static start_request *current = NULL;
static bool has_thread = false;

static void *start_programs(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    while (true) {
        while (!current || current->is_done) { pthread_cond_wait(&changed, &lock); }
        start_program(current);
        current->is_done = true;
        pthread_cond_broadcast(&changed);
    }
    return NULL;
}

/// Starts the thread that starts programs, with all signals blocked: other threads handle them.
static int ensure_thread(void) {
    if (has_thread) { return 0; }
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const int code = pthread_create(&thread, NULL, start_programs, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (code == 0) { pthread_detach(thread); }
    has_thread = code == 0;
    return code;
}

int32_t bc_start_program(const char *program, char *const *arguments, int32_t input, int32_t output, int32_t error,
                         int32_t *identifier) {
    start_request request = {.program = program, .arguments = arguments, .descriptors = {input, output, error}};
    pthread_mutex_lock(&lock);
    // One after the other.
    while (current) { pthread_cond_wait(&changed, &lock); }
    request.code = ensure_thread();
    if (request.code == 0) {
        current = &request;
        pthread_cond_broadcast(&changed);
        while (!request.is_done) { pthread_cond_wait(&changed, &lock); }
        current = NULL;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    *identifier = request.identifier;
    return request.code;
}
