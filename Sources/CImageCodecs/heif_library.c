#include "heif_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

bc_heif_functions bc_heif;

static const bc_symbol symbols[] = {
#define BC_LIST(name) {"heif_" #name, (void **)&bc_heif.name},
    BC_HEIF_FUNCTIONS(BC_LIST)
#undef BC_LIST
};

static bc_library library = {
    .soname = "libheif.so.1",
    .package = "libheif1",
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

static void *get_limits;

static void start(void) {
    // Loads the plugins, which are files, so that this need not happen in a sandbox later.
    (void)bc_heif.init(NULL);
    (void)bc_heif.have_decoder_for_format(heif_compression_HEVC);
    get_limits = dlsym(library.handle, "heif_context_get_security_limits");
}

int32_t bc_heif_open_library(bc_error *error) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const int32_t status = bc_library_open(&library, error);
    if (status == BC_OK) { pthread_once(&once, start); }
    return status;
}

int32_t bc_heif_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_heif_open_library(error);
    if (status == BC_OK) { snprintf(text, size, "%s", bc_heif.get_version()); }
    return status;
}

int32_t bc_heif_report(bc_error *error, struct heif_error reason) {
    // Some sentences end with a new line.
    const int length = (int)strcspn(reason.message, "\n");
    const bool has_no_codec = reason.subcode == heif_suberror_Unsupported_codec || reason.code == heif_error_Plugin_loading_error;
    if (has_no_codec && !bc_heif.have_decoder_for_format(heif_compression_HEVC)) {
        return bc_report(error, BC_MISSING_LIBRARY, "libheif has no decoder for HEVC; install the Debian package libheif-plugin-libde265");
    }
    switch (reason.code) {
        case heif_error_Unsupported_filetype:
        case heif_error_Unsupported_feature: return bc_report(error, BC_UNSUPPORTED, "%.*s", length, reason.message);
        case heif_error_Memory_allocation_error:
            if (reason.subcode == heif_suberror_Unspecified) { return bc_report_out_of_memory(error); }
            return bc_report(error, BC_UNSUPPORTED, "%.*s", length, reason.message);
        case heif_error_Plugin_loading_error: return bc_report(error, BC_UNSUPPORTED, "%.*s", length, reason.message);
        default: return bc_report(error, BC_MALFORMED, "%.*s", length, reason.message);
    }
}

#if !LIBHEIF_HAVE_VERSION(1, 19, 0)
/// As since libheif 1.19, of which only the first members are used.
struct heif_security_limits {
    uint8_t version;
    uint64_t max_image_size_pixels, max_number_of_tiles;
    uint32_t max_bayer_pattern_pixels, max_items, max_color_profile_size;
    uint64_t max_memory_block_size;
};
#endif

void bc_heif_limit(struct heif_context *context) {
    enum { most_side = 32768, most_pixels = 1 << 28, most_tiles = 1024, most_items = 4096, most_profile_bytes = 4 << 20 };
    bc_heif.context_set_maximum_image_size_limit(context, most_side);
    // Tiles are decoded on this thread.
    bc_heif.context_set_max_decoding_threads(context, 0);
    if (!get_limits) { return; }
    struct heif_security_limits *(*get)(const struct heif_context *);
    _Static_assert(sizeof get == sizeof get_limits, "a function's address is a pointer");
    memcpy(&get, &get_limits, sizeof get);
    struct heif_security_limits *limits = get(context);
    if (!limits || limits->version < 1) { return; }
    limits->max_image_size_pixels = most_pixels;
    limits->max_number_of_tiles = most_tiles;
    limits->max_items = most_items;
    limits->max_color_profile_size = most_profile_bytes;
    limits->max_memory_block_size = (uint64_t)most_pixels * 4;
}
