// LibRaw's functions, taken when the first photo is read.
#ifndef BOUNDEDCROP_CIMAGECODECS_RAW_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_RAW_LIBRARY_H

#include <libraw/libraw.h>

#include "CCalls.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

#define BC_RAW_FUNCTIONS(USE)   \
    USE(adjust_sizes_info_only) \
    USE(close)                  \
    USE(dcraw_process)          \
    USE(init)                   \
    USE(open_buffer)            \
    USE(recycle)                \
    USE(set_dataerror_handler)  \
    USE(set_progress_handler)   \
    USE(strerror)               \
    USE(unpack)                 \
    USE(unpack_thumb)           \
    USE(versionNumber)

typedef struct {
#define BC_DECLARE(name) __typeof__(&libraw_##name) name;
    BC_RAW_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
} bc_raw_functions;

extern bc_raw_functions bc_raw;

int32_t bc_raw_open_library(bc_error *error);

/// Makes LibRaw's loops run on this thread alone, and returns what to restore: 0 if LibRaw has no such loops.
int bc_raw_enter_loops(void);
void bc_raw_leave_loops(int threads);

// LibRaw's functions, which are C++ and may throw. They return its codes.

libraw_data_t *_Nullable bc_raw_create(void);
void bc_raw_destroy(libraw_data_t *photo);
/// The file must outlive the photo, which may have been opened before.
int bc_raw_open(libraw_data_t *photo, bc_span file);
int bc_raw_unpack(libraw_data_t *photo);
int bc_raw_unpack_preview(libraw_data_t *photo);
int bc_raw_process(libraw_data_t *photo);
/// Finds the size of the picture that processing makes.
int bc_raw_adjust_sizes(libraw_data_t *photo);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
