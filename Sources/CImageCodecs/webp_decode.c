#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include "CCalls.h"
#include "webp_frames.h"

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

static int32_t report_status(bc_error *error, VP8StatusCode status, bc_span file) {
    const int32_t code = status == VP8_STATUS_OUT_OF_MEMORY ? BC_OUT_OF_MEMORY
                         : status == VP8_STATUS_UNSUPPORTED_FEATURE ? BC_UNSUPPORTED
                                                                    : BC_MALFORMED;
    return bc_report(error, code, "%s (file of %zu bytes)", reason(status), file.length);
}

static bool is_lossless(const WebPBitstreamFeatures *features) {
    enum { lossless = 2 };
    return features->format == lossless;
}

/// According to vp8l_dec.c and frame_dec.c.
uint64_t bc_webp_decoder_bytes(const WebPBitstreamFeatures *features) {
    const uint64_t width = (uint64_t)features->width, area = width * (uint64_t)features->height;
    const uint64_t rows = 512 * 1024 + 192 * width;
    // The decoded pixels, with predictor, color and code images of up to a sixteenth each.
    if (is_lossless(features)) { return rows + 5 * area; }
    // An alpha plane with the pixels that it is decoded from.
    return features->has_alpha ? rows + 3 * area : rows;
}

/// The memory that libwebp allocates, plus what is allocated here for pictures with alpha. The region is counted separately.
static uint64_t working_bytes(const WebPBitstreamFeatures *features) {
    const uint64_t area = (uint64_t)features->width * (uint64_t)features->height, decoder = bc_webp_decoder_bytes(features);
    // The first frame, of either codec, and a canvas for it.
    if (features->has_animation) { return 512 * 1024 + 192 * (uint64_t)features->width + 9 * area; }
    return is_lossless(features) || !features->has_alpha ? decoder : decoder + 4 * area;
}

int32_t bc_webp_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    WebPBitstreamFeatures features;
    const VP8StatusCode status = WebPGetFeatures(file.bytes, file.length, &features);
    if (status != VP8_STATUS_OK) { return report_status(error, status, file); }
    *header = (bc_image_header){
        .width = (uint32_t)features.width,
        .height = (uint32_t)features.height,
        .color = BC_COLOR_RGB,
        .has_alpha = features.has_alpha != 0,
        .animated = features.has_animation != 0,
        .lossless = is_lossless(&features),
        .working_bytes = working_bytes(&features),
    };
    return BC_OK;
}

static void set_output(WebPDecoderConfig *config, uint8_t *rgba, size_t stride, size_t size) {
    config->output.colorspace = MODE_RGBA;
    config->output.is_external_memory = 1;
    config->output.u.RGBA.rgba = rgba;
    config->output.u.RGBA.stride = (int)stride;
    config->output.u.RGBA.size = size;
}

/// How many more bytes of the file to pass to libwebp: about a megapixel's worth. Until the first row is decoded, libwebp starts over each
/// time, so the steps must grow.
static size_t next_step(size_t given, size_t length, const WebPDecoderConfig *config, bool has_rows) {
    enum { least = 4096, pixels = 1 << 20 };
    const uint64_t area = (uint64_t)config->input.width * (uint64_t)config->input.height;
    const uint64_t share = area > pixels ? (uint64_t)length * pixels / area : length;
    const size_t step = share > least ? (size_t)share : least;
    return has_rows || step > given / 4 ? step : given / 4;
}

/// Passes the file to libwebp in pieces.
static int32_t decode_still(bc_span file, bool allow_truncated, WebPDecoderConfig *config, bc_error *error) {
    VP8StatusCode status = WebPGetFeatures(file.bytes, file.length, &config->input);
    if (status != VP8_STATUS_OK) { return report_status(error, status, file); }
    WebPIDecoder *decoder = WebPIDecode(NULL, 0, config);
    if (!decoder) { return report_status(error, VP8_STATUS_OUT_OF_MEMORY, file); }
    int rows = 0;
    size_t given = 0;
    bool is_cancelled = false;
    status = VP8_STATUS_SUSPENDED;
    while (status == VP8_STATUS_SUSPENDED && given < file.length && !is_cancelled) {
        const size_t step = next_step(given, file.length, config, rows > 0), rest = file.length - given;
        given += step < rest ? step : rest;
        status = WebPIUpdate(decoder, file.bytes, given);
        (void)WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL);
        is_cancelled = bc_is_cancelled();
    }
    WebPIDelete(decoder);
    if (is_cancelled) { return bc_report_cancelled(error); }
    return status == VP8_STATUS_OK || (allow_truncated && rows > 0) ? BC_OK : report_status(error, status, file);
}

int32_t bc_webp_decode_frame(const bc_webp_frame *frame, uint8_t *rgba, bc_error *error) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) { return bc_report(error, BC_FAILED, "incompatible libwebp version"); }
    const size_t stride = (size_t)frame->drawing.area.width * 4;
    set_output(&config, rgba, stride, stride * frame->drawing.area.height);
    return decode_still(frame->picture, false, &config, error);
}

