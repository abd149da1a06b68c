// How the pixels of a TIFF directory are stored, checked against what is supported.
#ifndef BOUNDEDCROP_TIFF_LAYOUT_H
#define BOUNDEDCROP_TIFF_LAYOUT_H

#include "tiff_library.h"

#pragma clang assume_nonnull begin

enum { bc_tiff_most_samples = 16 };

typedef struct {
    uint32_t width, height;
    /// Per sample.
    uint16_t bits;
    /// Per pixel, those that are ignored included.
    uint16_t samples;
    /// How many of them are colors, or the index of one. They come first.
    uint16_t colors;
    /// The sample that is alpha; 0 for none.
    uint16_t alpha;
    bool alpha_is_associated;
    uint16_t photometric, compression;
    /// Whether each sample is stored in blocks of its own.
    bool is_planar;
    bool is_tiled;
    /// Of tiles or strips; a block is one of them.
    uint32_t block_width, block_height;
    /// Of one sample if they are planar, otherwise of all.
    uint64_t line_bytes, block_bytes;
    /// Whether strips are decoded line by line, because whole ones take too much time or memory.
    bool is_read_by_line;
    /// How many pixels share a chroma sample, along each side; 1 unless libtiff leaves this to the caller.
    uint16_t chroma_width, chroma_height;
    /// The bits of bytes are stored in the wrong order; libtiff copies blocks to turn them.
    bool is_bit_reversed;
} bc_tiff_layout;

/// Reads the layout of the directory that is open. Says what is not supported.
int32_t bc_tiff_read_layout(bc_tiff_handle *handle, const bc_tiff_directory *directory, bc_tiff_layout *layout, bc_error *error);

/// Says which compressions are not supported.
int32_t bc_tiff_check_compression(uint64_t compression, bc_error *error);
/// Says which features of a layout are not supported.
int32_t bc_tiff_check_support(const bc_tiff_layout *layout, uint16_t sample_format, bc_error *error);
/// Checks that blocks have the sizes that follow from the other fields, which reading them relies on.
int32_t bc_tiff_check_blocks(const bc_tiff_layout *layout, bc_error *error);

static inline bool bc_tiff_is_lab(const bc_tiff_layout *layout) {
    return layout->photometric == PHOTOMETRIC_CIELAB || layout->photometric == PHOTOMETRIC_ICCLAB;
}

/// Whether pixels are decoded to YCbCr; libjpeg makes RGB of it.
static inline bool bc_tiff_is_ycbcr(const bc_tiff_layout *layout) {
    return layout->photometric == PHOTOMETRIC_YCBCR && layout->compression != COMPRESSION_JPEG;
}
static inline bool bc_tiff_shares_chroma(const bc_tiff_layout *layout) { return layout->chroma_width > 1 || layout->chroma_height > 1; }

/// How many planes are read: one, or one for each color and alpha.
static inline uint32_t bc_tiff_planes(const bc_tiff_layout *layout) {
    return !layout->is_planar ? 1u : layout->alpha ? layout->alpha + 1u : layout->colors;
}

/// The bytes of one line of a row of blocks.
uint64_t bc_tiff_band_stride(const bc_tiff_layout *layout, uint32_t blocks);
/// The number of lines that are decoded together.
static inline uint32_t bc_tiff_band_height(const bc_tiff_layout *layout) { return layout->is_read_by_line ? 1 : layout->block_height; }

/// Whether a JPEG-compressed block has one scan. libjpeg decodes several before the first row, however many there are, holding all
/// coefficients, and cannot be cancelled.
bool bc_tiff_has_single_scan(const bc_tiff_directory *directory, uint64_t number);
/// Whether some blocks reach past the end of the file.
bool bc_tiff_ends_too_early(const bc_tiff_directory *directory);
/// A copy of a file that was cut short in which no block reaches past the end; empty if memory ran out.
bc_bytes bc_tiff_shorten_blocks(const bc_tiff_directory *directory);

/// The maximum memory of decoding with this layout.
uint64_t bc_tiff_working_bytes(const bc_tiff_layout *layout, const bc_tiff_directory *directory, uint64_t directory_bytes);

/// Checks and opens the directory, reads its layout, and opens it again with the memory limit that follows from the layout. The handle must
/// be closed in any case.
int32_t bc_tiff_open_layout(bc_tiff_handle *handle, const bc_tiff_directory *directory, bc_tiff_layout *layout, uint64_t *working_bytes,
                            bc_error *error);

/// The header and the pixels of any directory.
int32_t bc_tiff_read_directory_header(const bc_tiff_directory *directory, bc_image_header *header, bc_error *error);
int32_t bc_tiff_decode_directory(const bc_tiff_directory *directory, bc_region region, const bc_color_transform *_Nullable transform,
                                 uint8_t *rgba, bc_error *error);

#pragma clang assume_nonnull end

#endif
