#include "jxl_library.h"

#include <stdio.h>

#include "library.h"

/// "0.7": functions and structures change with it, so that only the library of the headers fits.
#define SERIES BC_TEXT(JPEGXL_MAJOR_VERSION) "." BC_TEXT(JPEGXL_MINOR_VERSION)

bc_jxl_functions bc_jxl;
bc_jxl_encoder_functions bc_jxl_encoder;
__typeof__(&BrotliDecoderDecompress) bc_brotli_decompress;

static const bc_symbol symbols[] = {
#define BC_LIST(name) {"JxlDecoder" #name, (void **)&bc_jxl.name},
    BC_JXL_FUNCTIONS(BC_LIST)
#undef BC_LIST
#define BC_LIST(name) {"JxlEncoder" #name, (void **)&bc_jxl_encoder.name},
    BC_JXL_ENCODER_FUNCTIONS(BC_LIST)
#undef BC_LIST
};

static bc_library library = {
    .soname = "libjxl.so." SERIES,
    .package = "libjxl" SERIES,
    .symbols = symbols,
    .count = sizeof symbols / sizeof *symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

static const bc_symbol brotli_symbols[] = {{"BrotliDecoderDecompress", (void **)&bc_brotli_decompress}};

static bc_library brotli = {
    .soname = "libbrotlidec.so.1",
    .package = "libbrotli1",
    .symbols = brotli_symbols,
    .count = sizeof brotli_symbols / sizeof *brotli_symbols,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

int32_t bc_jxl_open_library(bc_error *error) {
    const int32_t status = bc_library_open(&library, error);
    return status == BC_OK ? bc_library_open(&brotli, error) : status;
}

JxlColorEncoding bc_jxl_srgb(bool is_gray) {
    return (JxlColorEncoding){
        .color_space = is_gray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB,
        .white_point = JXL_WHITE_POINT_D65,
        .primaries = JXL_PRIMARIES_SRGB,
        .transfer_function = JXL_TRANSFER_FUNCTION_SRGB,
        .rendering_intent = JXL_RENDERING_INTENT_RELATIVE,
    };
}

int32_t bc_jxl_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_jxl_open_library(error);
    if (status != BC_OK) { return status; }
    // 7000 is 0.7.0, and 11001 is 0.11.1.
    const uint32_t version = bc_jxl.Version();
    snprintf(text, size, "%u.%u.%u", version / 1000000, version / 1000 % 1000, version % 1000);
    return BC_OK;
}
