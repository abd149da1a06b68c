// Generated pictures, and invariants of every picture.
#ifndef FUZZ_PIXELS_H
#define FUZZ_PIXELS_H

#include "input.h"

/// Filled memory of exactly this length.
static inline uint8_t *fuzz_filled(size_t length, int value) {
    uint8_t *bytes = malloc(length > 0 ? length : 1);
    if (!bytes) { abort(); }
    memset(bytes, value, length);
    return bytes;
}

/// Bytes generated from a seed: noise, or runs of equal pixels, which take different paths through encoders and filters.
static inline uint8_t *fuzz_picture(size_t pixels, size_t channels, uint32_t seed) {
    uint8_t *bytes = fuzz_filled(pixels * channels, 0);
    const uint32_t run = seed % 4 == 3 ? 64 : seed % 4;
    uint32_t state = seed * 2654435761u + 1, left = 0;
    uint8_t pixel[4] = {0, 0, 0, 255};
    for (size_t index = 0; index < pixels; ++index) {
        if (left-- == 0) {
            left = run;
            state ^= state << 13, state ^= state >> 17, state ^= state << 5;
            for (int channel = 0; channel < 4; ++channel) { pixel[channel] = (uint8_t)(state >> (8 * channel)); }
            if (seed & 16) { pixel[3] = 255; }
            if (seed & 32 && pixel[3] < 128) { pixel[3] = 0; }
            for (int channel = 0; channel < 3 && channels == 4; ++channel) {
                if (pixel[channel] > pixel[3]) { pixel[channel] = pixel[3]; }
            }
        }
        memcpy(bytes + index * channels, pixel, channels);
    }
    return bytes;
}

/// Checks that pixels are premultiplied: no color exceeds its alpha.
static inline void fuzz_require_premultiplied(const uint8_t *rgba, size_t count, const char *where) {
    for (size_t index = 0; index < count; ++index) {
        const uint8_t *pixel = rgba + index * 4;
        fuzz_require(pixel[0] <= pixel[3] && pixel[1] <= pixel[3] && pixel[2] <= pixel[3],
                     "%s: pixel %zu is (%u, %u, %u) with an alpha of %u: color above alpha", where, index, pixel[0], pixel[1], pixel[2],
                     pixel[3]);
    }
}

/// Checks that two runs into differently filled memory agree: otherwise something was not written.
static inline void fuzz_require_equal(const uint8_t *first, const uint8_t *second, size_t length, const char *where) {
    for (size_t index = 0; index < length; ++index) {
        fuzz_require(first[index] == second[index], "%s: byte %zu of %zu differs between two runs (%u, %u): it was not written", where,
                     index, length, first[index], second[index]);
    }
}

#endif
