#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "CCalls.h"
#include "internal.h"

struct bc_webp_animation_writer {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    uint32_t width, height;
    bool has_alpha;
};

bc_webp_animation_writer *bc_webp_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, int32_t quality, bool lossless,
                                                   bc_error *error) {
    if (width == 0 || height == 0 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
        bc_report(error, BC_UNSUPPORTED, "the sides of a WebP must be 1 to %d pixels, not %ux%u", WEBP_MAX_DIMENSION, width, height);
        return NULL;
    }
    enum { most_loops = 0xFFFF };
    if (loop_count > most_loops) {
        bc_report(error, BC_INVALID_ARGUMENT, "a WebP is shown at most %d times, not %u", most_loops, loop_count);
        return NULL;
    }
    bc_webp_animation_writer *animation = calloc(1, sizeof *animation);
    WebPAnimEncoderOptions options;
    if (!animation || !WebPAnimEncoderOptionsInit(&options) || !WebPConfigPreset(&animation->config, WEBP_PRESET_PHOTO, (float)quality)) {
        free(animation);
        bc_report(error, BC_FAILED, "out of memory, or an incompatible libwebp version");
        return NULL;
    }
    options.anim_params.loop_count = (int)loop_count;
    animation->config.lossless = lossless;
    bc_webp_limit_effort(&animation->config, width, height);
    animation->width = width;
    animation->height = height;
    animation->encoder = WebPAnimEncoderNew((int)width, (int)height, &options);
    if (!animation->encoder) {
        free(animation);
        bc_report(error, BC_FAILED, "libwebp cannot start an animation of %ux%u", width, height);
        return NULL;
    }
    return animation;
}

void bc_webp_animation_destroy(bc_webp_animation_writer *animation) {
    WebPAnimEncoderDelete(animation->encoder);
    free(animation);
}

static int32_t report_encoder(const bc_webp_animation_writer *animation, bc_error *error) {
    return bc_report(error, BC_FAILED, "libwebp: %s", WebPAnimEncoderGetError(animation->encoder));
}

int32_t bc_webp_animation_add(bc_webp_animation_writer *animation, const uint8_t *rgba, int32_t start, bc_error *error) {
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) { return bc_report(error, BC_FAILED, "incompatible libwebp version"); }
    picture.use_argb = 1;
    picture.width = (int)animation->width;
    picture.height = (int)animation->height;
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    const size_t count = (size_t)animation->width * animation->height;
    for (size_t index = 0; !animation->has_alpha && index < count; ++index) { animation->has_alpha = rgba[index * 4 + 3] < 255; }
    if (!bc_webp_import_pixels(&picture, rgba)) {
        const WebPEncodingError reason = picture.error_code;
        WebPPictureFree(&picture);
        return bc_webp_report(error, reason);
    }
    const int added = WebPAnimEncoderAdd(animation->encoder, &picture, start, &animation->config);
    WebPPictureFree(&picture);
    return added ? BC_OK : report_encoder(animation, error);
}

/// Says in the extended header that the animation has alpha. libwebp does so only if pixels of a frame have, and cuts frames to what is not
/// transparent.
static void say_alpha(bc_bytes file) {
    enum { name = 12, flags = 20 };
    if (file.length > flags && memcmp(file.bytes + name, "VP8X", 4) == 0) { file.bytes[flags] |= ALPHA_FLAG; }
}

int32_t bc_webp_animation_finish(bc_webp_animation_writer *animation, int32_t end, bc_metadata metadata, bc_bytes *output,
                                 bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    WebPData file;
    WebPDataInit(&file);
    if (!WebPAnimEncoderAdd(animation->encoder, NULL, end, NULL) || !WebPAnimEncoderAssemble(animation->encoder, &file)) {
        return report_encoder(animation, error);
    }
    const int32_t status = bc_webp_finish((bc_span){file.bytes, file.size}, metadata, output, error);
    WebPDataClear(&file);
    if (status == BC_OK && animation->has_alpha) { say_alpha(*output); }
    return status;
}
