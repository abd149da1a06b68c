#include "png_frames.h"

#include <math.h>
#include <string.h>

/// The terms of the checksum's polynomial without the highest, x^0 in the top bit.
static const uint32_t polynomial = 0xEDB88320;

bool bc_png_take_chunk(bc_span file, size_t *position, bc_png_chunk *chunk) {
    const uint8_t *start = (const uint8_t *)file.bytes + *position;
    const size_t rest = file.length - *position;
    if (rest < bc_png_chunk_head + bc_png_chunk_tail) { return false; }
    const uint32_t length = bc_png_quad(start);
    if (length > INT32_MAX || length > rest - bc_png_chunk_head - bc_png_chunk_tail) { return false; }
    *chunk = (bc_png_chunk){bc_png_quad(start + 4), length, start + bc_png_chunk_head};
    *position += bc_png_chunk_head + (size_t)length + bc_png_chunk_tail;
    return true;
}

uint32_t bc_png_checksum(const uint8_t *bytes, size_t length) {
    uint32_t state = UINT32_MAX;
    for (size_t index = 0; index < length; ++index) {
        state ^= bytes[index];
        for (int bit = 0; bit < 8; ++bit) { state = state & 1 ? state >> 1 ^ polynomial : state >> 1; }
    }
    return ~state;
}

bool bc_png_is_sound(const bc_png_chunk *chunk) {
    return bc_png_checksum(chunk->data - 4, (size_t)chunk->length + 4) == bc_png_quad(chunk->data + chunk->length);
}

static uint32_t multiply(uint32_t first, uint32_t second) {
    uint32_t product = 0;
    for (uint32_t term = 1u << 31; term > 0; term >>= 1) {
        if (first & term) { product ^= second; }
        second = second & 1 ? second >> 1 ^ polynomial : second >> 1;
    }
    return product;
}

uint32_t bc_png_move_checksum(uint32_t checksum, uint32_t old_start, uint32_t new_start, size_t length) {
    // A checksum is a remainder of polynomials: each byte that follows multiplies by x^8, and differences stay sums.
    uint32_t shift = 1u << 31;
    for (uint32_t power = 1u << 23; length > 0; length >>= 1) {
        if (length & 1) { shift = multiply(shift, power); }
        power = multiply(power, power);
    }
    return checksum ^ multiply(old_start ^ new_start, shift);
}

/// Finds the first chunk of a name before the pixels.
static bool find_first(bc_span file, uint32_t name, bc_png_chunk *chunk) {
    size_t position = bc_png_signature_length;
    if (file.length < bc_png_signature_length) { return false; }
    while (bc_png_take_chunk(file, &position, chunk) && chunk->name != BC_PNG_NAME('I', 'D', 'A', 'T')) {
        if (chunk->name == name) { return true; }
    }
    return false;
}

/// The same, but one that is damaged or of another length counts as absent, like any ancillary chunk.
static bool find_before_pixels(bc_span file, uint32_t name, uint32_t length, bc_png_chunk *chunk) {
    return find_first(file, name, chunk) && chunk->length == length && bc_png_is_sound(chunk);
}

bool bc_png_find_control(bc_span file, bc_png_control *control) {
    enum { length = 8 };
    bc_png_chunk chunk;
    if (!find_before_pixels(file, BC_PNG_NAME('a', 'c', 'T', 'L'), length, &chunk)) { return false; }
    *control = (bc_png_control){bc_png_quad(chunk.data), bc_png_quad(chunk.data + 4)};
    return control->frame_count > 0 && control->frame_count <= INT32_MAX && control->loop_count <= INT32_MAX;
}

bool bc_png_find_colorimetry(bc_span file, bc_colorimetry *found) {
    enum { count = 8, srgb = 1 };
    const double *usual = bc_cicp_chromaticities(srgb);
    // libpng takes what differs less for sRGB, too.
    const double unit = 100000, tolerance = 0.01, gamma_tolerance = 0.05;
    bc_cicp ignored;
    bc_png_chunk chunk;
    if (bc_png_find_cicp(file, &ignored) || find_first(file, BC_PNG_NAME('i', 'C', 'C', 'P'), &chunk)) { return false; }
    if (find_before_pixels(file, BC_PNG_NAME('s', 'R', 'G', 'B'), 1, &chunk)) { return false; }
    // As in browsers, primaries without it say nothing.
    if (!find_before_pixels(file, BC_PNG_NAME('g', 'A', 'M', 'A'), 4, &chunk)) { return false; }
    const double gamma = bc_png_quad(chunk.data) / unit;
    if (gamma < 0.05 || gamma > 10) { return false; }
    found->exponent = 1 / gamma;
    bool is_usual = fabs(gamma * 2.2 - 1) <= gamma_tolerance;
    memcpy(found->chromaticities, usual, sizeof found->chromaticities);
    if (!find_before_pixels(file, BC_PNG_NAME('c', 'H', 'R', 'M'), count * 4, &chunk)) { return !is_usual; }
    for (int index = 0; index < count; ++index) {
        // The chunk begins with white.
        const double value = bc_png_quad(chunk.data + (index + 2) % count * 4) / unit;
        if (value <= 0 || value > 1) { return false; }
        is_usual = is_usual && fabs(value - usual[index]) <= tolerance;
        found->chromaticities[index] = value;
    }
    return !is_usual;
}

bool bc_png_find_cicp(bc_span file, bc_cicp *cicp) {
    // Primaries, transfer function, matrix, and whether the range is full. PNG has no other matrix than that of RGB.
    enum { length = 4 };
    bc_png_chunk chunk;
    if (!find_before_pixels(file, BC_PNG_NAME('c', 'I', 'C', 'P'), length, &chunk)) { return false; }
    *cicp = (bc_cicp){chunk.data[0], chunk.data[1]};
    return chunk.data[2] == 0 && chunk.data[3] == 1 && bc_cicp_classify(*cicp) != BC_CICP_UNKNOWN;
}
