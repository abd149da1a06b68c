#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "png_frames.h"
#include "png_unpack.h"

/// Everything that must survive a longjmp and be cleaned up after it. It is owned by the caller of the function that sets the return point.
typedef struct {
    bc_span file;
    size_t position;
    /// Read instead of the file, for a frame of an animation.
    bc_png_stream *_Nullable stream;
    bc_error *error;
    png_structp png;
    png_infop info;
    bc_row_reducer reducer;
    uint8_t *pixels;
    /// Converts rows with 16 bits per channel, into `converted`; null for colors that are not PQ or HLG.
    bc_hdr_transform *_Nullable hdr;
    uint8_t *_Nullable converted;
    uint32_t row, height;
    bool interlaced, has_pixels;
    /// Set once the last row's data has been read. `rest` is then how many more bytes may be read to find the end of the compressed data.
    bool has_all_rows;
    size_t rest;
    /// Whether the compressed data continues after the last row.
    bool has_too_much;
} decoding;

static void fail(png_structp png, png_const_charp text) {
    const decoding *state = png_get_error_ptr(png);
    if (bc_means_out_of_memory(text)) {
        bc_report_out_of_memory(state->error);
    } else if (state->height > 0) {
        bc_report(state->error, BC_MALFORMED, "%s, near row %u of %u (byte %zu of %zu)", text, state->row, state->height,
                  state->position, state->file.length);
    } else {
        bc_report(state->error, BC_MALFORMED, "%s (byte %zu of %zu)", text, state->position, state->file.length);
    }
    png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void stop_if_cancelled(png_structp png, const decoding *state) {
    if (!bc_is_cancelled()) { return; }
    bc_report_cancelled(state->error);
    png_longjmp(png, 1);
}

static void read_bytes(png_structp png, png_bytep bytes, size_t length) {
    decoding *state = png_get_io_ptr(png);
    stop_if_cancelled(png, state);
    if (!state->stream && length > state->file.length - state->position) { png_error(png, "the file ends too early"); }
    if (state->has_all_rows) {
        // libpng would decompress everything that follows, and a kilobyte can expand to a megabyte.
        state->has_too_much = length > state->rest;
        if (state->has_too_much) { png_error(png, "the compressed data continues after the last row"); }
        state->rest -= length;
    }
    if (state->stream) {
        if (!bc_png_stream_read(state->stream, bytes, length)) { png_error(png, "the frame's pixels end too early"); }
        state->position = state->stream->position;
        return;
    }
    memcpy(bytes, (const uint8_t *)state->file.bytes + state->position, length);
    state->position += length;
}

static bool start(decoding *state) {
    state->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, state, fail, say_nothing);
    state->info = state->png ? png_create_info_struct(state->png) : NULL;
    if (!state->info) {
        bc_report_out_of_memory(state->error);
        return false;
    }
    // The caller checks the limits of sides before decoding; libpng's own limits are lower.
    png_set_user_limits(state->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // Keeps nothing but pixels, because a few bytes of other data could request gigabytes. Only IHDR, PLTE, tRNS and IDAT are read.
    png_set_keep_unknown_chunks(state->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_read_fn(state->png, state, read_bytes);
    return true;
}

static void clean_up(decoding *state) {
    png_destroy_read_struct(&state->png, &state->info, NULL);
    free(state->pixels);
    free(state->converted);
    bc_hdr_transform_destroy(state->hdr);
    bc_row_reducer_finish(&state->reducer);
}

static int32_t read_header(decoding *state, bc_image_header *header) {
    const png_structp png = state->png;
    if (setjmp(png_jmpbuf(png))) { return state->error->code; }
    png_read_info(png, state->info);
    const int color = png_get_color_type(png, state->info);
    const uint64_t width = png_get_image_width(png, state->info), height = png_get_image_height(png, state->info);
    const bool is_interlaced = png_get_interlace_type(png, state->info) != PNG_INTERLACE_NONE;
    bc_cicp cicp;
    const bool has_cicp = bc_png_find_cicp(state->file, &cicp);
    const bool is_hdr = has_cicp && bc_cicp_classify(cicp) == BC_CICP_HDR;
    bc_colorimetry ignored;
    // Interlaced pictures are held in memory. libpng holds two rows of up to 8 bytes per pixel, and zlib its window.
    const uint64_t rows = (is_hdr ? 12 : 4) * width * (is_interlaced ? height : 1);
    *header = (bc_image_header){
        .width = (uint32_t)width,
        .height = (uint32_t)height,
        // What other chunks than a profile describe are the three channels to which gray is expanded.
        .color = color & PNG_COLOR_MASK_COLOR || has_cicp || bc_png_find_colorimetry(state->file, &ignored) ? BC_COLOR_RGB : BC_COLOR_GRAY,
        .has_alpha = (color & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, state->info, PNG_INFO_tRNS),
        .working_bytes = 256 * 1024 + 24 * width + rows,
    };
    return BC_OK;
}

int32_t bc_png_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    decoding state = {.file = file, .error = error};
    const int32_t status = start(&state) ? read_header(&state, header) : error->code;
    clean_up(&state);
    bc_png_control control;
    if (status == BC_OK) { header->animated = bc_png_find_control(file, &control) && control.frame_count > 1; }
    return status;
}

static void read_up_to_profile(decoding *state) {
    enum { most_bytes = 4 * 1024 * 1024 };
    const png_structp png = state->png;
    if (setjmp(png_jmpbuf(png))) { return; }
    png_set_chunk_malloc_max(png, most_bytes);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "iCCP", 1);
    png_read_info(png, state->info);
}

