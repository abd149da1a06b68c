#include "hevc_size.h"

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

/// The area according to a sequence parameter set (H.265, 7.3.2.2).
static uint64_t read_area(bc_reader set) {
    bit_reader bits = {.rest = set};
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

/// The largest area of the sequence parameter sets in a decoder configuration (`hvcC`), in whichever array: libheif looks at the units
/// only.
static uint64_t largest_area(bc_reader configuration) {
    enum { head = 22, sequence_parameters = 33 };
    uint64_t largest = 0;
    (void)bc_take_part(&configuration, head);
    for (uint64_t arrays = bc_take(&configuration, 1); arrays > 0; --arrays) {
        (void)bc_take(&configuration, 1);
        for (uint64_t units = bc_take(&configuration, 2); units > 0 && configuration.length > 0; --units) {
            const bc_reader unit = bc_take_part(&configuration, bc_take(&configuration, 2));
            const bool has_size = unit.length > 0 && (unit.bytes[0] >> 1 & 63) == sequence_parameters;
            const uint64_t area = has_size ? read_area(unit) : 0;
            if (area > largest) { largest = area; }
        }
    }
    return largest;
}

/// The largest area in the boxes on the way to the decoder configurations, of which there may be several of each kind.
static uint64_t search(bc_reader boxes, uint32_t depth) {
    static const uint32_t way[] = {BC_FOUR('m', 'e', 't', 'a'), BC_FOUR('i', 'p', 'r', 'p'), BC_FOUR('i', 'p', 'c', 'o'),
                                   BC_FOUR('h', 'v', 'c', 'C')};
    enum { last = sizeof way / sizeof *way - 1 };
    uint64_t largest = 0;
    uint32_t type;
    bc_reader body;
    while (bc_take_box(&boxes, &type, &body)) {
        if (type != way[depth]) { continue; }
        if (depth == 0) { (void)bc_take_version(&body); }
        const uint64_t area = depth == last ? largest_area(body) : search(body, depth + 1);
        if (area > largest) { largest = area; }
    }
    return largest;
}

uint64_t bc_hevc_largest_area(bc_span file) { return search(bc_reader_of(file), 0); }
