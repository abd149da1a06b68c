// Boxes of ISO base media files, read from the front.
#ifndef BOUNDEDCROP_CIMAGECODECS_BOXES_H
#define BOUNDEDCROP_CIMAGECODECS_BOXES_H

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

#define BC_FOUR(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

typedef struct {
    const uint8_t *_Nullable bytes;
    size_t length;
} bc_reader;

static inline bc_reader bc_reader_of(bc_span file) { return (bc_reader){file.bytes, file.bytes ? file.length : 0}; }

/// Takes a big-endian number of `size` bytes; if there are fewer, takes them all and returns 0.
static inline uint64_t bc_take(bc_reader *rest, size_t size) {
    if (size > rest->length) {
        rest->length = 0;
        return 0;
    }
    uint64_t value = 0;
    for (size_t index = 0; index < size; ++index) { value = value << 8 | rest->bytes[index]; }
    rest->bytes += size;
    rest->length -= size;
    return value;
}

/// Takes the next bytes, or as many of them as there are.
static inline bc_reader bc_take_part(bc_reader *rest, uint64_t length) {
    const bc_reader part = {rest->bytes, length < rest->length ? (size_t)length : rest->length};
    rest->bytes += part.length;
    rest->length -= part.length;
    return part;
}

/// Takes a box; false at the end. A box that claims to be longer than what contains it ends there.
static inline bool bc_take_box(bc_reader *rest, uint32_t *type, bc_reader *body) {
    if (rest->length < 8) { return false; }
    const size_t available = rest->length;
    uint64_t length = bc_take(rest, 4);
    *type = (uint32_t)bc_take(rest, 4);
    if (length == 1) { length = bc_take(rest, 8); }
    if (length == 0 || length > available) { length = available; }
    const size_t head = available - rest->length;
    if (length < head) { return false; }
    *body = bc_take_part(rest, length - head);
    return true;
}

static inline bool bc_find_box(bc_reader rest, uint32_t wanted, bc_reader *body) {
    uint32_t type;
    while (bc_take_box(&rest, &type, body)) {
        if (type == wanted) { return true; }
    }
    return false;
}

/// Takes the version of a full box, and its flags.
static inline uint32_t bc_take_version(bc_reader *body) { return (uint32_t)(bc_take(body, 4) >> 24); }

#pragma clang assume_nonnull end

#endif
