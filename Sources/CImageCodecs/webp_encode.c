#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "CCalls.h"
#include "internal.h"

/// Called by libwebp between rows of blocks; returning zero stops it.
int bc_webp_goes_on(int percent, const WebPPicture *picture) {
    (void)percent, (void)picture;
    return !bc_is_cancelled();
}

int32_t bc_webp_report(bc_error *error, WebPEncodingError reason) {
    switch (reason) {
        case VP8_ENC_ERROR_USER_ABORT: return bc_report_cancelled(error);
        case VP8_ENC_ERROR_OUT_OF_MEMORY:
        case VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY: return bc_report_out_of_memory(error);
        default: return bc_report(error, BC_FAILED, "libwebp error %d", reason);
    }
}

static bool is_opaque(const uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        if (rgba[index * 4 + 3] != 255) { return false; }
    }
    return true;
}

static void straighten(const uint8_t *rgba, uint8_t *straight, size_t count) {
    for (size_t index = 0; index < count; ++index, rgba += 4, straight += 4) {
        for (int channel = 0; channel < 3; ++channel) {
            straight[channel] = rgba[3] == 255 ? rgba[channel] : bc_unmultiply(rgba[channel], rgba[3]);
        }
        straight[3] = rgba[3];
    }
}

static void copy_plane(uint8_t *output, int output_stride, const uint8_t *plane, int stride, int width, int height) {
    for (int row = 0; row < height; ++row) { memcpy(output + (size_t)row * output_stride, plane + (size_t)row * stride, (size_t)width); }
}

/// Copies the planes of a part of a picture to their place in the whole. The part begins at an even row.
static void put_planes(WebPPicture *whole, const WebPPicture *part, int row) {
    const int colors = (part->width + 1) / 2, color_rows = (part->height + 1) / 2;
    const size_t color_start = (size_t)(row / 2) * whole->uv_stride;
    copy_plane(whole->y + (size_t)row * whole->y_stride, whole->y_stride, part->y, part->y_stride, part->width, part->height);
    copy_plane(whole->u + color_start, whole->uv_stride, part->u, part->uv_stride, colors, color_rows);
    copy_plane(whole->v + color_start, whole->uv_stride, part->v, part->uv_stride, colors, color_rows);
    if (!whole->a) { return; }
    uint8_t *alpha = whole->a + (size_t)row * whole->a_stride;
    if (part->a) {
        copy_plane(alpha, whole->a_stride, part->a, part->a_stride, part->width, part->height);
    } else {
        memset(alpha, 255, (size_t)part->height * whole->a_stride);
    }
}

/// Imports some rows of straight pixels, starting at an even row.
static bool import_rows(WebPPicture *picture, const uint8_t *straight, int row, int count) {
    if (picture->use_argb) {
        uint32_t *argb = picture->argb + (size_t)row * picture->argb_stride;
        for (int index = 0; index < count * picture->width; ++index, straight += 4) {
            argb[index] = (uint32_t)straight[3] << 24 | (uint32_t)straight[0] << 16 | (uint32_t)straight[1] << 8 | straight[2];
        }
        return true;
    }
    WebPPicture part;
    if (!WebPPictureInit(&part)) { return false; }
    part.width = picture->width;
    part.height = count;
    const bool is_imported = WebPPictureImportRGBA(&part, straight, picture->width * 4);
    if (is_imported) {
        put_planes(picture, &part, row);
    } else {
        picture->error_code = part.error_code;
    }
    WebPPictureFree(&part);
    return is_imported;
}

