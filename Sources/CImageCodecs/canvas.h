// The canvas on which the frames of an animation are composed.
#ifndef BOUNDEDCROP_CIMAGECODECS_CANVAS_H
#define BOUNDEDCROP_CIMAGECODECS_CANVAS_H

#include "internal.h"

#pragma clang assume_nonnull begin

/// A frame's part of the canvas.
typedef struct {
    uint32_t left, top, width, height;
} bc_area;

/// What becomes of a frame's part before the next frame is drawn.
typedef enum {
    bc_disposal_keep,
    /// Transparent: browsers ignore the background colors of files.
    bc_disposal_clear,
    /// As before the frame.
    bc_disposal_restore,
} bc_disposal;

/// How a frame is drawn.
typedef struct {
    bc_area area;
    bc_disposal disposal;
    /// Whether it may have transparent pixels.
    bool has_alpha;
    /// Whether transparent pixels show what is below; otherwise they replace it.
    bool blends;
} bc_drawing;

/// What composing all frames takes, found before memory is allocated.
typedef struct {
    uint32_t width, height, frame_count;
    bool has_alpha;
    /// The pixels of the largest frame that is to be undone.
    uint64_t most_covered;
} bc_canvas_plan;

/// What is found by reading all chunks of an animation.
typedef struct {
    bc_animation_info info;
    bc_canvas_plan plan;
} bc_animation_census;

/// Takes the next frame, whose area lies inside the canvas, into account.
void bc_canvas_plan_frame(bc_canvas_plan *plan, const bc_drawing *drawing);
uint64_t bc_canvas_bytes(const bc_canvas_plan *plan);

typedef struct {
    uint32_t width, height;
    /// Premultiplied; transparent pixels are zero.
    uint8_t *pixels;
    /// What a frame that is to be undone has covered, if there are such frames.
    uint8_t *_Nullable covered;
    /// The frame being drawn.
    bc_area area;
    bc_disposal disposal;
} bc_canvas;

/// Starts with transparency; false when memory ran out. It is to be destroyed in either case.
bool bc_canvas_create(bc_canvas *canvas, const bc_canvas_plan *plan);
void bc_canvas_destroy(bc_canvas *canvas);

/// Disposes of the previous frame and prepares for the next.
void bc_canvas_start_frame(bc_canvas *canvas, const bc_drawing *drawing);
/// A row of the frame being drawn, counted from the frame's top.
uint8_t *bc_canvas_row(const bc_canvas *canvas, uint32_t y);
/// Copies the whole canvas.
void bc_canvas_copy(const bc_canvas *canvas, uint8_t *rgba);
/// Draws the next frame, given as premultiplied rows of its width, which are replaced by the whole canvas.
void bc_canvas_show(bc_canvas *canvas, const bc_drawing *drawing, uint8_t *rgba);

/// Adds to an error of a still decoder which frame it was; returns the status.
int32_t bc_report_frame(bc_error *error, uint32_t number);

/// How long a frame is shown. As in browsers, frames of less than 11 ms were not meant literally, and are shown for 100.
static inline double bc_shown_milliseconds(double milliseconds) { return milliseconds < 11 ? 100 : milliseconds; }

#pragma clang assume_nonnull end

#endif
