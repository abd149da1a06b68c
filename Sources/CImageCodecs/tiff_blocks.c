// What a TIFF's strips and tiles contain before they are decoded.
#include <stdlib.h>
#include <string.h>

#include "tiff_layout.h"

typedef struct {
    bc_tiff_entry offsets, lengths;
    uint64_t count;
} blocks;

static blocks find_blocks(const bc_tiff_directory *directory) {
    blocks found = {.count = 0};
    const bool has_strips = bc_tiff_find(directory, TIFFTAG_STRIPOFFSETS, &found.offsets) &&
                            bc_tiff_find(directory, TIFFTAG_STRIPBYTECOUNTS, &found.lengths);
    const bool has_blocks = has_strips || (bc_tiff_find(directory, TIFFTAG_TILEOFFSETS, &found.offsets) &&
                                           bc_tiff_find(directory, TIFFTAG_TILEBYTECOUNTS, &found.lengths));
    if (has_blocks) { found.count = found.offsets.count < found.lengths.count ? found.offsets.count : found.lengths.count; }
    return found;
}

// MARK: JPEG

/// Whether one scan holds the whole picture, according to the markers in front of it. False if they are unusual.
static bool has_single_scan(const uint8_t *bytes, uint64_t length) {
    enum { start_of_image = 0xD8, start_of_scan = 0xDA, fill = 0xFF, most_markers = 64 };
    uint32_t components = 0;
    for (uint64_t position = 0, markers = 0; position + 5 <= length && markers < most_markers; ++markers) {
        const uint8_t *marker = bytes + position;
        if (marker[0] != 0xFF) { return false; }
        if (marker[1] == start_of_image || marker[1] == fill) {
            position += marker[1] == fill ? 1 : 2;
            continue;
        }
        if (marker[1] == start_of_scan) { return components > 0 && marker[4] == components; }
        const uint64_t size = (uint64_t)marker[2] << 8 | marker[3];
        const bool is_frame = marker[1] >= 0xC0 && marker[1] <= 0xCF && marker[1] != 0xC4 && marker[1] != 0xC8 && marker[1] != 0xCC;
        const bool is_sequential = marker[1] == 0xC0 || marker[1] == 0xC1 || marker[1] == 0xC9;
        if (size < 2 || size + 2 > length - position || (is_frame && (!is_sequential || size < 8))) { return false; }
        if (is_frame) { components = marker[9]; }
        position += 2 + size;
    }
    return false;
}

bool bc_tiff_has_single_scan(const bc_tiff_directory *directory, uint64_t number) {
    const bc_span file = directory->file.file;
    const blocks found = find_blocks(directory);
    const uint64_t offset = number < found.count ? bc_tiff_number(directory->file, &found.offsets, number) : file.length;
    return offset < file.length && has_single_scan((const uint8_t *)file.bytes + offset, file.length - offset);
}

// MARK: Files that were cut short

static bool reaches_past_end(const blocks *found, bc_tiff_file file, uint64_t index) {
    const uint64_t offset = bc_tiff_number(file, &found->offsets, index), length = bc_tiff_number(file, &found->lengths, index);
    return offset < file.file.length && length > file.file.length - offset;
}

bool bc_tiff_ends_too_early(const bc_tiff_directory *directory) {
    const blocks found = find_blocks(directory);
    for (uint64_t index = 0; index < found.count; ++index) {
        if (reaches_past_end(&found, directory->file, index)) { return true; }
    }
    return false;
}

static void write_number(bc_tiff_file file, uint8_t *copy, const uint8_t *place, size_t size, uint64_t number) {
    uint8_t *bytes = copy + (place - (const uint8_t *)file.file.bytes);
    for (size_t byte = 0; byte < size; ++byte, number >>= 8) { bytes[file.is_big_endian ? size - 1 - byte : byte] = (uint8_t)number; }
}

/// libtiff does not believe that the only strip of an uncompressed picture is short. It believes in a strip of fewer rows, and finds none
/// behind it.
static void shorten_only_strip(const bc_tiff_directory *directory, uint8_t *copy, uint64_t rest) {
    bc_tiff_entry rows;
    const bool is_raw = bc_tiff_first_number(directory, TIFFTAG_COMPRESSION, COMPRESSION_NONE) == COMPRESSION_NONE;
    if (!is_raw || !bc_tiff_find(directory, TIFFTAG_ROWSPERSTRIP, &rows) || rows.count != 1) { return; }
    const uint64_t width = bc_tiff_first_number(directory, TIFFTAG_IMAGEWIDTH, 0) & UINT32_MAX;
    const uint64_t bits = bc_tiff_first_number(directory, TIFFTAG_BITSPERSAMPLE, 1) & UINT16_MAX;
    const uint64_t samples = bc_tiff_first_number(directory, TIFFTAG_SAMPLESPERPIXEL, 1) & UINT16_MAX;
    const uint64_t line = (width * bits * samples + 7) / 8, complete = line > 0 ? rest / line : 0;
    if (complete > 0 && complete < bc_tiff_number(directory->file, &rows, 0)) {
        write_number(directory->file, copy, rows.values, bc_tiff_type_size(rows.type), complete);
    }
}

bc_bytes bc_tiff_shorten_blocks(const bc_tiff_directory *directory) {
    const bc_tiff_file file = directory->file;
    const blocks found = find_blocks(directory);
    uint8_t *copy = malloc(file.file.length);
    if (!copy) { return (bc_bytes){NULL, 0}; }
    memcpy(copy, file.file.bytes, file.file.length);
    const size_t size = bc_tiff_type_size(found.lengths.type);
    for (uint64_t index = 0; index < found.count; ++index) {
        if (!reaches_past_end(&found, file, index)) { continue; }
        const uint64_t rest = file.file.length - bc_tiff_number(file, &found.offsets, index);
        write_number(file, copy, found.lengths.values + index * size, size, rest);
        if (found.count == 1) { shorten_only_strip(directory, copy, rest); }
    }
    return (bc_bytes){copy, file.file.length};
}
