// What the GIF reader and writer share.
//
// The blocks of a file are read here, and each frame is given to giflib as a file of its own. giflib thus decompresses, and keeps nothing
// from frame to frame.
#ifndef BOUNDEDCROP_CIMAGECODECS_GIF_H
#define BOUNDEDCROP_CIMAGECODECS_GIF_H

#include <gif_lib.h>

#include "internal.h"

#pragma clang assume_nonnull begin

/// The functions of giflib, valid after bc_gif_open_library.
typedef struct {
    __typeof__(&DGifOpen) open_input;
    __typeof__(&DGifGetRecordType) get_record_type;
    __typeof__(&DGifGetImageDesc) get_image;
    __typeof__(&DGifGetLine) get_line;
    __typeof__(&DGifCloseFile) close_input;
    __typeof__(&EGifOpen) open_output;
    __typeof__(&EGifSetGifVersion) set_version;
    __typeof__(&EGifPutScreenDesc) put_screen;
    __typeof__(&EGifPutImageDesc) put_image;
    __typeof__(&EGifPutLine) put_line;
    __typeof__(&EGifCloseFile) close_output;
    __typeof__(&GifMakeMapObject) make_map;
    __typeof__(&GifFreeMapObject) free_map;
} bc_giflib;

extern bc_giflib bc_gif;
int32_t bc_gif_open_library(bc_error *error);

enum {
    bc_gif_most_colors = 256,
    bc_gif_opaque = -1,
    bc_gif_application = 0xFF,
    bc_gif_application_name_length = 11,
    /// What giflib allocates for an open file: its private state with the code tables, and a palette or two.
    bc_giflib_bytes = 128 * 1024,
};

/// A frame as its blocks describe it.
typedef struct {
    /// Counted from 1.
    uint32_t number;
    /// The position of its image descriptor.
    size_t start;
    uint32_t left, top, width, height;
    bool interlaced;
    const uint8_t *_Nullable palette;
    uint32_t color_count;
    /// The transparent index, or bc_gif_opaque.
    int32_t transparent;
    uint32_t disposal;
    /// In hundredths of a second, as written in the file.
    uint32_t delay;
} bc_gif_frame;

/// A file's blocks, read from frame to frame.
typedef struct {
    bc_span file;
    size_t position;
    /// The canvas: the logical screen, enlarged for a first frame that reaches outside.
    uint32_t width, height;
    const uint8_t *_Nullable palette;
    uint32_t color_count;
    uint32_t frame_count;
    /// How often the animation is shown, 0 for ever, according to the blocks read so far.
    uint32_t loop_count;
} bc_gif_blocks;

int32_t bc_gif_blocks_open(bc_gif_blocks *blocks, bc_span file, bc_error *error);
/// Skips the previous frame's pixels and reads up to the next frame's. BC_END after the last frame.
int32_t bc_gif_blocks_next(bc_gif_blocks *blocks, bc_gif_frame *frame, bc_error *error);
/// Moves behind the sub-blocks that begin at the position; false if the file ends before they do.
bool bc_gif_skip_sub_blocks(bc_gif_blocks *blocks);

/// The frame's palette as RGBA. Indices outside the palette are opaque black, as in browsers, but for the transparent one.
void bc_gif_palette(const bc_gif_frame *frame, uint8_t rgba[_Nonnull bc_gif_most_colors * 4]);

/// Receives the indices of row `y` of a frame.
typedef void bc_gif_take_row(void *context, uint32_t y, const uint8_t *indices);
/// Decompresses the frame's rows above `end`, in the order of the file; `row` has room for one. `rows_read` counts them.
int32_t bc_gif_read_rows(bc_span file, const bc_gif_frame *frame, uint32_t end, uint8_t *row, bc_gif_take_row *take, void *context,
                         uint32_t *rows_read, bc_error *error);
#pragma clang assume_nonnull end

#endif
