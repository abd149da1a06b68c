// JPEG XL and its animations, by libjxl.
#ifndef BOUNDEDCROP_CIMAGECODECS_JXL_CODEC_H
#define BOUNDEDCROP_CIMAGECODECS_JXL_CODEC_H

#include "codec_types.h"

#pragma clang assume_nonnull begin

//
// Bare codestreams and files of boxes. libjxl is opened by the first call.

/// Opens libjxl, and tells its version. Call it before entering a sandbox that does not open files.
int32_t bc_jxl_version(char *text, size_t size, bc_error *error);

/// Sides are after the codestream's orientation. Frames are counted, but not decoded.
int32_t bc_jxl_read_header(bc_span file, bc_image_header *header, bc_error *error);

/// The profile of the pixels that are decoded; empty if they are sRGB.
bc_bytes bc_jxl_copy_icc_profile(bc_span file);
/// A TIFF structure, from a plain or a compressed box.
bc_bytes bc_jxl_copy_exif(bc_span file);
bc_bytes bc_jxl_copy_xmp(bc_span file);

/// Decodes the whole picture or the first frame, whatever the region. Linear pictures, PQ and HLG become sRGB, and so do lossy ones with a
/// profile; other colors are for `transform`.
int32_t bc_jxl_decode(bc_span file, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba, bc_error *error);

/// An animation being read. The file's bytes and the transform must outlive it.
typedef struct bc_jxl_animation bc_jxl_animation;

/// Counts the frames without decoding pixels. More than `frame_limit` frames are BC_LIMIT_EXCEEDED.
int32_t bc_jxl_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error);
/// Starts reading; null, with the reason in `error`, if that is not possible. Colors are those of bc_jxl_decode.
bc_jxl_animation *_Nullable bc_jxl_animation_open(bc_span file, uint32_t frame_limit, const bc_color_transform *_Nullable transform,
                                                  bc_animation_info *info, bc_error *error);
/// Writes the next frame, as libjxl blends it, as premultiplied RGBA, and how long it is shown, which is 100 ms for frames of 10 ms or
/// less, as in browsers. BC_END after the last frame. After an error, the animation can only be closed.
int32_t bc_jxl_animation_next(bc_jxl_animation *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error);
void bc_jxl_animation_close(bc_jxl_animation *animation);

typedef struct {
    /// 1...100, on the scale of JPEG's: the same number looks as similar to the original (SSIMULACRA2). Ignored if `is_lossless`.
    int32_t quality;
    bool is_lossless;
    /// 1...9; higher is slower and smaller. BC_JXL_DEFAULT_EFFORT is the default.
    int32_t effort;
} bc_jxl_settings;

enum { BC_JXL_DEFAULT_EFFORT = 3 };

int32_t bc_jxl_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_jxl_settings settings, bc_metadata metadata,
                      bc_bytes *output, bc_error *error);

/// An animation being written.
typedef struct bc_jxl_writer bc_jxl_writer;

/// Starts an animation that is shown `loop_count` times, 0 for ever; null, with the reason in `error`, if that is not possible.
bc_jxl_writer *_Nullable bc_jxl_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, bool has_alpha,
                                                 bc_jxl_settings settings, bc_metadata metadata, bc_error *error);
void bc_jxl_animation_destroy(bc_jxl_writer *animation);

/// Adds a frame of the animation's size, premultiplied, that is shown for this long.
int32_t bc_jxl_animation_add(bc_jxl_writer *animation, const uint8_t *rgba, uint32_t duration_ms, bc_error *error);

/// Finishes the file. Nothing can be added afterwards.
int32_t bc_jxl_animation_finish(bc_jxl_writer *animation, bc_bytes *output, bc_error *error);

#pragma clang assume_nonnull end

#endif
