#include "svg_library.h"

#include <stdio.h>

#include "library.h"

bc_svg_functions bc_svg;

// Looked up in librsvg and what it needs.
static const bc_symbol symbols[] = {
#define BC_LIST(result, name, arguments) {#name, (void **)&bc_svg.name},
    BC_SVG_FUNCTIONS(BC_LIST)
#undef BC_LIST
    {"rsvg_major_version", (void **)&bc_svg.rsvg_major_version},
    {"rsvg_minor_version", (void **)&bc_svg.rsvg_minor_version},
    {"rsvg_micro_version", (void **)&bc_svg.rsvg_micro_version},
};

static bc_library library = {
    .soname = "librsvg-2.so.2",
    .package = "librsvg2-2",
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

int32_t bc_svg_open_library(bc_error *error) { return bc_library_open(&library, error); }

int32_t bc_svg_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_svg_open_library(error);
    if (status != BC_OK) { return status; }
    snprintf(text, size, "%u.%u.%u", *bc_svg.rsvg_major_version, *bc_svg.rsvg_minor_version, *bc_svg.rsvg_micro_version);
    return BC_OK;
}
