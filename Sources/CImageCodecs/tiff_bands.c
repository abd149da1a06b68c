#include "tiff_bands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "tiff_pixels.h"

static uint64_t bytes_of_block(const bc_tiff_layout *layout) { return layout->is_read_by_line ? layout->line_bytes : layout->block_bytes; }

static uint8_t *block(const bc_tiff_bands *bands, uint32_t plane, uint32_t column) {
    return bands->bytes + ((uint64_t)plane * bands->block_count + column) * bytes_of_block(&bands->layout);
}

int32_t bc_tiff_bands_start(bc_tiff_bands *bands, uint32_t left, uint32_t right, bc_error *error) {
    const bc_tiff_layout *layout = &bands->layout;
    const uint32_t planes = bc_tiff_planes(layout);
    bands->left = left;
    bands->right = right;
    bands->first_block = left / layout->block_width;
    bands->block_count = (right - 1) / layout->block_width + 1 - bands->first_block;
    for (; layout->is_read_by_line && bands->handle_count < planes; ++bands->handle_count) {
        bc_tiff_layout same;
        uint64_t working_bytes;
        const int32_t status = bc_tiff_open_layout(&bands->handles[bands->handle_count], bands->directory, &same, &working_bytes, error);
        if (status != BC_OK) { return status; }
    }
    bands->bytes = calloc((size_t)planes * bands->block_count, bytes_of_block(layout));
    bands->is_missing = calloc(bands->block_count, sizeof(bool));
    return bands->bytes && bands->is_missing ? BC_OK : bc_report_out_of_memory(error);
}

void bc_tiff_bands_finish(bc_tiff_bands *bands) {
    for (uint32_t index = 0; index < bc_tiff_most_samples; ++index) { bc_tiff_handle_close(&bands->handles[index]); }
    free(bands->bytes);
    free(bands->is_missing);
}

/// Decides whether a failure, if it is one, leaves pixels out or ends decoding.
static int32_t judge(bc_tiff_bands *bands, bc_tiff_handle *handle, bool is_read, const char *kind, uint32_t number, bool *is_missing,
                     bc_error *error) {
    if (is_read && (!handle->has_damage || bands->allow_truncated)) {
        bands->has_pixels = true;
        return BC_OK;
    }
    char place[64];
    snprintf(place, sizeof place, "%s %u of a picture of %ux%u", kind, number, bands->layout.width, bands->layout.height);
    const int32_t status = bc_tiff_report(handle, place, error);
    if (!bands->allow_truncated || status != BC_MALFORMED) { return status; }
    *is_missing = true;
    return BC_OK;
}

/// Whether the block may be read; otherwise the handle says why not.
static bool may_be_read(const bc_tiff_bands *bands, bc_tiff_handle *handle, uint64_t number) {
    if (bands->layout.compression != COMPRESSION_JPEG || bc_tiff_has_single_scan(bands->directory, number)) { return true; }
    snprintf(handle->message, sizeof handle->message, "JPEG data that is damaged or has several scans, as progressive JPEG has");
    return false;
}

static uint32_t strip_at(const bc_tiff_layout *layout, uint32_t plane, uint32_t row) {
    return plane * ((layout->height - 1) / layout->block_height + 1) + row / layout->block_height;
}

/// libtiff writes not more than a block.
static bool read_block(const bc_tiff_bands *bands, bc_tiff_handle *handle, uint32_t number, uint8_t *bytes) {
    if (!may_be_read(bands, handle, number)) { return false; }
    const tmsize_t size = (tmsize_t)bands->layout.block_bytes;
    return (bands->layout.is_tiled ? bc_tiff.read_tile : bc_tiff.read_strip)(handle->tiff, number, bytes, size) >= 0;
}

static int32_t read_blocks(bc_tiff_bands *bands, uint32_t row, bc_error *error) {
    const bc_tiff_layout *layout = &bands->layout;
    bc_tiff_handle *handle = &bands->handles[0];
    const uint32_t planes = bc_tiff_planes(layout);
    memset(bands->is_missing, 0, bands->block_count * sizeof(bool));
    for (uint32_t index = 0; index < planes * bands->block_count; ++index) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        const uint32_t plane = index / bands->block_count, column = index % bands->block_count;
        const uint32_t x = (bands->first_block + column) * layout->block_width;
        uint8_t *bytes = block(bands, plane, column);
        // Codecs may leave the end of a damaged block as it is.
        if (bands->allow_truncated) { memset(bytes, 0, layout->block_bytes); }
        bc_tiff_forget(handle);
        const uint32_t number = layout->is_tiled ? bc_tiff.tile_at(handle->tiff, x, row, 0, (uint16_t)plane)
                                                 : strip_at(layout, plane, row);
        const bool is_read = read_block(bands, handle, number, bytes);
        const char *kind = layout->is_tiled ? "tile" : "strip";
        const int32_t status = judge(bands, handle, is_read, kind, number, &bands->is_missing[column], error);
        if (status != BC_OK) { return status; }
    }
    return BC_OK;
}

