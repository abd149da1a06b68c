#include <math.h>
#include <string.h>

#include "quantize.h"

static float linear(uint32_t value) {
    const float share = (float)value / 255;
    return share <= 0.04045f ? share / 12.92f : powf((share + 0.055f) / 1.055f, 2.4f);
}

static uint8_t encoded(float light) {
    const float share = light <= 0.0031308f ? light * 12.92f : 1.055f * powf(light, 1 / 2.4f) - 0.055f;
    return (uint8_t)(fminf(fmaxf(share, 0), 1) * 255 + 0.5f);
}

bc_oklab bc_oklab_from_rgb(uint32_t red, uint32_t green, uint32_t blue) {
    const float r = linear(red), g = linear(green), b = linear(blue);
    const float l = cbrtf(0.4122214708f * r + 0.5363325363f * g + 0.0514459929f * b);
    const float m = cbrtf(0.2119034982f * r + 0.6806995451f * g + 0.1073969566f * b);
    const float s = cbrtf(0.0883024619f * r + 0.2817188376f * g + 0.6299787005f * b);
    return (bc_oklab){
        0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
        1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
        0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s,
    };
}

void bc_oklab_to_rgb(bc_oklab color, uint8_t *rgb) {
    const float l = color.l + 0.3963377774f * color.a + 0.2158037573f * color.b;
    const float m = color.l - 0.1055613458f * color.a - 0.0638541728f * color.b;
    const float s = color.l - 0.0894841775f * color.a - 1.2914855480f * color.b;
    const float long_light = l * l * l, middle = m * m * m, short_light = s * s * s;
    rgb[0] = encoded(4.0767416621f * long_light - 3.3077115913f * middle + 0.2309699292f * short_light);
    rgb[1] = encoded(-1.2684380046f * long_light + 2.6097574011f * middle - 0.3413193965f * short_light);
    rgb[2] = encoded(-0.0041960863f * long_light - 0.7034186147f * middle + 1.7076147010f * short_light);
}

void bc_color_set_clear(bc_color_set *set) { memset(set, 0, sizeof *set); }

enum { slot_count = sizeof((bc_color_set *)0)->slots / sizeof(uint64_t) };

/// The slot that holds the color, or the empty one where it belongs. At most a quarter of the slots are in use.
static uint32_t slot_of(const bc_color_set *set, uint32_t color) {
    uint32_t slot = color * 2654435761u >> 22;
    while (set->slots[slot] != 0 && (uint32_t)set->slots[slot] != color) { slot = (slot + 1) % slot_count; }
    return slot;
}

int32_t bc_color_set_find(const bc_color_set *set, uint32_t color) {
    const uint64_t slot = set->slots[slot_of(set, color)];
    return slot == 0 ? -1 : (int32_t)(slot >> 32) - 1;
}

bool bc_color_set_add(bc_color_set *set, uint32_t color, uint32_t limit) {
    const uint32_t slot = slot_of(set, color);
    if (set->slots[slot] != 0) { return true; }
    if (set->count >= limit || set->count >= bc_most_palette_colors) { return false; }
    set->colors[set->count++] = color;
    set->slots[slot] = (uint64_t)set->count << 32 | color;
    return true;
}
