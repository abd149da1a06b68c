// Copies pixels of memory that a helper can change.
#include <string.h>

#include "CSandbox.h"

typedef uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef uint32_t four_pixels __attribute__((vector_size(16)));

/// Limits colors to their alpha, four pixels at a time; alpha is the highest byte of each pixel.
static void lower_to_alpha(uint8_t *pixels, size_t count) {
    size_t index = 0;
    for (; index + 4 <= count; index += 4) {
        four_pixels four;
        memcpy(&four, pixels + index * 4, sizeof four);
        four_pixels alpha = four >> 24;
        alpha |= alpha << 8;
        alpha |= alpha << 16;
        const sixteen_bytes lowered = __builtin_elementwise_min((sixteen_bytes)four, (sixteen_bytes)alpha);
        memcpy(pixels + index * 4, &lowered, sizeof lowered);
    }
    for (; index < count; ++index) {
        uint8_t *pixel = pixels + index * 4;
        for (int channel = 0; channel < 3; ++channel) { pixel[channel] = pixel[channel] < pixel[3] ? pixel[channel] : pixel[3]; }
    }
}

void bc_copy_premultiplied(uint8_t *to, const uint8_t *from, size_t pixel_count) {
    // Copy first and read only the copy, in parts that fit into the nearest cache.
    enum { part = 4096 };
    while (pixel_count > 0) {
        const size_t count = pixel_count < part ? pixel_count : part;
        memcpy(to, from, count * 4);
        // Prevents the compiler from reading the source again.
        __asm__ volatile("" ::: "memory");
        lower_to_alpha(to, count);
        to += count * 4;
        from += count * 4;
        pixel_count -= count;
    }
}
