// The versions of the libraries that are linked.
#include <stdio.h>

// Requires stdio.h to be included first.
#include <jpeglib.h>

#include <expat.h>
#include <lcms2.h>
#include <png.h>
#include <webp/decode.h>

#include "CImageCodecs.h"
#include "library.h"

int32_t bc_jpeg_version(char *text, size_t size, bc_error *error) {
    (void)error;
    // The library has no function that tells its version. Debian updates the library, not the number, for security.
    snprintf(text, size, "%s", BC_TEXT(LIBJPEG_TURBO_VERSION));
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

int32_t bc_color_version(char *text, size_t size, bc_error *error) {
    (void)error;
    // 2140 is 2.14, and 2131 is 2.13.1.
    const int version = cmsGetEncodedCMMversion();
    const int patch = version % 10;
    const int length = snprintf(text, size, "%d.%d", version / 1000, version % 1000 / 10);
    if (patch && (size_t)length < size) { snprintf(text + length, size - (size_t)length, ".%d", patch); }
    return BC_OK;
}

int32_t bc_xml_version(char *text, size_t size, bc_error *error) {
    (void)error;
    const XML_Expat_Version version = XML_ExpatVersionInfo();
    snprintf(text, size, "%d.%d.%d", version.major, version.minor, version.micro);
    return BC_OK;
}