/// Crops to the region's position in the picture.
static void crop(WebPDecoderConfig *config, bc_region region, uint32_t width, uint32_t height) {
    const uint32_t left = region.x * region.shrink, top = region.y * region.shrink;
    const uint64_t right = (uint64_t)left + (uint64_t)region.width * region.shrink;
    config->options.use_cropping = 1;
    config->options.crop_left = (int)left;
    config->options.crop_top = (int)top;
    config->options.crop_width = (int)((right < width ? (uint32_t)right : width) - left);
    config->options.crop_height = (int)(bc_region_end_row(region, height) - top);
}

/// Decodes the region directly at its scale. Only for lossy files without alpha, because libwebp's scaling does not weight colors by alpha.
static int32_t decode_opaque(bc_span file, bc_region region, const bc_image_header *header, const bc_color_transform *transform,
                             uint8_t *rgba, WebPDecoderConfig *config, bc_error *error) {
    crop(config, region, header->width, header->height);
    config->options.use_scaling = region.shrink > 1;
    config->options.scaled_width = (int)region.width;
    config->options.scaled_height = (int)region.height;
    const size_t stride = (size_t)region.width * 4;
    set_output(config, rgba, stride, stride * region.height);
    const int32_t status = decode_still(file, region.allow_truncated, config, error);
    for (size_t row = 0; status == BC_OK && transform && row < region.height; ++row) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        bc_color_transform_rgba(transform, rgba + row * stride, region.width);
        // Where rows are missing, the transform has turned transparent black into a color.
        bc_premultiply(rgba + row * stride, region.width);
    }
    return status;
}

/// Decodes the first frame of an animation onto its canvas, as straight RGBA.
static int32_t decode_first_frame(bc_span file, bool allow_truncated, const bc_image_header *header, uint8_t *canvas,
                                  WebPDecoderConfig *config, bc_error *error) {
    const WebPData data = {file.bytes, file.length};
    WebPDemuxState state;
    WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
    WebPIterator frame;
    int32_t status = BC_MALFORMED;
    if (demuxer && WebPDemuxGetFrame(demuxer, 1, &frame)) {
        const bool inside = frame.x_offset >= 0 && frame.y_offset >= 0 && (uint32_t)(frame.x_offset + frame.width) <= header->width &&
                            (uint32_t)(frame.y_offset + frame.height) <= header->height;
        if (inside && (frame.complete || allow_truncated)) {
            const size_t stride = (size_t)header->width * 4;
            const size_t corner = (size_t)frame.y_offset * stride + (size_t)frame.x_offset * 4;
            set_output(config, canvas + corner, stride, stride * header->height - corner);
            status = decode_still((bc_span){frame.fragment.bytes, frame.fragment.size}, allow_truncated, config, error);
        }
        WebPDemuxReleaseIterator(&frame);
    }
    WebPDemuxDelete(demuxer);
    if (status == BC_OK || status == BC_CANCELLED) { return status; }
    return bc_report(error, BC_MALFORMED, "the first frame of the animation is damaged or cut short (file of %zu bytes)", file.length);
}

/// Decodes by way of straight pixels, for files that may have alpha.
static int32_t decode_straight(bc_span file, bc_region region, const bc_image_header *header, const bc_color_transform *transform,
                               uint8_t *rgba, WebPDecoderConfig *config, bc_error *error) {
    bc_row_reducer reducer = {region, header->width, header->height, transform, rgba, NULL};
    // In lossy files, chroma smoothing reads across the edges of a crop.
    const bool is_cropped = header->lossless && !header->animated;
    if (is_cropped) {
        crop(config, region, header->width, header->height);
        reducer.region.x = reducer.region.y = 0;
        reducer.picture_width = (uint32_t)config->options.crop_width;
        reducer.picture_height = (uint32_t)config->options.crop_height;
    }
    const size_t stride = (size_t)reducer.picture_width * 4;
    uint8_t *pixels = calloc(reducer.picture_height, stride);
    int32_t status = BC_FAILED;
    if (!pixels || !bc_row_reducer_start(&reducer)) {
        status = bc_report_out_of_memory(error);
    } else if (header->animated) {
        status = decode_first_frame(file, region.allow_truncated, header, pixels, config, error);
    } else {
        set_output(config, pixels, stride, stride * reducer.picture_height);
        status = decode_still(file, region.allow_truncated, config, error);
    }
    if (status == BC_OK) { status = bc_row_reducer_add_all(&reducer, pixels, error); }
    bc_row_reducer_finish(&reducer);
    free(pixels);
    return status;
}

int32_t bc_webp_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    bc_image_header header;
    const int32_t status = bc_webp_read_header(file, &header, error);
    if (status != BC_OK) { return status; }
    if (!bc_region_is_inside(region, header.width, header.height)) {
        return bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", header.width, header.height);
    }
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) { return bc_report(error, BC_FAILED, "incompatible libwebp version"); }
    bc_clear_if_truncated(region, rgba);
    // The pixels of a lossless file may have alpha regardless of its header: the flag in VP8L is only a hint.
    const bool is_opaque = !header.has_alpha && !header.animated && !header.lossless;
    return is_opaque ? decode_opaque(file, region, &header, transform, rgba, &config, error)
                     : decode_straight(file, region, &header, transform, rgba, &config, error);
}
