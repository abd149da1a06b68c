#include "png_unpack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "CCalls.h"
#include "png_frames.h"

// MARK: Filters

/// A pixel, and the same with room for sums.
typedef uint8_t narrow __attribute__((vector_size(4)));
typedef int16_t wide __attribute__((vector_size(8)));

static inline wide read_pixel(const uint8_t *bytes) {
    narrow pixel;
    memcpy(&pixel, bytes, sizeof pixel);
    return __builtin_convertvector(pixel, wide);
}

/// Keeps the low bytes, and returns them.
static inline wide write_pixel(uint8_t *rgba, wide pixel, narrow opaque) {
    pixel &= 255;
    const narrow bytes = __builtin_convertvector(pixel, narrow) | opaque;
    memcpy(rgba, &bytes, sizeof bytes);
    return pixel;
}

static inline wide either(wide condition, wide yes, wide no) { return (condition & yes) | (~condition & no); }

static inline wide magnitude(wide value) { return either(value < 0, -value, value); }

static inline wide paeth(wide left, wide above, wide corner) {
    const wide across = above - corner, down = left - corner;
    const wide to_left = magnitude(across), to_above = magnitude(down), to_corner = magnitude(across + down);
    const wide above_or_corner = either(to_above <= to_corner, above, corner);
    return either((to_left <= to_above) & (to_left <= to_corner), left, above_or_corner);
}

/// Reads four bytes for each pixel, also of three channels. False for an unknown filter.
static inline bool unfilter(uint8_t filter, const uint8_t *bytes, uint32_t channels, const uint8_t *above, uint8_t *row, uint32_t width) {
    const narrow opaque = {0, 0, 0, channels == 4 ? 0 : 255};
    const uint8_t *end = row + (size_t)width * 4;
    wide left = {0}, corner = {0};
    switch (filter) {
    case 0:
        for (; row < end; row += 4, bytes += channels) { write_pixel(row, read_pixel(bytes), opaque); }
        return true;
    case 1:
        for (; row < end; row += 4, bytes += channels) { left = write_pixel(row, read_pixel(bytes) + left, opaque); }
        return true;
    case 2:
        for (; row < end; row += 4, bytes += channels, above += 4) {
            write_pixel(row, read_pixel(bytes) + read_pixel(above), opaque);
        }
        return true;
    case 3:
        for (; row < end; row += 4, bytes += channels, above += 4) {
            left = write_pixel(row, read_pixel(bytes) + ((left + read_pixel(above)) >> 1), opaque);
        }
        return true;
    case 4:
        for (; row < end; row += 4, bytes += channels, above += 4) {
            const wide up = read_pixel(above);
            left = write_pixel(row, read_pixel(bytes) + paeth(left, up, corner), opaque);
            corner = up;
        }
        return true;
    default: return false;
    }
}

// MARK: Compressed data

static const uint32_t image_name = BC_PNG_NAME('I', 'D', 'A', 'T');

/// How many bytes are decompressed between two checks for a cancellation, as libpng reads them.
static const uint32_t most_read = 8192;

typedef struct {
    bc_span file;
    size_t position;
    bc_png_chunk chunk;
    z_stream stream;
    /// How much of the chunk `stream` does not have yet.
    uint32_t rest;
    bool has_ended;
} source;

static bool is_sound(const bc_png_chunk *chunk) {
    return crc32(0, chunk->data - 4, chunk->length + 4) == bc_png_quad(chunk->data + chunk->length);
}

static bool take_data(source *source) {
    if (!bc_png_take_chunk(source->file, &source->position, &source->chunk)) { return false; }
    source->stream.next_in = (Bytef *)(uintptr_t)source->chunk.data;
    source->rest = source->chunk.length;
    return source->chunk.name == image_name;
}

/// Whether all of the data is there: of a truncated file, libpng would have to decode everything again.
static bool is_complete(bc_span file, size_t position) {
    bc_png_chunk chunk = {.name = image_name};
    while (chunk.name == image_name) {
        if (!bc_png_take_chunk(file, &position, &chunk)) { return false; }
    }
    return true;
}

