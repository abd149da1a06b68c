// A GIF being written by giflib into memory.
#ifndef BOUNDEDCROP_CIMAGECODECS_GIF_OUTPUT_H
#define BOUNDEDCROP_CIMAGECODECS_GIF_OUTPUT_H

#include "gif.h"

#pragma clang assume_nonnull begin

typedef struct {
    GifFileType *_Nullable gif;
    bc_bytes file;
    size_t capacity;
    bool is_out_of_memory;
    uint8_t global_palette[bc_gif_most_colors * 3];
    uint32_t global_color_count;
} bc_gif_output;

/// Indices of a part of the canvas; `indices` are those of the whole canvas.
typedef struct {
    uint32_t left, top, width, height;
    uint8_t *indices;
    const uint8_t *palette;
    uint32_t color_count;
    /// The transparent index, or bc_gif_opaque. It may follow the palette's last color.
    int32_t transparent;
    uint32_t disposal;
    /// In hundredths of a second.
    uint32_t delay;
} bc_gif_image;

/// Begins the file; this palette is used for frames that have the same.
int32_t bc_gif_output_start(bc_gif_output *output, uint32_t width, uint32_t height, uint32_t loop_count, bc_metadata metadata,
                            const bc_gif_image *first, bc_error *error);
int32_t bc_gif_output_add(bc_gif_output *output, const bc_gif_image *image, uint32_t canvas_width, bc_error *error);
/// Ends the file and passes it on.
int32_t bc_gif_output_finish(bc_gif_output *output, bc_bytes *file, bc_error *error);
void bc_gif_output_destroy(bc_gif_output *output);

#pragma clang assume_nonnull end

#endif
