#include <stdlib.h>
#include <string.h>

#include "gif.h"

/// Finds an application extension before, between or after the frames. The position is then at its data.
static bool find_application(bc_gif_blocks *blocks, bc_span file, const char *name) {
    bc_error ignored;
    if (bc_gif_blocks_open(blocks, file, &ignored) != BC_OK) { return false; }
    const uint8_t *bytes = file.bytes;
    enum { head_length = 3 + bc_gif_application_name_length };
    while (file.length - blocks->position > head_length) {
        const uint8_t *block = bytes + blocks->position;
        if (block[0] == 0x21) {
            const bool is_named = block[1] == bc_gif_application && block[2] == bc_gif_application_name_length
                                  && memcmp(block + 3, name, bc_gif_application_name_length) == 0;
            blocks->position += is_named ? head_length : 2;
            if (is_named) { return true; }
        } else if (block[0] == 0x2C) {
            const size_t palette = block[9] & 0x80 ? (size_t)3 << ((block[9] & 7) + 1) : 0;
            if (file.length - blocks->position < 11 + palette) { return false; }
            blocks->position += 11 + palette;
        } else {
            return false;
        }
        if (!bc_gif_skip_sub_blocks(blocks)) { return false; }
    }
    return false;
}

bc_bytes bc_gif_copy_icc_profile(bc_span file) {
    bc_gif_blocks blocks;
    if (!find_application(&blocks, file, "ICCRGBG1012")) { return (bc_bytes){NULL, 0}; }
    const size_t start = blocks.position;
    if (!bc_gif_skip_sub_blocks(&blocks)) { return (bc_bytes){NULL, 0}; }
    bc_bytes profile = {malloc(blocks.position - start), 0};
    if (!profile.bytes) { return profile; }
    const uint8_t *bytes = file.bytes;
    for (size_t position = start; bytes[position] > 0; position += bytes[position] + 1u) {
        memcpy(profile.bytes + profile.length, bytes + position + 1, bytes[position]);
        profile.length += bytes[position];
    }
    return profile;
}

bc_bytes bc_gif_copy_xmp(bc_span file) {
    bc_gif_blocks blocks;
    const bc_bytes none = {NULL, 0};
    if (!find_application(&blocks, file, "XMP DataXMP")) { return none; }
    // The packet is not divided into sub-blocks. A trailer that counts down leads those who skip sub-blocks to its end.
    const size_t start = blocks.position;
    enum { trailer_length = 258 };
    if (!bc_gif_skip_sub_blocks(&blocks) || blocks.position - start <= trailer_length) { return none; }
    const size_t length = blocks.position - start - trailer_length;
    const uint8_t *packet = (const uint8_t *)file.bytes + start;
    if (packet[length] != 1 || packet[length + 1] != 0xFF) { return none; }
    uint8_t *copy = malloc(length);
    if (!copy) { return none; }
    memcpy(copy, packet, length);
    return (bc_bytes){copy, length};
}
