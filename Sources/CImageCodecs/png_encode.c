#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"

/// Everything that must survive a longjmp and be cleaned up after it. It is owned by the caller of the function that sets the return point.
typedef struct {
    bc_bytes written;
    size_t capacity;
    png_structp png;
    png_infop info;
    uint8_t *line;
    bc_error *error;
} encoding;

static void fail(png_structp png, png_const_charp text) {
    const encoding *state = png_get_error_ptr(png);
    if (bc_means_out_of_memory(text)) {
        bc_report_out_of_memory(state->error);
    } else {
        bc_report(state->error, BC_FAILED, "%s", text);
    }
    png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void stop_if_cancelled(png_structp png, const encoding *state) {
    if (!bc_is_cancelled()) { return; }
    bc_report_cancelled(state->error);
    png_longjmp(png, 1);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t length) {
    encoding *state = png_get_io_ptr(png);
    bc_bytes *written = &state->written;
    if (length > state->capacity - written->length) {
        const size_t capacity = state->capacity * 2 + length + 4096;
        uint8_t *grown = realloc(written->bytes, capacity);
        if (!grown) { png_error(png, "out of memory"); }
        written->bytes = grown;
        state->capacity = capacity;
    }
    memcpy(written->bytes + written->length, bytes, length);
    written->length += length;
}

static void flush(png_structp png) { (void)png; }

static bool is_opaque(const uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        if (rgba[index * 4 + 3] != 255) { return false; }
    }
    return true;
}

/// Converts to straight RGBA, or to RGB if every pixel is opaque.
static void straighten(const uint8_t *rgba, bool opaque, uint8_t *line, uint32_t count) {
    const size_t channels = opaque ? 3 : 4;
    for (uint32_t index = 0; index < count; ++index, rgba += 4, line += channels) {
        for (int channel = 0; channel < 3; ++channel) {
            line[channel] = rgba[3] == 255 ? rgba[channel] : bc_unmultiply(rgba[channel], rgba[3]);
        }
        if (!opaque) { line[3] = rgba[3]; }
    }
}

static void set_metadata(png_structp png, png_infop info, bc_metadata metadata) {
    if (metadata.icc_profile.bytes && metadata.icc_profile.length > 0 && metadata.icc_profile.length <= PNG_UINT_31_MAX) {
        png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, metadata.icc_profile.bytes, (png_uint_32)metadata.icc_profile.length);
    }
    if (metadata.exif.bytes && metadata.exif.length > 0 && metadata.exif.length <= PNG_UINT_31_MAX) {
        png_set_eXIf_1(png, info, (png_uint_32)metadata.exif.length, (png_bytep)(uintptr_t)metadata.exif.bytes);
    }
}

/// Writes the chunk directly: png_set_text stops at a zero byte, and a packet need not end with one.
static void write_xmp(png_structp png, bc_span xmp) {
    // End of the keyword, not compressed, no method, no language, no translated keyword. The last zero is the string's terminator.
    static const char head[] = "XML:com.adobe.xmp\0\0\0\0";
    if (!xmp.bytes || xmp.length == 0 || xmp.length > PNG_UINT_31_MAX - sizeof head) { return; }
    png_write_chunk_start(png, (png_const_bytep) "iTXt", (png_uint_32)(sizeof head + xmp.length));
    png_write_chunk_data(png, (png_const_bytep)head, sizeof head);
    png_write_chunk_data(png, xmp.bytes, xmp.length);
    png_write_chunk_end(png);
}

static int32_t encode(encoding *state, const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bool opaque,
                      bc_metadata metadata) {
    const png_structp png = state->png;
    if (setjmp(png_jmpbuf(png))) { return state->error->code; }
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_write_fn(png, state, write_bytes, flush);
    png_set_IHDR(png, state->info, width, height, 8, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, level);
    set_metadata(png, state->info, metadata);
    png_write_info(png, state->info);
    write_xmp(png, metadata.xmp);
    for (uint32_t row = 0; row < height; ++row) {
        stop_if_cancelled(png, state);
        straighten(rgba + (size_t)row * width * 4, opaque, state->line, width);
        png_write_row(png, state->line);
    }
    // Without the information, whose EXIF would be written again.
    png_write_end(png, NULL);
    return BC_OK;
}

int32_t bc_png_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bc_metadata metadata, bc_bytes *output,
                      bc_error *error) {
    const bool has_alpha = !is_opaque(rgba, (size_t)width * height);
    return bc_png_encode_with_alpha(rgba, width, height, level, has_alpha, metadata, output, error);
}

int32_t bc_png_encode_with_alpha(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bool has_alpha, bc_metadata metadata,
                                 bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    encoding state = {.error = error};
    state.line = malloc((size_t)width * 4);
    state.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, fail, say_nothing);
    state.info = state.png ? png_create_info_struct(state.png) : NULL;
    const int32_t status = state.info && state.line ? encode(&state, rgba, width, height, level, !has_alpha, metadata)
                                                    : bc_report_out_of_memory(error);
    png_destroy_write_struct(&state.png, &state.info);
    free(state.line);
    if (status == BC_OK) {
        *output = state.written;
    } else {
        free(state.written.bytes);
    }
    return status;
}
