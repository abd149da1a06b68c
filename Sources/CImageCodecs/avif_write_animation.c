#include <limits.h>
#include <stdlib.h>

#include "CCalls.h"
#include "avif_library.h"

struct bc_avif_writer {
    avifEncoder *encoder;
    /// The last frame, which is encoded once its duration is known.
    avifImage *_Nullable pending;
    int32_t start;
    uint32_t width, height;
    bc_subsampling subsampling;
    bool has_alpha;
};

bool bc_avif_writes_loop_counts(void) { return AVIF_VERSION_MAJOR >= 1; }

static void set_loop_count(avifEncoder *encoder, uint32_t loop_count) {
#if AVIF_VERSION_MAJOR >= 1
    // The repetitions after the first time.
    encoder->repetitionCount = loop_count == 0 || loop_count > INT_MAX ? AVIF_REPETITION_COUNT_INFINITE : (int)loop_count - 1;
#else
    (void)encoder, (void)loop_count;
#endif
}

bc_avif_writer *bc_avif_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, bool has_alpha, bc_avif_settings settings,
                                         bc_error *error) {
    if (bc_avif_check_size(width, height, error) != BC_OK || bc_avif_open_library(error) != BC_OK) { return NULL; }
    bc_avif_writer *animation = calloc(1, sizeof *animation);
    avifEncoder *encoder = animation ? bc_avif_create_encoder(settings) : NULL;
    if (!encoder) {
        free(animation);
        bc_report_out_of_memory(error);
        return NULL;
    }
    set_loop_count(encoder, loop_count);
    *animation = (bc_avif_writer){encoder, NULL, 0, width, height, settings.subsampling, has_alpha};
    return animation;
}

void bc_avif_animation_destroy(bc_avif_writer *animation) {
    if (animation->pending) { bc_avif.ImageDestroy(animation->pending); }
    bc_avif.EncoderDestroy(animation->encoder);
    free(animation);
}

static int32_t encode_pending(bc_avif_writer *animation, int32_t end, bc_error *error) {
    if (!animation->pending) { return BC_OK; }
    if (end <= animation->start) {
        return bc_report(error, BC_INVALID_ARGUMENT, "a frame that starts at %d ms cannot end at %d ms", animation->start, end);
    }
    const uint64_t duration = (uint64_t)((int64_t)end - animation->start);
    const avifResult result = bc_avif.EncoderAddImage(animation->encoder, animation->pending, duration, AVIF_ADD_IMAGE_FLAG_NONE);
    bc_avif.ImageDestroy(animation->pending);
    animation->pending = NULL;
    return result == AVIF_RESULT_OK ? BC_OK : bc_report(error, BC_FAILED, "libavif: %s", bc_avif.ResultToString(result));
}

int32_t bc_avif_animation_add(bc_avif_writer *animation, const uint8_t *rgba, int32_t start, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    const int32_t status = encode_pending(animation, start, error);
    if (status != BC_OK) { return status; }
    animation->start = start;
    animation->pending =
        bc_avif_import(rgba, animation->width, animation->height, animation->has_alpha, animation->subsampling, error);
    return animation->pending ? BC_OK : error->code;
}

void bc_avif_animation_set_metadata(bc_avif_writer *animation, bc_metadata metadata) {
    if (animation->pending) { bc_avif_set_metadata(animation->pending, metadata); }
}

int32_t bc_avif_animation_finish(bc_avif_writer *animation, int32_t end, bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    if (!animation->pending) { return bc_report(error, BC_FAILED, "an animation needs at least one frame"); }
    const int32_t status = encode_pending(animation, end, error);
    return status == BC_OK ? bc_avif_finish(animation->encoder, output, error) : status;
}
