#include "jp2_library.h"

#include <stdio.h>

#include "library.h"

bc_jp2_functions bc_jp2;

static const bc_symbol symbols[] = {
#define BC_LIST(name) {"opj_" #name, (void **)&bc_jp2.name},
    BC_JP2_FUNCTIONS(BC_LIST)
#undef BC_LIST
};

static bc_library library = {
    .soname = "libopenjp2.so.7",
    .package = "libopenjp2-7",
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

int32_t bc_jp2_open_library(bc_error *error) { return bc_library_open(&library, error); }

int32_t bc_jp2_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_jp2_open_library(error);
    if (status == BC_OK) { snprintf(text, size, "%s", bc_jp2.version()); }
    return status;
}
