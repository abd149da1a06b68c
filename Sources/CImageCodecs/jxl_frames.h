// A JPEG XL file being decoded: its header, its colors, then its frames.
#ifndef BOUNDEDCROP_CIMAGECODECS_JXL_FRAMES_H
#define BOUNDEDCROP_CIMAGECODECS_JXL_FRAMES_H

#include "jxl_library.h"

#pragma clang assume_nonnull begin

/// What the pixels that libjxl returns are.
typedef enum {
    BC_JXL_SRGB,
    /// For the profile that bc_jxl_copy_icc_profile copies.
    BC_JXL_PROFILE,
    /// PQ, HLG or linear: they have 16 bits per channel, for bc_hdr_transform.
    BC_JXL_WIDE,
} bc_jxl_color;

/// What a file is opened for, besides its header.
typedef enum {
    BC_JXL_INFORM,
    /// Headers of frames, as they are stored.
    BC_JXL_COUNT,
    /// Pixels of frames, as they are shown.
    BC_JXL_DECODE,
} bc_jxl_purpose;

/// What libjxl has allocated, and may allocate. Before 0.11, it asks for little of its memory in this way.
typedef struct {
    uint64_t used, most;
    /// Why it got no more: BC_LIMIT_EXCEEDED or BC_OUT_OF_MEMORY.
    int32_t failure;
} bc_jxl_memory;

typedef struct {
    JxlDecoder *_Nullable decoder;
    bc_jxl_memory memory;
    /// Its sides are those of the upright picture.
    JxlBasicInfo info;
    bc_jxl_color color;
    /// For wide colors.
    bc_cicp cicp;
    /// Of the first frame, if the file was opened to count frames: whether whole channels may be kept as integers, as in lossless pictures.
    bool is_modular;
    /// The extra channel that is the black of CMYK, if there is one.
    bool has_black;
    uint32_t black;
} bc_jxl_file;

/// Reads the header. Close it even on failure. It cannot be moved.
///
/// - allow_truncated: Whether the last box may say that it is longer than the file is.
int32_t bc_jxl_open(bc_jxl_file *jxl, bc_span file, bc_jxl_purpose purpose, bool allow_truncated, bc_error *error);
void bc_jxl_close(bc_jxl_file *jxl);
/// Reports why libjxl cannot go on.
int32_t bc_jxl_report(const bc_jxl_file *jxl, JxlDecoderStatus status, bc_error *error);
/// Refuses sizes that libjxl is not asked to decode. The caller has tighter limits.
int32_t bc_jxl_check_size(const JxlBasicInfo *info, bc_error *error);

/// A decoded frame.
typedef struct {
    /// Straight RGB or RGBA, or CMY with or without alpha; 8 bits per channel, or 16 if colors are wide.
    uint8_t *_Nullable pixels;
    /// Of CMYK, 8 bits.
    uint8_t *_Nullable black;
    /// How long it is shown, in units of the file.
    uint32_t ticks;
    bool is_last;
} bc_jxl_frame;

/// Decodes the next frame as it is shown, into memory that is reused. BC_END after the last.
int32_t bc_jxl_next_frame(bc_jxl_file *jxl, bc_jxl_frame *frame, bool allow_truncated, bc_error *error);
/// Converts the rows that the reducer needs.
int32_t bc_jxl_take_rows(const bc_jxl_file *jxl, const bc_jxl_frame *frame, bc_row_reducer *reducer, bc_error *error);
void bc_jxl_frame_free(bc_jxl_frame *frame);

#pragma clang assume_nonnull end

#endif
