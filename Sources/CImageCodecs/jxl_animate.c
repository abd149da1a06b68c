#include <stdlib.h>

#include "CCalls.h"
#include "canvas.h"
#include "jxl_frames.h"

struct bc_jxl_animation {
    bc_jxl_file jxl;
    bc_jxl_frame frame;
    const bc_color_transform *_Nullable transform;
    /// The frames that were counted, and those that were decoded.
    uint32_t count, position;
    /// What rounding left over of the durations so far, in milliseconds.
    double rest;
};

bc_jxl_animation *bc_jxl_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *transform, bc_animation_info *info,
                                        bc_error *error) {
    if (bc_jxl_animation_read_info(file, frame_limit, info, error) != BC_OK) { return NULL; }
    bc_jxl_animation *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    animation->transform = transform;
    animation->count = info->frame_count;
    if (bc_jxl_open(&animation->jxl, file, BC_JXL_DECODE, true, error) == BC_OK) { return animation; }
    bc_jxl_animation_close(animation);
    return NULL;
}

void bc_jxl_animation_close(bc_jxl_animation *animation) {
    bc_jxl_frame_free(&animation->frame);
    bc_jxl_close(&animation->jxl);
    free(animation);
}

/// How long the frame is shown, rounded so that errors do not add up.
static uint32_t take_duration(bc_jxl_animation *animation) {
    const JxlAnimationHeader *clock = &animation->jxl.info.animation;
    const double ticks = (double)animation->frame.ticks * clock->tps_denominator;
    const double exact = bc_shown_milliseconds(clock->tps_numerator > 0 ? ticks * 1000 / clock->tps_numerator : 0) + animation->rest;
    const uint32_t duration = exact < UINT32_MAX ? (uint32_t)(exact + 0.5) : UINT32_MAX;
    animation->rest = exact < UINT32_MAX ? exact - duration : 0;
    return duration;
}

int32_t bc_jxl_animation_next(bc_jxl_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    if (animation->position > 0 && animation->frame.is_last) { return BC_END; }
    const bool is_counted = animation->position++ < animation->count;
    const int32_t status = is_counted ? bc_jxl_next_frame(&animation->jxl, &animation->frame, false, error) : BC_END;
    if (status == BC_END) { return bc_report(error, BC_MALFORMED, "the file is truncated: frame %u is missing", animation->position); }
    if (status != BC_OK) { return bc_report_frame(error, animation->position); }
    *duration_ms = take_duration(animation);
    const bc_region whole = {.shrink = 1, .width = animation->jxl.info.xsize, .height = animation->jxl.info.ysize};
    bc_row_reducer reducer = {whole, whole.width, whole.height, animation->transform, rgba, NULL};
    return bc_jxl_take_rows(&animation->jxl, &animation->frame, &reducer, error);
}
