#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "png_pack.h"

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

static bool is_gray(const uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index, rgba += 4) {
        if (rgba[0] != rgba[1] || rgba[0] != rgba[2]) { return false; }
    }
    return true;
}

static void set_metadata(png_structp png, png_infop info, bc_metadata metadata) {
    if (metadata.icc_profile.bytes && metadata.icc_profile.length > 0 && metadata.icc_profile.length <= PNG_UINT_31_MAX) {
        png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, metadata.icc_profile.bytes, (png_uint_32)metadata.icc_profile.length);
    }
    if (metadata.pixels_per_inch > 0) {
        // An inch is 254 times a ten thousandth of a meter.
        const png_uint_32 per_meter = (png_uint_32)(((uint64_t)metadata.pixels_per_inch * 10000 + 127) / 254);
        png_set_pHYs(png, info, per_meter, per_meter, PNG_RESOLUTION_METER);
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

/// How the pixels are written.
typedef struct {
    /// 1 (gray), 3 or 4.
    uint32_t channels;
    /// Null for pixels in color.
    const bc_png_palette *_Nullable palette;
    /// The compressed pixels; empty if libpng compresses them row by row.
    bc_bytes packed;
} pixel_form;

static void set_palette(png_structp png, png_infop info, const bc_png_palette *palette) {
    png_color colors[256];
    png_byte alphas[256];
    for (uint32_t index = 0; index < palette->count; ++index) {
        uint8_t straight[4];
        bc_png_straighten(palette->colors[index], straight, 1, 4);
        colors[index] = (png_color){straight[0], straight[1], straight[2]};
        alphas[index] = straight[3];
    }
    png_set_PLTE(png, info, colors, (int)palette->count);
    if (palette->transparent_count > 0) { png_set_tRNS(png, info, alphas, (int)palette->transparent_count, NULL); }
}

static int color_type(const pixel_form *form) {
    if (form->palette) { return PNG_COLOR_TYPE_PALETTE; }
    return form->channels == 1 ? PNG_COLOR_TYPE_GRAY : form->channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA;
}

static int32_t encode(encoding *state, const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, const pixel_form *form,
                      bc_metadata metadata) {
    const png_structp png = state->png;
    if (setjmp(png_jmpbuf(png))) { return state->error->code; }
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_write_fn(png, state, write_bytes, flush);
    png_set_IHDR(png, state->info, width, height, form->palette ? form->palette->depth : 8, color_type(form), PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    if (form->palette) { set_palette(png, state->info, form->palette); }
    png_set_compression_level(png, level);
    set_metadata(png, state->info, metadata);
    png_write_info(png, state->info);
    write_xmp(png, metadata.xmp);
    if (form->packed.bytes) {
        stop_if_cancelled(png, state);
        png_write_chunk(png, (png_const_bytep) "IDAT", form->packed.bytes, form->packed.length);
        // libpng would say that there are no pixels.
        png_write_chunk(png, (png_const_bytep) "IEND", NULL, 0);
        return BC_OK;
    }
    for (uint32_t row = 0; row < height; ++row) {
        stop_if_cancelled(png, state);
        bc_png_straighten(rgba + (size_t)row * width * 4, state->line, width, form->channels);
        png_write_row(png, state->line);
    }
    // Without the information, whose EXIF would be written again.
    png_write_end(png, NULL);
    return BC_OK;
}

static int32_t write_file(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, const pixel_form *form,
                          bc_metadata metadata, bc_bytes *output, bc_error *error) {
    encoding state = {.error = error};
    state.line = malloc((size_t)width * 4);
    state.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, fail, say_nothing);
    state.info = state.png ? png_create_info_struct(state.png) : NULL;
    const int32_t status = state.info && state.line ? encode(&state, rgba, width, height, level, form, metadata)
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

/// Compresses the pixels at once, if that can be, as a palette or in color, whichever is smaller.
static int32_t pack(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, const bc_png_palette *palette, pixel_form *form,
                    bc_error *error) {
    // Smooth pictures of many colors are smaller as differences.
    enum { few_colors = 16 };
    int32_t status = BC_OK;
    bc_bytes indices = {NULL, 0};
    if (palette) { status = bc_png_pack_indices(rgba, width, height, palette, level, &indices, error); }
    if (status == BC_OK && (!palette || palette->count > few_colors)) {
        status = bc_png_pack(rgba, width, height, form->channels, level, &form->packed, error);
    }
    const bool is_smaller = indices.bytes && (!form->packed.bytes || indices.length < form->packed.length);
    if (status == BC_OK && is_smaller) {
        bc_bytes_free(form->packed);
        form->packed = indices;
        form->palette = palette;
    } else {
        bc_bytes_free(indices);
    }
    return status;
}

static int32_t encode_as(pixel_form form, const bc_png_palette *_Nullable palette, const uint8_t *rgba, uint32_t width, uint32_t height,
                         int32_t level, bc_metadata metadata, bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    int32_t status = bc_png_can_pack(width, height) ? pack(rgba, width, height, level, palette, &form, error) : BC_OK;
    if (status == BC_OK) { status = write_file(rgba, width, height, level, &form, metadata, output, error); }
    bc_bytes_free(form.packed);
    return status;
}

int32_t bc_png_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bc_metadata metadata, bc_bytes *output,
                      bc_error *error) {
    const size_t count = (size_t)width * height;
    const bool has_alpha = !is_opaque(rgba, count);
    // A profile is for three channels.
    const bool may_be_gray = !has_alpha && metadata.icc_profile.length == 0 && is_gray(rgba, count);
    bc_png_palette palette;
    const bool has_palette = bc_png_palette_find(rgba, count, &palette);
    const pixel_form form = {.channels = may_be_gray ? 1 : has_alpha ? 4 : 3};
    return encode_as(form, has_palette ? &palette : NULL, rgba, width, height, level, metadata, output, error);
}

int32_t bc_png_encode_with_alpha(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t level, bool has_alpha, bc_metadata metadata,
                                 bc_bytes *output, bc_error *error) {
    const pixel_form form = {.channels = has_alpha ? 4 : 3};
    return encode_as(form, NULL, rgba, width, height, level, metadata, output, error);
}
