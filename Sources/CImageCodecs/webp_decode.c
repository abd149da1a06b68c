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

static void set_output(WebPDecoderConfig *config, uint8_t *rgba, size_t stride, size_t size) {
    config->output.colorspace = MODE_RGBA;
    config->output.is_external_memory = 1;
    config->output.u.RGBA.rgba = rgba;
    config->output.u.RGBA.stride = (int)stride;
    config->output.u.RGBA.size = size;
}

static VP8StatusCode decode_still(bc_span file, bool allow_truncated, WebPDecoderConfig *config) {
    if (!allow_truncated) { return WebPDecode(file.bytes, file.length, config); }
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, config);
    if (!decoder) { return VP8_STATUS_OUT_OF_MEMORY; }
    VP8StatusCode status = WebPIUpdate(decoder, file.bytes, file.length);
    int rows = 0;
    if (WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL) && rows > 0) { status = VP8_STATUS_OK; }
    WebPIDelete(decoder);
    return status;
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
    set_output(&config, rgba, (size_t)region.width * 4, (size_t)region.width * region.height * 4);
    const VP8StatusCode status = decode_still(file, region.allow_truncated, &config);
    if (status != VP8_STATUS_OK) { return report_status(error, status, file); }
    for (size_t row = 0; transform && row < region.height; ++row) {
        bc_color_transform_rgba(transform, rgba + row * region.width * 4, region.width);
    }
    return BC_CODEC_OK;
}

/// The first frame of an animation on its canvas, straight RGBA.
static int32_t decode_first_frame(bc_span file, bool allow_truncated, uint32_t width, uint32_t height, uint8_t *canvas,
                                  WebPDecoderConfig *config, bc_codec_error *error) {
    const WebPData data = {file.bytes, file.length};
    WebPDemuxState state;
    WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
    WebPIterator frame;
    VP8StatusCode status = VP8_STATUS_NOT_ENOUGH_DATA;
    if (demuxer && WebPDemuxGetFrame(demuxer, 1, &frame)) {
        const bool inside = frame.x_offset >= 0 && frame.y_offset >= 0 && (uint32_t)(frame.x_offset + frame.width) <= width &&
                            (uint32_t)(frame.y_offset + frame.height) <= height;
        if (inside && (frame.complete || allow_truncated)) {
            const size_t stride = (size_t)width * 4;
            const size_t corner = (size_t)frame.y_offset * stride + (size_t)frame.x_offset * 4;
            set_output(config, canvas + corner, stride, stride * height - corner);
            status = decode_still((bc_span){frame.fragment.bytes, frame.fragment.size}, allow_truncated, config);
        }
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(demuxer);
    if (status == VP8_STATUS_OK) { return BC_CODEC_OK; }
    return bc_report(error, BC_CODEC_MALFORMED, "the first frame of the animation is damaged or cut short (file of %zu bytes)", file.length);
}

/// Straight RGBA of the whole picture.
static int32_t decode_whole(bc_span file, bool allow_truncated, const bc_image_header *header, uint8_t *rgba, bc_codec_error *error) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) { return bc_report(error, BC_CODEC_FAILED, "libwebp of another version"); }
    if (header->animated) { return decode_first_frame(file, allow_truncated, header->width, header->height, rgba, &config, error); }
    set_output(&config, rgba, (size_t)header->width * 4, (size_t)header->width * header->height * 4);
    const VP8StatusCode status = decode_still(file, allow_truncated, &config);
    return status == VP8_STATUS_OK ? BC_CODEC_OK : report_status(error, status, file);
}

int32_t bc_webp_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_codec_error *error) {
    bc_image_header header;
    int32_t status = bc_webp_read_header(file, &header, error);
    if (status != BC_CODEC_OK) { return status; }
    if (!bc_region_is_inside(region, header.width, header.height)) {
        return bc_report(error, BC_CODEC_FAILED, "the region lies outside the picture of %ux%u", header.width, header.height);
    }
    if (!header.has_alpha && !header.animated) {
        return decode_opaque(file, region, header.width, header.height, transform, rgba, error);
    }
    const size_t stride = (size_t)header.width * 4;
    uint8_t *pixels = calloc(header.height, stride);
    bc_row_reducer reducer = {region, header.width, header.height, transform, rgba, NULL};
    if (!pixels || !bc_row_reducer_start(&reducer)) {
        free(pixels);
        return bc_report(error, BC_CODEC_FAILED, "out of memory");
    }
    status = decode_whole(file, region.allow_truncated, &header, pixels, error);
    const uint32_t end = bc_region_end_row(region, header.height);
    for (uint32_t row = 0; status == BC_CODEC_OK && row < end; ++row) { bc_row_reducer_add(&reducer, row, pixels + row * stride); }
    bc_row_reducer_finish(&reducer);
    free(pixels);
    return status;
}
