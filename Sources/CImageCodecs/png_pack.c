#include "png_pack.h"

#include <libdeflate.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "library.h"

static struct {
    __typeof__(&libdeflate_alloc_compressor) create;
    __typeof__(&libdeflate_zlib_compress) compress;
    __typeof__(&libdeflate_zlib_compress_bound) bound;
    __typeof__(&libdeflate_free_compressor) destroy;
} deflate;

static const bc_symbol symbols[] = {
    {"libdeflate_alloc_compressor", (void **)&deflate.create},
    {"libdeflate_zlib_compress", (void **)&deflate.compress},
    {"libdeflate_zlib_compress_bound", (void **)&deflate.bound},
    {"libdeflate_free_compressor", (void **)&deflate.destroy},
};

static bc_library library = {
    .soname = "libdeflate.so.0",
    .package = "libdeflate0",
    .symbols = symbols,
    .count = sizeof symbols / sizeof symbols[0],
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

bool bc_png_can_pack(uint32_t width, uint32_t height) {
    // Compression of more would not notice a cancellation for long: 100 MB take a second.
    enum { most_bytes = 32 * 1024 * 1024 };
    bc_error ignored;
    return (uint64_t)width * height * 4 <= most_bytes && bc_library_open(&library, &ignored) == BC_OK;
}

void bc_png_straighten(const uint8_t *rgba, uint8_t *line, uint32_t count, uint32_t channels) {
    switch (channels) {
    case 1:
        for (uint32_t index = 0; index < count; ++index) { line[index] = rgba[index * 4]; }
        return;
    case 3:
        for (uint32_t index = 0; index < count; ++index) { memcpy(line + index * 3, rgba + index * 4, 3); }
        return;
    default:
        for (uint32_t index = 0; index < count; ++index, rgba += 4, line += 4) {
            for (int channel = 0; channel < 3; ++channel) {
                line[channel] = rgba[3] == 255 ? rgba[channel] : bc_unmultiply(rgba[channel], rgba[3]);
            }
            line[3] = rgba[3];
        }
    }
}

// MARK: Palettes

enum { most_colors = 256, slot_count = 1024 };

/// Where premultiplied colors have their numbers: open addressing, with 0 for a free slot.
typedef struct {
    uint32_t keys[slot_count];
    uint16_t numbers[slot_count];
} color_table;

static uint32_t slot(const color_table *table, uint32_t key) {
    uint32_t place = (key * 2654435761u) >> 22;
    while (table->numbers[place] != 0 && table->keys[place] != key) { place = (place + 1) % slot_count; }
    return place;
}

bool bc_png_palette_find(const uint8_t *rgba, size_t count, bc_png_palette *palette) {
    color_table table = {.numbers = {0}};
    uint8_t found[most_colors][4];
    uint32_t total = 0, last = 0;
    for (size_t index = 0; index < count; ++index) {
        uint32_t key;
        memcpy(&key, rgba + index * 4, sizeof key);
        if (index > 0 && key == last) { continue; }
        last = key;
        const uint32_t place = slot(&table, key);
        if (table.numbers[place] != 0) { continue; }
        if (total == most_colors) { return false; }
        memcpy(found[total], rgba + index * 4, 4);
        table.keys[place] = key;
        table.numbers[place] = (uint16_t)++total;
    }
    palette->count = total;
    palette->transparent_count = 0;
    palette->depth = total <= 2 ? 1 : total <= 4 ? 2 : total <= 16 ? 4 : 8;
    uint32_t next = 0;
    for (int is_opaque = 0; is_opaque < 2; ++is_opaque) {
        for (uint32_t color = 0; color < total; ++color) {
            if ((found[color][3] == 255) != is_opaque) { continue; }
            memcpy(palette->colors[next++], found[color], 4);
        }
        if (!is_opaque) { palette->transparent_count = next; }
    }
    return true;
}

/// Writes each pixel's place in the palette, packed to the left, after a filter of 0 in each row. False once it is cancelled.
static bool write_indices(const uint8_t *rgba, uint32_t width, uint32_t height, const bc_png_palette *palette, uint8_t *rows,
                          size_t stride) {
    color_table table = {.numbers = {0}};
    for (uint32_t color = 0; color < palette->count; ++color) {
        uint32_t key;
        memcpy(&key, palette->colors[color], sizeof key);
        const uint32_t place = slot(&table, key);
        table.keys[place] = key;
        table.numbers[place] = (uint16_t)(color + 1);
    }
    const uint32_t depth = (uint32_t)palette->depth, per_byte = 8 / depth;
    memset(rows, 0, stride * height);
    for (uint32_t row = 0; row < height; ++row) {
        if (bc_is_cancelled()) { return false; }
        uint8_t *line = rows + row * stride + 1;
        for (uint32_t column = 0; column < width; ++column, rgba += 4) {
            uint32_t key;
            memcpy(&key, rgba, sizeof key);
            const uint32_t number = table.numbers[slot(&table, key)] - 1u;
            line[column / per_byte] |= (uint8_t)(number << (8 - depth - column % per_byte * depth));
        }
    }
    return true;
}

// MARK: Filters

/// The sum of the bytes as signed differences.
static uint32_t cost(const uint8_t *bytes, size_t length) {
    uint32_t sum = 0;
    for (size_t index = 0; index < length; ++index) {
        const uint8_t value = bytes[index], negative = (uint8_t)-value;
        sum += value < negative ? value : negative;
    }
    return sum;
}

static inline int16_t distance(int16_t first, int16_t second) { return (int16_t)(first < second ? second - first : first - second); }

static inline uint8_t paeth(int16_t left, int16_t above, int16_t corner) {
    const int16_t to_left = distance(above, corner), to_above = distance(left, corner);
    const int16_t to_corner = distance((int16_t)(left + above), (int16_t)(corner * 2));
    return (uint8_t)(to_left <= to_above && to_left <= to_corner ? left : to_above <= to_corner ? above : corner);
}

/// The rows of the filters 1 to 4. The rows are preceded by a pixel of zeros.
static void apply_filters(const uint8_t *row, const uint8_t *above, size_t length, size_t channels, uint8_t *filtered[5]) {
    const uint8_t *left = row - channels, *corner = above - channels;
    for (size_t index = 0; index < length; ++index) { filtered[1][index] = (uint8_t)(row[index] - left[index]); }
    for (size_t index = 0; index < length; ++index) { filtered[2][index] = (uint8_t)(row[index] - above[index]); }
    for (size_t index = 0; index < length; ++index) {
        filtered[3][index] = (uint8_t)(row[index] - (left[index] + above[index]) / 2);
    }
    for (size_t index = 0; index < length; ++index) {
        filtered[4][index] = (uint8_t)(row[index] - paeth(left[index], above[index], corner[index]));
    }
}

/// Writes each row after the number of its filter. `scratch` has room for seven rows and pixels. False once it is cancelled.
static bool write_filtered(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t channels, uint8_t *rows, uint8_t *scratch) {
    const size_t length = (size_t)width * channels;
    uint8_t *above = scratch + channels, *row = above + length + channels;
    uint8_t *filtered[5] = {row, row + length, row + length * 2, row + length * 3, row + length * 4};
    memset(scratch, 0, (length + channels) * 2);
    for (uint32_t y = 0; y < height; ++y, rgba += (size_t)width * 4, rows += length + 1) {
        if (bc_is_cancelled()) { return false; }
        bc_png_straighten(rgba, row, width, channels);
        filtered[0] = row;
        apply_filters(row, above, length, channels, filtered);
        uint8_t best = 0;
        uint32_t least = UINT32_MAX;
        for (uint8_t filter = 0; filter < 5; ++filter) {
            const uint32_t sum = cost(filtered[filter], length);
            if (sum < least) { (least = sum, best = filter); }
        }
        rows[0] = best;
        memcpy(rows + 1, filtered[best], length);
        memcpy(above, row, length);
    }
    return true;
}

// MARK: Compression

/// libdeflate's level for one of zlib's that makes about as many bytes.
static int32_t level_of_deflate(int32_t level) {
    static const int32_t levels[] = {0, 1, 1, 1, 2, 2, 5, 5, 7, 9};
    return levels[level < 0 ? 0 : level > 9 ? 9 : level];
}

static int32_t compress(const uint8_t *rows, size_t length, int32_t level, bc_bytes *packed, bc_error *error) {
    struct libdeflate_compressor *compressor = deflate.create(level_of_deflate(level));
    const size_t most = compressor ? deflate.bound(compressor, length) : 0;
    uint8_t *bytes = compressor ? malloc(most) : NULL;
    const size_t count = bytes ? deflate.compress(compressor, rows, length, bytes, most) : 0;
    if (compressor) { deflate.destroy(compressor); }
    if (count == 0) {
        free(bytes);
        return bc_report_out_of_memory(error);
    }
    *packed = (bc_bytes){bytes, count};
    return BC_OK;
}

int32_t bc_png_pack(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t channels, int32_t level, bc_bytes *packed,
                    bc_error *error) {
    const size_t length = (size_t)width * channels;
    *packed = (bc_bytes){NULL, 0};
    uint8_t *rows = malloc((length + 1) * height), *scratch = malloc((length + channels) * 7);
    int32_t status = BC_OK;
    if (!rows || !scratch) {
        status = bc_report_out_of_memory(error);
    } else if (!write_filtered(rgba, width, height, channels, rows, scratch)) {
        status = bc_report_cancelled(error);
    } else {
        status = compress(rows, (length + 1) * height, level, packed, error);
    }
    free(scratch);
    free(rows);
    return status;
}

int32_t bc_png_pack_indices(const uint8_t *rgba, uint32_t width, uint32_t height, const bc_png_palette *palette, int32_t level,
                            bc_bytes *packed, bc_error *error) {
    const size_t stride = 1 + ((size_t)width * (uint32_t)palette->depth + 7) / 8;
    *packed = (bc_bytes){NULL, 0};
    uint8_t *rows = malloc(stride * height);
    if (!rows) { return bc_report_out_of_memory(error); }
    const int32_t status = write_indices(rgba, width, height, palette, rows, stride)
        ? compress(rows, stride * height, level, packed, error)
        : bc_report_cancelled(error);
    free(rows);
    return status;
}
