// Few colors for many: palettes in a perceptual space, and ordered dithering between two colors of a palette.
#ifndef BOUNDEDCROP_CIMAGECODECS_QUANTIZE_H
#define BOUNDEDCROP_CIMAGECODECS_QUANTIZE_H

#include "internal.h"

#pragma clang assume_nonnull begin

enum { bc_most_palette_colors = 256, bc_most_neighbors = 32 };

/// A color in Oklab (B. Ottosson, 2020), in which distances are about as visible in all directions.
typedef struct {
    float l, a, b;
} bc_oklab;

bc_oklab bc_oklab_from_rgb(uint32_t red, uint32_t green, uint32_t blue);
void bc_oklab_to_rgb(bc_oklab color, uint8_t rgb[_Nonnull 3]);

/// Up to 256 different colors as 0xRRGGBB, with their order.
typedef struct {
    uint32_t count;
    uint32_t colors[bc_most_palette_colors];
    /// Slots of color and order; zero if empty.
    uint64_t slots[1024];
} bc_color_set;

void bc_color_set_clear(bc_color_set *set);
/// The color's place in the order; -1 if it is not a member.
int32_t bc_color_set_find(const bc_color_set *set, uint32_t color);
/// Adds the color unless it is a member. False if the set has `limit` others.
bool bc_color_set_add(bc_color_set *set, uint32_t color, uint32_t limit);

/// How far colors are from a palette: the mean square of the distances, and the share of those that anybody sees.
typedef struct {
    float mean, visible;
} bc_palette_error;

typedef struct {
    uint32_t count;
    uint8_t rgb[bc_most_palette_colors * 3];
    float l[bc_most_palette_colors], a[bc_most_palette_colors], b[bc_most_palette_colors];
    bc_palette_error error;
    /// The pair of colors that is mixed for each cell of 4x4x4 colors; zero if not searched yet.
    uint32_t *pairs;
    /// The colors that may be mixed with each color, once they are searched: those nearest to it.
    uint8_t neighbors[bc_most_palette_colors][bc_most_neighbors];
    bool has_neighbors[bc_most_palette_colors];
} bc_palette;

bool bc_palette_create(bc_palette *palette);
void bc_palette_destroy(bc_palette *palette);
/// Fills in what follows from `count` and `rgb`, and forgets the pairs.
void bc_palette_changed(bc_palette *palette);
/// The nearest color and, in `distance`, its squared distance.
uint32_t bc_palette_nearest(const bc_palette *palette, bc_oklab color, float *distance);
/// The index for 0xRRGGBB at this position. The same color at the same position gets the same index, whatever surrounds it.
uint32_t bc_palette_dither(bc_palette *palette, uint32_t color, uint32_t x, uint32_t y);

/// Counts colors and makes palettes for them.
typedef struct bc_histogram bc_histogram;

bc_histogram *_Nullable bc_histogram_create(void);
void bc_histogram_destroy(bc_histogram *histogram);
void bc_histogram_clear(bc_histogram *histogram);
void bc_histogram_add(bc_histogram *histogram, uint32_t color);
/// How well the palette represents what was counted.
bc_palette_error bc_histogram_error(bc_histogram *histogram, const bc_palette *palette);
/// Makes the palette of at most `count` colors for what was counted. Does nothing useful once the work is cancelled.
void bc_histogram_make_palette(bc_histogram *histogram, uint32_t count, bc_palette *palette);

#pragma clang assume_nonnull end

#endif
