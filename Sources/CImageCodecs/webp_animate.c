#include <stdlib.h>

#include "CCalls.h"
#include "webp_frames.h"

struct bc_webp_animation {
    bc_webp_frames frames;
    const bc_color_transform *_Nullable transform;
    bc_canvas canvas;
};

/// Reads all chunks without decompressing pixels.
static int32_t take_census(bc_span file, uint32_t frame_limit, bc_animation_census *found, bc_error *error) {
    bc_webp_frames frames;
    bc_webp_frame frame;
    *found = (bc_animation_census){0};
    int32_t status = bc_webp_frames_open(&frames, file, error);
    if (status == BC_OK) { found->plan = (bc_canvas_plan){.width = frames.width, .height = frames.height}; }
    uint64_t most_bytes = 0;
    while (status == BC_OK) {
        status = bc_is_cancelled() ? bc_report_cancelled(error) : bc_webp_frames_next(&frames, &frame, error);
        if (status != BC_OK) { break; }
        bc_canvas_plan_frame(&found->plan, &frame.drawing);
        if (frame.working_bytes > most_bytes) { most_bytes = frame.working_bytes; }
    }
    if (status != BC_END) { return status; }
    if (frames.frame_count > frame_limit) {
        return bc_report(error, BC_LIMIT_EXCEEDED, "%u frames exceed the limit of %u", frames.frame_count, frame_limit);
    }
    found->info = (bc_animation_info){
        .width = frames.width,
        .height = frames.height,
        .frame_count = frames.frame_count,
        .loop_count = frames.loop_count,
        .has_alpha = found->plan.has_alpha,
        .working_bytes = sizeof(bc_webp_animation) + bc_canvas_bytes(&found->plan) + most_bytes,
    };
    return BC_OK;
}

int32_t bc_webp_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error) {
    bc_animation_census found;
    const int32_t status = take_census(file, frame_limit, &found, error);
    if (status == BC_OK) { *info = found.info; }
    return status;
}

bc_webp_animation *bc_webp_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *transform,
                                          bc_animation_info *info, bc_error *error) {
    bc_animation_census found;
    if (take_census(file, frame_limit, &found, error) != BC_OK) { return NULL; }
    bc_webp_animation *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    *info = found.info;
    animation->transform = transform;
    const bool has_memory = bc_canvas_create(&animation->canvas, &found.plan);
    if (!has_memory) { bc_report_out_of_memory(error); }
    if (!has_memory || bc_webp_frames_open(&animation->frames, file, error) != BC_OK) {
        bc_webp_animation_close(animation);
        return NULL;
    }
    return animation;
}

void bc_webp_animation_close(bc_webp_animation *animation) {
    bc_canvas_destroy(&animation->canvas);
    free(animation);
}

/// Prepares a decoded frame for composition.
static int32_t finish_pixels(const bc_webp_animation *animation, const bc_drawing *drawing, uint8_t *rgba, bc_error *error) {
    const uint32_t width = drawing->area.width;
    for (uint32_t y = 0; y < drawing->area.height; ++y, rgba += (size_t)width * 4) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        // The pixels of a lossless frame may have alpha although its header denies it. As in browsers, the header counts.
        for (uint32_t x = 0; !drawing->has_alpha && x < width; ++x) { rgba[x * 4 + 3] = 255; }
        if (animation->transform) { bc_color_transform_rgba(animation->transform, rgba, width); }
        if (drawing->has_alpha) { bc_premultiply(rgba, width); }
    }
    return BC_OK;
}

int32_t bc_webp_animation_next(bc_webp_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    bc_webp_frame frame;
    int32_t status = bc_webp_frames_next(&animation->frames, &frame, error);
    if (status != BC_OK) { return status; }
    // A frame is not larger than its canvas: until it is drawn there, it has room in the caller's memory.
    status = bc_webp_decode_frame(&frame, rgba, error);
    if (status != BC_OK) { return bc_report_frame(error, animation->frames.frame_count); }
    status = finish_pixels(animation, &frame.drawing, rgba, error);
    if (status != BC_OK) { return status; }
    bc_canvas_show(&animation->canvas, &frame.drawing, rgba);
    *duration_ms = (uint32_t)bc_shown_milliseconds(frame.duration);
    return BC_OK;
}
