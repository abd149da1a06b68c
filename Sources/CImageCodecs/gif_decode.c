#include <stdlib.h>
#include <string.h>

#include "gif.h"

/// Reads up to the first frame's pixels.
static int32_t open_first(bc_gif_blocks *blocks, bc_span file, bc_gif_frame *frame, bc_error *error) {
    const int32_t status = bc_gif_blocks_open(blocks, file, error);
    return status == BC_OK ? bc_gif_blocks_next(blocks, frame, error) : status;
}

static bool is_opaque(const bc_gif_blocks *blocks, const bc_gif_frame *frame) {
    // Of a frame as large as the canvas, nothing can lie outside: the canvas makes room for the first.
    return frame->transparent == bc_gif_opaque && frame->width == blocks->width && frame->height == blocks->height;
}

int32_t bc_gif_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    bc_gif_blocks blocks;
    bc_gif_frame frame;
    const int32_t status = open_first(&blocks, file, &frame, error);
    if (status != BC_OK) { return status; }
    const uint64_t rows = (uint64_t)blocks.width * 4 + (uint64_t)blocks.width * 4 * sizeof(uint32_t) + frame.width;
    *header = (bc_image_header){
        .width = blocks.width,
        .height = blocks.height,
        .color = BC_COLOR_RGB,
        .has_alpha = !is_opaque(&blocks, &frame),
        .working_bytes = bc_giflib_bytes + rows + (frame.interlaced ? (uint64_t)frame.width * frame.height : 0),
    };
    bc_error ignored;
    header->animated = bc_gif_blocks_next(&blocks, &frame, &ignored) == BC_OK;
    return BC_OK;
}

/// The first frame on its canvas.
typedef struct {
    bc_gif_frame frame;
    uint8_t palette[bc_gif_most_colors * 4];
    bc_row_reducer reducer;
    /// One row of the canvas, and one of the frame, or the whole frame if it is interlaced.
    uint8_t *row, *indices;
    bool spreads;
} still;

static void add_row(still *picture, uint32_t y, const uint8_t *indices) {
    memset(picture->row, 0, (size_t)picture->reducer.picture_width * 4);
    uint8_t *pixels = picture->row + (size_t)picture->frame.left * 4;
    for (uint32_t x = 0; x < picture->frame.width; ++x) { memcpy(pixels + (size_t)x * 4, picture->palette + indices[x] * 4, 4); }
    bc_row_reducer_add(&picture->reducer, y, picture->row);
}

static void add_blank_rows(still *picture, uint32_t start, uint32_t end) {
    for (uint32_t y = start; y < end; ++y) {
        memset(picture->row, 0, (size_t)picture->reducer.picture_width * 4);
        bc_row_reducer_add(&picture->reducer, y, picture->row);
    }
}

static void take_row(void *context, uint32_t y, const uint8_t *indices) {
    still *picture = context;
    add_row(picture, picture->frame.top + y, indices);
}

/// Keeps a row of an interlaced frame. If the file may end early, the row also stands for those of later passes.
static void keep_row(void *context, uint32_t y, const uint8_t *indices) {
    still *picture = context;
    const bc_gif_frame *frame = &picture->frame;
    uint32_t span = 1;
    if (picture->spreads) {
        span = y % 8 == 0 ? 8 : y % 4 == 0 ? 4 : y % 2 == 0 ? 2 : 1;
        if (span > frame->height - y) { span = frame->height - y; }
    }
    for (uint32_t row = 0; row < span; ++row) {
        memcpy(picture->indices + (size_t)(y + row) * frame->width, indices, frame->width);
    }
}

static int32_t decode_rows(still *picture, bc_span file, uint8_t *row, bc_error *error) {
    const bc_gif_frame *frame = &picture->frame;
    const uint32_t end = bc_region_end_row(picture->reducer.region, picture->reducer.picture_height);
    const uint32_t bottom = frame->top + frame->height;
    const uint32_t wanted = end <= frame->top ? 0 : (end < bottom ? end : bottom) - frame->top;
    uint32_t rows_read = 0;
    add_blank_rows(picture, 0, frame->top < end ? frame->top : end);
    int32_t status = BC_OK;
    if (wanted > 0) {
        status = bc_gif_read_rows(file, frame, wanted, row, frame->interlaced ? keep_row : take_row, picture, &rows_read, error);
    }
    const bool is_enough = picture->reducer.region.allow_truncated && rows_read > 0 && status == BC_MALFORMED;
    if (status != BC_OK && !is_enough) { return status; }
    for (uint32_t y = 0; frame->interlaced && y < wanted; ++y) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        add_row(picture, frame->top + y, picture->indices + (size_t)y * frame->width);
    }
    if (status == BC_OK) { add_blank_rows(picture, frame->top + wanted, end); }
    return BC_OK;
}

int32_t bc_gif_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    bc_gif_blocks blocks;
    still picture = {.spreads = region.allow_truncated};
    int32_t status = open_first(&blocks, file, &picture.frame, error);
    if (status != BC_OK) { return status; }
    if (!bc_region_is_inside(region, blocks.width, blocks.height)) {
        return bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", blocks.width, blocks.height);
    }
    bc_clear_if_truncated(region, rgba);
    bc_gif_palette(&picture.frame, picture.palette);
    // The palette instead of every pixel; the transparent color stays zero.
    if (transform) { bc_color_transform_rgba(transform, picture.palette, bc_gif_most_colors); }
    bc_premultiply(picture.palette, bc_gif_most_colors);

    picture.reducer = (bc_row_reducer){region, blocks.width, blocks.height, NULL, rgba, NULL};
    const bc_gif_frame *frame = &picture.frame;
    picture.row = malloc((size_t)blocks.width * 4);
    uint8_t *row = malloc(frame->width);
    picture.indices = frame->interlaced ? calloc(frame->height, frame->width) : NULL;
    const bool has_memory = picture.row && row && (picture.indices || !frame->interlaced);
    if (has_memory && bc_row_reducer_start(&picture.reducer)) {
        status = decode_rows(&picture, file, row, error);
    } else {
        status = bc_report_out_of_memory(error);
    }
    bc_row_reducer_finish(&picture.reducer);
    free(picture.row);
    free(row);
    free(picture.indices);
    return status;
}
