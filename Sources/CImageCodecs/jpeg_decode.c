#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// After stdio.h, which it needs.
#include <jpeglib.h>
// After jpeglib.h, which it needs.
#include <jerror.h>

#include "internal.h"

/// A progressive file can ask for any number of passes over the whole picture; real ones have about ten.
enum { most_scans = 100 };

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf return_point;
    bc_span file;
    bool allow_truncated;
    bc_codec_error *error;
} error_manager;

/// Where in file and picture the decoder stands.
static void describe_place(j_common_ptr common, char *place, size_t capacity) {
    place[0] = 0;
    if (!common->is_decompressor) { return; }
    j_decompress_ptr cinfo = (j_decompress_ptr)common;
    const bc_span file = ((error_manager *)common->err)->file;
    // Behind the end, libjpeg reads from a buffer of its own.
    const uint8_t *start = file.bytes, *next = cinfo->src ? cinfo->src->next_input_byte : NULL;
    const size_t byte = next >= start && next <= start + file.length ? (size_t)(next - start) : file.length;
    // The rows of a progressive picture say nothing: it is all read before the first comes out.
    if (cinfo->output_height > 0 && !cinfo->buffered_image && !jpeg_has_multiple_scans(cinfo)) {
        const double part = (double)cinfo->output_scanline / cinfo->output_height;
        snprintf(place, capacity, ", near row %u of %u (byte %zu of %zu)", (unsigned)(part * cinfo->image_height), cinfo->image_height, byte,
                 file.length);
    } else {
        snprintf(place, capacity, " (byte %zu of %zu)", byte, file.length);
    }
}

static void fail(j_common_ptr common) {
    error_manager *manager = (error_manager *)common->err;
    char text[JMSG_LENGTH_MAX], place[96];
    manager->base.format_message(common, text);
    describe_place(common, place, sizeof place);
    bc_report(manager->error, BC_CODEC_MALFORMED, "%.150s%s", text, place);
    longjmp(manager->return_point, 1);
}

/// libjpeg goes on after damage, with gray where the picture was. That is an error here unless asked for.
static void take_message(j_common_ptr common, int level) {
    error_manager *manager = (error_manager *)common->err;
    if (level >= 0 || manager->allow_truncated) { return; }
    switch (manager->base.msg_code) {
        case JWRN_JPEG_EOF:
        case JWRN_HIT_MARKER:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_ARITH_BAD_CODE:
        case JWRN_MUST_RESYNC: fail(common);
        default: return;
    }
}

static void stop_scan_bombs(j_common_ptr common) {
    if (((j_decompress_ptr)common)->input_scan_number <= most_scans) { return; }
    error_manager *manager = (error_manager *)common->err;
    bc_report(manager->error, BC_CODEC_MALFORMED, "more than %d progressive scans", most_scans);
    longjmp(manager->return_point, 1);
}

static void say_nothing(j_common_ptr common) { (void)common; }

static void prepare(error_manager *manager, struct jpeg_decompress_struct *cinfo, bc_span file, bc_codec_error *error) {
    memset(cinfo, 0, sizeof *cinfo);
    cinfo->err = jpeg_std_error(&manager->base);
    manager->base.error_exit = fail;
    manager->base.emit_message = take_message;
    manager->base.output_message = say_nothing;
    manager->file = file;
    manager->error = error;
}

static bc_color_model color_model(j_decompress_ptr cinfo) {
    switch (cinfo->jpeg_color_space) {
        case JCS_GRAYSCALE: return BC_COLOR_GRAY;
        case JCS_CMYK:
        case JCS_YCCK: return BC_COLOR_CMYK;
        default: return BC_COLOR_RGB;
    }
}

int32_t bc_jpeg_read_header(bc_span file, bc_image_header *header, bc_codec_error *error) {
    struct jpeg_decompress_struct cinfo;
    error_manager manager = {.allow_truncated = false};
    prepare(&manager, &cinfo, file, error);
    if (setjmp(manager.return_point)) {
        jpeg_destroy_decompress(&cinfo);
        return error->code;
    }
    jpeg_create_decompress(&cinfo);
    jpeg_mem_src(&cinfo, file.bytes, file.length);
    jpeg_read_header(&cinfo, TRUE);
    *header = (bc_image_header){
        .width = cinfo.image_width,
        .height = cinfo.image_height,
        .color = color_model(&cinfo),
        .progressive = jpeg_has_multiple_scans(&cinfo) != 0,
    };
    jpeg_destroy_decompress(&cinfo);
    return BC_CODEC_OK;
}

