#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "bmp.h"

enum { list_start = 6, entry_length = 16, file_header_length = 14, most_entries = 256 };
/// Where the bits of alpha are, in a long header or behind a short one.
enum { alpha_field = 52 };

/// One of the pictures.
typedef struct {
    bc_span data;
    bool is_png;
    uint32_t width, height, bits;
    // Of a bitmap.
    uint32_t header_length;
    bool is_top_down, has_mask;
} icon;

/// Where the rows of the pixels and those of the mask are, and how long they are.
typedef struct {
    size_t pixels, stride, mask, mask_stride;
    /// The bits of a pixel that are its alpha; 0 if none are.
    uint32_t alpha;
    /// Whether the header says which.
    bool has_alpha_field;
} layout;

static uint32_t word(const uint8_t *bytes) { return bytes[0] | (uint32_t)bytes[1] << 8; }
static uint32_t long_word(const uint8_t *bytes) { return word(bytes) | word(bytes + 2) << 16; }
static uint32_t big_long_word(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t compression_of(const icon *found) {
    return found->header_length < bc_bmp_info_length ? bc_bmp_rgb : long_word((const uint8_t *)found->data.bytes + 16);
}

/// Behind the header are masks of channels unless it is long, then the palette, the pixels and the mask.
static layout layout_of(const icon *found) {
    const uint8_t *bytes = found->data.bytes;
    const bool is_core = found->header_length == bc_bmp_core_length;
    const uint32_t compression = compression_of(found), used = found->header_length < bc_bmp_info_length ? 0 : long_word(bytes + 32);
    const bool has_fields = compression == bc_bmp_bit_fields || compression == bc_bmp_alpha_bit_fields;
    const uint32_t colors = found->bits > 8 ? 0 : used > 0 && used < 1u << found->bits ? used : 1u << found->bits;
    const size_t fields = !has_fields || found->header_length > bc_bmp_info_length ? 0 : compression == bc_bmp_bit_fields ? 12 : 16;
    layout places = {.pixels = found->header_length + fields + (size_t)colors * (is_core ? 3 : 4)};
    places.stride = ((size_t)found->width * found->bits + 31) / 32 * 4;
    places.mask = places.pixels + places.stride * found->height;
    places.mask_stride = ((size_t)found->width + 31) / 32 * 4;
    const bool names_alpha = found->header_length >= bc_bmp_alpha_mask_length || compression == bc_bmp_alpha_bit_fields;
    places.has_alpha_field = has_fields && names_alpha && found->data.length >= bc_bmp_alpha_mask_length;
    if (places.has_alpha_field) {
        places.alpha = long_word(bytes + alpha_field);
    } else if (compression == bc_bmp_rgb && found->bits == 32) {
        places.alpha = 0xFF000000;
    }
    return places;
}

/// Reads what a bitmap says of itself, and its entry of its sides.
static bool read_bitmap(bc_span data, const uint8_t *entry, icon *found) {
    const uint8_t *bytes = data.bytes;
    const uint32_t length = data.length < bc_bmp_core_length ? 0 : long_word(bytes);
    if (!bc_bmp_is_header_length(length) || data.length < length) { return false; }
    const bool is_core = length == bc_bmp_core_length;
    const uint32_t width = is_core ? word(bytes + 4) : long_word(bytes + 4);
    const int64_t rows = is_core ? (int64_t)word(bytes + 6) : (int32_t)long_word(bytes + 8);
    const uint32_t height = (uint32_t)(rows < 0 ? -rows : rows);
    *found = (icon){
        .data = data,
        .width = width,
        .height = height,
        .bits = word(bytes + (is_core ? 10 : 14)),
        .header_length = length,
        .is_top_down = rows < 0,
    };
    // The height is that of the picture and its mask together, unless the picture fills all rows and its entry agrees.
    const bool is_of_entry = width == (entry[0] == 0 ? 256u : entry[0]) && height == (entry[1] == 0 ? 256u : entry[1]);
    const layout places = layout_of(found);
    found->has_mask = !is_of_entry || places.stride == places.mask_stride || places.mask > data.length;
    if (found->has_mask) { found->height /= 2; }
    return true;
}

/// Reads what a picture says of itself; false if it is neither a PNG nor a bitmap.
static bool read_icon(bc_span data, const uint8_t *entry, icon *found) {
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    const uint8_t *bytes = data.bytes;
    // The signature, the length and name of the first chunk, and its 13 bytes.
    if (data.length >= 33 && memcmp(bytes, signature, sizeof signature) == 0 && memcmp(bytes + 12, "IHDR", 4) == 0) {
        *found = (icon){.data = data, .is_png = true, .width = big_long_word(bytes + 16), .height = big_long_word(bytes + 20), .bits = 32};
        return true;
    }
    return read_bitmap(data, entry, found);
}

static bool is_better(const icon *one, const icon *other) {
    const uint64_t area = (uint64_t)one->width * one->height, other_area = (uint64_t)other->width * other->height;
    return area > other_area || (area == other_area && one->bits > other->bits);
}

/// How many entries of the list are read.
static uint32_t count_entries(bc_span file) {
    if (file.length < list_start) { return 0; }
    const uint32_t count = word((const uint8_t *)file.bytes + 4);
    const size_t most = (file.length - list_start) / entry_length;
    return count < most_entries && count < most ? count : most < most_entries ? (uint32_t)most : most_entries;
}

/// Reads the picture of an entry; false if there is none.
static bool read_entry(bc_span file, uint32_t index, icon *found) {
    const uint8_t *bytes = file.bytes, *entry = bytes + list_start + (size_t)index * entry_length;
    const size_t start = long_word(entry + 12), rest = start < file.length ? file.length - start : 0;
    size_t length = long_word(entry + 8);
    // Its decoder says where a picture ends too early.
    if (length > rest || length == 0) { length = rest; }
    return length > 0 && read_icon((bc_span){bytes + start, length}, entry, found);
}

/// The largest picture.
static int32_t find_icon(bc_span file, icon *best, bc_error *error) {
    if (file.length < list_start) { return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends in its header", file.length); }
    bool has_any = false;
    for (uint32_t index = 0; index < count_entries(file); ++index) {
        icon found;
        if (!read_entry(file, index, &found)) { continue; }
        if (!has_any || is_better(&found, best)) { *best = found; }
        has_any = true;
    }
    if (has_any) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "none of the %u pictures of the icon is a PNG or a bitmap within the file of %zu bytes",
                     word((const uint8_t *)file.bytes + 4), file.length);
}

uint32_t bc_ico_find_width(bc_span file, uint32_t width) {
    icon largest, found;
    bc_error ignored;
    if (find_icon(file, &largest, &ignored) != BC_OK) { return 0; }
    uint32_t best = largest.width;
    for (uint32_t index = 0; index < count_entries(file); ++index) {
        if (!read_entry(file, index, &found) || found.width < width || found.width >= best) { continue; }
        if ((uint64_t)found.width * largest.height == (uint64_t)found.height * largest.width) { best = found.width; }
    }
    return best;
}

/// The picture with the most colors whose pixels are cells of the largest one; that is left if there is none.
static void find_cells(bc_span file, bc_region *region, icon *largest) {
    const uint64_t magnify = region->magnify > 0 ? region->magnify : 1;
    const icon whole = *largest;
    bool has_any = false;
    for (uint32_t index = 0; index < count_entries(file); ++index) {
        icon found;
        if (!read_entry(file, index, &found) || (has_any && !is_better(&found, largest))) { continue; }
        if (found.width * (uint64_t)region->shrink != whole.width * magnify) { continue; }
        if (found.height * (uint64_t)region->shrink != whole.height * magnify) { continue; }
        *largest = found;
        has_any = true;
    }
    if (has_any) { region->shrink = region->magnify = 1; }
}

int32_t bc_ico_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    icon found;
    const int32_t status = find_icon(file, &found, error);
    if (status != BC_OK) { return status; }
    if (found.width == 0 || found.height == 0) {
        return bc_report(error, BC_MALFORMED, "the picture of the icon has %ux%u pixels", found.width, found.height);
    }
    const uint64_t pixels = (uint64_t)found.width * found.height, row = (uint64_t)found.width * 24;
    *header = (bc_image_header){
        .width = found.width,
        .height = found.height,
        .color = BC_COLOR_RGB,
        .has_alpha = true,
        // A bitmap is copied and decoded as a whole; a PNG may be interlaced and of high dynamic range.
        .working_bytes = row + (found.is_png ? 256 * 1024 + pixels * 12 : found.data.length + pixels * 4),
    };
    return BC_OK;
}

