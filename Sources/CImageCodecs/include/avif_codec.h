// AVIF and its sequences, by libavif.
#ifndef BOUNDEDCROP_CIMAGECODECS_AVIF_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_AVIF_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

//
// libavif is opened by the first call.

/// Opens libavif, and tells its version. Call it before entering a sandbox that does not open files.
int32_t bc_avif_version(char *text, size_t size, bc_error *error);

/// The primary picture, or the first frame of a sequence; sides are after the container's rotation, reflection and crop.
int32_t bc_avif_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The embedded profile, or one made from the file's code points if these are not sRGB; empty otherwise.
bc_bytes bc_avif_copy_icc_profile(bc_span file);
/// A TIFF structure.
bc_bytes bc_avif_copy_exif(bc_span file);
bc_bytes bc_avif_copy_xmp(bc_span file);

/// Decodes the whole picture, and converts only the region. PQ and HLG become sRGB; other colors are for `transform`.
int32_t bc_avif_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

/// An image sequence being read. The file's bytes and the transform must outlive it.
typedef struct bc_avif_animation bc_avif_animation;

/// Reads the sequence's tables; null, with the reason in `error`, if that is not possible or there are more frames than the limit.
/// PQ and HLG become sRGB; other colors are for `transform`.
bc_avif_animation *_Nullable bc_avif_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *_Nullable transform,
                                                    bc_animation_info *info, bc_error *error);

/// Writes the next frame as premultiplied RGBA of the canvas's size, and its duration. BC_END after the last.
int32_t bc_avif_animation_next(bc_avif_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error);
void bc_avif_animation_close(bc_avif_animation *animation);

typedef struct {
    /// 1...100, on the scale of JPEG's: the same number gives the same similarity (SSIM) to the original.
    int32_t quality;
    /// 0...10; higher is faster and larger. BC_AVIF_DEFAULT_SPEED is the default.
    int32_t speed;
    bc_subsampling subsampling;
} bc_avif_settings;

enum { BC_AVIF_DEFAULT_SPEED = 9 };

int32_t bc_avif_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_avif_settings settings, bc_metadata metadata,
                       bc_bytes *output, bc_error *error);

/// An image sequence being written.
typedef struct bc_avif_writer bc_avif_writer;

/// Whether files say how often a sequence is shown.
bool bc_avif_writes_loop_counts(void);

/// Starts a sequence that is shown `loop_count` times, 0 for ever; null, with the reason in `error`, if that is not possible. Before
/// version 1, libavif cannot write or read the count: the file says nothing, and is shown for ever.
bc_avif_writer *_Nullable bc_avif_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, bool has_alpha,
                                                   bc_avif_settings settings, bc_error *error);
void bc_avif_animation_destroy(bc_avif_writer *animation);

/// Adds a frame of the sequence's size that is shown from `start`, in milliseconds, which must increase from frame to frame.
int32_t bc_avif_animation_add(bc_avif_writer *animation, const uint8_t *rgba, int32_t start, bc_error *error);

/// Writes metadata with the sequence. Call it after the first frame was added and before the second.
void bc_avif_animation_set_metadata(bc_avif_writer *animation, bc_metadata metadata);

/// Finishes the file; the last frame is shown until `end`, in milliseconds. Nothing can be added afterwards.
int32_t bc_avif_animation_finish(bc_avif_writer *animation, int32_t end, bc_bytes *output, bc_error *error);

#pragma clang assume_nonnull end

#endif
