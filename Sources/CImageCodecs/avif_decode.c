#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "avif_library.h"

/// Upright rows that are converted together.
enum { band_rows = 64 };

/// A rectangle of stored pixels.
typedef struct {
    int64_t x, y, end_x, end_y;
} area;

/// A band of rows: the stored pixels that it needs are converted, then put upright.
typedef struct {
    const avifImage *image;
    const bc_placement *placement;
    bc_hdr_transform *_Nullable hdr;
    /// Stored pixels, of 8 or of 16 bits per channel, and upright rows of 8.
    uint8_t *stored, *upright;
    size_t stored_size;
    uint32_t pixel;
} converter;

static int64_t least(int64_t first, int64_t second) { return first < second ? first : second; }
static int64_t most(int64_t first, int64_t second) { return first > second ? first : second; }

/// The stored pixels of upright ones, with a margin: chroma is interpolated from neighbors.
static area find_area(const converter *state, int64_t left, int64_t right, int64_t top, int64_t bottom) {
    enum { margin = 2 };
    const bc_placement *at = state->placement;
    const int64_t x1 = at->x0 + at->xx * left + at->xy * top, x2 = at->x0 + at->xx * (right - 1) + at->xy * (bottom - 1);
    const int64_t y1 = at->y0 + at->yx * left + at->yy * top, y2 = at->y0 + at->yx * (right - 1) + at->yy * (bottom - 1);
    return (area){
        .x = most(0, least(x1, x2) - margin) & ~(int64_t)1,
        .y = most(0, least(y1, y2) - margin) & ~(int64_t)1,
        .end_x = least((most(x1, x2) + margin + 2) & ~(int64_t)1, state->image->width),
        .end_y = least((most(y1, y2) + margin + 2) & ~(int64_t)1, state->image->height),
    };
}

static int32_t convert(converter *state, area part, bc_error *error) {
    const uint32_t width = (uint32_t)(part.end_x - part.x), height = (uint32_t)(part.end_y - part.y);
    // Its last row is for show.
    const size_t needed = (size_t)width * (height + 1) * state->pixel;
    if (needed > state->stored_size) {
        free(state->stored);
        state->stored = malloc(needed);
        state->stored_size = state->stored ? needed : 0;
        if (!state->stored) { return bc_report_out_of_memory(error); }
    }
    avifImage *view = bc_avif.ImageCreateEmpty();
    if (!view) { return bc_report_out_of_memory(error); }
    const avifCropRect rectangle = {(uint32_t)part.x, (uint32_t)part.y, width, height};
    avifResult result = bc_avif.ImageSetViewRect(view, state->image, &rectangle);
    if (result == AVIF_RESULT_OK) {
        avifRGBImage rgb;
        bc_avif.RGBImageSetDefaults(&rgb, view);
        rgb.depth = state->hdr ? 16 : 8;
        rgb.pixels = state->stored;
        rgb.rowBytes = width * state->pixel;
        result = bc_avif.ImageYUVToRGB(view, &rgb);
    }
    bc_avif.ImageDestroy(view);
    return result == AVIF_RESULT_OK ? BC_OK : bc_avif_report(error, result, &(avifDiagnostics){{0}});
}

/// Makes stored rows of 16 bits ones of 8, each by way of a spare row, because Little CMS copies alpha first.
static void show(const converter *state, area part) {
    const size_t width = (size_t)(part.end_x - part.x), height = (size_t)(part.end_y - part.y);
    uint8_t *spare = state->stored + height * width * 8;
    for (size_t row = 0; row < height; ++row) {
        const uint16_t *from = (const uint16_t *)(const void *)(state->stored + row * width * 8);
        bc_hdr_transform_row(state->hdr, from, spare, width);
        memcpy(state->stored + row * width * 4, spare, width * 4);
    }
}