bc_bytes bc_ico_copy_icc_profile(bc_span file) {
    icon found;
    bc_error ignored;
    if (find_icon(file, &found, &ignored) != BC_OK || !found.is_png) { return (bc_bytes){NULL, 0}; }
    return bc_png_copy_icc_profile(found.data);
}

// MARK: Bitmaps

static void put_long_word(uint8_t *bytes, uint32_t value) {
    for (int index = 0; index < 4; ++index) { bytes[index] = (uint8_t)(value >> (8 * index)); }
}

/// The bitmap as a file of its own, with the height of the picture alone and without alpha, which would be applied to colors too early.
static bc_bytes copy_bitmap(const icon *found, const layout *places) {
    const size_t length = file_header_length + found->data.length;
    uint8_t *copy = malloc(length);
    if (!copy) { return (bc_bytes){NULL, 0}; }
    uint8_t *header = copy + file_header_length;
    memset(copy, 0, file_header_length);
    memcpy(copy, "BM", 2);
    put_long_word(copy + 10, (uint32_t)(file_header_length + places->pixels));
    memcpy(header, found->data.bytes, found->data.length);
    if (found->header_length == bc_bmp_core_length) {
        header[6] = (uint8_t)found->height;
        header[7] = (uint8_t)(found->height >> 8);
    } else {
        put_long_word(header + 8, found->is_top_down ? 0 - found->height : found->height);
    }
    if (places->has_alpha_field) { put_long_word(header + alpha_field, 0); }
    return (bc_bytes){copy, length};
}

