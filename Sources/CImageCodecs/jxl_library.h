// libjxl's functions, taken when the first file arrives.
#ifndef BOUNDEDCROP_CIMAGECODECS_JXL_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_JXL_LIBRARY_H

#include <brotli/decode.h>
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/version.h>

#include "cicp.h"
#include "internal.h"

#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 7, 0)
#error "libjxl is older than 0.7, which blends frames and undoes premultiplication: Debian 12 and Ubuntu 24.04 have newer ones"
#endif

#pragma clang assume_nonnull begin

#define BC_JXL_FUNCTIONS(USE)      \
    USE(Create)                    \
    USE(Destroy)                   \
    USE(FlushImage)                \
    USE(GetBasicInfo)              \
    USE(GetColorAsEncodedProfile)  \
    USE(GetColorAsICCProfile)      \
    USE(GetExtraChannelInfo)       \
    USE(GetFrameHeader)            \
    USE(GetICCProfileSize)         \
    USE(ImageOutBufferSize)        \
    USE(ProcessInput)              \
    USE(ReleaseInput)              \
    USE(SetCoalescing)             \
    USE(SetExtraChannelBuffer)     \
    USE(SetImageOutBuffer)         \
    USE(SetInput)                  \
    USE(SetPreferredColorProfile)  \
    USE(SetUnpremultiplyAlpha)     \
    USE(SubscribeEvents)           \
    USE(Version)

#define BC_JXL_ENCODER_FUNCTIONS(USE) \
    USE(AddBox)                       \
    USE(AddImageFrame)                \
    USE(CloseBoxes)                   \
    USE(CloseInput)                   \
    USE(Create)                       \
    USE(Destroy)                      \
    USE(FrameSettingsCreate)          \
    USE(FrameSettingsSetOption)       \
    USE(InitBasicInfo)                \
    USE(InitFrameHeader)              \
    USE(ProcessOutput)                \
    USE(SetBasicInfo)                 \
    USE(SetColorEncoding)             \
    USE(SetFrameDistance)             \
    USE(SetFrameHeader)               \
    USE(SetFrameLossless)             \
    USE(SetICCProfile)                \
    USE(UseBoxes)

typedef struct {
#define BC_DECLARE(name) __typeof__(&JxlDecoder##name) name;
    BC_JXL_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
} bc_jxl_functions;

typedef struct {
#define BC_DECLARE(name) __typeof__(&JxlEncoder##name) name;
    BC_JXL_ENCODER_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
} bc_jxl_encoder_functions;

extern bc_jxl_functions bc_jxl;
extern bc_jxl_encoder_functions bc_jxl_encoder;

/// Of Brotli, with which boxes are compressed, and which libjxl needs, too.
extern __typeof__(&BrotliDecoderDecompress) bc_brotli_decompress;

int32_t bc_jxl_open_library(bc_error *error);
/// sRGB, gray or not.
JxlColorEncoding bc_jxl_srgb(bool is_gray);

#pragma clang assume_nonnull end

#endif