/// Decompresses up to this many bytes; fewer only at the end. False if something is wrong or once it is cancelled.
static bool inflate_into(source *source, uint8_t *bytes, size_t count) {
    source->stream.next_out = bytes;
    source->stream.avail_out = (uInt)count;
    while (source->stream.avail_out > 0 && !source->has_ended) {
        while (source->stream.avail_in == 0) {
            if (bc_is_cancelled()) { return false; }
            if (source->rest == 0 && (!is_sound(&source->chunk) || !take_data(source))) { return false; }
            source->stream.avail_in = source->rest < most_read ? source->rest : most_read;
            source->rest -= source->stream.avail_in;
        }
        const int status = inflate(&source->stream, Z_NO_FLUSH);
        source->has_ended = status == Z_STREAM_END;
        if (status != Z_OK && !source->has_ended) { return false; }
    }
    return true;
}

/// Whether the compressed data and its chunk end here, and are sound.
static bool is_at_end(source *source) {
    uint8_t more;
    return inflate_into(source, &more, 1) && source->stream.avail_out == 1 && source->stream.avail_in == 0 && source->rest == 0 &&
           is_sound(&source->chunk);
}

// MARK: Rows

/// Whether the data may refer to all of the 32 KB before it. Whether zlib accepts references beyond a smaller window depends on how much it
/// decompresses at once.
static bool has_full_window(const bc_png_chunk *chunk) { return chunk->length > 0 && chunk->data[0] >> 4 == MAX_WBITS - 8; }

/// `rows` has room for what is decompressed at once and one byte more, and `lines` for three rows of RGBA.
static bool unpack_rows(source *source, uint32_t channels, bc_row_reducer *reducer, uint32_t at_once, uint8_t *rows, uint8_t *lines) {
    const uint32_t width = reducer->picture_width, height = reducer->picture_height, end = bc_region_end_row(reducer->region, height);
    const size_t length = (size_t)width * channels + 1, stride = (size_t)width * 4;
    uint8_t *above = lines, *row = lines + stride, *given = lines + stride * 2;
    for (uint32_t y = 0; y < end; ++y) {
        const uint32_t place = y % at_once, rest = end - y;
        if (bc_is_cancelled()) { return false; }
        if (place == 0) {
            const size_t count = length * (rest < at_once ? rest : at_once);
            if (!inflate_into(source, rows, count) || source->stream.avail_out > 0) { return false; }
        }
        const uint8_t *bytes = rows + place * length;
        const bool is_known = channels == 3 ? unfilter(bytes[0], bytes + 1, 3, above, row, width)
                                            : unfilter(bytes[0], bytes + 1, 4, above, row, width);
        if (!is_known) { return false; }
        // The row is modified there.
        memcpy(given, row, stride);
        bc_row_reducer_add(reducer, y, given);
        uint8_t *const used = above;
        above = row;
        row = used;
    }
    return end < height || is_at_end(source);
}

bool bc_png_unpack(bc_span file, size_t position, uint32_t channels, bc_row_reducer *reducer) {
    // Larger parts would not stay in the processor's cache, and zlib finishes each part slowly.
    enum { most_bytes = 128 * 1024 };
    const size_t length = (size_t)reducer->picture_width * channels + 1;
    const uint32_t at_once = length < most_bytes ? (uint32_t)(most_bytes / length) : 1;
    source source = {.file = file, .position = position - bc_png_chunk_head};
    if (length > UINT32_MAX || !is_complete(file, source.position)) { return false; }
    if (!take_data(&source) || !has_full_window(&source.chunk)) { return false; }
    if (inflateInit(&source.stream) != Z_OK) { return false; }
    uint8_t *rows = malloc(length * at_once + 1), *lines = calloc(3, (size_t)reducer->picture_width * 4);
    const bool has_memory = rows && lines && bc_row_reducer_start(reducer);
    const bool is_unpacked = has_memory && unpack_rows(&source, channels, reducer, at_once, rows, lines);
    bc_row_reducer_finish(reducer);
    free(lines);
    free(rows);
    inflateEnd(&source.stream);
    return is_unpacked;
}
