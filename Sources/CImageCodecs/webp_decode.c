#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "internal.h"

static const char *reason(VP8StatusCode status) {
    switch (status) {
        case VP8_STATUS_OK: return "no error";
        case VP8_STATUS_OUT_OF_MEMORY: return "out of memory";
        case VP8_STATUS_INVALID_PARAM: return "invalid parameter";
        case VP8_STATUS_BITSTREAM_ERROR: return "damaged bitstream";
        case VP8_STATUS_UNSUPPORTED_FEATURE: return "unsupported feature";
        case VP8_STATUS_SUSPENDED:
        case VP8_STATUS_NOT_ENOUGH_DATA: return "the file ends too early";
        case VP8_STATUS_USER_ABORT: return "aborted";
    }
    return "unknown error";
}

static int32_t report_status(bc_codec_error *error, VP8StatusCode status, bc_span file) {
    const int32_t code = status == VP8_STATUS_OUT_OF_MEMORY ? BC_CODEC_FAILED
                         : status == VP8_STATUS_UNSUPPORTED_FEATURE ? BC_CODEC_UNSUPPORTED
                                                                    : BC_CODEC_MALFORMED;
    return bc_report(error, code, "%s (file of %zu bytes)", reason(status), file.length);
}

int32_t bc_webp_read_header(bc_span file, bc_image_header *header, bc_codec_error *error) {
    WebPBitstreamFeatures features;
    const VP8StatusCode status = WebPGetFeatures(file.bytes, file.length, &features);
    if (status != VP8_STATUS_OK) { return report_status(error, status, file); }
    *header = (bc_image_header){
        .width = (uint32_t)features.width,
        .height = (uint32_t)features.height,
        .color = BC_COLOR_RGB,
        .has_alpha = features.has_alpha != 0,
        .animated = features.has_animation != 0,
    };
    return BC_CODEC_OK;
}

/// The whole region at its own scale. Opaque pictures only: libwebp's own shrinking does not weigh colours by alpha.
static int32_t decode_opaque(bc_span file, bc_region region, uint32_t width, uint32_t height, const bc_color_transform *transform,
                             uint8_t *rgba, bc_codec_error *error) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) { return bc_report(error, BC_CODEC_FAILED, "libwebp of another version"); }
    const uint32_t left = region.x * region.shrink, top = region.y * region.shrink;
    const uint64_t right = (uint64_t)left + (uint64_t)region.width * region.shrink;
    config.options.use_cropping = 1;
    config.options.crop_left = (int)left;
    config.options.crop_top = (int)top;
    config.options.crop_width = (int)((right < width ? (uint32_t)right : width) - left);
    config.options.crop_height = (int)(bc_region_end_row(region, height) - top);
    config.options.use_scaling = region.shrink > 1;
    config.options.scaled_width = (int)region.width;
    config.options.scaled_height = (int)region.height;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = rgba;
    config.output.u.RGBA.stride = (int)region.width * 4;
    config.output.u.RGBA.size = (size_t)region.width * region.height * 4;
    VP8StatusCode status;
    if (region.allow_truncated) {
        WebPIDecoder *decoder = WebPIDecode(NULL, 0, &config);
        if (!decoder) { return bc_report(error, BC_CODEC_FAILED, "out of memory"); }
        status = WebPIUpdate(decoder, file.bytes, file.length);
        if (status == VP8_STATUS_SUSPENDED || status == VP8_STATUS_NOT_ENOUGH_DATA) { status = VP8_STATUS_OK; }
        WebPIDelete(decoder);
    } else {
        status = WebPDecode(file.bytes, file.length, &config);
    }
    WebPFreeDecBuffer(&config.output);
    if (status != VP8_STATUS_OK) { return report_status(error, status, file); }
    for (size_t row = 0; transform && row < region.height; ++row) {
        bc_color_transform_rgba(transform, rgba + row * region.width * 4, region.width);
    }
    return BC_CODEC_OK;
}

/// Straight RGBA of the whole picture; of an animation, its first frame on the canvas.
static uint8_t *decode_whole(bc_span file, uint32_t width, uint32_t height, bool animated, bc_codec_error *error) {
    const size_t size = (size_t)width * height * 4;
    uint8_t *pixels = calloc(size, 1);
    if (!pixels) {
        bc_report(error, BC_CODEC_FAILED, "out of memory");
        return NULL;
    }
    if (!animated) {
        if (WebPDecodeRGBAInto(file.bytes, file.length, pixels, size, (int)width * 4)) { return pixels; }
        WebPBitstreamFeatures features;
        const VP8StatusCode status = WebPGetFeatures(file.bytes, file.length, &features);
        report_status(error, status == VP8_STATUS_OK ? VP8_STATUS_NOT_ENOUGH_DATA : status, file);
        free(pixels);
        return NULL;
    }
    const WebPData data = {file.bytes, file.length};
    WebPDemuxState state;
    WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
    WebPIterator frame;
    bool decoded = false;
    if (demuxer && WebPDemuxGetFrame(demuxer, 1, &frame)) {
        const bool inside = frame.x_offset >= 0 && frame.y_offset >= 0 && (uint32_t)(frame.x_offset + frame.width) <= width &&
                            (uint32_t)(frame.y_offset + frame.height) <= height;
        if (inside && frame.complete) {
            uint8_t *corner = pixels + ((size_t)frame.y_offset * width + (size_t)frame.x_offset) * 4;
            decoded = WebPDecodeRGBAInto(frame.fragment.bytes, frame.fragment.size, corner, size - (size_t)(corner - pixels), (int)width * 4);
        }
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(demuxer);
    if (decoded) { return pixels; }
    bc_report(error, BC_CODEC_MALFORMED, "the first frame of the animation is damaged or cut short (file of %zu bytes)", file.length);
    free(pixels);
    return NULL;
}

int32_t bc_webp_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_codec_error *error) {
    bc_image_header header;
    const int32_t status = bc_webp_read_header(file, &header, error);
    if (status != BC_CODEC_OK) { return status; }
    if (!bc_region_is_inside(region, header.width, header.height)) {
        return bc_report(error, BC_CODEC_FAILED, "the region lies outside the picture of %ux%u", header.width, header.height);
    }
    if (!header.has_alpha && !header.animated) {
        return decode_opaque(file, region, header.width, header.height, transform, rgba, error);
    }
    uint8_t *pixels = decode_whole(file, header.width, header.height, header.animated, error);
    if (!pixels) { return error->code; }
    bc_row_reducer reducer = {region, header.width, header.height, transform, rgba, NULL};
    if (!bc_row_reducer_start(&reducer)) {
        free(pixels);
        return bc_report(error, BC_CODEC_FAILED, "out of memory");
    }
    const uint32_t end = bc_region_end_row(region, header.height);
    for (uint32_t row = 0; row < end; ++row) { bc_row_reducer_add(&reducer, row, pixels + (size_t)row * header.width * 4); }
    bc_row_reducer_finish(&reducer);
    free(pixels);
    return BC_CODEC_OK;
}