/// CMYK without a profile, as every viewer does it: each colour times black. Adobe stores all four inverted.
static void naive_cmyk(const uint8_t *cmyk, uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index, cmyk += 4, rgba += 4) {
        for (int channel = 0; channel < 3; ++channel) { rgba[channel] = bc_multiply(cmyk[channel], cmyk[3]); }
        rgba[3] = 255;
    }
}

/// One decoded line, from libjpeg's columns (which start and end at its blocks) to the region's.
static void write_line(j_decompress_ptr cinfo, const bc_color_transform *transform, uint8_t *line, size_t skipped, uint8_t *output,
                       size_t count) {
    if (cinfo->out_color_space == JCS_CMYK) {
        uint8_t *cmyk = line + skipped * 4;
        if (!cinfo->saw_Adobe_marker) {
            for (size_t index = 0; index < count * 4; ++index) { cmyk[index] = (uint8_t)(255 - cmyk[index]); }
        }
        if (transform) {
            bc_color_transform_cmyk(transform, cmyk, output, count);
        } else {
            naive_cmyk(cmyk, output, count);
        }
        return;
    }
    const size_t channels = (size_t)cinfo->output_components;
    memcpy(output, line + skipped * channels, count * channels);
    if (transform && channels == 4) { bc_color_transform_rgba(transform, output, count); }
}

static int32_t decode(bc_span file, bc_region region, bool luma, const bc_color_transform *transform, uint8_t *output,
                      bc_codec_error *error) {
    struct jpeg_decompress_struct cinfo;
    struct jpeg_progress_mgr progress = {.progress_monitor = stop_scan_bombs};
    error_manager manager = {.allow_truncated = region.allow_truncated};
    uint8_t *volatile line = NULL;
    prepare(&manager, &cinfo, file, error);
    if (setjmp(manager.return_point)) {
        jpeg_destroy_decompress(&cinfo);
        free(line);
        return error->code;
    }
    jpeg_create_decompress(&cinfo);
    cinfo.progress = &progress;
    jpeg_mem_src(&cinfo, file.bytes, file.length);
    jpeg_read_header(&cinfo, TRUE);
    if (!bc_region_is_inside(region, cinfo.image_width, cinfo.image_height)) {
        jpeg_destroy_decompress(&cinfo);
        return bc_report(error, BC_CODEC_FAILED, "the region lies outside the picture of %ux%u", cinfo.image_width, cinfo.image_height);
    }
    cinfo.scale_num = 1;
    cinfo.scale_denom = region.shrink;
    cinfo.out_color_space = luma ? JCS_GRAYSCALE : color_model(&cinfo) == BC_COLOR_CMYK ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(&cinfo);

    // A margin on both sides: the smoothing of chroma looks at its neighbours.
    enum { margin = 16 };
    JDIMENSION left = region.x > margin ? region.x - margin : 0;
    const JDIMENSION right = region.x + region.width + margin;
    JDIMENSION width = (right < cinfo.output_width ? right : cinfo.output_width) - left;
    if (width < cinfo.output_width) { jpeg_crop_scanline(&cinfo, &left, &width); }
    line = malloc((size_t)cinfo.output_width * (size_t)cinfo.output_components);
    if (!line) {
        jpeg_destroy_decompress(&cinfo);
        return bc_report(error, BC_CODEC_FAILED, "out of memory");
    }
    if (region.y > 0) { jpeg_skip_scanlines(&cinfo, region.y); }
    const size_t stride = (size_t)region.width * (luma ? 1 : 4);
    for (uint32_t row = 0; row < region.height; ++row) {
        JSAMPROW rows[1] = {line};
        jpeg_read_scanlines(&cinfo, rows, 1);
        write_line(&cinfo, transform, line, region.x - left, output + row * stride, region.width);
    }
    if (cinfo.output_scanline == cinfo.output_height) {
        jpeg_finish_decompress(&cinfo);
    }
    jpeg_destroy_decompress(&cinfo);
    free(line);
    return BC_CODEC_OK;
}

int32_t bc_jpeg_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_codec_error *error) {
    return decode(file, region, false, transform, rgba, error);
}

int32_t bc_jpeg_decode_luma(bc_span file, bc_region region, uint8_t *luma, bc_codec_error *error) {
    return decode(file, region, true, NULL, luma, error);
}
