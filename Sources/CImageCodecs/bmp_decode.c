#include <stdlib.h>
#include <string.h>

#include "bmp.h"

int32_t bc_bmp_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    bc_bmp bmp;
    const int32_t status = bc_bmp_read(file, &bmp, error);
    if (status != BC_OK) { return status; }
    const uint64_t rows = (uint64_t)bmp.width * 4 + (uint64_t)bmp.width * 4 * sizeof(uint32_t);
    *header = (bc_image_header){
        .width = bmp.width,
        .height = bmp.height,
        .color = BC_COLOR_RGB,
        .has_alpha = bmp.masks[3] != 0,
        .working_bytes = rows + (bc_bmp_is_run_length_coded(&bmp) ? (uint64_t)bmp.width * bmp.height : 0),
    };
    return BC_OK;
}

/// How pixels become RGBA.
typedef struct {
    bc_bmp bmp;
    /// Of indexed pixels.
    uint8_t palette[256 * 4];
    /// Of masked ones, by channel: how far to shift the masked bits so that at most 8 are left, and the bytes that these mean.
    uint32_t shifts[4];
    uint8_t values[4][256];
} conversion;

static void prepare(conversion *pixels) {
    const bc_bmp *bmp = &pixels->bmp;
    // Indices outside the palette are opaque black.
    for (uint32_t index = 0; index < 256; ++index) {
        const uint8_t *color = index < bmp->color_count ? bmp->palette + (size_t)index * bmp->color_length : NULL;
        for (int channel = 0; channel < 3; ++channel) { pixels->palette[index * 4 + (uint32_t)channel] = color ? color[2 - channel] : 0; }
        pixels->palette[index * 4 + 3] = 255;
    }
    for (int channel = 0; channel < 4; ++channel) {
        const uint32_t mask = bmp->masks[channel];
        uint32_t shift = 0;
        while (mask != 0 && ((mask >> shift & 1) == 0 || mask >> shift > 255)) { ++shift; }
        const uint32_t most = mask >> shift;
        pixels->shifts[channel] = shift;
        for (uint32_t value = 0; value < 256; ++value) {
            // A channel without bits is black, or opaque.
            const uint32_t shown = most == 0 ? (channel == 3 ? 255 : 0) : ((value < most ? value : most) * 255 + most / 2) / most;
            pixels->values[channel][value] = (uint8_t)shown;
        }
    }
}

static void convert_masked(const conversion *pixels, const uint8_t *row, uint8_t *rgba) {
    const bool is_long = pixels->bmp.bits == 32;
    for (uint32_t x = 0; x < pixels->bmp.width; ++x, rgba += 4) {
        uint32_t value = row[0] | (uint32_t)row[1] << 8;
        if (is_long) { value |= (uint32_t)row[2] << 16 | (uint32_t)row[3] << 24; }
        row += is_long ? 4 : 2;
        for (int channel = 0; channel < 4; ++channel) {
            rgba[channel] = pixels->values[channel][(value & pixels->bmp.masks[channel]) >> pixels->shifts[channel]];
        }
    }
}

static void convert_indexed(const conversion *pixels, uint32_t bits, const uint8_t *row, uint8_t *rgba) {
    const uint32_t per_byte = 8 / bits, mask = (1u << bits) - 1;
    for (uint32_t x = 0; x < pixels->bmp.width; ++x, rgba += 4) {
        const uint32_t index = row[x / per_byte] >> (8 - bits - x % per_byte * bits) & mask;
        memcpy(rgba, pixels->palette + index * 4, 4);
    }
}

static void convert(const conversion *pixels, const uint8_t *row, uint8_t *rgba) {
    const uint32_t bits = pixels->bmp.bits;
    if (bits == 24) {
        for (uint32_t x = 0; x < pixels->bmp.width; ++x, row += 3, rgba += 4) {
            rgba[0] = row[2];
            rgba[1] = row[1];
            rgba[2] = row[0];
            rgba[3] = 255;
        }
    } else if (bits > 8) {
        convert_masked(pixels, row, rgba);
    } else {
        convert_indexed(pixels, bits, row, rgba);
    }
}

/// Passes on the rows that the region needs. Those that the file does not contain are transparent.
static int32_t reduce_rows(const conversion *pixels, bc_span file, uint8_t *row, bc_row_reducer *reducer, bc_error *error) {
    const bc_bmp *bmp = &pixels->bmp;
    const uint64_t length = ((uint64_t)bmp->width * bmp->bits + 7) / 8, stride = (length + 3) / 4 * 4;
    // The last row may lack its padding.
    const uint64_t needed = bmp->pixels + stride * (bmp->height - 1) + length;
    const bool has_pixels = file.length >= bmp->pixels + length;
    if (file.length < needed && !(reducer->region.allow_truncated && has_pixels)) {
        return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends too early: the pixels end at byte %llu", file.length,
                         (unsigned long long)needed);
    }
    const uint32_t end = bc_region_end_row(reducer->region, bmp->height);
    for (uint32_t y = reducer->region.y * reducer->region.shrink; y < end; ++y) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        const uint64_t start = bmp->pixels + stride * (bmp->is_top_down ? y : bmp->height - 1 - y);
        if (start + length <= file.length) {
            convert(pixels, (const uint8_t *)file.bytes + start, row);
        } else {
            memset(row, 0, (size_t)bmp->width * 4);
        }
        bc_row_reducer_add(reducer, y, row);
    }
    return BC_OK;
}

static int32_t reduce_runs(const conversion *pixels, bc_span file, uint8_t *row, bc_row_reducer *reducer, bc_error *error) {
    const bc_bmp *bmp = &pixels->bmp;
    uint8_t *indices = calloc(bmp->height, bmp->width);
    if (!indices) { return bc_report_out_of_memory(error); }
    bool has_pixels = false;
    int32_t status = bc_bmp_read_runs(file, bmp, indices, &has_pixels, error);
    if (status == BC_MALFORMED && reducer->region.allow_truncated && has_pixels) { status = BC_OK; }
    const uint32_t end = bc_region_end_row(reducer->region, bmp->height);
    for (uint32_t y = reducer->region.y * reducer->region.shrink; status == BC_OK && y < end; ++y) {
        if (bc_is_cancelled()) {
            status = bc_report_cancelled(error);
        } else {
            convert_indexed(pixels, 8, indices + (size_t)y * bmp->width, row);
            bc_row_reducer_add(reducer, y, row);
        }
    }
    free(indices);
    return status;
}

int32_t bc_bmp_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    conversion pixels;
    int32_t status = bc_bmp_read(file, &pixels.bmp, error);
    if (status != BC_OK) { return status; }
    const bc_bmp *bmp = &pixels.bmp;
    if (!bc_region_is_inside(region, bmp->width, bmp->height)) {
        return bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", bmp->width, bmp->height);
    }
    prepare(&pixels);
    bc_clear_if_truncated(region, rgba);
    bc_row_reducer reducer = {region, bmp->width, bmp->height, transform, rgba, NULL};
    uint8_t *row = malloc((size_t)bmp->width * 4);
    if (!row || !bc_row_reducer_start(&reducer)) {
        status = bc_report_out_of_memory(error);
    } else {
        status = (bc_bmp_is_run_length_coded(bmp) ? reduce_runs : reduce_rows)(&pixels, file, row, &reducer, error);
    }
    bc_row_reducer_finish(&reducer);
    free(row);
    return status;
}