bool bc_webp_import_pixels(WebPPicture *picture, const uint8_t *rgba) {
    enum { rows = 64 };
    const size_t stride = (size_t)picture->width * 4;
    const bool opaque = is_opaque(rgba, (size_t)picture->width * (size_t)picture->height);
    picture->colorspace = opaque ? WEBP_YUV420 : WEBP_YUV420A;
    if (!WebPPictureAlloc(picture)) { return false; }
    uint8_t *straight = opaque ? NULL : malloc(stride * rows);
    bool imported = opaque || straight;
    if (!imported) { picture->error_code = VP8_ENC_ERROR_OUT_OF_MEMORY; }
    for (int row = 0; imported && row < picture->height; row += rows) {
        const int rest = picture->height - row, count = rest < rows ? rest : rows;
        const uint8_t *start = rgba + (size_t)row * stride;
        if (!opaque) { straighten(start, straight, (size_t)count * (size_t)picture->width); }
        imported = import_rows(picture, opaque ? start : straight, row, count);
        if (imported && bc_is_cancelled()) {
            picture->error_code = VP8_ENC_ERROR_USER_ABORT;
            imported = false;
        }
    }
    free(straight);
    return imported;
}

void bc_webp_limit_effort(WebPConfig *config, uint32_t width, uint32_t height) {
    enum { large = 8 * 1024 * 1024 };
    // With its default method, libwebp needs 28 bytes per pixel for noise and half a second between cancellation checks. The faster methods
    // need 8 bytes and half the time, and photo files do not get larger.
    if ((uint64_t)width * height > large) { config->method = config->lossless ? 0 : 2; }
}

static bool set_chunk(WebPMux *mux, const char *name, bc_span data) {
    if (!data.bytes || data.length == 0) { return true; }
    const WebPData chunk = {data.bytes, data.length};
    return WebPMuxSetChunk(mux, name, &chunk, 0) == WEBP_MUX_OK;
}

static int32_t copy_bytes(const uint8_t *bytes, size_t length, bc_bytes *output, bc_error *error) {
    uint8_t *copy = malloc(length);
    if (!copy) { return bc_report_out_of_memory(error); }
    memcpy(copy, bytes, length);
    *output = (bc_bytes){copy, length};
    return BC_OK;
}

int32_t bc_webp_finish(bc_span file, bc_metadata metadata, bc_bytes *output, bc_error *error) {
    if (!metadata.icc_profile.length && !metadata.exif.length && !metadata.xmp.length) {
        return copy_bytes(file.bytes, file.length, output, error);
    }
    const WebPData plain = {file.bytes, file.length};
    WebPData assembled = {NULL, 0};
    WebPMux *mux = WebPMuxCreate(&plain, 0);
    const bool made = mux && set_chunk(mux, "ICCP", metadata.icc_profile) && set_chunk(mux, "EXIF", metadata.exif) &&
                      set_chunk(mux, "XMP ", metadata.xmp) && WebPMuxAssemble(mux, &assembled) == WEBP_MUX_OK;
    const int32_t status = made ? copy_bytes(assembled.bytes, assembled.size, output, error)
                                : bc_report(error, BC_FAILED, "libwebp did not accept the metadata");
    WebPDataClear(&assembled);
    WebPMuxDelete(mux);
    return status;
}

int32_t bc_webp_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t quality, bool lossless, bc_metadata metadata,
                       bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    if (width == 0 || height == 0 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
        return bc_report(error, BC_UNSUPPORTED, "the sides of a WebP must be 1 to %d pixels, not %ux%u", WEBP_MAX_DIMENSION, width, height);
    }
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigPreset(&config, WEBP_PRESET_PHOTO, (float)quality) || !WebPPictureInit(&picture)) {
        return bc_report(error, BC_FAILED, "incompatible libwebp version");
    }
    config.lossless = lossless;
    bc_webp_limit_effort(&config, width, height);
    picture.use_argb = lossless;
    picture.width = (int)width;
    picture.height = (int)height;
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture.progress_hook = bc_webp_goes_on;
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    if (!bc_webp_import_pixels(&picture, rgba) || !WebPEncode(&config, &picture)) {
        const WebPEncodingError reason = picture.error_code;
        WebPPictureFree(&picture);
        WebPMemoryWriterClear(&writer);
        return bc_webp_report(error, reason);
    }
    WebPPictureFree(&picture);
    const int32_t status = bc_webp_finish((bc_span){writer.mem, writer.size}, metadata, output, error);
    WebPMemoryWriterClear(&writer);
    return status;
}
