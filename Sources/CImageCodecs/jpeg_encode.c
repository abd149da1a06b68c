#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"
#include "jpeg_streams.h"

// Requires jpeglib.h to be included first.
#include <jerror.h>

/// Everything that must survive a longjmp and be cleaned up after it. It is owned by the caller of the function that sets the return point.
typedef struct {
    struct jpeg_compress_struct cinfo;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf return_point;
    bc_jpeg_sink sink;
    uint8_t *line;
    bc_error *error;
} encoding;

static void fail(j_common_ptr common) {
    encoding *state = common->client_data;
    if (common->err->msg_code == JERR_OUT_OF_MEMORY) {
        bc_report_out_of_memory(state->error);
    } else {
        char text[JMSG_LENGTH_MAX];
        common->err->format_message(common, text);
        bc_report(state->error, BC_FAILED, "%s", text);
    }
    longjmp(state->return_point, 1);
}

static void stop(j_common_ptr common) {
    encoding *state = common->client_data;
    bc_report_cancelled(state->error);
    longjmp(state->return_point, 1);
}

/// Called by libjpeg for each row of blocks in each pass.
static void stop_if_cancelled(j_common_ptr common) {
    if (bc_is_cancelled()) { stop(common); }
}

static void say_nothing(j_common_ptr common) { (void)common; }

/// The 16-bit length of a marker includes its own two bytes. Larger data does not fit and is omitted.
static void write_application_marker(j_compress_ptr cinfo, const char *prefix, size_t prefix_length, bc_span data) {
    enum { most = 65533 };
    if (!data.bytes || data.length == 0 || data.length > most - prefix_length) { return; }
    jpeg_write_m_header(cinfo, JPEG_APP0 + 1, (unsigned)(prefix_length + data.length));
    for (size_t index = 0; index < prefix_length; ++index) { jpeg_write_m_byte(cinfo, prefix[index]); }
    const uint8_t *bytes = data.bytes;
    for (size_t index = 0; index < data.length; ++index) { jpeg_write_m_byte(cinfo, bytes[index]); }
}

static void write_metadata(j_compress_ptr cinfo, bc_metadata metadata) {
    static const char exif_prefix[] = "Exif\0";
    static const char xmp_prefix[] = "http://ns.adobe.com/xap/1.0/";
    write_application_marker(cinfo, exif_prefix, sizeof exif_prefix, metadata.exif);
    write_application_marker(cinfo, xmp_prefix, sizeof xmp_prefix, metadata.xmp);
    if (metadata.icc_profile.bytes && metadata.icc_profile.length > 0 && metadata.icc_profile.length <= UINT32_MAX) {
        jpeg_write_icc_profile(cinfo, metadata.icc_profile.bytes, (unsigned)metadata.icc_profile.length);
    }
}

static void set_subsampling(j_compress_ptr cinfo, bc_subsampling subsampling) {
    cinfo->comp_info[0].h_samp_factor = subsampling == BC_SUBSAMPLING_444 ? 1 : 2;
    cinfo->comp_info[0].v_samp_factor = subsampling == BC_SUBSAMPLING_420 ? 2 : 1;
}

/// Composites premultiplied pixels over the background.
static void flatten(const uint8_t *rgba, const uint8_t background[3], uint8_t *line, uint32_t count) {
    for (uint32_t index = 0; index < count; ++index, rgba += 4, line += 4) {
        const uint32_t rest = 255u - rgba[3];
        for (int channel = 0; channel < 3; ++channel) {
            const uint32_t sum = rgba[channel] + bc_multiply(background[channel], rest);
            line[channel] = (uint8_t)(sum > 255 ? 255 : sum);
        }
        line[3] = 255;
    }
}

static int32_t encode(encoding *state, const uint8_t *rgba, uint32_t width, uint32_t height, bc_jpeg_settings settings,
                      bc_metadata metadata) {
    const j_compress_ptr cinfo = &state->cinfo;
    if (setjmp(state->return_point)) { return state->error->code; }
    jpeg_create_compress(cinfo);
    cinfo->client_data = state;
    cinfo->progress = &state->progress;
    // About the size of a typical photo; noise needs up to ten times as much.
    state->line = malloc((size_t)width * 4);
    if (!bc_jpeg_sink_start(&state->sink, cinfo, (size_t)width * height / 2 + 4096, stop) || !state->line) {
        return bc_report_out_of_memory(state->error);
    }
    cinfo->image_width = width;
    cinfo->image_height = height;
    cinfo->input_components = 4;
    cinfo->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(cinfo);
    if (metadata.pixels_per_inch > 0) {
        const int per_inch = 1;
        cinfo->density_unit = per_inch;
        cinfo->X_density = cinfo->Y_density = (UINT16)metadata.pixels_per_inch;
    }
    jpeg_set_quality(cinfo, settings.quality, TRUE);
    set_subsampling(cinfo, settings.subsampling);
    cinfo->optimize_coding = TRUE;
    if (settings.progressive) { jpeg_simple_progression(cinfo); }
    jpeg_start_compress(cinfo, TRUE);
    write_metadata(cinfo, metadata);
    for (uint32_t row = 0; row < height; ++row) {
        flatten(rgba + (size_t)row * width * 4, settings.background, state->line, width);
        JSAMPROW rows[1] = {state->line};
        jpeg_write_scanlines(cinfo, rows, 1);
    }
    jpeg_finish_compress(cinfo);
    return BC_OK;
}

int32_t bc_jpeg_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_jpeg_settings settings, bc_metadata metadata,
                       bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    if (width == 0 || height == 0 || width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) {
        return bc_report(error, BC_UNSUPPORTED, "the sides of a JPEG must be 1 to %ld pixels, not %ux%u", JPEG_MAX_DIMENSION, width, height);
    }
    encoding state = {.error = error, .progress = {.progress_monitor = stop_if_cancelled}};
    state.cinfo.err = jpeg_std_error(&state.errors);
    state.cinfo.client_data = &state;
    state.errors.error_exit = fail;
    state.errors.output_message = say_nothing;
    const int32_t status = encode(&state, rgba, width, height, settings, metadata);
    jpeg_destroy_compress(&state.cinfo);
    free(state.line);
    if (status == BC_OK) {
        *output = state.sink.written;
    } else {
        free(state.sink.written.bytes);
    }
    return status;
}