static void put_upright(const converter *state, area part, int64_t left, int64_t right, int64_t row, uint8_t *line) {
    const bc_placement *at = state->placement;
    const int64_t stride = part.end_x - part.x, x = at->x0 + at->xy * row - part.x, y = at->y0 + at->yy * row - part.y;
    const uint8_t *pixel = state->stored + ((y + at->yx * left) * stride + x + at->xx * left) * 4;
    uint8_t *output = line + left * 4;
    if (at->xx == 1) {
        memcpy(output, pixel, (size_t)(right - left) * 4);
        return;
    }
    const int64_t step = (at->yx * stride + at->xx) * 4;
    for (int64_t column = left; column < right; ++column, pixel += step, output += 4) { memcpy(output, pixel, 4); }
}

static int32_t take_bands(converter *state, bc_row_reducer *reducer, bc_error *error) {
    const bc_region region = reducer->region;
    const int64_t end = bc_region_end_row(region, state->placement->height), left = (int64_t)region.x * region.shrink;
    const int64_t right = least(left + (int64_t)region.width * region.shrink, state->placement->width);
    for (int64_t top = (int64_t)region.y * region.shrink; top < end; top += band_rows) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        const int64_t bottom = least(top + band_rows, end);
        const area part = find_area(state, left, right, top, bottom);
        const int32_t status = convert(state, part, error);
        if (status != BC_OK) { return status; }
        if (state->hdr) { show(state, part); }
        for (int64_t row = top; row < bottom; ++row) {
            put_upright(state, part, left, right, row, state->upright);
            bc_row_reducer_add(reducer, (uint32_t)row, state->upright);
        }
    }
    return BC_OK;
}

int32_t bc_avif_take_rows(const avifImage *image, const bc_placement *placement, bc_row_reducer *reducer, bc_error *error) {
    const bc_cicp cicp = bc_avif_get_cicp(image);
    converter state = {.image = image, .placement = placement, .pixel = 4};
    if (bc_cicp_classify(cicp) == BC_CICP_HDR) {
        state.pixel = 8;
        state.hdr = bc_hdr_transform_create(cicp);
        if (!state.hdr) { return bc_report_out_of_memory(error); }
    }
    state.upright = malloc((size_t)placement->width * 4);
    const bool has_memory = state.upright && bc_row_reducer_start(reducer);
    const int32_t status = has_memory ? take_bands(&state, reducer, error) : bc_report_out_of_memory(error);
    bc_row_reducer_finish(reducer);
    bc_hdr_transform_destroy(state.hdr);
    free(state.stored);
    free(state.upright);
    return status;
}

static int32_t decode(avifDecoder *decoder, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    bc_image_header header;
    bc_placement placement;
    const uint32_t width = decoder->image->width, height = decoder->image->height;
    int32_t status = bc_avif_fill_header(decoder, &header, error);
    if (status != BC_OK) { return status; }
    if (!bc_region_is_inside(region, header.width, header.height)) {
        return bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", header.width, header.height);
    }
    bc_clear_if_truncated(region, rgba);
    const avifResult result = bc_avif.DecoderNextImage(decoder);
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    if (result != AVIF_RESULT_OK) { return bc_avif_report(error, result, &decoder->diag); }
    const avifImage *image = decoder->image;
    if (image->width != width || image->height != height) {
        return bc_report(error, BC_MALFORMED, "the picture is %ux%u, not %ux%u as its header says", image->width, image->height, width,
                         height);
    }
    status = bc_avif_place(image, &placement, error);
    bc_row_reducer reducer = {region, placement.width, placement.height, transform, rgba, NULL};
    return status == BC_OK ? bc_avif_take_rows(image, &placement, &reducer, error) : status;
}

int32_t bc_avif_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    enum { most_frames = 100000 };
    avifDecoder *decoder = bc_avif_open(file, false, most_frames, error);
    if (!decoder) { return error->code; }
    const int32_t status = decode(decoder, region, transform, rgba, error);
    bc_avif.DecoderDestroy(decoder);
    return status;
}
