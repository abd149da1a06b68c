#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "quantize.h"

enum { pair_count = 64 * 64 * 64, is_searched = 1 << 16 };

bool bc_palette_create(bc_palette *palette) {
    *palette = (bc_palette){.pairs = calloc(pair_count, sizeof(uint32_t))};
    return palette->pairs != NULL;
}

void bc_palette_destroy(bc_palette *palette) { free(palette->pairs); }

void bc_palette_changed(bc_palette *palette) {
    memset(palette->pairs, 0, pair_count * sizeof(uint32_t));
    memset(palette->has_neighbors, 0, sizeof palette->has_neighbors);
    for (uint32_t index = 0; index < palette->count; ++index) {
        const uint8_t *rgb = palette->rgb + index * 3;
        const bc_oklab color = bc_oklab_from_rgb(rgb[0], rgb[1], rgb[2]);
        palette->l[index] = color.l;
        palette->a[index] = color.a;
        palette->b[index] = color.b;
    }
}

/// The index of the smallest of these values, none of which is negative. As integers, they have the same order and room for the index in
/// their last bits, so that compilers make vector code of this.
static uint32_t smallest(const float *values, uint32_t count) {
    int32_t best = INT32_MAX;
    for (int32_t index = 0; index < (int32_t)count; ++index) {
        int32_t key;
        memcpy(&key, &values[index], sizeof key);
        key = (key & ~255) | index;
        best = key < best ? key : best;
    }
    return (uint32_t)best & 255;
}

uint32_t bc_palette_nearest(const bc_palette *palette, bc_oklab color, float *distance) {
    float distances[bc_most_palette_colors];
    for (uint32_t index = 0; index < palette->count; ++index) {
        const float l = palette->l[index] - color.l, a = palette->a[index] - color.a, b = palette->b[index] - color.b;
        distances[index] = l * l + a * a + b * b;
    }
    const uint32_t best = smallest(distances, palette->count);
    *distance = distances[best];
    return best;
}

static uint32_t neighbor_count(const bc_palette *palette) {
    return palette->count < bc_most_neighbors ? palette->count : bc_most_neighbors;
}

/// Notes the colors that are nearest to one of the palette, itself first.
static void find_neighbors(bc_palette *palette, uint32_t color) {
    float distances[bc_most_palette_colors];
    for (uint32_t index = 0; index < palette->count; ++index) {
        const float l = palette->l[index] - palette->l[color], a = palette->a[index] - palette->a[color];
        const float b = palette->b[index] - palette->b[color];
        distances[index] = l * l + a * a + b * b;
    }
    for (uint32_t place = 0; place < neighbor_count(palette); ++place) {
        const uint32_t nearest = smallest(distances, palette->count);
        palette->neighbors[color][place] = (uint8_t)nearest;
        distances[nearest] = FLT_MAX;
    }
    palette->has_neighbors[color] = true;
}

/// The color to mix with the nearest one, or that one itself. Mixed colors are to come close on average, and not to be far apart.
static uint32_t partner(bc_palette *palette, bc_oklab color, uint32_t nearest) {
    static const float roughness = 0.15f;
    float costs[bc_most_neighbors];
    if (!palette->has_neighbors[nearest]) { find_neighbors(palette, nearest); }
    const uint32_t count = neighbor_count(palette);
    const float l = color.l - palette->l[nearest], a = color.a - palette->a[nearest], b = color.b - palette->b[nearest];
    for (uint32_t place = 0; place < count; ++place) {
        const uint32_t index = palette->neighbors[nearest][place];
        const float dl = palette->l[index] - palette->l[nearest], da = palette->a[index] - palette->a[nearest];
        const float db = palette->b[index] - palette->b[nearest];
        const float square = dl * dl + da * da + db * db + FLT_MIN;
        const float projection = (l * dl + a * da + b * db) / square;
        const float share = projection < 0 ? 0 : projection > 1 ? 1 : projection;
        const float rest_l = l - share * dl, rest_a = a - share * da, rest_b = b - share * db;
        costs[place] = rest_l * rest_l + rest_a * rest_a + rest_b * rest_b + roughness * share * (1 - share) * square;
    }
    const uint32_t best = smallest(costs, count);
    return costs[best] < l * l + a * a + b * b ? palette->neighbors[nearest][best] : nearest;
}

static uint32_t search_pair(bc_palette *palette, uint32_t cell) {
    const uint32_t red = cell >> 12 << 2, green = (cell >> 6 & 63) << 2, blue = (cell & 63) << 2;
    const bc_oklab color = bc_oklab_from_rgb(red + 2, green + 2, blue + 2);
    float distance;
    const uint32_t nearest = bc_palette_nearest(palette, color, &distance);
    return is_searched | partner(palette, color, nearest) << 8 | nearest;
}

/// The threshold of an 8x8 Bayer matrix, 0...63.
static int32_t threshold(uint32_t x, uint32_t y) {
    const uint32_t mixed = x ^ y;
    return (int32_t)((mixed & 1) << 5 | (y & 1) << 4 | (mixed & 2) << 2 | (y & 2) << 1 | (mixed & 4) >> 1 | (y & 4) >> 2);
}

uint32_t bc_palette_dither(bc_palette *palette, uint32_t color, uint32_t x, uint32_t y) {
    const uint32_t cell = (color >> 18 & 63) << 12 | (color >> 10 & 63) << 6 | (color >> 2 & 63);
    uint32_t pair = palette->pairs[cell];
    if (pair == 0) { pair = palette->pairs[cell] = search_pair(palette, cell); }
    const uint32_t nearest = pair & 255, other = pair >> 8 & 255;
    if (nearest == other) { return nearest; }
    // How far the color is on the way from the nearest to the other, against the position's threshold.
    const uint8_t *from = palette->rgb + nearest * 3, *to = palette->rgb + other * 3;
    int32_t projection = 0, square = 0;
    for (int channel = 0; channel < 3; ++channel) {
        const int32_t value = (int32_t)(color >> (16 - 8 * channel) & 255), way = to[channel] - from[channel];
        projection += (value - from[channel]) * way;
        square += way * way;
    }
    return projection * 128 > (threshold(x, y) * 2 + 1) * square ? other : nearest;
}
