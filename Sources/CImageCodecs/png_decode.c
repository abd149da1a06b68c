#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

typedef struct {
    bc_span file;
    size_t position;
    uint32_t row, height;
    bc_codec_error *error;
} source;

static void read_bytes(png_structp png, png_bytep bytes, size_t length) {
    source *from = png_get_io_ptr(png);
    if (length > from->file.length - from->position) {
        png_error(png, "the file ends too early");
    }
    memcpy(bytes, (const uint8_t *)from->file.bytes + from->position, length);
    from->position += length;
}

static void fail(png_structp png, png_const_charp text) {
    source *from = png_get_error_ptr(png);
    if (from->height > 0) {
        bc_report(from->error, BC_CODEC_MALFORMED, "%s, near row %u of %u (byte %zu of %zu)", text, from->row, from->height, from->position,
                  from->file.length);
    } else {
        bc_report(from->error, BC_CODEC_MALFORMED, "%s (byte %zu of %zu)", text, from->position, from->file.length);
    }
    png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static png_structp start(source *from) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, from, fail, say_nothing);
    if (!png) { return NULL; }
    // The limits on sides are checked by the caller before anything is decoded; libpng's own are lower.
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(png, 16 * 1024 * 1024);
    png_set_read_fn(png, from, read_bytes);
    return png;
}

static bc_image_header header_of(png_structp png, png_infop info) {
    const int color = png_get_color_type(png, info);
    return (bc_image_header){
        .width = png_get_image_width(png, info),
        .height = png_get_image_height(png, info),
        .color = color & PNG_COLOR_MASK_COLOR ? BC_COLOR_RGB : BC_COLOR_GRAY,
        .has_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS),
    };
}

int32_t bc_png_read_header(bc_span file, bc_image_header *header, bc_codec_error *error) {
    source from = {.file = file, .error = error};
    png_structp png = start(&from);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        return bc_report(error, BC_CODEC_FAILED, "out of memory");
    }
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return error->code;
    }
    png_read_info(png, info);
    *header = header_of(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    return BC_CODEC_OK;
}

bc_bytes bc_png_copy_icc_profile(bc_span file) {
    bc_codec_error error;
    source from = {.file = file, .error = &error};
    bc_bytes copy = {NULL, 0};
    png_structp png = start(&from);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return copy;
    }
    png_read_info(png, info);
    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 length = 0;
    int compression = 0;
    if (png_get_iCCP(png, info, &name, &compression, &profile, &length) == PNG_INFO_iCCP && length > 0) {
        copy.bytes = malloc(length);
        if (copy.bytes) {
            memcpy(copy.bytes, profile, length);
            copy.length = length;
        }
    }
    png_destroy_read_struct(&png, &info, NULL);
    return copy;
}

/// Every colour type and depth becomes straight RGBA of 8 bits.
static void ask_for_rgba(png_structp png) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

/// All that has to survive a longjmp, and to be cleaned up behind it: it belongs to the caller of the function that sets the return point.
typedef struct {
    source from;
    bc_row_reducer reducer;
    png_structp png;
    png_infop info;
    uint8_t *pixels;
    bool interlaced, has_pixels;
} decoding;

static int32_t decode_rows(decoding *state) {
    png_structp png = state->png;
    png_infop info = state->info;
    if (setjmp(png_jmpbuf(png))) { return state->from.error->code; }
    png_read_info(png, info);
    const bc_image_header header = header_of(png, info);
    if (!bc_region_is_inside(state->reducer.region, header.width, header.height)) {
        png_error(png, "the region lies outside the picture");
    }
    state->interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    if (state->interlaced) { png_set_interlace_handling(png); }
    ask_for_rgba(png);
    png_read_update_info(png, info);

    state->reducer.picture_width = header.width;
    state->reducer.picture_height = header.height;
    const size_t stride = (size_t)header.width * 4;
    // Interlaced rows are only whole after the last pass: then the picture has to be held.
    state->pixels = calloc(state->interlaced ? header.height : 1, stride);
    if (!state->pixels || png_get_rowbytes(png, info) != stride || !bc_row_reducer_start(&state->reducer)) {
        png_error(png, "out of memory");
    }
    state->from.height = header.height;
    const uint32_t end = bc_region_end_row(state->reducer.region, header.height);
    uint32_t *row = &state->from.row;
    for (int pass = 0; state->interlaced && pass < PNG_INTERLACE_ADAM7_PASSES; ++pass) {
        for (*row = 0; *row < header.height; ++*row) {
            // As for display: pixels spread over those of later passes, should these never come.
            png_read_row(png, NULL, state->pixels + *row * stride);
            state->has_pixels = true;
        }
    }
    for (*row = 0; !state->interlaced && *row < end; ++*row) {
        png_read_row(png, state->pixels, NULL);
        bc_row_reducer_add(&state->reducer, *row, state->pixels);
        state->has_pixels = true;
    }
    return BC_CODEC_OK;
}

static void reduce_interlaced(decoding *state) {
    const uint32_t end = bc_region_end_row(state->reducer.region, state->reducer.picture_height);
    const size_t stride = (size_t)state->reducer.picture_width * 4;
    for (uint32_t row = 0; row < end; ++row) { bc_row_reducer_add(&state->reducer, row, state->pixels + row * stride); }
}

int32_t bc_png_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_codec_error *error) {
    decoding state = {
        .from = {.file = file, .error = error},
        .reducer = {.region = region, .transform = transform, .rgba = rgba},
    };
    state.png = start(&state.from);
    state.info = state.png ? png_create_info_struct(state.png) : NULL;
    int32_t status = state.info ? decode_rows(&state) : bc_report(error, BC_CODEC_FAILED, "out of memory");
    // The rows that did arrive are there; what is below them stays as the caller's memory was.
    if (region.allow_truncated && state.has_pixels) { status = BC_CODEC_OK; }
    if (state.interlaced && status == BC_CODEC_OK) { reduce_interlaced(&state); }
    png_destroy_read_struct(&state.png, &state.info, NULL);
    free(state.pixels);
    bc_row_reducer_finish(&state.reducer);
    return status;
}
