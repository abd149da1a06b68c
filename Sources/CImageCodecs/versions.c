// The versions of the libraries that are linked.
#include <stdio.h>

// Requires stdio.h to be included first.
#include <jpeglib.h>
#include <png.h>
#include <webp/decode.h>

#include "CImageCodecs.h"

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

int32_t bc_jpeg_version(char *text, size_t size, bc_error *error) {
    (void)error;
    // The library has no function that tells its version. Debian updates the library, not the number, for security.
    snprintf(text, size, "%s", TEXT(LIBJPEG_TURBO_VERSION));
    return BC_OK;
}

int32_t bc_png_version(char *text, size_t size, bc_error *error) {
    (void)error;
    snprintf(text, size, "%s", png_get_libpng_ver(NULL));
    return BC_OK;
}

int32_t bc_webp_version(char *text, size_t size, bc_error *error) {
    (void)error;
    const int version = WebPGetDecoderVersion();
    snprintf(text, size, "%d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
    return BC_OK;
}
