#include <string.h>

#include "gif_writer.h"

static void include(bc_gif_area *area, uint32_t x, uint32_t y) {
    if (x < area->left) { area->left = x; }
    if (y < area->top) { area->top = y; }
    if (x >= area->right) { area->right = x + 1; }
    if (y >= area->bottom) { area->bottom = y + 1; }
}

int32_t bc_gif_find_changes(bc_gif_animation_writer *writer, const uint8_t *rgba, int32_t distance, bc_gif_changes *changes,
                            bc_error *error) {
    static const bc_gif_area nothing = {UINT32_MAX, UINT32_MAX, 0, 0};
    changes->drawn = changes->cleared = nothing;
    changes->drawn_count = 0;
    changes->has_many_colors = false;
    bc_color_set_clear(&changes->colors);
    bc_histogram_clear(writer->histogram);
    const uint32_t *shown = writer->shown;
    for (uint32_t y = 0; y < writer->height; ++y) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        for (uint32_t x = 0; x < writer->width; ++x, rgba += 4, ++shown) {
            const uint32_t wanted = bc_gif_pixel(rgba);
            if (bc_gif_is_close(wanted, *shown, distance)) { continue; }
            if (wanted == 0) {
                include(&changes->cleared, x, y);
                continue;
            }
            const uint32_t color = wanted & 0xFFFFFF;
            include(&changes->drawn, x, y);
            ++changes->drawn_count;
            bc_histogram_add(writer->histogram, color);
            const bool is_counted = !changes->has_many_colors && bc_color_set_add(&changes->colors, color, writer->colors);
            changes->has_many_colors = !is_counted;
        }
    }
    return BC_OK;
}

int32_t bc_gif_transparent_index(const bc_gif_animation_writer *writer) {
    return writer->palette.count < bc_gif_most_colors ? (int32_t)writer->palette.count : bc_gif_opaque;
}

/// How many colors there may be beside the transparent one, which only frames that cover everything do without.
static uint32_t most_colors(const bc_gif_animation_writer *writer, const bc_gif_changes *changes) {
    const bool is_whole = changes->drawn_count == (uint64_t)writer->width * writer->height;
    return is_whole ? writer->colors : writer->colors - 1;
}

bool bc_gif_colors_are_exact(const bc_gif_animation_writer *writer, const bc_gif_changes *changes) {
    return !changes->has_many_colors && changes->colors.count <= most_colors(writer, changes);
}

/// Whether the writer's palette represents the changes about as well as a new one would.
static bool palette_fits(bc_gif_animation_writer *writer, const bc_gif_changes *changes) {
    // So much worse than the pixels that it was made for may a palette be.
    static const float factor = 1.5f, least_mean = 0.00001f, least_visible = 0.002f;
    const bc_palette *palette = &writer->palette;
    if (palette->count == 0 || palette->count > most_colors(writer, changes)) { return false; }
    if (writer->palette_colors.count > 0 && bc_gif_colors_are_exact(writer, changes)) {
        for (uint32_t index = 0; index < changes->colors.count; ++index) {
            if (bc_color_set_find(&writer->palette_colors, changes->colors.colors[index]) < 0) { return false; }
        }
        return true;
    }
    const bc_palette_error error = bc_histogram_error(writer->histogram, palette);
    return error.mean <= palette->error.mean * factor + least_mean && error.visible <= palette->error.visible + least_visible;
}

/// Adds the changes' colors to those of the palette or, if there is no room, takes them alone.
static void take_exact_colors(bc_gif_animation_writer *writer, const bc_gif_changes *changes) {
    bc_color_set *set = &writer->palette_colors;
    const uint32_t limit = most_colors(writer, changes);
    bool has_room = set->count <= limit;
    for (uint32_t index = 0; has_room && index < changes->colors.count; ++index) {
        has_room = bc_color_set_add(set, changes->colors.colors[index], limit);
    }
    if (!has_room) { *set = changes->colors; }
    bc_palette *palette = &writer->palette;
    palette->count = set->count;
    for (uint32_t index = 0; index < set->count; ++index) {
        for (int channel = 0; channel < 3; ++channel) {
            palette->rgb[index * 3 + (uint32_t)channel] = (uint8_t)(set->colors[index] >> (16 - 8 * channel));
        }
    }
    palette->error = (bc_palette_error){0, 0};
    bc_palette_changed(palette);
}

void bc_gif_choose_palette(bc_gif_animation_writer *writer, const bc_gif_changes *changes) {
    if (palette_fits(writer, changes)) { return; }
    if (bc_gif_colors_are_exact(writer, changes)) {
        take_exact_colors(writer, changes);
        return;
    }
    bc_color_set_clear(&writer->palette_colors);
    bc_histogram_make_palette(writer->histogram, most_colors(writer, changes), &writer->palette);
}
