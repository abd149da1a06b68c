#include <string.h>

#include "bmp.h"

typedef struct {
    const bc_bmp *bmp;
    const uint8_t *next, *end;
    uint8_t *indices;
    /// Where the next pixel goes; rows are counted from the bottom.
    uint64_t x, y;
    bool has_pixels;
} reading;

/// The index of the `number`th pixel of packed ones.
static uint8_t unpack(const reading *state, const uint8_t *bytes, uint32_t number) {
    if (state->bmp->compression == bc_bmp_rle8) { return bytes[number]; }
    return number % 2 == 0 ? bytes[number / 2] >> 4 : bytes[number / 2] & 15;
}

/// Puts pixels into the row, as far as they are inside. Of a run, all are made of one byte.
static void put(reading *state, const uint8_t *bytes, uint32_t count, bool is_run) {
    const uint32_t width = state->bmp->width, height = state->bmp->height;
    if (state->x < width && state->y < height) {
        uint8_t *row = state->indices + (size_t)(height - 1 - state->y) * width + (size_t)state->x;
        const uint64_t rest = width - state->x;
        for (uint32_t number = 0; number < count && number < rest; ++number) {
            // A run of nibbles alternates between two.
            const uint32_t source = !is_run ? number : state->bmp->compression == bc_bmp_rle8 ? 0 : number % 2;
            row[number] = unpack(state, bytes, source);
        }
        state->has_pixels = true;
    }
    state->x += count;
}

static bool read_literals(reading *state, uint32_t count) {
    const size_t length = state->bmp->compression == bc_bmp_rle8 ? count : (count + 1) / 2;
    const size_t available = (size_t)(state->end - state->next);
    if (available < length) { return false; }
    put(state, state->next, count, false);
    // They are padded to an even length, if the file goes on.
    state->next += length + (length % 2 == 1 && available > length);
    return true;
}

/// Reads the next code; false if the file ends in it.
static bool read_code(reading *state, bool *is_last) {
    enum { end_of_line = 0, end_of_picture = 1, move = 2 };
    if (state->end - state->next < 2) { return false; }
    const uint8_t count = state->next[0], value = state->next[1];
    state->next += 2;
    if (count > 0) {
        put(state, &value, count, true);
    } else if (value == end_of_line) {
        state->x = 0;
        ++state->y;
    } else if (value == end_of_picture) {
        *is_last = true;
    } else if (value == move) {
        if (state->end - state->next < 2) { return false; }
        state->x += state->next[0];
        state->y += state->next[1];
        state->next += 2;
    } else {
        return read_literals(state, value);
    }
    return true;
}

int32_t bc_bmp_read_runs(bc_span file, const bc_bmp *bmp, uint8_t *indices, bool *has_pixels, bc_error *error) {
    const uint8_t *bytes = file.bytes;
    const size_t start = bmp->pixels < file.length ? bmp->pixels : file.length;
    reading state = {.bmp = bmp, .next = bytes + start, .end = bytes + file.length, .indices = indices};
    bool is_last = false;
    // Many files have no mark at the end.
    for (uint32_t code = 0; !is_last && (state.y + 1 < bmp->height || (state.y < bmp->height && state.x < bmp->width)); ++code) {
        if (code % 1024 == 0 && bc_is_cancelled()) { return bc_report_cancelled(error); }
        if (read_code(&state, &is_last)) { continue; }
        *has_pixels = state.has_pixels;
        return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends too early, in row %llu of %u from the bottom", file.length,
                         (unsigned long long)state.y, bmp->height);
    }
    *has_pixels = true;
    return BC_OK;
}
