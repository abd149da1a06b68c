// OpenJPEG's functions, taken when the first picture is decoded.
#ifndef BOUNDEDCROP_CIMAGECODECS_JP2_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_JP2_LIBRARY_H

// The first series that reads High Throughput JPEG 2000.
#include <openjpeg-2.5/openjpeg.h>

#include "internal.h"

#pragma clang assume_nonnull begin

#define BC_JP2_FUNCTIONS(USE)           \
    USE(create_decompress)              \
    USE(decode)                         \
    USE(destroy_codec)                  \
    USE(image_destroy)                  \
    USE(read_header)                    \
    USE(set_decode_area)                \
    USE(set_default_decoder_parameters) \
    USE(set_error_handler)              \
    USE(setup_decoder)                  \
    USE(stream_create)                  \
    USE(stream_destroy)                 \
    USE(stream_set_read_function)       \
    USE(stream_set_seek_function)       \
    USE(stream_set_skip_function)       \
    USE(stream_set_user_data)           \
    USE(stream_set_user_data_length)    \
    USE(version)

typedef struct {
#define BC_DECLARE(name) __typeof__(&opj_##name) name;
    BC_JP2_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
} bc_jp2_functions;

extern bc_jp2_functions bc_jp2;

int32_t bc_jp2_open_library(bc_error *error);

#pragma clang assume_nonnull end

#endif
