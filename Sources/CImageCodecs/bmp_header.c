#include <stdlib.h>
#include <string.h>

#include "bmp.h"

enum {
    file_header_length = 14,
    core_length = bc_bmp_core_length,
    short_os2_length = 16,
    info_length = bc_bmp_info_length,
    masks_length = 52,
    alpha_mask_length = bc_bmp_alpha_mask_length,
    os2_length = 64,
    v4_length = 108,
    v5_length = 124,
};

static uint32_t word(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }
static uint32_t long_word(const uint8_t *bytes) { return word(bytes) | word(bytes + 2) << 16; }

bool bc_bmp_is_header_length(uint32_t length) {
    switch (length) {
        case core_length:
        case short_os2_length:
        case info_length:
        case masks_length:
        case alpha_mask_length:
        case os2_length:
        case v4_length:
        case v5_length: return true;
        default: return false;
    }
}

/// The sides as the header has them: a negative height means that the top row comes first.
static int32_t read_sides(const uint8_t *header, uint32_t length, bc_bmp *bmp, bc_error *error) {
    int64_t width, height;
    if (length == core_length) {
        width = word(header + 4);
        height = word(header + 6);
    } else {
        width = (int32_t)long_word(header + 4);
        height = (int32_t)long_word(header + 8);
    }
    if (width <= 0 || height == 0) {
        return bc_report(error, BC_MALFORMED, "the header says %lld x %lld pixels", (long long)width, (long long)height);
    }
    // Products of these and of lengths in bytes fit into 64 bits.
    static const int64_t most = 1 << 30;
    if (width > most || height > most || height < -most) {
        return bc_report(error, BC_UNSUPPORTED, "a BMP of %lld x %lld pixels", (long long)width, (long long)height);
    }
    bmp->is_top_down = height < 0;
    bmp->width = (uint32_t)width;
    bmp->height = (uint32_t)(height < 0 ? -height : height);
    return BC_OK;
}

static bool is_contiguous(uint32_t mask) {
    const uint32_t filled = mask | (mask - 1);
    return mask == 0 || (filled & (filled + 1)) == 0;
}