/// Reads a line of a plane, and those above it in its strip that were not read.
static int32_t read_line(bc_tiff_bands *bands, uint32_t plane, uint32_t row, bool *is_missing, bc_error *error) {
    const bc_tiff_layout *layout = &bands->layout;
    bc_tiff_handle *handle = &bands->handles[plane];
    const uint32_t start = row - row % layout->block_height;
    uint32_t *next = &bands->next_lines[plane];
    if (*next < start) { *next = start; }
    // Only uncompressed lines can be found without those above.
    if (layout->compression == COMPRESSION_NONE) { *next = row; }
    *is_missing = *is_missing || row < bands->missing_ends[plane];
    while (*next <= row && !*is_missing) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        bc_tiff_forget(handle);
        const bool is_read = (*next > start || may_be_read(bands, handle, strip_at(layout, plane, start))) &&
                             bc_tiff.read_line(handle->tiff, block(bands, plane, 0), *next, (uint16_t)plane) == 1;
        const int32_t status = judge(bands, handle, is_read, "row", *next, is_missing, error);
        if (status != BC_OK) { return status; }
        *next += 1;
    }
    // The lines below it in the strip follow from it.
    if (*is_missing) { bands->missing_ends[plane] = start + layout->block_height; }
    return BC_OK;
}

int32_t bc_tiff_bands_read(bc_tiff_bands *bands, uint32_t row, bc_error *error) {
    if (row >= bands->top && row < bands->end) { return BC_OK; }
    const bc_tiff_layout *layout = &bands->layout;
    const uint32_t height = bc_tiff_band_height(layout);
    bands->top = row - row % height;
    const uint64_t end = (uint64_t)bands->top + height;
    bands->end = end < layout->height ? (uint32_t)end : layout->height;
    if (!layout->is_read_by_line) { return read_blocks(bands, bands->top, error); }
    *bands->is_missing = false;
    for (uint32_t plane = 0; plane < bc_tiff_planes(layout); ++plane) {
        const int32_t status = read_line(bands, plane, row, bands->is_missing, error);
        if (status != BC_OK) { return status; }
    }
    return BC_OK;
}

/// The needed columns that a column of blocks contains.
static uint32_t first_column(const bc_tiff_bands *bands, uint32_t column) {
    const uint32_t start = (bands->first_block + column) * bands->layout.block_width;
    return start > bands->left ? start : bands->left;
}

static uint32_t end_column(const bc_tiff_bands *bands, uint32_t column) {
    const uint64_t end = ((uint64_t)bands->first_block + column + 1) * bands->layout.block_width;
    return end < bands->right ? (uint32_t)end : bands->right;
}

void bc_tiff_bands_take_row(const bc_tiff_bands *bands, uint32_t row, uint8_t *samples) {
    const bc_tiff_layout *layout = &bands->layout;
    const uint32_t planes = bc_tiff_planes(layout), line = row - bands->top;
    const uint64_t offset = (uint64_t)(line / layout->chroma_height) * layout->line_bytes;
    for (uint32_t column = 0; column < bands->block_count; ++column) {
        const uint32_t x = first_column(bands, column);
        const size_t count = end_column(bands, column) - x, skipped = x - (bands->first_block + column) * layout->block_width;
        uint8_t *output = samples + (size_t)(x - bands->left) * layout->samples;
        if (bc_tiff_shares_chroma(layout)) {
            bc_tiff_take_shared_chroma(layout, block(bands, 0, column) + offset, line % layout->chroma_height, skipped, output, count);
        } else if (!layout->is_planar) {
            bc_tiff_take_samples(layout, block(bands, 0, column) + offset, skipped * layout->samples, output, 1, count * layout->samples);
        }
        for (uint32_t plane = 0; layout->is_planar && plane < planes; ++plane) {
            bc_tiff_take_samples(layout, block(bands, plane, column) + offset, skipped, output + plane, layout->samples, count);
        }
    }
}

void bc_tiff_bands_clear_missing(const bc_tiff_bands *bands, uint8_t *rgba) {
    for (uint32_t column = 0; column < bands->block_count; ++column) {
        if (!bands->is_missing[column]) { continue; }
        const uint32_t x = first_column(bands, column);
        memset(rgba + (size_t)(x - bands->left) * 4, 0, (size_t)(end_column(bands, column) - x) * 4);
    }
}
