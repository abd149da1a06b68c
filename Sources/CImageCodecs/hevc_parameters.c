#include "hevc_parameters.h"

/// A parameter set's bits, without the bytes that keep start codes from occurring.
typedef struct {
    bc_reader rest;
    uint32_t zeros, left;
    uint8_t byte;
    bool has_ended;
} bit_reader;

static uint32_t take_bit(bit_reader *bits) {
    if (bits->left == 0) {
        if (bits->zeros >= 2 && bits->rest.length > 0 && bits->rest.bytes[0] == 3) {
            (void)bc_take(&bits->rest, 1);
            bits->zeros = 0;
        }
        bits->has_ended = bits->has_ended || bits->rest.length == 0;
        bits->byte = (uint8_t)bc_take(&bits->rest, 1);
        bits->zeros = bits->byte == 0 ? bits->zeros + 1 : 0;
        bits->left = 8;
    }
    return bits->byte >> --bits->left & 1;
}

static uint32_t take_bits(bit_reader *bits, uint32_t count) {
    uint32_t value = 0;
    for (uint32_t index = 0; index < count; ++index) { value = value << 1 | take_bit(bits); }
    return value;
}

/// Takes an Exp-Golomb code.
static uint32_t take_number(bit_reader *bits) {
    uint32_t zeros = 0;
    while (zeros < 32 && !bits->has_ended && take_bit(bits) == 0) { ++zeros; }
    return zeros >= 32 ? UINT32_MAX : (1u << zeros) - 1 + take_bits(bits, zeros);
}

/// Skips profile_tier_level (H.265, 7.3.3).
static void skip_levels(bit_reader *bits, uint32_t layers) {
    enum { most_layers = 8, profile_bits = 88, level_bits = 8 };
    bool has_profile[most_layers] = {false}, has_level[most_layers] = {false};
    for (int bit = 0; bit < profile_bits + level_bits; ++bit) { take_bit(bits); }
    for (uint32_t layer = 0; layer < layers; ++layer) {
        has_profile[layer] = take_bit(bits);
        has_level[layer] = take_bit(bits);
    }
    for (uint32_t layer = layers; layers > 0 && layer < most_layers; ++layer) { take_bits(bits, 2); }
    for (uint32_t layer = 0; layer < layers; ++layer) {
        const uint32_t count = (has_profile[layer] ? profile_bits : 0) + (has_level[layer] ? level_bits : 0);
        for (uint32_t bit = 0; bit < count; ++bit) { take_bit(bits); }
    }
}

uint64_t bc_hevc_area(bc_reader unit) {
    enum { sequence_parameters = 33 };
    if (unit.length == 0 || (unit.bytes[0] >> 1 & 63) != sequence_parameters) { return 0; }
    bit_reader bits = {.rest = unit};
    take_bits(&bits, 16);
    take_bits(&bits, 4);
    const uint32_t layers = take_bits(&bits, 3);
    take_bits(&bits, 1);
    skip_levels(&bits, layers);
    (void)take_number(&bits);
    if (take_number(&bits) == 3) { take_bits(&bits, 1); }
    const uint64_t width = take_number(&bits);
    return bits.has_ended ? 0 : width * take_number(&bits);
}
