#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "heif_library.h"
#include "internal.h"

/// A picture that libheif has decoded, turned and cropped: rows of RGBA, with 16 bits per channel if its colors are PQ or HLG.
typedef struct {
    uint8_t *pixels;
    size_t stride;
    uint32_t width, height;
    /// The significant bits of 16.
    uint32_t bits;
    bool is_premultiplied;
    bc_hdr_transform *_Nullable hdr;
} decoded;

static void undo_premultiplication(uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index, rgba += 4) {
        if (rgba[3] == 255) { continue; }
        for (int channel = 0; channel < 3; ++channel) { rgba[channel] = bc_unmultiply(rgba[channel], rgba[3]); }
    }
}

/// Spreads samples over all of 16 bits.
static void widen(uint16_t *samples, size_t count, uint32_t bits) {
    const uint32_t most = (1u << bits) - 1;
    for (size_t index = 0; index < count; ++index) {
        const uint32_t sample = samples[index] < most ? samples[index] : most;
        samples[index] = (uint16_t)((sample * 65535u + most / 2) / most);
    }
}

static int32_t take_rows(const decoded *image, bc_row_reducer *reducer, bc_error *error) {
    const bc_region region = reducer->region;
    const uint32_t end = bc_region_end_row(region, image->height);
    uint8_t *line = image->hdr ? malloc((size_t)image->width * 4) : NULL;
    if (image->hdr && !line) { return bc_report_out_of_memory(error); }
    int32_t status = BC_OK;
    for (uint32_t row = region.y * region.shrink; status == BC_OK && row < end; ++row) {
        uint8_t *pixels = image->pixels + row * image->stride;
        if (image->hdr) {
            widen((uint16_t *)(void *)pixels, (size_t)image->width * 4, image->bits);
            bc_hdr_transform_row(image->hdr, (const uint16_t *)(const void *)pixels, line, image->width);
            pixels = line;
        }
        if (image->is_premultiplied) { undo_premultiplication(pixels, image->width); }
        bc_row_reducer_add(reducer, row, pixels);
        if (bc_is_cancelled()) { status = bc_report_cancelled(error); }
    }
    free(line);
    return status;
}

#if LIBHEIF_HAVE_VERSION(1, 19, 0)
static int is_cancelled(void *data) {
    (void)data;
    return bc_is_cancelled();
}
#endif

static int32_t decode_image(const struct heif_image_handle *picture, bool is_hdr, struct heif_image **image, bc_error *error) {
    struct heif_decoding_options *options = bc_heif.decoding_options_alloc();
    if (!options) { return bc_report_out_of_memory(error); }
    options->convert_hdr_to_8bit = !is_hdr;
    options->strict_decoding = true;
#if LIBHEIF_HAVE_VERSION(1, 19, 0)
    // Between tiles.
    if (options->version >= 6) { options->cancel_decoding = is_cancelled; }
#endif
    const enum heif_chroma layout = is_hdr ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA;
    const struct heif_error reason = bc_heif.decode_image(picture, image, heif_colorspace_RGB, layout, options);
    bc_heif.decoding_options_free(options);
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    return reason.code == heif_error_Ok ? BC_OK : bc_heif_report(error, reason);
}

/// Checks what libheif has decoded against the header.
static int32_t read_image(struct heif_image *image, const bc_image_header *header, decoded *result, bc_error *error) {
    const int width = bc_heif.image_get_width(image, heif_channel_interleaved);
    const int height = bc_heif.image_get_height(image, heif_channel_interleaved);
    if (width != (int)header->width || height != (int)header->height) {
        return bc_report(error, BC_MALFORMED, "the picture is %dx%d, not %ux%u as its header says", width, height, header->width,
                         header->height);
    }
    int stride = 0;
    result->pixels = bc_heif.image_get_plane(image, heif_channel_interleaved, &stride);
    const int bits = bc_heif.image_get_bits_per_pixel_range(image, heif_channel_interleaved);
    const size_t pixel = result->hdr ? 8 : 4;
    if (!result->pixels || stride <= 0 || (size_t)stride < pixel * header->width || (result->hdr ? bits < 8 || bits > 16 : bits != 8)) {
        return bc_report(error, BC_FAILED, "libheif made no RGBA: %d bits, %d bytes a row", bits, stride);
    }
    result->stride = (size_t)stride;
    result->bits = (uint32_t)bits;
    result->width = header->width;
    result->height = header->height;
    return BC_OK;
}

static int32_t decode(const bc_heif_file *heif, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    bc_image_header header;
    int32_t status = bc_heif_fill_header(heif, &header, error);
    if (status != BC_OK) { return status; }
    if (!bc_region_is_inside(region, header.width, header.height)) {
        return bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", header.width, header.height);
    }
    bc_clear_if_truncated(region, rgba);
    const bc_cicp cicp = bc_heif_get_cicp(heif->picture);
    const bool is_hdr = bc_cicp_classify(cicp) == BC_CICP_HDR;
    decoded result = {.is_premultiplied = header.has_alpha && bc_heif.image_handle_is_premultiplied_alpha(heif->picture)};
    struct heif_image *image = NULL;
    status = decode_image(heif->picture, is_hdr, &image, error);
    if (status == BC_OK && is_hdr) {
        result.hdr = bc_hdr_transform_create(cicp);
        if (!result.hdr) { status = bc_report_out_of_memory(error); }
    }
    if (status == BC_OK) { status = read_image(image, &header, &result, error); }
    bc_row_reducer reducer = {region, header.width, header.height, transform, rgba, NULL};
    if (status == BC_OK && !bc_row_reducer_start(&reducer)) { status = bc_report_out_of_memory(error); }
    if (status == BC_OK) { status = take_rows(&result, &reducer, error); }
    bc_row_reducer_finish(&reducer);
    bc_hdr_transform_destroy(result.hdr);
    if (image) { bc_heif.image_release(image); }
    return status;
}

static int32_t open_and_decode(bc_span file, bool is_thumbnail, bc_region region, const bc_color_transform *transform, uint8_t *rgba,
                               bc_error *error) {
    bc_heif_file heif;
    int32_t status = bc_heif_open(&heif, file, is_thumbnail, error);
    if (status == BC_OK) {
        status = heif.picture ? decode(&heif, region, transform, rgba, error)
                              : bc_report(error, BC_FAILED, "there is no thumbnail of the picture's shape");
    }
    bc_heif_close(&heif);
    return status;
}

int32_t bc_heif_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    return open_and_decode(file, false, region, transform, rgba, error);
}

int32_t bc_heif_decode_thumbnail(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    return open_and_decode(file, true, region, transform, rgba, error);
}