/// Sets the masks. `position` is moved behind those that follow a short header.
static int32_t read_masks(bc_span file, uint32_t length, bc_bmp *bmp, size_t *position, bc_error *error) {
    if (bmp->bits != 16 && bmp->bits != 32) { return BC_OK; }
    if (bmp->compression == bc_bmp_rgb) {
        static const uint32_t short_masks[] = {0x7C00, 0x3E0, 0x1F, 0}, long_masks[] = {0xFF0000, 0xFF00, 0xFF, 0};
        memcpy(bmp->masks, bmp->bits == 16 ? short_masks : long_masks, sizeof bmp->masks);
        return BC_OK;
    }
    // At the same place, in a long header or behind a short one.
    const uint32_t count = length >= alpha_mask_length || bmp->compression == bc_bmp_alpha_bit_fields ? 4 : 3;
    const size_t start = file_header_length + info_length, end = start + count * 4;
    if (file.length < end) { return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends in its header", file.length); }
    if (end > *position) { *position = end; }
    for (uint32_t index = 0; index < count; ++index) {
        bmp->masks[index] = long_word((const uint8_t *)file.bytes + start + index * 4);
        if (!is_contiguous(bmp->masks[index])) {
            return bc_report(error, BC_UNSUPPORTED, "a channel of the scattered bits 0x%08X", bmp->masks[index]);
        }
    }
    return BC_OK;
}

static int32_t check_kind(const bc_bmp *bmp, uint32_t length, bc_error *error) {
    const uint32_t bits = bmp->bits;
    const bool is_indexed = bits == 1 || bits == 4 || bits == 8, has_fields = bits == 16 || bits == 32;
    // Of OS/2, 3 is a fax's code and 4 another run-length code.
    const bool is_os2 = length == short_os2_length || length == os2_length;
    bool is_supported = false;
    switch (bmp->compression) {
        case bc_bmp_rgb: is_supported = is_indexed || has_fields || bits == 24; break;
        case bc_bmp_rle8: is_supported = bits == 8; break;
        case bc_bmp_rle4: is_supported = bits == 4; break;
        case bc_bmp_bit_fields:
        case bc_bmp_alpha_bit_fields: is_supported = has_fields && !is_os2; break;
        default: break;
    }
    if (!is_supported) {
        return bc_report(error, BC_UNSUPPORTED, "a BMP of %u bits per pixel with compression %u", bits, bmp->compression);
    }
    if (bmp->is_top_down && bc_bmp_is_run_length_coded(bmp)) {
        return bc_report(error, BC_MALFORMED, "run-length coded pixels that begin with the top row");
    }
    return BC_OK;
}

/// The palette lies between the headers and the pixels; `used` is how many colors the header says it has, or 0.
static int32_t find_palette(bc_span file, size_t position, uint32_t length, uint32_t used, bc_bmp *bmp, bc_error *error) {
    if (bmp->bits > 8) { return BC_OK; }
    const size_t end = bmp->pixels < file.length ? bmp->pixels : file.length;
    bmp->color_length = length == core_length ? 3 : 4;
    bmp->color_count = 1u << bmp->bits;
    if (used > 0 && used < bmp->color_count) { bmp->color_count = used; }
    const size_t available = end > position ? (end - position) / bmp->color_length : 0;
    if (available < bmp->color_count) { bmp->color_count = (uint32_t)available; }
    if (available == 0) { return bc_report(error, BC_MALFORMED, "%u bits per pixel, but no palette", bmp->bits); }
    bmp->palette = (const uint8_t *)file.bytes + position;
    return BC_OK;
}

int32_t bc_bmp_read(bc_span file, bc_bmp *bmp, bc_error *error) {
    *bmp = (bc_bmp){0};
    const uint8_t *bytes = file.bytes, *header = bytes + file_header_length;
    if (file.length < file_header_length + core_length || bytes[0] != 'B' || bytes[1] != 'M') {
        return bc_report(error, BC_MALFORMED, "the file of %zu bytes does not begin with a BMP's header", file.length);
    }
    const uint32_t length = long_word(header);
    if (!bc_bmp_is_header_length(length)) { return bc_report(error, BC_UNSUPPORTED, "a header of %u bytes", length); }
    size_t position = (size_t)file_header_length + length;
    if (file.length < position) { return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends in its header", file.length); }
    bmp->pixels = long_word(bytes + 10);
    bmp->bits = word(header + (length == core_length ? 10 : 14));
    bmp->compression = length >= info_length ? long_word(header + 16) : bc_bmp_rgb;
    const uint32_t used = length >= info_length ? long_word(header + 32) : 0;
    int32_t status = read_sides(header, length, bmp, error);
    if (status == BC_OK) { status = check_kind(bmp, length, error); }
    if (status == BC_OK) { status = read_masks(file, length, bmp, &position, error); }
    if (status == BC_OK) { status = find_palette(file, position, length, used, bmp, error); }
    if (status == BC_OK && bmp->pixels < position) {
        status = bc_report(error, BC_MALFORMED, "pixels at byte %zu, inside the header", bmp->pixels);
    }
    return status;
}

bc_bytes bc_bmp_copy_icc_profile(bc_span file) {
    const bc_bytes none = {NULL, 0};
    const uint8_t *bytes = file.bytes, *header = bytes + file_header_length;
    if (file.length < file_header_length + v5_length || long_word(header) != v5_length) { return none; }
    if (memcmp(header + 56, "DEBM", 4) != 0) { return none; }
    const size_t start = (size_t)long_word(header + 112) + file_header_length, length = long_word(header + 116);
    if (length == 0 || start > file.length || length > file.length - start) { return none; }
    uint8_t *copy = malloc(length);
    if (!copy) { return none; }
    memcpy(copy, bytes + start, length);
    return (bc_bytes){copy, length};
}
