// libavif's functions, taken when the first file arrives.
#ifndef BOUNDEDCROP_CIMAGECODECS_AVIF_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_AVIF_LIBRARY_H

#include <avif/avif.h>

#include "cicp.h"
#include "internal.h"

#if AVIF_VERSION < 110000
#error "libavif is older than 0.11, which has limits for the size of pictures: Debian 12 and Ubuntu 24.04 have newer ones"
#endif

#pragma clang assume_nonnull begin

#define BC_AVIF_FUNCTIONS(USE)           \
    USE(DecoderCreate)                   \
    USE(DecoderDestroy)                  \
    USE(DecoderNextImage)                \
    USE(DecoderParse)                    \
    USE(DecoderSetIOMemory)              \
    USE(EncoderAddImage)                 \
    USE(EncoderCreate)                   \
    USE(EncoderDestroy)                  \
    USE(EncoderFinish)                   \
    USE(ImageCreate)                     \
    USE(ImageCreateEmpty)                \
    USE(ImageDestroy)                    \
    USE(ImageRGBToYUV)                   \
    USE(ImageSetProfileICC)              \
    USE(ImageSetMetadataXMP)             \
    USE(ImageSetViewRect)                \
    USE(ImageYUVToRGB)                   \
    USE(RGBImageSetDefaults)             \
    USE(RWDataFree)                      \
    USE(RWDataSet)                       \
    USE(ResultToString)                  \
    USE(Version)

typedef struct {
#define BC_DECLARE(name) __typeof__(&avif##name) name;
    BC_AVIF_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
} bc_avif_functions;

extern bc_avif_functions bc_avif;

int32_t bc_avif_open_library(bc_error *error);
/// Reports libavif's error, with what it says about it.
int32_t bc_avif_report(bc_error *error, avifResult result, const avifDiagnostics *diagnostics);

/// Where each pixel of the upright picture is stored: column `x`, row `y` at (x0 + xx * x + xy * y, y0 + yx * x + yy * y).
typedef struct {
    uint32_t width, height;
    int64_t x0, xx, xy, y0, yx, yy;
} bc_placement;

/// Opens a file and reads its boxes, but no pixels. Null on failure. `most_frames` limits sequences.
avifDecoder *_Nullable bc_avif_open(bc_span file, bool reads_metadata, uint32_t most_frames, bc_error *error);
int32_t bc_avif_fill_header(const avifDecoder *decoder, bc_image_header *header, bc_error *error);
/// Crop, then rotation, then reflection, as the file says.
int32_t bc_avif_place(const avifImage *image, bc_placement *placement, bc_error *error);
/// The code points; sRGB if there is an ICC profile, which takes precedence.
bc_cicp bc_avif_get_cicp(const avifImage *image);
/// Converts a decoded picture's rows to the reducer's region, in bands.
int32_t bc_avif_take_rows(const avifImage *image, const bc_placement *placement, bc_row_reducer *reducer, bc_error *error);

/// Starts an encoder with these settings; null when memory ran out.
avifEncoder *_Nullable bc_avif_create_encoder(bc_avif_settings settings);
/// Converts premultiplied pixels to a picture to encode; null on failure.
avifImage *_Nullable bc_avif_import(const uint8_t *rgba, uint32_t width, uint32_t height, bool has_alpha, bc_subsampling subsampling,
                                    bc_error *error);
/// Copies the metadata to a picture that will be encoded.
void bc_avif_set_metadata(avifImage *image, bc_metadata metadata);
int32_t bc_avif_check_size(uint32_t width, uint32_t height, bc_error *error);
/// Finishes a file and copies it.
int32_t bc_avif_finish(avifEncoder *encoder, bc_bytes *output, bc_error *error);

#pragma clang assume_nonnull end

#endif
