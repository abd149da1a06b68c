// How much memory decoding a TIFF takes, and opening files with that as libtiff's limit.
#include "CCalls.h"
#include "tiff_layout.h"

static uint64_t times(uint64_t first, uint64_t second) {
    uint64_t product;
    return __builtin_mul_overflow(first, second, &product) ? UINT64_MAX / 16 : product;
}

static uint64_t quotient_up(uint64_t length, uint64_t part) { return (length + part - 1) / part; }
static uint64_t blocks_across(const bc_tiff_layout *layout) { return quotient_up(layout->width, layout->block_width); }
static uint64_t blocks_down(const bc_tiff_layout *layout) { return quotient_up(layout->height, layout->block_height); }

static uint64_t block_count(const bc_tiff_layout *layout) {
    return times(blocks_across(layout), blocks_down(layout)) * (layout->is_planar ? layout->samples : 1u);
}

int32_t bc_tiff_check_blocks(const bc_tiff_layout *layout, bc_error *error) {
    if (layout->block_width == 0 || layout->block_height == 0) {
        return bc_report(error, BC_MALFORMED, "strips or tiles of %ux%u", layout->block_width, layout->block_height);
    }
    const uint64_t samples = layout->is_planar ? 1 : layout->samples;
    uint64_t line = (layout->block_width * samples * layout->bits + 7) / 8, lines = layout->block_height;
    if (layout->chroma_width > 1 || layout->chroma_height > 1) {
        if (layout->chroma_width == 0 || layout->chroma_width > 4 || layout->chroma_height == 0 || layout->chroma_height > 4) {
            return bc_report(error, BC_MALFORMED, "chroma samples for %ux%u pixels", layout->chroma_width, layout->chroma_height);
        }
        line = layout->line_bytes;
        lines = (lines + layout->chroma_height - 1) / layout->chroma_height;
    }
    if (layout->line_bytes == line && layout->block_bytes == times(line, lines)) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "strips or tiles of %ux%u that libtiff decodes to %llu bytes", layout->block_width,
                     layout->block_height, (unsigned long long)layout->block_bytes);
}

uint64_t bc_tiff_band_stride(const bc_tiff_layout *layout, uint32_t columns) { return times(layout->line_bytes, columns); }

/// The memory that libtiff's codec takes for each handle, and the libraries that it calls.
static uint64_t codec_bytes(const bc_tiff_layout *layout) {
    const uint64_t width = layout->block_width, area = times(width, layout->block_height);
    switch (layout->compression) {
        case COMPRESSION_CCITTRLE:
        case COMPRESSION_CCITTRLEW:
        case COMPRESSION_CCITTFAX3:
        case COMPRESSION_CCITTFAX4: return 64 * 1024 + 32 * width;
        case COMPRESSION_JPEG:
            // Up to 32 rows of blocks, with those above and below.
            return 512 * 1024 + width * layout->samples * 128;
        // libzstd's default limit of its window.
        case COMPRESSION_ZSTD: return 130 * 1024 * 1024;
        // The decoded block, and what webp_decode.c counts for a lossless picture.
        case COMPRESSION_WEBP: return 512 * 1024 + 192 * width + times(area, 9);
        default: return 512 * 1024;
    }
}

uint64_t bc_tiff_working_bytes(const bc_tiff_layout *layout, const bc_tiff_directory *directory, uint64_t directory_bytes) {
    const uint64_t file_length = directory->file.file.length, planes = bc_tiff_planes(layout);
    const uint64_t handles = layout->is_read_by_line ? planes : 1;
    uint64_t bytes = times(codec_bytes(layout), handles);
    // libtiff's offsets and lengths of blocks.
    bytes += (directory_bytes + times(block_count(layout), 32)) * handles;
    bytes += times(bc_tiff_band_stride(layout, (uint32_t)blocks_across(layout)), times(bc_tiff_band_height(layout), planes));
    // A line as samples, as RGBA and as sums of cells.
    bytes += layout->width * (uint64_t)(layout->samples + 4 + 16);
    if (layout->is_bit_reversed) { bytes += file_length * handles; }
    if (bc_tiff_ends_too_early(directory)) { bytes += file_length; }
    // Tables of Little CMS.
    return bytes + (bc_tiff_is_lab(layout) ? 2 * 1024 * 1024 : 64 * 1024);
}

/// Checks what libtiff would do with a directory as soon as it reads it: allocate memory and start the codec, which reads from the file.
static int32_t check_directory(const bc_tiff_directory *directory, uint64_t *bytes, bc_error *error) {
    const int32_t status = bc_tiff_check_directory(directory, bytes, error);
    if (status != BC_OK) { return status; }
    return bc_tiff_check_compression(bc_tiff_first_number(directory, TIFFTAG_COMPRESSION, COMPRESSION_NONE), error);
}

int32_t bc_tiff_open_layout(bc_tiff_handle *handle, const bc_tiff_directory *directory, bc_tiff_layout *layout, uint64_t *working_bytes,
                            bc_error *error) {
    uint64_t directory_bytes = 0, first_bytes = 0;
    bc_tiff_directory first;
    int32_t status = bc_tiff_open_library(error);
    if (status == BC_OK) { status = check_directory(directory, &directory_bytes, error); }
    // libtiff reads the first directory, whichever is wanted.
    if (status == BC_OK) { status = bc_tiff_open_first(directory->file.file, &first, error); }
    if (status == BC_OK) { status = check_directory(&first, &first_bytes, error); }
    if (status == BC_OK) { status = bc_tiff_handle_open(handle, directory, directory_bytes + first_bytes, error); }
    if (status == BC_OK) { status = bc_tiff_read_layout(handle, directory, layout, error); }
    if (status != BC_OK) { return status; }
    *working_bytes = bc_tiff_working_bytes(layout, directory, directory_bytes + first_bytes);
    bc_tiff_handle_close(handle);
    status = bc_tiff_handle_open(handle, directory, *working_bytes, error);
    return status == BC_OK ? bc_tiff_read_layout(handle, directory, layout, error) : status;
}
