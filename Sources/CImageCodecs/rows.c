#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"

void bc_bytes_free(bc_bytes bytes) { free(bytes.bytes); }

void bc_clear_if_truncated(bc_region region, uint8_t *rgba) {
    if (region.allow_truncated) { memset(rgba, 0, (size_t)region.width * region.height * 4); }
}

bool bc_row_reducer_start(bc_row_reducer *reducer) {
    reducer->sums = NULL;
    if (reducer->region.shrink == 1) { return true; }
    reducer->sums = calloc((size_t)reducer->region.width * 4, sizeof(uint32_t));
    return reducer->sums != NULL;
}

void bc_row_reducer_finish(bc_row_reducer *reducer) {
    free(reducer->sums);
    reducer->sums = NULL;
}

void bc_premultiply(uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index, rgba += 4) {
        if (rgba[3] == 255) { continue; }
        for (int channel = 0; channel < 3; ++channel) { rgba[channel] = bc_multiply(rgba[channel], rgba[3]); }
    }
}

/// The bytes of a pixel, and their sums.
typedef uint8_t pixel __attribute__((vector_size(4)));
typedef uint32_t pixel_sum __attribute__((vector_size(16)));

/// Adds premultiplied pixels to the sums of their cells.
static void add_to_cells(uint32_t *sums, const uint8_t *rgba, uint32_t count, uint32_t shrink) {
    for (uint32_t index = 0; index < count; index += shrink, sums += 4) {
        const uint32_t end = index + shrink < count ? index + shrink : count;
        pixel_sum sum;
        memcpy(&sum, sums, sizeof sum);
        for (uint32_t place = index; place < end; ++place, rgba += 4) {
            pixel bytes;
            memcpy(&bytes, rgba, sizeof bytes);
            sum += __builtin_convertvector(bytes, pixel_sum);
        }
        memcpy(sums, &sum, sizeof sum);
    }
}

void bc_row_reducer_add(bc_row_reducer *reducer, uint32_t y, uint8_t *row) {
    const bc_region region = reducer->region;
    const uint32_t cell = y / region.shrink;
    if (cell < region.y || cell >= region.y + region.height) { return; }

    const uint32_t left = region.x * region.shrink;
    const uint64_t wanted = (uint64_t)region.width * region.shrink;
    const uint32_t available = reducer->picture_width - left;
    const uint32_t count = wanted < available ? (uint32_t)wanted : available;
    uint8_t *pixels = row + (size_t)left * 4;
    if (reducer->transform) { bc_color_transform_rgba(reducer->transform, pixels, count); }
    bc_premultiply(pixels, count);

    uint8_t *output = reducer->rgba + (size_t)(cell - region.y) * region.width * 4;
    if (region.shrink == 1) {
        memcpy(output, pixels, (size_t)count * 4);
        return;
    }
    add_to_cells(reducer->sums, pixels, count, region.shrink);
    const uint32_t rows = y % region.shrink + 1;
    if (rows < region.shrink && y + 1 < reducer->picture_height) { return; }
    for (uint32_t index = 0; index < region.width; ++index) {
        const uint32_t rest = count - index * region.shrink;
        const uint32_t area = rows * (rest < region.shrink ? rest : region.shrink);
        for (int channel = 0; channel < 4; ++channel) {
            output[index * 4 + channel] = (uint8_t)((reducer->sums[index * 4 + channel] + area / 2) / area);
        }
    }
    memset(reducer->sums, 0, (size_t)region.width * 4 * sizeof(uint32_t));
}

int32_t bc_row_reducer_add_all(bc_row_reducer *reducer, uint8_t *pixels, bc_error *error) {
    const uint32_t end = bc_region_end_row(reducer->region, reducer->picture_height);
    const size_t stride = (size_t)reducer->picture_width * 4;
    // Rows above the region are skipped.
    for (uint32_t row = reducer->region.y * reducer->region.shrink; row < end; ++row) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        bc_row_reducer_add(reducer, row, pixels + row * stride);
    }
    return BC_OK;
}
