#include "avif_library.h"

#include <stdio.h>

#include "library.h"

bc_avif_functions bc_avif;

static const bc_symbol symbols[] = {
#define BC_LIST(name) {"avif" #name, (void **)&bc_avif.name},
    BC_AVIF_FUNCTIONS(BC_LIST)
#undef BC_LIST
};

// The structures changed with each of these names, so that only the library of the headers fits.
static bc_library library = {
#if AVIF_VERSION_MAJOR >= 1
    .soname = "libavif.so.16",
    .package = "libavif16",
#else
    .soname = "libavif.so.15",
    .package = "libavif15",
#endif
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

int32_t bc_avif_open_library(bc_error *error) { return bc_library_open(&library, error); }

int32_t bc_avif_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_avif_open_library(error);
    if (status == BC_OK) { snprintf(text, size, "%s", bc_avif.Version()); }
    return status;
}

int32_t bc_avif_report(bc_error *error, avifResult result, const avifDiagnostics *diagnostics) {
    const char *separator = diagnostics->error[0] ? ": " : "";
    int32_t code = BC_MALFORMED;
    switch (result) {
        case AVIF_RESULT_OUT_OF_MEMORY: return bc_report_out_of_memory(error);
        case AVIF_RESULT_NOT_IMPLEMENTED:
        case AVIF_RESULT_REFORMAT_FAILED:
        case AVIF_RESULT_NO_CODEC_AVAILABLE:
        case AVIF_RESULT_UNSUPPORTED_DEPTH: code = BC_UNSUPPORTED; break;
        default: break;
    }
    return bc_report(error, code, "%s%s%s", bc_avif.ResultToString(result), separator, diagnostics->error);
}
