#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "canvas.h"
#include "jp2_codec.h"
#include "jp2_colors.h"
#include "jp2_library.h"

static bool is_decodable(const bc_jp2_codestream *codestream) {
    enum { most_pixels = 1 << 28, most_side = 65535 };
    return codestream->width <= most_side && codestream->height <= most_side && codestream->right <= INT32_MAX &&
           codestream->bottom <= INT32_MAX && (uint64_t)codestream->width * codestream->height <= most_pixels;
}

/// How often a picture is halved to have pixels for cells. Those of a picture whose corner is not at a multiple would not be the cells.
static uint32_t halvings_for(const bc_jp2_file *jp2, uint32_t shrink) {
    const bc_jp2_codestream *codestream = &jp2->codestream;
    const bc_jp2_component *first = &codestream->components[0];
    const uint32_t left = (codestream->left + first->across - 1u) / first->across;
    const uint32_t top = (codestream->top + first->down - 1u) / first->down;
    uint32_t halvings = 0;
    while (bc_jp2_can_be_halved(jp2) && halvings < codestream->halvings && ((shrink | left | top) >> halvings & 1) == 0) { ++halvings; }
    return halvings;
}

int32_t bc_jp2_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    bc_jp2_file jp2;
    const int32_t status = bc_jp2_open(file, true, &jp2, error);
    if (status != BC_OK) { return status; }
    enum { sample_bytes = 8, least_components = 3 };
    const bc_jp2_codestream *codestream = &jp2.codestream;
    const uint64_t area = (uint64_t)codestream->width * codestream->height;
    const uint32_t halvings = halvings_for(&jp2, bc_most_shrink), spare = codestream->component_count > least_components;
    uint64_t bytes = codestream->structure_bytes + (area >> (2 * halvings)) * least_components * sample_bytes;
    if (codestream->has_whole_tiles) { bytes += area * least_components * sample_bytes; }
    // Components that are not shown are decoded with the others.
    if (spare > 0) { bytes += area * (codestream->component_count - least_components) * sample_bytes; }
    *header = (bc_image_header){
        .width = codestream->width,
        .height = codestream->height,
        .color = jp2.space == BC_JP2_GRAY ? BC_COLOR_GRAY : jp2.space == BC_JP2_CMYK ? BC_COLOR_CMYK : BC_COLOR_RGB,
        .has_alpha = jp2.has_alpha,
        // Of High Throughput, OpenJPEG 2.5.0 asserts what damaged blocks are not.
        .is_fragile = codestream->has_whole_tiles,
        .working_bytes = bytes,
    };
    return BC_OK;
}

// MARK: The stream

/// What OpenJPEG reads. Where the file is truncated, zeros, which are packets without data, complete the last part, and a marker the
/// codestream: without its strict mode, OpenJPEG 2.5.0 reads beyond its own memory.
typedef struct {
    const uint8_t *bytes;
    /// Of the bytes, of those with zeros, and of all.
    uint64_t stored, padded, length;
    uint64_t position;
} source;

static source source_of(const bc_jp2_codestream *codestream) {
    enum { marker_length = 2 };
    const uint64_t stored = codestream->bytes.length, padded = codestream->whole_length;
    const bool is_whole = padded == 0;
    return (source){
        .bytes = codestream->bytes.bytes,
        .stored = is_whole || padded > stored ? stored : padded,
        .padded = is_whole ? stored : padded,
        .length = is_whole ? stored : padded + marker_length,
    };
}

static OPJ_SIZE_T read_bytes(void *buffer, OPJ_SIZE_T count, void *opaque) {
    static const uint8_t end_of_codestream[2] = {0xFF, 0xD9};
    source *from = opaque;
    if (from->position >= from->length || bc_is_cancelled()) { return (OPJ_SIZE_T)-1; }
    const bool is_stored = from->position < from->stored, is_padding = !is_stored && from->position < from->padded;
    const uint64_t rest = (is_stored ? from->stored : is_padding ? from->padded : from->length) - from->position;
    const size_t part = count < rest ? count : (size_t)rest;
    if (is_padding) {
        memset(buffer, 0, part);
    } else {
        memcpy(buffer, is_stored ? from->bytes + from->position : end_of_codestream + (from->position - from->padded), part);
    }
    from->position += part;
    return part;
}

