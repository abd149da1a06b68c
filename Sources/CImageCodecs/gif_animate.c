#include <stdlib.h>
#include <string.h>

#include "canvas.h"
#include "gif.h"

struct bc_gif_animation {
    bc_gif_blocks blocks;
    uint32_t frame_count;
    const bc_color_transform *_Nullable transform;
    bc_canvas canvas;
    uint8_t *row;
    // The frame being drawn.
    bc_gif_frame frame;
    uint8_t palette[bc_gif_most_colors * 4];
};

/// The visible part of a frame; empty if the frame lies outside the canvas.
static bc_area visible(const bc_gif_frame *frame, uint32_t width, uint32_t height) {
    if (frame->left >= width || frame->top >= height) { return (bc_area){0, 0, 0, 0}; }
    const uint32_t right = width - frame->left, bottom = height - frame->top;
    return (bc_area){frame->left, frame->top, frame->width < right ? frame->width : right, frame->height < bottom ? frame->height : bottom};
}

static bc_disposal disposal_of(uint32_t method) {
    // Old programs wrote 4 for 3, and browsers read it so. 5 to 7 mean nothing.
    enum { other_previous = 4 };
    if (method == DISPOSE_BACKGROUND) { return bc_disposal_clear; }
    return method == DISPOSE_PREVIOUS || method == other_previous ? bc_disposal_restore : bc_disposal_keep;
}

static bc_drawing drawing_of(const bc_gif_frame *frame, uint32_t width, uint32_t height) {
    return (bc_drawing){
        .area = visible(frame, width, height),
        .disposal = disposal_of(frame->disposal),
        .has_alpha = frame->transparent != bc_gif_opaque,
        .blends = true,
    };
}

/// Reads all blocks without decompressing pixels.
static int32_t take_census(bc_span file, uint32_t frame_limit, bc_animation_census *found, bc_error *error) {
    bc_gif_blocks blocks;
    bc_gif_frame frame;
    *found = (bc_animation_census){0};
    int32_t status = bc_gif_blocks_open(&blocks, file, error);
    while (status == BC_OK) {
        status = bc_is_cancelled() ? bc_report_cancelled(error) : bc_gif_blocks_next(&blocks, &frame, error);
        if (status != BC_OK) { break; }
        // The first frame may have enlarged the canvas.
        found->plan.width = blocks.width;
        found->plan.height = blocks.height;
        const bc_drawing drawing = drawing_of(&frame, blocks.width, blocks.height);
        bc_canvas_plan_frame(&found->plan, &drawing);
    }
    if (status != BC_END) { return status; }
    if (blocks.frame_count > frame_limit) {
        return bc_report(error, BC_LIMIT_EXCEEDED, "%u frames exceed the limit of %u", blocks.frame_count, frame_limit);
    }
    found->info = (bc_animation_info){
        .width = blocks.width,
        .height = blocks.height,
        .frame_count = blocks.frame_count,
        .loop_count = blocks.loop_count,
        .has_alpha = found->plan.has_alpha,
        .working_bytes = bc_giflib_bytes + sizeof(bc_gif_animation) + bc_canvas_bytes(&found->plan) + blocks.width,
    };
    return BC_OK;
}

int32_t bc_gif_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error) {
    bc_animation_census found;
    const int32_t status = take_census(file, frame_limit, &found, error);
    if (status == BC_OK) { *info = found.info; }
    return status;
}

bc_gif_animation *bc_gif_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *transform, bc_animation_info *info,
                                        bc_error *error) {
    bc_animation_census found;
    if (take_census(file, frame_limit, &found, error) != BC_OK || bc_gif_open_library(error) != BC_OK) { return NULL; }
    bc_gif_animation *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    *info = found.info;
    animation->frame_count = found.info.frame_count;
    animation->transform = transform;
    animation->row = malloc(found.info.width);
    const bool has_memory = bc_canvas_create(&animation->canvas, &found.plan) && animation->row;
    if (!has_memory) { bc_report_out_of_memory(error); }
    if (!has_memory || bc_gif_blocks_open(&animation->blocks, file, error) != BC_OK) {
        bc_gif_animation_close(animation);
        return NULL;
    }
    return animation;
}

void bc_gif_animation_close(bc_gif_animation *animation) {
    bc_canvas_destroy(&animation->canvas);
    free(animation->row);
    free(animation);
}

static void draw_row(void *context, uint32_t y, const uint8_t *indices) {
    bc_gif_animation *animation = context;
    if (y >= animation->canvas.area.height) { return; }
    uint8_t *pixels = bc_canvas_row(&animation->canvas, y);
    for (uint32_t x = 0; x < animation->canvas.area.width; ++x, pixels += 4) {
        if (indices[x] != animation->frame.transparent) { memcpy(pixels, animation->palette + indices[x] * 4, 4); }
    }
}

int32_t bc_gif_animation_next(bc_gif_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error) {
    bc_gif_blocks *blocks = &animation->blocks;
    bc_gif_frame *frame = &animation->frame;
    bc_canvas *canvas = &animation->canvas;
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    if (blocks->frame_count == animation->frame_count) { return BC_END; }
    const int32_t status = bc_gif_blocks_next(blocks, frame, error);
    if (status != BC_OK) { return status; }
    const bc_drawing drawing = drawing_of(frame, canvas->width, canvas->height);
    bc_canvas_start_frame(canvas, &drawing);
    bc_gif_palette(frame, animation->palette);
    // The palette instead of every pixel; the transparent color is not drawn.
    if (animation->transform) { bc_color_transform_rgba(animation->transform, animation->palette, bc_gif_most_colors); }
    if (canvas->area.height > 0) {
        uint32_t rows_read;
        const int32_t drawn = bc_gif_read_rows(blocks->file, frame, canvas->area.height, animation->row, draw_row, animation, &rows_read,
                                               error);
        if (drawn != BC_OK) { return drawn; }
    }
    bc_canvas_copy(canvas, rgba);
    *duration_ms = (uint32_t)bc_shown_milliseconds(frame->delay * 10);
    return BC_OK;
}
