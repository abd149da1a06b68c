#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"

enum { list_start = 6, entry_length = 16, info_length = 40, most_side = 256, most_bitmap_side = 48 };

static void put_word(uint8_t *bytes, size_t value) {
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

static void put_long_word(uint8_t *bytes, size_t value) {
    put_word(bytes, value);
    put_word(bytes + 2, value >> 16);
}

/// A bitmap of 32 bits with its mask, rows from below. The mask is for programs that know no alpha.
static int32_t write_bitmap(const bc_icon_picture *picture, bc_bytes *output, bc_error *error) {
    const size_t width = picture->width, height = picture->height, mask_stride = (width + 31) / 32 * 4;
    const size_t pixels_length = width * height * 4, length = info_length + pixels_length + mask_stride * height;
    uint8_t *bytes = calloc(length, 1);
    if (!bytes) { return bc_report_out_of_memory(error); }
    put_long_word(bytes, info_length);
    put_long_word(bytes + 4, width);
    put_long_word(bytes + 8, height * 2);
    put_word(bytes + 12, 1);
    put_word(bytes + 14, 32);
    put_long_word(bytes + 20, length - info_length);
    for (size_t y = 0; y < height; ++y) {
        const uint8_t *from = picture->rgba + (height - 1 - y) * width * 4;
        uint8_t *to = bytes + info_length + y * width * 4, *mask = bytes + info_length + pixels_length + y * mask_stride;
        for (size_t x = 0; x < width; ++x, from += 4, to += 4) {
            const uint8_t alpha = from[3];
            for (int channel = 0; channel < 3; ++channel) { to[channel] = bc_unmultiply(from[2 - channel], alpha); }
            to[3] = alpha;
            if (alpha < 128) { mask[x / 8] |= (uint8_t)(0x80 >> x % 8); }
        }
    }
    *output = (bc_bytes){bytes, length};
    return BC_OK;
}

/// Windows reads PNG in icons only as RGBA.
static int32_t write_picture(const bc_icon_picture *picture, bc_bytes *output, bc_error *error) {
    const uint32_t width = picture->width, height = picture->height;
    if (width <= most_bitmap_side && height <= most_bitmap_side) { return write_bitmap(picture, output, error); }
    const bc_metadata none = {.pixels_per_inch = 0};
    return bc_png_encode_with_alpha(picture->rgba, width, height, 9, true, none, output, error);
}

static int32_t check(const bc_icon_picture *pictures, size_t count, bc_error *error) {
    for (size_t index = 0; index < count; ++index) {
        const uint32_t width = pictures[index].width, height = pictures[index].height;
        if (width == 0 || height == 0 || width > most_side || height > most_side) {
            return bc_report(error, BC_UNSUPPORTED,
                             "the sides of an icon must be 1 to %d pixels, not %ux%u: ask for a size such as 16,32,48", most_side, width,
                             height);
        }
    }
    return count > 0 && count < 65536 ? BC_OK : bc_report(error, BC_FAILED, "an icon has 1 to 65535 pictures, not %zu", count);
}

/// Appends a picture to the file, and says where it is in the list.
static int32_t add(bc_bytes *file, size_t index, const bc_icon_picture *picture, bc_error *error) {
    bc_bytes data = {NULL, 0};
    const int32_t status = write_picture(picture, &data, error);
    if (status != BC_OK) { return status; }
    uint8_t *grown = realloc(file->bytes, file->length + data.length);
    if (grown) {
        uint8_t *entry = grown + list_start + index * entry_length;
        // A byte for each side: 256 is 0.
        entry[0] = (uint8_t)picture->width;
        entry[1] = (uint8_t)picture->height;
        put_word(entry + 4, 1);
        put_word(entry + 6, 32);
        put_long_word(entry + 8, data.length);
        put_long_word(entry + 12, file->length);
        memcpy(grown + file->length, data.bytes, data.length);
        *file = (bc_bytes){grown, file->length + data.length};
    }
    bc_bytes_free(data);
    return grown ? BC_OK : bc_report_out_of_memory(error);
}

int32_t bc_ico_encode(const bc_icon_picture *pictures, size_t count, bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    int32_t status = check(pictures, count, error);
    if (status != BC_OK) { return status; }
    bc_bytes file = {calloc(list_start + count * entry_length, 1), list_start + count * entry_length};
    if (!file.bytes) { return bc_report_out_of_memory(error); }
    put_word(file.bytes + 2, 1);
    put_word(file.bytes + 4, count);
    for (size_t index = 0; status == BC_OK && index < count; ++index) { status = add(&file, index, &pictures[index], error); }
    if (status == BC_OK) {
        *output = file;
    } else {
        bc_bytes_free(file);
    }
    return status;
}
