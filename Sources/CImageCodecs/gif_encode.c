#include <stdlib.h>
#include <string.h>

#include "gif_writer.h"

typedef bc_gif_animation_writer writer;

/// Colors that differ less in every channel are not drawn anew if the palette cannot hold all anyway.
enum { tolerance = 2 };

static bc_span copy_of(bc_span part, uint8_t **next) {
    if (part.length == 0) { return (bc_span){NULL, 0}; }
    uint8_t *copy = *next;
    memcpy(copy, part.bytes, part.length);
    *next += part.length;
    return (bc_span){copy, part.length};
}

static bool copy_metadata(writer *animation, bc_metadata metadata) {
    animation->metadata_copy = malloc(metadata.icc_profile.length + metadata.xmp.length + 1);
    if (!animation->metadata_copy) { return false; }
    uint8_t *next = animation->metadata_copy;
    animation->metadata.icc_profile = copy_of(metadata.icc_profile, &next);
    animation->metadata.xmp = copy_of(metadata.xmp, &next);
    return true;
}

bc_gif_animation_writer *bc_gif_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, uint32_t colors,
                                                 bc_metadata metadata, bc_error *error) {
    if (width == 0 || height == 0 || width > UINT16_MAX || height > UINT16_MAX) {
        bc_report(error, BC_UNSUPPORTED, "the sides of a GIF must be 1 to %d pixels, not %ux%u", UINT16_MAX, width, height);
        return NULL;
    }
    if (colors < 2 || colors > bc_gif_most_colors) {
        bc_report(error, BC_INVALID_ARGUMENT, "a GIF has 2 to %d colors, not %u", bc_gif_most_colors, colors);
        return NULL;
    }
    if (bc_gif_open_library(error) != BC_OK) { return NULL; }
    writer *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    animation->width = width;
    animation->height = height;
    animation->loop_count = loop_count;
    animation->colors = colors;
    animation->shown = calloc((size_t)width * height, sizeof *animation->shown);
    animation->indices = malloc((size_t)width * height);
    animation->histogram = bc_histogram_create();
    if (!bc_palette_create(&animation->palette) || !animation->shown || !animation->indices || !animation->histogram
        || !copy_metadata(animation, metadata)) {
        bc_gif_animation_destroy(animation);
        bc_report_out_of_memory(error);
        return NULL;
    }
    return animation;
}

void bc_gif_animation_destroy(bc_gif_animation_writer *animation) {
    bc_gif_output_destroy(&animation->output);
    bc_palette_destroy(&animation->palette);
    if (animation->histogram) { bc_histogram_destroy(animation->histogram); }
    free(animation->metadata_copy);
    free(animation->shown);
    free(animation->indices);
    free(animation);
}

/// Writes the pending frame.
static int32_t flush(writer *animation, uint32_t disposal, bc_error *error) {
    if (!animation->has_pending) { return BC_OK; }
    const bc_gif_area area = animation->area;
    animation->time += animation->duration;
    // Rounding errors do not add up. Browsers slow down frames of less than two hundredths.
    const uint64_t end = (animation->time + 5) / 10;
    uint64_t delay = end > animation->written_time + 2 ? end - animation->written_time : 2;
    if (delay > UINT16_MAX) { delay = UINT16_MAX; }
    const bc_gif_image image = {
        .left = area.left,
        .top = area.top,
        .width = area.right - area.left,
        .height = area.bottom - area.top,
        .indices = animation->indices,
        .palette = animation->palette.rgb,
        .color_count = animation->palette.count,
        .transparent = animation->leaves_pixels ? bc_gif_transparent_index(animation) : bc_gif_opaque,
        .disposal = disposal,
        .delay = (uint32_t)delay,
    };
    int32_t status = BC_OK;
    if (!animation->output.gif) {
        status = bc_gif_output_start(&animation->output, animation->width, animation->height, animation->loop_count, animation->metadata,
                                     &image, error);
    }
    if (status == BC_OK) { status = bc_gif_output_add(&animation->output, &image, animation->width, error); }
    animation->written_time = delay < UINT16_MAX ? animation->written_time + delay : end;
    animation->has_pending = false;
    return status;
}

static bc_gif_area united(bc_gif_area a, bc_gif_area b) {
    return (bc_gif_area){
        a.left < b.left ? a.left : b.left,
        a.top < b.top ? a.top : b.top,
        a.right > b.right ? a.right : b.right,
        a.bottom > b.bottom ? a.bottom : b.bottom,
    };
}

/// Pixels become transparent only when the frame before is cleared, which is made to reach over them.
static int32_t clear(writer *animation, bc_gif_area cleared, bc_error *error) {
    const bc_gif_area old = animation->area, area = united(old, cleared);
    const uint8_t keep = (uint8_t)bc_gif_transparent_index(animation);
    for (uint32_t y = area.top; y < area.bottom; ++y) {
        for (uint32_t x = area.left; x < area.right; ++x) {
            if (y >= old.top && y < old.bottom && x >= old.left && x < old.right) { continue; }
            animation->indices[(size_t)y * animation->width + x] = keep;
            animation->leaves_pixels = true;
        }
    }
    animation->area = area;
    const int32_t status = flush(animation, DISPOSE_BACKGROUND, error);
    for (uint32_t y = area.top; y < area.bottom; ++y) {
        memset(animation->shown + (size_t)y * animation->width + area.left, 0, (area.right - area.left) * sizeof *animation->shown);
    }
    return status;
}

