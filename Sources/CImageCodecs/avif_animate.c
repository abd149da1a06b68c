#include <stdlib.h>

#include "CCalls.h"
#include "avif_library.h"

struct bc_avif_animation {
    avifDecoder *decoder;
    bc_placement placement;
    const bc_color_transform *_Nullable transform;
    uint32_t stored_width, stored_height;
    /// The end of the last frame in milliseconds, rounded from the start of the sequence so that errors do not add up.
    uint64_t elapsed;
};

static uint32_t loop_count(const avifDecoder *decoder) {
#if AVIF_VERSION_MAJOR >= 1
    // The repetitions after the first time; negative for ever, or if the file does not say.
    return decoder->repetitionCount < 0 ? 0 : (uint32_t)decoder->repetitionCount + 1;
#else
    (void)decoder;
    return 0;
#endif
}

static int32_t start(bc_avif_animation *animation, uint32_t frame_limit, bc_animation_info *info, bc_error *error) {
    const avifDecoder *decoder = animation->decoder;
    bc_image_header header;
    int32_t status = bc_avif_fill_header(decoder, &header, error);
    if (status == BC_OK) { status = bc_avif_place(decoder->image, &animation->placement, error); }
    if (status != BC_OK) { return status; }
    if (decoder->imageCount < 0 || (uint32_t)decoder->imageCount > frame_limit) {
        return bc_report(error, BC_LIMIT_EXCEEDED, "%d frames exceed the limit of %u", decoder->imageCount, frame_limit);
    }
    animation->stored_width = decoder->image->width;
    animation->stored_height = decoder->image->height;
    *info = (bc_animation_info){
        .width = header.width,
        .height = header.height,
        .frame_count = (uint32_t)decoder->imageCount,
        .loop_count = loop_count(decoder),
        .has_alpha = header.has_alpha,
        .working_bytes = header.working_bytes,
    };
    return BC_OK;
}

bc_avif_animation *bc_avif_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *transform,
                                          bc_animation_info *info, bc_error *error) {
    bc_avif_animation *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    animation->transform = transform;
    animation->decoder = bc_avif_open(file, false, frame_limit > 0 ? frame_limit : 1, error);
    if (animation->decoder && start(animation, frame_limit, info, error) == BC_OK) { return animation; }
    bc_avif_animation_close(animation);
    return NULL;
}

void bc_avif_animation_close(bc_avif_animation *animation) {
    if (animation->decoder) { bc_avif.DecoderDestroy(animation->decoder); }
    free(animation);
}

/// From the end of the last frame to the end of this one.
static uint32_t take_duration(bc_avif_animation *animation) {
    const avifImageTiming timing = animation->decoder->imageTiming;
    const double end = (timing.pts + timing.duration) * 1000;
    // Durations of a file that lies may be infinite or not numbers.
    const uint64_t rounded = end >= 0 && end < 1e15 ? (uint64_t)(end + 0.5) : animation->elapsed;
    const uint64_t duration = rounded > animation->elapsed ? rounded - animation->elapsed : 0;
    animation->elapsed += duration;
    return duration < UINT32_MAX ? (uint32_t)duration : UINT32_MAX;
}

int32_t bc_avif_animation_next(bc_avif_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    avifDecoder *decoder = animation->decoder;
    const avifResult result = bc_avif.DecoderNextImage(decoder);
    if (result == AVIF_RESULT_NO_IMAGES_REMAINING) { return BC_END; }
    if (result != AVIF_RESULT_OK) { return bc_avif_report(error, result, &decoder->diag); }
    const avifImage *image = decoder->image;
    if (image->width != animation->stored_width || image->height != animation->stored_height) {
        return bc_report(error, BC_MALFORMED, "frame %d is %ux%u, the first %ux%u", decoder->imageIndex + 1, image->width, image->height,
                         animation->stored_width, animation->stored_height);
    }
    *duration_ms = take_duration(animation);
    const bc_region whole = {.shrink = 1, .width = animation->placement.width, .height = animation->placement.height};
    bc_row_reducer reducer = {whole, whole.width, whole.height, animation->transform, rgba, NULL};
    return bc_avif_take_rows(image, &animation->placement, &reducer, error);
}
