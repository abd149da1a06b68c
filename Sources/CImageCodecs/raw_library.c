#include "raw_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "library.h"
#include "raw_codec.h"

/// Structures change with the number, so that only the library of the headers fits.
#define SERIES BC_TEXT(LIBRAW_SHLIB_CURRENT)
#if LIBRAW_SHLIB_CURRENT == 23
#define PACKAGE "libraw23t64"
#else
#define PACKAGE "libraw" SERIES
#endif

bc_raw_functions bc_raw;

static const bc_symbol symbols[] = {
#define BC_LIST(name) {"libraw_" #name, (void **)&bc_raw.name},
    BC_RAW_FUNCTIONS(BC_LIST)
#undef BC_LIST
};

// The one that several threads can use at a time.
static bc_library library = {
    .soname = "libraw_r.so." SERIES,
    .package = PACKAGE,
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

int32_t bc_raw_open_library(bc_error *error) { return bc_library_open(&library, error); }

int32_t bc_raw_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_raw_open_library(error);
    if (status != BC_OK) { return status; }
    const int version = bc_raw.versionNumber();
    snprintf(text, size, "%d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
    return BC_OK;
}

// MARK: Threads

/// A function of OpenMP's run-time library, if LibRaw is linked with it.
static void find(const char *name, void *function) {
    void *address = library.handle ? dlsym(library.handle, name) : NULL;
    memcpy(function, &address, sizeof address);
}

int bc_raw_enter_loops(void) {
    int (*get)(void);
    void (*set)(int);
    find("omp_get_max_threads", &get);
    find("omp_set_num_threads", &set);
    if (!get || !set) { return 0; }
    const int threads = get();
    set(1);
    return threads;
}

void bc_raw_leave_loops(int threads) {
    void (*set)(int);
    find("omp_set_num_threads", &set);
    if (set && threads > 0) { set(threads); }
}
