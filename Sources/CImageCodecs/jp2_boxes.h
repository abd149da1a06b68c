// The boxes around a JPEG 2000 codestream (ISO/IEC 15444-1, annex I, and 15444-2, annex M): what its components mean.
#ifndef BOUNDEDCROP_CIMAGECODECS_JP2_BOXES_H
#define BOUNDEDCROP_CIMAGECODECS_JP2_BOXES_H

#include "jp2_codestream.h"

#pragma clang assume_nonnull begin

typedef enum {
    BC_JP2_GRAY,
    BC_JP2_RGB,
    BC_JP2_YCC,
    BC_JP2_LAB,
    /// Full ink is the highest value.
    BC_JP2_CMYK,
} bc_jp2_space;

/// A color or alpha: a component as it is, or one that is an index into a column of the palette.
typedef struct {
    uint32_t component;
    bool is_mapped;
    uint8_t column;
} bc_jp2_channel;

enum { bc_jp2_most_colors = 4 };

typedef struct {
    bc_jp2_codestream codestream;
    bc_jp2_space space;
    uint32_t color_count;
    bc_jp2_channel colors[bc_jp2_most_colors];
    bc_jp2_channel alpha;
    bool has_alpha, is_premultiplied;
    bc_span profile;
    /// The colors of the palette, row by row.
    bc_reader palette;
    uint32_t palette_length, palette_columns;
    /// How many bits the columns have, and in the highest bit whether they are signed.
    const uint8_t *_Nullable palette_depths;
    /// Of CIELab: what the values 0 and the highest mean.
    double lab_low[3], lab_high[3];
} bc_jp2_file;

/// Reads everything but pixels, and checks it.
int32_t bc_jp2_open(bc_span file, bool allow_truncated, bc_jp2_file *jp2, bc_error *error);

/// Whether pixels of a smaller resolution are averages of pixels: indexes are not, nor are colors that alpha has yet to weigh.
bool bc_jp2_can_be_halved(const bc_jp2_file *jp2);

#pragma clang assume_nonnull end

#endif