bc_bytes bc_png_copy_icc_profile(bc_span file) {
    bc_error error;
    decoding state = {.file = file, .error = &error};
    bc_bytes copy = {NULL, 0};
    bc_cicp cicp;
    if (bc_png_find_cicp(file, &cicp)) { return bc_cicp_copy_icc_profile(cicp); }
    bc_colorimetry colorimetry;
    if (bc_png_find_colorimetry(file, &colorimetry)) { return bc_colorimetry_copy_icc_profile(colorimetry); }
    png_charp name = NULL;
    png_bytep profile = NULL;
    png_uint_32 length = 0;
    int compression = 0;
    if (start(&state)) {
        read_up_to_profile(&state);
        if (png_get_iCCP(state.png, state.info, &name, &compression, &profile, &length) != PNG_INFO_iCCP) { length = 0; }
    }
    if (length > 0) { copy.bytes = malloc(length); }
    if (copy.bytes) {
        memcpy(copy.bytes, profile, length);
        copy.length = length;
    }
    clean_up(&state);
    return copy;
}

/// Converts every color type and depth to straight RGBA with 8 bits per channel, or 16 in the order of this machine.
static void ask_for_rgba(png_structp png, bool is_hdr) {
    png_set_expand(png);
    if (is_hdr) {
        png_set_expand_16(png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        png_set_swap(png);
#endif
    } else {
        png_set_scale_16(png);
    }
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, is_hdr ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
}

/// A row with 8 bits per channel: the row itself, or what PQ or HLG become.
static uint8_t *in_srgb(const decoding *state, uint8_t *row, uint32_t width) {
    if (!state->hdr) { return row; }
    bc_hdr_transform_row(state->hdr, (const uint16_t *)(const void *)row, state->converted, width);
    return state->converted;
}

/// Makes all rows of an interlaced picture ones with 8 bits per channel, packed, in their place.
static void convert_all(const decoding *state) {
    const uint32_t width = state->reducer.picture_width;
    for (size_t row = 0; state->hdr && row < state->height; ++row) {
        memmove(state->pixels + row * width * 4, in_srgb(state, state->pixels + row * width * 8, width), (size_t)width * 4);
    }
}

static void expect_end(decoding *state) {
    // Room for the last deflate codes, a checksum and some empty chunks.
    enum { most_bytes = 8 * 1024 };
    state->has_all_rows = true;
    state->rest = most_bytes;
}

/// Called by libpng when a row is decompressed, before it looks for the end of the compressed data.
static void note_row(png_structp png, png_row_infop row, png_bytep bytes) {
    (void)row, (void)bytes;
    decoding *state = png_get_user_transform_ptr(png);
    const bool is_last_pass = !state->interlaced || png_get_current_pass_number(png) == PNG_INTERLACE_ADAM7_PASSES - 1;
    if (is_last_pass && state->row + 1 == state->height) { expect_end(state); }
}

static void read_pass(decoding *state, int pass, size_t stride) {
    // The last pass contains only the odd rows.
    const bool ends_without_pixels = pass + 1 == PNG_INTERLACE_ADAM7_PASSES && state->height % 2 == 1;
    for (state->row = 0; state->row < state->height; ++state->row) {
        stop_if_cancelled(state->png, state);
        if (ends_without_pixels && state->row + 1 == state->height) { expect_end(state); }
        // Spreads each pixel over those of later passes, as for progressive display, in case those passes are missing.
        png_read_row(state->png, NULL, state->pixels + state->row * stride);
        state->has_pixels = true;
    }
}

/// How many channels the pixels have if they are of the kind that is decoded without libpng; otherwise 0.
static uint32_t plain_channels(const decoding *state) {
    const png_const_structp png = state->png;
    const bool is_plain = !state->stream && png_get_bit_depth(png, state->info) == 8
        && png_get_interlace_type(png, state->info) == PNG_INTERLACE_NONE && !png_get_valid(png, state->info, PNG_INFO_tRNS);
    const int color = png_get_color_type(png, state->info);
    return !is_plain ? 0 : color == PNG_COLOR_TYPE_RGB ? 3 : color == PNG_COLOR_TYPE_RGB_ALPHA ? 4 : 0;
}

static int32_t decode_rows(decoding *state) {
    const png_structp png = state->png;
    const png_infop info = state->info;
    if (setjmp(png_jmpbuf(png))) { return state->error->code; }
    png_read_info(png, info);
    const uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    if (!bc_region_is_inside(state->reducer.region, width, height)) { png_error(png, "the region lies outside the picture"); }
    state->interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    if (state->interlaced) { png_set_interlace_handling(png); }
    bc_cicp cicp;
    const bool is_hdr = bc_png_find_cicp(state->file, &cicp) && bc_cicp_classify(cicp) == BC_CICP_HDR;
    state->reducer.picture_width = width;
    state->reducer.picture_height = height;
    const uint32_t channels = is_hdr ? 0 : plain_channels(state);
    if (channels > 0 && bc_png_unpack(state->file, state->position, channels, &state->reducer)) { return BC_OK; }
    stop_if_cancelled(png, state);
    bc_clear_if_truncated(state->reducer.region, state->reducer.rgba);

    ask_for_rgba(png, is_hdr);
    png_set_read_user_transform_fn(png, note_row);
    png_set_user_transform_info(png, state, 0, 0);
    png_read_update_info(png, info);

    const size_t stride = (size_t)width * (is_hdr ? 8 : 4);
    if (is_hdr) {
        state->hdr = bc_hdr_transform_create(cicp);
        state->converted = malloc((size_t)width * 4);
        if (!state->hdr || !state->converted) { png_error(png, "out of memory"); }
    }
    // Interlaced rows are complete only after the last pass, so the whole picture is held.
    state->pixels = calloc(state->interlaced ? height : 1, stride);
    if (!state->pixels || png_get_rowbytes(png, info) != stride || !bc_row_reducer_start(&state->reducer)) {
        png_error(png, "out of memory");
    }
    state->height = height;
    for (int pass = 0; state->interlaced && pass < PNG_INTERLACE_ADAM7_PASSES; ++pass) { read_pass(state, pass, stride); }
    const uint32_t end = state->interlaced ? 0 : bc_region_end_row(state->reducer.region, height);
    for (state->row = 0; state->row < end; ++state->row) {
        stop_if_cancelled(png, state);
        png_read_row(png, state->pixels, NULL);
        bc_row_reducer_add(&state->reducer, state->row, in_srgb(state, state->pixels, width));
        state->has_pixels = true;
    }
    return BC_OK;
}

/// Accepts the rows read so far if the error that ended reading is tolerable.
static int32_t take_what_there_is(decoding *state) {
    if (state->has_too_much) {
        uint8_t *row = state->interlaced ? NULL : in_srgb(state, state->pixels, state->reducer.picture_width);
        if (row) { bc_row_reducer_add(&state->reducer, state->row, row); }
        return BC_OK;
    }
    const bool is_enough = state->reducer.region.allow_truncated && state->has_pixels && state->error->code == BC_MALFORMED;
    return is_enough ? BC_OK : state->error->code;
}

static int32_t decode(decoding *state) {
    int32_t status = BC_FAILED;
    if (start(state)) {
        status = decode_rows(state);
        if (status != BC_OK) { status = take_what_there_is(state); }
        if (state->interlaced && status == BC_OK) { convert_all(state); }
        if (state->interlaced && status == BC_OK) { status = bc_row_reducer_add_all(&state->reducer, state->pixels, state->error); }
    }
    clean_up(state);
    return status;
}

int32_t bc_png_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    decoding state = {.file = file, .error = error, .reducer = {.region = region, .transform = transform, .rgba = rgba}};
    return decode(&state);
}

int32_t bc_png_decode_stream(bc_png_stream *stream, bc_region region, const bc_color_transform *transform, uint8_t *rgba,
                             bc_error *error) {
    decoding state = {
        .file = stream->file,
        .stream = stream,
        .error = error,
        .reducer = {.region = region, .transform = transform, .rgba = rgba},
    };
    return decode(&state);
}
