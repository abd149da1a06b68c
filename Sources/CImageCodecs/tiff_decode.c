#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"
#include "tiff_bands.h"
#include "tiff_pixels.h"

static bc_color_model color_model(const bc_tiff_layout *layout) {
    switch (layout->photometric) {
        case PHOTOMETRIC_MINISWHITE:
        case PHOTOMETRIC_MINISBLACK: return BC_COLOR_GRAY;
        case PHOTOMETRIC_SEPARATED: return BC_COLOR_CMYK;
        default: return BC_COLOR_RGB;
    }
}

int32_t bc_tiff_read_directory_header(const bc_tiff_directory *directory, bc_image_header *header, bc_error *error) {
    bc_tiff_handle handle = {.tiff = NULL};
    bc_tiff_layout layout;
    uint64_t working_bytes = 0;
    const int32_t status = bc_tiff_open_layout(&handle, directory, &layout, &working_bytes, error);
    bc_tiff_handle_close(&handle);
    if (status != BC_OK) { return status; }
    *header = (bc_image_header){
        .width = layout.width,
        .height = layout.height,
        .color = color_model(&layout),
        .has_alpha = layout.alpha > 0,
        .working_bytes = working_bytes,
    };
    return BC_OK;
}

int32_t bc_tiff_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    bc_tiff_directory directory;
    const int32_t status = bc_tiff_open_first(file, &directory, error);
    return status == BC_OK ? bc_tiff_read_directory_header(&directory, header, error) : status;
}

/// Everything that decoding allocates.
typedef struct {
    bc_tiff_bands bands;
    bc_tiff_colors colors;
    bc_row_reducer reducer;
    uint8_t *samples, *line;
} decoding;

static int32_t decode_rows(decoding *state, bc_error *error) {
    const bc_tiff_layout *layout = &state->bands.layout;
    const bc_region region = state->reducer.region;
    const uint32_t count = state->reducer.picture_width, end = bc_region_end_row(region, layout->height);
    for (uint32_t row = region.y * region.shrink; row < end; ++row) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        const int32_t status = bc_tiff_bands_read(&state->bands, row, error);
        if (status != BC_OK) { return status; }
        bc_tiff_bands_take_row(&state->bands, row, state->samples);
        bc_tiff_write_rgba(&state->colors, state->samples, state->line, count);
        bc_tiff_bands_clear_missing(&state->bands, state->line);
        bc_row_reducer_add(&state->reducer, row, state->line);
    }
    // The last error tells why nothing could be read.
    return state->bands.has_pixels ? BC_OK : error->code;
}

static int32_t decode(decoding *state, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    bc_tiff_bands *bands = &state->bands;
    const bc_tiff_layout *layout = &bands->layout;
    uint64_t working_bytes;
    bands->handle_count = 1;
    int32_t status = bc_tiff_open_layout(&bands->handles[0], bands->directory, &bands->layout, &working_bytes, error);
    if (status != BC_OK) { return status; }
    if (!bc_region_is_inside(region, layout->width, layout->height)) {
        return bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", layout->width, layout->height);
    }
    // What was decoded of a damaged strip is known line by line.
    bands->allow_truncated = region.allow_truncated;
    if (region.allow_truncated && !layout->is_tiled && !bc_tiff_shares_chroma(layout)) { bands->layout.is_read_by_line = true; }
    bc_clear_if_truncated(region, rgba);

    const uint32_t left = region.x * region.shrink;
    const uint64_t right = (uint64_t)left + (uint64_t)region.width * region.shrink;
    const bool is_converted_here = layout->photometric == PHOTOMETRIC_SEPARATED || bc_tiff_is_lab(layout);
    state->reducer = (bc_row_reducer){
        .region = region,
        .picture_width = (right < layout->width ? (uint32_t)right : layout->width) - left,
        .picture_height = layout->height,
        .transform = is_converted_here ? NULL : transform,
        .rgba = rgba,
    };
    // Lines contain only the needed columns.
    state->reducer.region.x = 0;
    status = bc_tiff_bands_start(bands, left, left + state->reducer.picture_width, error);
    if (status != BC_OK) { return status; }
    state->samples = calloc(state->reducer.picture_width, layout->samples);
    state->line = malloc((size_t)state->reducer.picture_width * 4);
    if (!state->samples || !state->line || !bc_row_reducer_start(&state->reducer) ||
        !bc_tiff_colors_start(&state->colors, &bands->handles[0], layout, transform)) {
        return bc_report_out_of_memory(error);
    }
    return decode_rows(state, error);
}

int32_t bc_tiff_decode_directory(const bc_tiff_directory *directory, bc_region region, const bc_color_transform *transform,
                                 uint8_t *rgba, bc_error *error) {
    bc_tiff_directory used = *directory;
    bc_bytes shortened = {NULL, 0};
    if (region.allow_truncated && bc_tiff_ends_too_early(directory)) {
        shortened = bc_tiff_shorten_blocks(directory);
        if (!shortened.bytes) { return bc_report_out_of_memory(error); }
        used.file.file = (bc_span){shortened.bytes, shortened.length};
    }
    decoding *state = calloc(1, sizeof *state);
    int32_t status = state ? BC_OK : bc_report_out_of_memory(error);
    if (state) {
        state->bands.directory = &used;
        status = decode(state, region, transform, rgba, error);
        bc_tiff_bands_finish(&state->bands);
        bc_tiff_colors_finish(&state->colors);
        bc_row_reducer_finish(&state->reducer);
        free(state->samples);
        free(state->line);
        free(state);
    }
    bc_bytes_free(shortened);
    return status;
}

int32_t bc_tiff_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    bc_tiff_directory directory;
    const int32_t status = bc_tiff_open_first(file, &directory, error);
    return status == BC_OK ? bc_tiff_decode_directory(&directory, region, transform, rgba, error) : status;
}
