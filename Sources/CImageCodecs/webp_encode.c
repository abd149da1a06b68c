#include <stdlib.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "internal.h"

bool bc_webp_import_pixels(WebPPicture *picture, const uint8_t *rgba) {
    const size_t count = (size_t)picture->width * (size_t)picture->height;
    uint8_t *straight = malloc(count * 4);
    if (!straight) { return false; }
    for (size_t index = 0; index < count; ++index) {
        const uint8_t *pixel = rgba + index * 4;
        for (int channel = 0; channel < 3; ++channel) {
            straight[index * 4 + (size_t)channel] = pixel[3] == 255 ? pixel[channel] : bc_unmultiply(pixel[channel], pixel[3]);
        }
        straight[index * 4 + 3] = pixel[3];
    }
    const bool imported = WebPPictureImportRGBA(picture, straight, picture->width * 4);
    free(straight);
    return imported;
}

static bool set_chunk(WebPMux *mux, const char *name, bc_span data) {
    if (!data.bytes || data.length == 0) { return true; }
    const WebPData chunk = {data.bytes, data.length};
    return WebPMuxSetChunk(mux, name, &chunk, 0) == WEBP_MUX_OK;
}

/// Wraps an encoded picture in the extended container, with its metadata.
static bool add_metadata(bc_bytes *output, bc_metadata metadata) {
    if (!metadata.icc_profile.length && !metadata.exif.length && !metadata.xmp.length) { return true; }
    const WebPData image = {output->bytes, output->length};
    WebPData assembled = {NULL, 0};
    WebPMux *mux = WebPMuxNew();
    const bool made = mux && WebPMuxSetImage(mux, &image, 0) == WEBP_MUX_OK && set_chunk(mux, "ICCP", metadata.icc_profile) &&
                      set_chunk(mux, "EXIF", metadata.exif) && set_chunk(mux, "XMP ", metadata.xmp) &&
                      WebPMuxAssemble(mux, &assembled) == WEBP_MUX_OK;
    WebPMuxDelete(mux);
    if (!made) { return false; }
    // libwebp's memory is given back by its own function, ours by free: copy.
    uint8_t *copy = malloc(assembled.size);
    if (copy) {
        memcpy(copy, assembled.bytes, assembled.size);
        free(output->bytes);
        *output = (bc_bytes){copy, assembled.size};
    }
    WebPDataClear(&assembled);
    return copy != NULL;
}

int32_t bc_webp_encode(const uint8_t *rgba, uint32_t width, uint32_t height, int32_t quality, bool lossless, bc_metadata metadata,
                       bc_bytes *output, bc_codec_error *error) {
    *output = (bc_bytes){NULL, 0};
    if (width == 0 || height == 0 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION) {
        return bc_report(error, BC_CODEC_UNSUPPORTED, "a WebP has sides of 1 to %d pixels, not %ux%u", WEBP_MAX_DIMENSION, width, height);
    }
    WebPConfig config;
    WebPPicture picture;
    if (!WebPConfigPreset(&config, WEBP_PRESET_PHOTO, (float)quality) || !WebPPictureInit(&picture)) {
        return bc_report(error, BC_CODEC_FAILED, "libwebp of another version");
    }
    if (lossless) {
        config.lossless = 1;
        config.exact = 0;
    }
    picture.use_argb = lossless;
    picture.width = (int)width;
    picture.height = (int)height;
    WebPMemoryWriter writer;
    WebPMemoryWriterInit(&writer);
    picture.writer = WebPMemoryWrite;
    picture.custom_ptr = &writer;
    if (!bc_webp_import_pixels(&picture, rgba) || !WebPEncode(&config, &picture)) {
        const int reason = picture.error_code;
        WebPPictureFree(&picture);
        WebPMemoryWriterClear(&writer);
        return bc_report(error, BC_CODEC_FAILED, "libwebp error %d", reason);
    }
    WebPPictureFree(&picture);
    uint8_t *copy = malloc(writer.size);
    if (copy) {
        memcpy(copy, writer.mem, writer.size);
        *output = (bc_bytes){copy, writer.size};
    }
    WebPMemoryWriterClear(&writer);
    if (!copy || !add_metadata(output, metadata)) {
        bc_bytes_free(*output);
        *output = (bc_bytes){NULL, 0};
        return bc_report(error, BC_CODEC_FAILED, "metadata that libwebp does not take");
    }
    return BC_CODEC_OK;
}