/// Draws the changes into the pending frame.
static int32_t draw(writer *animation, const uint8_t *rgba, int32_t distance, bc_gif_area area, bc_error *error) {
    const uint8_t keep = (uint8_t)bc_gif_transparent_index(animation);
    const bool has_exact_colors = animation->palette_colors.count > 0;
    for (uint32_t y = area.top; y < area.bottom; ++y) {
        const size_t start = (size_t)y * animation->width;
        for (uint32_t x = area.left; x < area.right; ++x) {
            // Colors that were not seen before take about a microsecond.
            if ((x - area.left) % 4096 == 0 && bc_is_cancelled()) { return bc_report_cancelled(error); }
            uint32_t *shown = &animation->shown[start + x];
            const uint32_t wanted = bc_gif_pixel(rgba + (start + x) * 4), color = wanted & 0xFFFFFF;
            uint8_t *index = &animation->indices[start + x];
            if (bc_gif_is_close(wanted, *shown, distance)) {
                *index = keep;
                animation->leaves_pixels = true;
                continue;
            }
            *shown = wanted;
            const int32_t exact = has_exact_colors ? bc_color_set_find(&animation->palette_colors, color) : -1;
            *index = (uint8_t)(exact >= 0 ? (uint32_t)exact : bc_palette_dither(&animation->palette, color, x, y));
        }
    }
    return BC_OK;
}

/// A frame that changes nothing, where one must be: transparent pixels.
static void draw_nothing(writer *animation, bc_gif_area area) {
    if (animation->palette.count == 0 || bc_gif_transparent_index(animation) == bc_gif_opaque) {
        bc_color_set_clear(&animation->palette_colors);
        animation->palette.count = 1;
        bc_palette_changed(&animation->palette);
    }
    animation->area = area;
    for (uint32_t y = area.top; y < area.bottom; ++y) {
        memset(animation->indices + (size_t)y * animation->width + area.left, (uint8_t)bc_gif_transparent_index(animation),
               area.right - area.left);
    }
    animation->leaves_pixels = true;
}

/// Finds what to draw after what must be cleared is. Small differences are let be if the colors are to be reduced.
static int32_t find_drawn(writer *animation, const uint8_t *rgba, int32_t *distance, bc_gif_changes *changes, bc_error *error) {
    *distance = 0;
    int32_t status = bc_gif_find_changes(animation, rgba, 0, changes, error);
    if (status == BC_OK && !bc_gif_area_is_empty(changes->cleared)) {
        status = clear(animation, changes->cleared, error);
        if (status == BC_OK) { status = bc_gif_find_changes(animation, rgba, 0, changes, error); }
    }
    if (status == BC_OK && changes->drawn_count > 0 && !bc_gif_colors_are_exact(animation, changes)) {
        *distance = tolerance;
        status = bc_gif_find_changes(animation, rgba, tolerance, changes, error);
    }
    return status;
}

int32_t bc_gif_animation_add(bc_gif_animation_writer *animation, const uint8_t *rgba, uint32_t duration_ms, bc_error *error) {
    bc_gif_changes changes;
    int32_t distance;
    // Programs other than browsers fill what the first frame leaves of the canvas with a color, even if it is transparent elsewhere.
    const bool is_first = !animation->output.gif && !animation->has_pending;
    const bc_gif_area canvas = {0, 0, animation->width, animation->height}, pixel = {0, 0, 1, 1};
    int32_t status = find_drawn(animation, rgba, &distance, &changes, error);
    if (status != BC_OK) { return status; }
    if (changes.drawn_count == 0 && animation->has_pending) {
        animation->duration += duration_ms;
        return BC_OK;
    }
    status = flush(animation, DISPOSE_DO_NOT, error);
    if (status != BC_OK) { return status; }
    animation->duration = duration_ms;
    animation->leaves_pixels = false;
    animation->has_pending = true;
    if (changes.drawn_count == 0) {
        draw_nothing(animation, is_first ? canvas : pixel);
        return BC_OK;
    }
    bc_gif_choose_palette(animation, &changes);
    animation->area = is_first ? canvas : changes.drawn;
    return draw(animation, rgba, distance, animation->area, error);
}

int32_t bc_gif_animation_finish(bc_gif_animation_writer *animation, bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    if (!animation->has_pending) { return bc_report(error, BC_INVALID_ARGUMENT, "an animation needs a frame"); }
    const int32_t status = flush(animation, DISPOSE_DO_NOT, error);
    return status == BC_OK ? bc_gif_output_finish(&animation->output, output, error) : status;
}

int32_t bc_gif_encode(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t colors, bc_metadata metadata, bc_bytes *output,
                      bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    bc_gif_animation_writer *picture = bc_gif_animation_create(width, height, 1, colors, metadata, error);
    if (!picture) { return error->code; }
    int32_t status = bc_gif_animation_add(picture, rgba, 0, error);
    if (status == BC_OK) { status = bc_gif_animation_finish(picture, output, error); }
    bc_gif_animation_destroy(picture);
    return status;
}
