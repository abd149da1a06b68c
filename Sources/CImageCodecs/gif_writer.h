// The writer of GIFs, and how it compares frames.
#ifndef BOUNDEDCROP_CIMAGECODECS_GIF_WRITER_H
#define BOUNDEDCROP_CIMAGECODECS_GIF_WRITER_H

#include "gif_output.h"
#include "quantize.h"

#pragma clang assume_nonnull begin

/// A rectangle of the canvas, empty if its right side is not beyond its left one.
typedef struct {
    uint32_t left, top, right, bottom;
} bc_gif_area;

static inline bool bc_gif_area_is_empty(bc_gif_area area) { return area.right <= area.left; }

struct bc_gif_animation_writer {
    uint32_t width, height, loop_count, colors;
    bc_gif_output output;
    /// A copy of the metadata, until the first frame is written.
    bc_metadata metadata;
    uint8_t *metadata_copy;
    /// What is shown, before colors were reduced: pixels as bc_gif_pixel makes them.
    uint32_t *shown;
    // The last frame, which is written when the next one tells how it must be disposed of.
    bool has_pending;
    uint8_t *indices;
    bc_gif_area area;
    bool leaves_pixels;
    uint64_t duration;
    /// The time and the hundredths of seconds of the frames written so far.
    uint64_t time, written_time;
    /// Its palette, which the next frame also uses if it can.
    bc_palette palette;
    /// The palette's colors, if they are those of the pixels; empty otherwise.
    bc_color_set palette_colors;
    bc_histogram *histogram;
};

/// The pixel as 0xRRGGBB with the next bit set, or 0: a GIF's pixels are opaque or not there.
static inline uint32_t bc_gif_pixel(const uint8_t *rgba) {
    const uint32_t alpha = rgba[3];
    if (alpha < 128) { return 0; }
    uint32_t pixel = 1;
    for (int channel = 0; channel < 3; ++channel) {
        pixel = pixel << 8 | (alpha == 255 ? rgba[channel] : bc_unmultiply(rgba[channel], alpha));
    }
    return pixel;
}

/// Whether the pixels are equally visible and differ by at most `distance` in each channel.
static inline bool bc_gif_is_close(uint32_t a, uint32_t b, int32_t distance) {
    if (a == b) { return true; }
    if (distance == 0 || a >> 24 != b >> 24) { return false; }
    for (int shift = 0; shift < 24; shift += 8) {
        const int32_t difference = (int32_t)(a >> shift & 255) - (int32_t)(b >> shift & 255);
        if (difference > distance || difference < -distance) { return false; }
    }
    return true;
}

/// What a frame changes in what is shown.
typedef struct {
    /// The pixels to draw, and those to clear.
    bc_gif_area drawn, cleared;
    uint64_t drawn_count;
    bool has_many_colors;
    /// The colors to draw, unless they are many.
    bc_color_set colors;
} bc_gif_changes;

/// Compares a frame with what is shown, and counts the colors to draw in the histogram.
int32_t bc_gif_find_changes(bc_gif_animation_writer *writer, const uint8_t *rgba, int32_t distance, bc_gif_changes *changes,
                            bc_error *error);

/// Whether a palette can hold all colors to draw.
bool bc_gif_colors_are_exact(const bc_gif_animation_writer *writer, const bc_gif_changes *changes);
/// Makes the writer's palette one for these changes, unless it is already.
void bc_gif_choose_palette(bc_gif_animation_writer *writer, const bc_gif_changes *changes);
/// The index that leaves what is shown, behind the palette's last color; bc_gif_opaque if there is none.
int32_t bc_gif_transparent_index(const bc_gif_animation_writer *writer);

#pragma clang assume_nonnull end

#endif
