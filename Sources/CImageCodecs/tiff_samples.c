#include <string.h>

#include "tiff_pixels.h"

/// Samples of 1 to 15 bits, which are not aligned to bytes.
static void take_bits(const bc_tiff_layout *layout, const uint8_t *line, size_t skipped, uint8_t *samples, size_t step, size_t count) {
    const uint32_t bits = layout->bits, most = (1u << bits) - 1;
    const bool is_scaled = layout->photometric != PHOTOMETRIC_PALETTE;
    size_t position = skipped * bits;
    for (size_t index = 0; index < count; ++index, position += bits, samples += step) {
        uint32_t value = 0;
        for (uint32_t taken = 0; taken < bits;) {
            const uint32_t place = (uint32_t)((position + taken) % 8), rest = bits - taken, here = rest < 8 - place ? rest : 8 - place;
            value = value << here | (line[(position + taken) / 8] >> (8 - place - here) & ((1u << here) - 1));
            taken += here;
        }
        *samples = (uint8_t)(is_scaled ? (value * 255 + most / 2) / most : value);
    }
}

static void take_words(const bc_tiff_layout *layout, const uint8_t *line, size_t skipped, uint8_t *samples, size_t step, size_t count) {
    const bool is_lab = bc_tiff_is_lab(layout);
    line += skipped * sizeof(uint16_t);
    for (size_t index = 0; index < count; ++index, samples += step) {
        uint16_t value;
        memcpy(&value, line + index * sizeof value, sizeof value);
        // Lab's signed samples are multiples of 1/256; otherwise exactly round(value * 255 / 65535).
        *samples = (uint8_t)(is_lab ? value >> 8 : (value * 255u + 32895) >> 16);
    }
}

void bc_tiff_take_samples(const bc_tiff_layout *layout, const uint8_t *line, size_t skipped, uint8_t *samples, size_t step, size_t count) {
    if (layout->bits == 16) {
        take_words(layout, line, skipped, samples, step, count);
    } else if (layout->bits != 8) {
        take_bits(layout, line, skipped, samples, step, count);
    } else if (step == 1) {
        memcpy(samples, line + skipped, count);
    } else {
        for (size_t index = 0; index < count; ++index) { samples[index * step] = line[skipped + index]; }
    }
}

void bc_tiff_take_shared_chroma(const bc_tiff_layout *layout, const uint8_t *units, uint32_t row, size_t skipped, uint8_t *samples,
                                size_t count) {
    const size_t width = layout->chroma_width, lumas = width * layout->chroma_height;
    for (size_t column = skipped; column < skipped + count; ++column, samples += 3) {
        const uint8_t *unit = units + column / width * (lumas + 2);
        samples[0] = unit[row * width + column % width];
        samples[1] = unit[lumas];
        samples[2] = unit[lumas + 1];
    }
}
