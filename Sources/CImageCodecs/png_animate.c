#include <stdlib.h>

#include "CCalls.h"
#include "png_frames.h"

struct bc_png_animation {
    bc_png_frames frames;
    bc_png_stream stream;
    const bc_color_transform *_Nullable transform;
    bc_canvas canvas;
    /// The end of the last frame in milliseconds, and rounded from the start of the animation so that errors do not add up.
    double end;
    uint64_t elapsed;
};

/// Reads all chunks without decompressing pixels.
static int32_t take_census(bc_span file, uint32_t frame_limit, bc_animation_census *found, bc_error *error) {
    bc_png_frames frames;
    bc_png_frame frame;
    *found = (bc_animation_census){0};
    int32_t status = bc_png_frames_open(&frames, file, frame_limit, error);
    if (status == BC_OK) { found->plan = (bc_canvas_plan){.width = frames.width, .height = frames.height}; }
    while (status == BC_OK) {
        status = bc_is_cancelled() ? bc_report_cancelled(error) : bc_png_frames_next(&frames, &frame, error);
        if (status == BC_OK) { bc_canvas_plan_frame(&found->plan, &frame.drawing); }
    }
    if (status != BC_END) { return status; }
    found->info = (bc_animation_info){
        .width = frames.width,
        .height = frames.height,
        .frame_count = frames.frame_count,
        .loop_count = frames.control.loop_count,
        .has_alpha = found->plan.has_alpha,
        // No frame takes more than the whole canvas would.
        .working_bytes = sizeof(bc_png_animation) + bc_canvas_bytes(&found->plan) + frames.decoder_bytes,
    };
    return BC_OK;
}

int32_t bc_png_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error) {
    bc_animation_census found;
    const int32_t status = take_census(file, frame_limit, &found, error);
    if (status == BC_OK) { *info = found.info; }
    return status;
}

bc_png_animation *bc_png_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *transform, bc_animation_info *info,
                                        bc_error *error) {
    bc_animation_census found;
    if (take_census(file, frame_limit, &found, error) != BC_OK) { return NULL; }
    bc_png_animation *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    *info = found.info;
    animation->transform = transform;
    const bool has_memory = bc_canvas_create(&animation->canvas, &found.plan);
    if (!has_memory) { bc_report_out_of_memory(error); }
    if (!has_memory || bc_png_frames_open(&animation->frames, file, frame_limit, error) != BC_OK) {
        bc_png_animation_close(animation);
        return NULL;
    }
    bc_png_stream_create(&animation->stream, file);
    return animation;
}

void bc_png_animation_close(bc_png_animation *animation) {
    bc_canvas_destroy(&animation->canvas);
    free(animation);
}

/// From the rounded end of the last frame to that of this one.
static uint32_t take_duration(bc_png_animation *animation, double milliseconds) {
    animation->end += bc_shown_milliseconds(milliseconds);
    const uint64_t elapsed = animation->elapsed;
    animation->elapsed = (uint64_t)(animation->end + 0.5);
    return (uint32_t)(animation->elapsed - elapsed);
}

int32_t bc_png_animation_next(bc_png_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    bc_png_frame frame;
    int32_t status = bc_png_frames_next(&animation->frames, &frame, error);
    if (status != BC_OK) { return status; }
    const bc_area area = frame.drawing.area;
    const bc_region whole = {.shrink = 1, .width = area.width, .height = area.height};
    bc_png_stream_start(&animation->stream, &frame);
    // A frame is not larger than its canvas: until it is drawn there, it has room in the caller's memory.
    status = bc_png_decode_stream(&animation->stream, whole, animation->transform, rgba, error);
    if (status != BC_OK) { return bc_report_frame(error, animation->frames.frame_count); }
    bc_canvas_show(&animation->canvas, &frame.drawing, rgba);
    *duration_ms = take_duration(animation, frame.duration);
    return BC_OK;
}
