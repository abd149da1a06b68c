#include "jxl_boxes.h"

#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "jxl_library.h"
#include "tiff_start.h"

enum { most_tag_bytes = 1 << 20, most_boxes = 100000 };

static const uint32_t codestream = BC_FOUR('j', 'x', 'l', 'c'), part_of_codestream = BC_FOUR('j', 'x', 'l', 'p');
static const uint32_t compressed = BC_FOUR('b', 'r', 'o', 'b');

static bool is_bare(bc_reader file) { return file.length >= 2 && file.bytes[0] == 0xFF && file.bytes[1] == 0x0A; }

/// How many bytes the next box says that it has; 0 for the rest of the file.
static uint64_t stated_length(bc_reader rest) {
    const uint64_t length = bc_take(&rest, 4);
    if (length != 1) { return length; }
    bc_take(&rest, 4);
    return bc_take(&rest, 8);
}

/// The number of a part, the highest bit of which marks the last one.
static int32_t check_part(bc_reader body, uint32_t expected, bool *is_last, bc_error *error) {
    if (body.length < 4) { return bc_report(error, BC_MALFORMED, "a part of the codestream (jxlp) has no number"); }
    const uint32_t number = (uint32_t)bc_take(&body, 4);
    *is_last = number >> 31;
    if ((number & INT32_MAX) == expected) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "part %u of the codestream (jxlp) is where part %u must be", number & INT32_MAX, expected);
}

int32_t bc_jxl_check_boxes(bc_span file, bool allow_truncated, bc_error *error) {
    bc_reader rest = bc_reader_of(file), body;
    if (is_bare(rest)) { return BC_OK; }
    uint32_t type, count = 0, parts = 0;
    bool has_codestream = false, is_whole = false;
    while (rest.length > 0) {
        const size_t available = rest.length;
        const uint64_t stated = stated_length(rest);
        if (!bc_take_box(&rest, &type, &body)) {
            if (available < 8 && (has_codestream || allow_truncated)) { break; }
            return bc_report(error, BC_MALFORMED, "box %u is shorter than its own header: %llu bytes", count + 1,
                             (unsigned long long)(available < 8 ? available : stated));
        }
        if (++count > most_boxes) { return bc_report(error, BC_LIMIT_EXCEEDED, "there are more than %d boxes", most_boxes); }
        if (stated > available && !allow_truncated) {
            return bc_report(error, BC_MALFORMED, "the file is truncated: box %u says that it has %llu bytes, and there are %zu", count,
                             (unsigned long long)stated, available);
        }
        if (type == codestream) { has_codestream = is_whole = true; }
        if (type != part_of_codestream || is_whole) { continue; }
        const int32_t status = check_part(body, parts++, &is_whole, error);
        if (status != BC_OK) { return status; }
        has_codestream = true;
    }
    return has_codestream ? BC_OK : bc_report(error, BC_MALFORMED, "there is no codestream: no box jxlc or jxlp");
}

static bc_bytes copy(bc_reader body) {
    uint8_t *bytes = body.length > 0 && body.length <= most_tag_bytes ? malloc(body.length) : NULL;
    if (!bytes) { return (bc_bytes){NULL, 0}; }
    memcpy(bytes, body.bytes, body.length);
    return (bc_bytes){bytes, body.length};
}

/// Brotli stops where there is no more room.
static bc_bytes decompress(bc_reader body) {
    bc_error error;
    size_t length = most_tag_bytes;
    uint8_t *bytes = bc_jxl_open_library(&error) == BC_OK ? malloc(length) : NULL;
    const bool is_done = bytes && bc_brotli_decompress(body.length, body.bytes, &length, bytes) == BROTLI_DECODER_RESULT_SUCCESS;
    const bc_bytes found = is_done ? copy((bc_reader){bytes, length}) : (bc_bytes){NULL, 0};
    free(bytes);
    return found;
}

/// The first box of this type, plain or compressed, whose contents are not too long.
static bc_bytes copy_box(bc_span file, uint32_t wanted) {
    bc_reader rest = bc_reader_of(file), body;
    bc_bytes found = {NULL, 0};
    if (is_bare(rest)) { return found; }
    uint32_t type;
    for (int count = 0; !found.bytes && count < most_boxes && bc_take_box(&rest, &type, &body); ++count) {
        if (type == wanted) { found = copy(body); }
        // The type of what is compressed comes first.
        if (type == compressed && body.length > 4 && bc_take(&body, 4) == wanted) {
            found = decompress(body);
            if (!found.bytes) { break; }
        }
    }
    return found;
}

bc_bytes bc_jxl_copy_exif(bc_span file) { return bc_drop_before_tiff(copy_box(file, BC_FOUR('E', 'x', 'i', 'f'))); }
bc_bytes bc_jxl_copy_xmp(bc_span file) { return copy_box(file, BC_FOUR('x', 'm', 'l', ' ')); }