/// The alpha of a pixel of 16 or 32 bits.
static uint8_t alpha_at(const icon *found, const layout *places, size_t row, uint32_t x) {
    const uint8_t *bytes = (const uint8_t *)found->data.bytes + places->pixels + places->stride * row;
    const uint32_t value = (found->bits == 16 ? word(bytes + x * 2) : long_word(bytes + (size_t)x * 4)) & places->alpha;
    return (uint8_t)(((uint64_t)value * 255 + places->alpha / 2) / places->alpha);
}

/// Sets the alpha of a row, which is opaque: its own where any pixel has one, otherwise what the mask leaves. A mask that the file does not
/// hold leaves all.
static void set_alpha(const icon *found, const layout *places, bool has_alpha, uint32_t y, uint8_t *row) {
    const uint8_t *bytes = found->data.bytes;
    const uint32_t stored = found->is_top_down ? y : found->height - 1 - y;
    if (has_alpha) {
        for (uint32_t x = 0; x < found->width; ++x) { row[x * 4 + 3] = alpha_at(found, places, stored, x); }
        return;
    }
    const size_t start = places->mask + places->mask_stride * stored;
    const uint32_t compression = compression_of(found);
    const bool is_known = found->has_mask && compression != bc_bmp_rle8 && compression != bc_bmp_rle4;
    if (!is_known || start + places->mask_stride > found->data.length) { return; }
    for (uint32_t x = 0; x < found->width; ++x) {
        if (bytes[start + x / 8] >> (7 - x % 8) & 1) { row[x * 4 + 3] = 0; }
    }
}

static bool has_alpha(const icon *found, const layout *places) {
    if (places->alpha == 0 || (found->bits != 16 && found->bits != 32) || places->mask > found->data.length) { return false; }
    for (uint32_t y = 0; y < found->height; ++y) {
        for (uint32_t x = 0; x < found->width; ++x) {
            if (alpha_at(found, places, y, x) != 0) { return true; }
        }
    }
    return false;
}

static int32_t reduce(const icon *found, const layout *places, uint8_t *pixels, bc_row_reducer *reducer, bc_error *error) {
    const bool is_transparent = has_alpha(found, places);
    const size_t length = (size_t)found->width * 4;
    for (uint32_t y = 0; y < found->height; ++y) { set_alpha(found, places, is_transparent, y, pixels + y * length); }
    return bc_row_reducer_add_all(reducer, pixels, error);
}

static int32_t decode_bitmap(const icon *found, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    const layout places = layout_of(found);
    const bc_bytes copy = copy_bitmap(found, &places);
    uint8_t *pixels = copy.bytes ? malloc((size_t)found->width * found->height * 4) : NULL;
    bc_row_reducer reducer = {region, found->width, found->height, transform, rgba, NULL};
    int32_t status;
    if (!pixels || !bc_row_reducer_start(&reducer)) {
        status = bc_report_out_of_memory(error);
    } else {
        const bc_region whole = {.width = found->width, .height = found->height, .shrink = 1, .allow_truncated = region.allow_truncated};
        status = bc_bmp_decode((bc_span){copy.bytes, copy.length}, whole, NULL, pixels, error);
        if (status == BC_OK) { status = reduce(found, &places, pixels, &reducer, error); }
    }
    bc_row_reducer_finish(&reducer);
    free(pixels);
    bc_bytes_free(copy);
    return status;
}

int32_t bc_ico_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    icon found;
    const int32_t status = find_icon(file, &found, error);
    if (status != BC_OK) { return status; }
    find_cells(file, &region, &found);
    if (region.magnify > 1) { return bc_report(error, BC_FAILED, "the icon has no picture of this size"); }
    if (found.is_png) { return bc_png_decode(found.data, region, transform, rgba, error); }
    if (!bc_region_is_inside(region, found.width, found.height)) {
        return bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", found.width, found.height);
    }
    return decode_bitmap(&found, region, transform, rgba, error);
}
