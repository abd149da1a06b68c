// libjxl's functions, taken when the first file arrives.
#ifndef BOUNDEDCROP_CIMAGECODECS_JXL_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_JXL_LIBRARY_H

#include <brotli/decode.h>
#include <jxl/decode.h>
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
    USE(SetCoalescing)             \
    USE(SetExtraChannelBuffer)     \
    USE(SetImageOutBuffer)         \
    USE(SetInput)                  \
    USE(SetPreferredColorProfile)  \
    USE(SetUnpremultiplyAlpha)     \
    USE(SubscribeEvents)           \
    USE(Version)

typedef struct {
#define BC_DECLARE(name) __typeof__(&JxlDecoder##name) name;
    BC_JXL_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
} bc_jxl_functions;

extern bc_jxl_functions bc_jxl;

/// Of Brotli, with which boxes are compressed, and which libjxl needs, too.
extern __typeof__(&BrotliDecoderDecompress) bc_brotli_decompress;

int32_t bc_jxl_open_library(bc_error *error);

#pragma clang assume_nonnull end

#endif