static OPJ_OFF_T skip_bytes(OPJ_OFF_T count, void *opaque) {
    source *from = opaque;
    if (count < 0 || from->position >= from->length) { return -1; }
    const uint64_t rest = from->length - from->position, part = (uint64_t)count < rest ? (uint64_t)count : rest;
    from->position += part;
    return (OPJ_OFF_T)part;
}

static OPJ_BOOL seek_byte(OPJ_OFF_T position, void *opaque) {
    source *from = opaque;
    if (position < 0 || (uint64_t)position > from->length) { return OPJ_FALSE; }
    from->position = (uint64_t)position;
    return OPJ_TRUE;
}

// MARK: Decoding

/// Everything that decoding allocates.
typedef struct {
    bc_jp2_file jp2;
    source source;
    opj_stream_t *_Nullable stream;
    opj_codec_t *_Nullable codec;
    opj_image_t *_Nullable image;
    bc_jp2_colors colors;
    bc_row_reducer reducer;
    /// What OpenJPEG says is wrong, the first time.
    char reason[256];
} decoding;

static void take_reason(const char *message, void *opaque) {
    decoding *state = opaque;
    if (state->reason[0] != 0) { return; }
    snprintf(state->reason, sizeof state->reason, "%s", message);
    state->reason[strcspn(state->reason, "\r\n")] = 0;
}

static int32_t report(const decoding *state, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    if (strstr(state->reason, "memory")) { return bc_report_out_of_memory(error); }
    return bc_report(error, BC_MALFORMED, "the codestream is damaged: %s",
                     state->reason[0] != 0 ? state->reason : "OpenJPEG cannot decode it");
}

static int32_t start(decoding *state, uint32_t halvings, bc_error *error) {
    enum { buffer_bytes = 1 << 16 };
    state->source = source_of(&state->jp2.codestream);
    state->stream = bc_jp2.stream_create(buffer_bytes, OPJ_TRUE);
    state->codec = bc_jp2.create_decompress(OPJ_CODEC_J2K);
    if (!state->stream || !state->codec) { return bc_report_out_of_memory(error); }
    bc_jp2.stream_set_read_function(state->stream, read_bytes);
    bc_jp2.stream_set_skip_function(state->stream, skip_bytes);
    bc_jp2.stream_set_seek_function(state->stream, seek_byte);
    bc_jp2.stream_set_user_data(state->stream, &state->source, NULL);
    bc_jp2.stream_set_user_data_length(state->stream, state->source.length);
    bc_jp2.set_error_handler(state->codec, take_reason, state);
    opj_dparameters_t parameters;
    bc_jp2.set_default_decoder_parameters(&parameters);
    parameters.cp_reduce = halvings;
    if (!bc_jp2.setup_decoder(state->codec, &parameters) ||
        !bc_jp2.read_header(state->stream, state->codec, &state->image)) {
        return report(state, error);
    }
    return BC_OK;
}

/// One axis of the picture on the reference grid.
typedef struct {
    uint32_t start, end, tile_start, tile_side;
    /// How many steps there are for each sample of the first component, and of the one with the fewest.
    uint32_t step, widest;
    bool has_whole_tiles;
} axis;

/// The part of the grid that has the samples of some pixels, whole ones of all components.
static void take_span(const axis *grid, uint64_t from, uint64_t to, int32_t *low, int32_t *high) {
    const uint64_t first = (grid->start + grid->step - 1u) / grid->step;
    uint64_t start = (first + from) * grid->step / grid->widest * grid->widest, end = (first + to) * grid->step;
    if (grid->has_whole_tiles) {
        start = start < grid->tile_start ? grid->tile_start : start - (start - grid->tile_start) % grid->tile_side;
        end = grid->tile_start + (end - grid->tile_start + grid->tile_side - 1) / grid->tile_side * grid->tile_side;
    }
    *low = (int32_t)(from == 0 || start < grid->start ? grid->start : start);
    *high = (int32_t)(end < grid->end ? end : grid->end);
}

