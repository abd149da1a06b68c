#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// After stdio.h, which it needs.
#include <jpeglib.h>

#include "internal.h"

typedef struct {
    struct jpeg_error_mgr base;
    jmp_buf return_point;
    bc_codec_error *error;
} error_manager;

static void fail(j_common_ptr common) {
    error_manager *manager = (error_manager *)common->err;
    char text[JMSG_LENGTH_MAX];
    manager->base.format_message(common, text);
    bc_report(manager->error, BC_CODEC_FAILED, "%s", text);
    longjmp(manager->return_point, 1);
}

static void say_nothing(j_common_ptr common) { (void)common; }

/// A marker holds 64 KiB less its own length; more cannot be written in one, and is left out.
static void write_application_marker(j_compress_ptr cinfo, const char *prefix, size_t prefix_length, bc_span data) {
    enum { most = 65533 };
    if (!data.bytes || data.length == 0 || prefix_length + data.length > most) { return; }
    jpeg_write_m_header(cinfo, JPEG_APP0 + 1, (unsigned)(prefix_length + data.length));
    for (size_t index = 0; index < prefix_length; ++index) { jpeg_write_m_byte(cinfo, prefix[index]); }
    const uint8_t *bytes = data.bytes;
    for (size_t index = 0; index < data.length; ++index) { jpeg_write_m_byte(cinfo, bytes[index]); }
}

static void set_subsampling(j_compress_ptr cinfo, bc_subsampling subsampling) {
    cinfo->comp_info[0].h_samp_factor = subsampling == BC_SUBSAMPLING_444 ? 1 : 2;
    cinfo->comp_info[0].v_samp_factor = subsampling == BC_SUBSAMPLING_420 ? 2 : 1;
}

/// Puts premultiplied pixels on the background.
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

int32_t bc_jpeg_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_jpeg_settings settings, bc_metadata metadata,
                       bc_bytes *output, bc_codec_error *error) {
    struct jpeg_compress_struct cinfo;
    error_manager manager;
    unsigned char *volatile bytes = NULL;
    unsigned char *buffer = NULL;
    unsigned long length = 0;
    uint8_t *volatile line = NULL;
    memset(&cinfo, 0, sizeof cinfo);
    cinfo.err = jpeg_std_error(&manager.base);
    manager.base.error_exit = fail;
    manager.base.output_message = say_nothing;
    manager.error = error;
    *output = (bc_bytes){NULL, 0};
    if (width == 0 || height == 0 || width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) {
        return bc_report(error, BC_CODEC_UNSUPPORTED, "a JPEG has sides of 1 to %ld pixels, not %ux%u", JPEG_MAX_DIMENSION, width, height);
    }
    // The worst case, so that libjpeg never moves the buffer to memory that a longjmp would lose.
    length = (unsigned long)width * height * 6 + 4096 + metadata.icc_profile.length * 2 + metadata.exif.length + metadata.xmp.length;
    buffer = malloc(length);
    bytes = buffer;
    line = malloc((size_t)width * 4);
    if (!bytes || !line) {
        free(bytes);
        free(line);
        return bc_report(error, BC_CODEC_FAILED, "out of memory");
    }
    if (setjmp(manager.return_point)) {
        jpeg_destroy_compress(&cinfo);
        free(bytes);
        free(line);
        return error->code;
    }
    jpeg_create_compress(&cinfo);
    jpeg_mem_dest(&cinfo, &buffer, &length);
    cinfo.image_width = width;
    cinfo.image_height = height;
    cinfo.input_components = 4;
    cinfo.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&cinfo);
    jpeg_set_quality(&cinfo, settings.quality, TRUE);
    set_subsampling(&cinfo, settings.subsampling);
    cinfo.optimize_coding = TRUE;
    if (settings.progressive) { jpeg_simple_progression(&cinfo); }
    jpeg_start_compress(&cinfo, TRUE);
    static const char exif_prefix[] = "Exif\0";
    static const char xmp_prefix[] = "http://ns.adobe.com/xap/1.0/";
    write_application_marker(&cinfo, exif_prefix, sizeof exif_prefix, metadata.exif);
    write_application_marker(&cinfo, xmp_prefix, sizeof xmp_prefix, metadata.xmp);
    if (metadata.icc_profile.bytes && metadata.icc_profile.length > 0) {
        jpeg_write_icc_profile(&cinfo, metadata.icc_profile.bytes, (unsigned)metadata.icc_profile.length);
    }
    for (uint32_t row = 0; row < height; ++row) {
        flatten(rgba + (size_t)row * width * 4, settings.background, line, width);
        JSAMPROW rows[1] = {line};
        jpeg_write_scanlines(&cinfo, rows, 1);
    }
    jpeg_finish_compress(&cinfo);
    jpeg_destroy_compress(&cinfo);
    free(line);
    *output = (bc_bytes){buffer, length};
    return BC_CODEC_OK;
}
