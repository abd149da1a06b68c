// Reads the rows of blocks that a region needs.
#ifndef BOUNDEDCROP_TIFF_BANDS_H
#define BOUNDEDCROP_TIFF_BANDS_H

#include "tiff_layout.h"

#pragma clang assume_nonnull begin

/// A band is a row of blocks, or one line of a strip that is read line by line.
typedef struct {
    const bc_tiff_directory *directory;
    bc_tiff_layout layout;
    /// One for each plane that is read line by line, otherwise one.
    bc_tiff_handle handles[bc_tiff_most_samples];
    uint32_t handle_count;
    bool allow_truncated;
    /// Whether a block was decoded.
    bool has_pixels;
    /// The columns of pixels that are needed, and the blocks that contain them.
    uint32_t left, right, first_block, block_count;
    /// The blocks of a band, by plane and column.
    uint8_t *bytes;
    /// Whether a column of blocks, or the line, is missing.
    bool *is_missing;
    /// The first row of the band that is held, and the row behind it.
    uint32_t top, end;
    /// By plane: the next line to read, and the end of lines that cannot be read.
    uint32_t next_lines[bc_tiff_most_samples], missing_ends[bc_tiff_most_samples];
} bc_tiff_bands;

/// `bands` holds the first handle, which is open, and its layout.
int32_t bc_tiff_bands_start(bc_tiff_bands *bands, uint32_t left, uint32_t right, bc_error *error);
void bc_tiff_bands_finish(bc_tiff_bands *bands);

/// Reads the band that contains this row, unless it is held. Rows must be asked for from top to bottom.
int32_t bc_tiff_bands_read(bc_tiff_bands *bands, uint32_t row, bc_error *error);
/// Converts a row of the band that is held to samples of the needed columns.
void bc_tiff_bands_take_row(const bc_tiff_bands *bands, uint32_t row, uint8_t *samples);
/// Makes the pixels of missing blocks transparent.
void bc_tiff_bands_clear_missing(const bc_tiff_bands *bands, uint8_t *rgba);

#pragma clang assume_nonnull end

#endif