/// Decodes a part, in pixels of the resolution.
static int32_t decode(decoding *state, uint32_t halvings, bc_area part, bc_error *error) {
    const bc_jp2_codestream *codestream = &state->jp2.codestream;
    const bc_jp2_component *first = &codestream->components[0];
    const bool has_whole_tiles = codestream->has_whole_tiles;
    const axis across = {codestream->left, codestream->right, codestream->tile_left, codestream->tile_width,
                         first->across, (uint32_t)codestream->most_across << halvings, has_whole_tiles};
    const axis down = {codestream->top, codestream->bottom, codestream->tile_top, codestream->tile_height,
                       first->down, (uint32_t)codestream->most_down << halvings, has_whole_tiles};
    bc_jp2_area area;
    const uint64_t right = (uint64_t)part.left + part.width, bottom = (uint64_t)part.top + part.height;
    take_span(&across, (uint64_t)part.left << halvings, right << halvings, &area.left, &area.right);
    take_span(&down, (uint64_t)part.top << halvings, bottom << halvings, &area.top, &area.bottom);
    if (!bc_jp2.set_decode_area(state->codec, state->image, area.left, area.top, area.right, area.bottom) ||
        !bc_jp2.decode(state->codec, state->stream, state->image)) {
        return report(state, error);
    }
    return bc_jp2_colors_start(&state->colors, &state->jp2, state->image, area, halvings, error);
}

static int32_t decode_region(decoding *state, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                             bc_error *error) {
    const bc_jp2_codestream *codestream = &state->jp2.codestream;
    const uint32_t halvings = halvings_for(&state->jp2, region.shrink), rest = region.shrink >> halvings;
    const uint32_t whole_width = (codestream->width + (1u << halvings) - 1) >> halvings;
    const uint32_t whole_height = (codestream->height + (1u << halvings) - 1) >> halvings;
    const uint32_t left = region.x * rest, top = region.y * rest;
    const uint64_t wanted = (uint64_t)region.width * rest;
    const uint32_t width = wanted < whole_width - left ? (uint32_t)wanted : whole_width - left;
    // Lines contain only the needed columns.
    state->reducer = (bc_row_reducer){
        .region = region,
        .picture_width = width,
        .picture_height = whole_height,
        .transform = state->jp2.space == BC_JP2_CMYK || state->jp2.space == BC_JP2_LAB ? NULL : transform,
        .rgba = rgba,
    };
    state->reducer.region.x = 0;
    state->reducer.region.shrink = rest;
    const uint32_t end = bc_region_end_row(state->reducer.region, whole_height);
    int32_t status = start(state, halvings, error);
    if (status == BC_OK) { status = decode(state, halvings, (bc_area){left, top, width, end - top}, error); }
    if (status != BC_OK) { return status; }
    uint8_t *line = malloc((size_t)width * 4);
    if (!line || !bc_row_reducer_start(&state->reducer)) { status = bc_report_out_of_memory(error); }
    for (uint32_t row = top; status == BC_OK && row < end; ++row) {
        status = bc_is_cancelled() ? bc_report_cancelled(error)
                                   : bc_jp2_write_row(&state->colors, transform, left, row, width, region.allow_truncated, line, error);
        if (status == BC_OK) { bc_row_reducer_add(&state->reducer, row, line); }
    }
    free(line);
    return status;
}

int32_t bc_jp2_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    decoding *state = calloc(1, sizeof *state);
    if (!state) { return bc_report_out_of_memory(error); }
    int32_t status = bc_jp2_open(file, region.allow_truncated, &state->jp2, error);
    const bc_jp2_codestream *codestream = &state->jp2.codestream;
    if (status == BC_OK && !is_decodable(codestream)) {
        status = bc_report(error, BC_LIMIT_EXCEEDED, "%ux%u pixels are more than can be decoded", codestream->width, codestream->height);
    }
    if (status == BC_OK && !bc_region_is_inside(region, codestream->width, codestream->height)) {
        status = bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", codestream->width, codestream->height);
    }
    if (status == BC_OK) { status = bc_jp2_open_library(error); }
    if (status == BC_OK) {
        bc_clear_if_truncated(region, rgba);
        status = decode_region(state, region, transform, rgba, error);
    }
    bc_row_reducer_finish(&state->reducer);
    bc_jp2_colors_finish(&state->colors);
    if (state->image) { bc_jp2.image_destroy(state->image); }
    if (state->codec) { bc_jp2.destroy_codec(state->codec); }
    if (state->stream) { bc_jp2.stream_destroy(state->stream); }
    free(state);
    return status;
}
