#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "CCalls.h"
#include "internal.h"

struct bc_webp_animation {
    WebPAnimEncoder *encoder;
    WebPConfig config;
    uint32_t width, height;
};

bc_webp_animation *bc_webp_animation_create(uint32_t width, uint32_t height, int32_t quality, bool lossless, bc_error *error) {
    if (width == 0 || height == 0 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
        bc_report(error, BC_UNSUPPORTED, "the sides of a WebP must be 1 to %d pixels, not %ux%u", WEBP_MAX_DIMENSION, width, height);
        return NULL;
    }
    bc_webp_animation *animation = calloc(1, sizeof *animation);
    WebPAnimEncoderOptions options;
    if (!animation || !WebPAnimEncoderOptionsInit(&options) || !WebPConfigPreset(&animation->config, WEBP_PRESET_PHOTO, (float)quality)) {
        free(animation);
        bc_report(error, BC_FAILED, "out of memory, or an incompatible libwebp version");
        return NULL;
    }
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

void bc_webp_animation_destroy(bc_webp_animation *animation) {
    WebPAnimEncoderDelete(animation->encoder);
    free(animation);
}

static int32_t report_encoder(const bc_webp_animation *animation, bc_error *error) {
    return bc_report(error, BC_FAILED, "libwebp: %s", WebPAnimEncoderGetError(animation->encoder));
}

int32_t bc_webp_animation_add(bc_webp_animation *animation, const uint8_t *rgba, int32_t start, bc_error *error) {
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) { return bc_report(error, BC_FAILED, "incompatible libwebp version"); }
    picture.use_argb = 1;
    picture.width = (int)animation->width;
    picture.height = (int)animation->height;
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    if (!bc_webp_import_pixels(&picture, rgba)) {
        const WebPEncodingError reason = picture.error_code;
        WebPPictureFree(&picture);
        return bc_webp_report(error, reason);
    }
    const int added = WebPAnimEncoderAdd(animation->encoder, &picture, start, &animation->config);
    WebPPictureFree(&picture);
    return added ? BC_OK : report_encoder(animation, error);
}

int32_t bc_webp_animation_finish(bc_webp_animation *animation, int32_t end, bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    WebPData file;
    WebPDataInit(&file);
    if (!WebPAnimEncoderAdd(animation->encoder, NULL, end, NULL) || !WebPAnimEncoderAssemble(animation->encoder, &file)) {
        return report_encoder(animation, error);
    }
    // Copied because libwebp's memory needs its own function to be freed, while ours uses free.
    uint8_t *copy = malloc(file.size);
    if (copy) {
        memcpy(copy, file.bytes, file.size);
        *output = (bc_bytes){copy, file.size};
    }
    WebPDataClear(&file);
    return copy ? BC_OK : bc_report_out_of_memory(error);
}
