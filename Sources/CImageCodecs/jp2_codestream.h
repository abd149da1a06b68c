// What the markers of a JPEG 2000 codestream say (ISO/IEC 15444-1, annex A), found before OpenJPEG allocates anything by them.
#ifndef BOUNDEDCROP_CIMAGECODECS_JP2_CODESTREAM_H
#define BOUNDEDCROP_CIMAGECODECS_JP2_CODESTREAM_H

#include "boxes.h"

#pragma clang assume_nonnull begin

typedef struct {
    uint8_t bits;
    bool is_signed;
    /// How many columns and rows of the reference grid there are for each sample.
    uint8_t across, down;
} bc_jp2_component;

typedef struct {
    bc_span bytes;
    /// The length with what is missing of its last part; 0 if nothing is.
    uint64_t whole_length;
    /// The picture's place on the reference grid.
    uint32_t left, top, right, bottom;
    /// The place of the first tile, which holds the picture's corner, and the sides of all.
    uint32_t tile_left, tile_top, tile_width, tile_height;
    /// The sides in samples of the first component.
    uint32_t width, height;
    uint32_t component_count;
    /// Those that can be channels of a picture.
    bc_jp2_component components[16];
    /// The most columns and rows of the grid that a sample of any component has.
    uint8_t most_across, most_down;
    /// How often the sides can be halved without decoding everything.
    uint32_t halvings;
    /// Whether blocks are coded for High Throughput. OpenJPEG 2.5.0 decodes their tiles wrongly unless it decodes all of a tile.
    bool has_whole_tiles;
    /// The memory that OpenJPEG takes for tiles, blocks and what is compressed, without samples.
    uint64_t structure_bytes;
} bc_jp2_codestream;

/// Reads the headers of the picture and of all parts of tiles.
///
/// - allow_truncated: Whether the last part may be shorter than it says, and others missing.
int32_t bc_jp2_read_codestream(bc_span bytes, bool allow_truncated, bc_jp2_codestream *codestream, bc_error *error);

#pragma clang assume_nonnull end

#endif
