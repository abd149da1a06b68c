// libjpeg's input and output in memory, with cancellation checks between pieces.
#ifndef BOUNDEDCROP_JPEG_STREAMS_H
#define BOUNDEDCROP_JPEG_STREAMS_H

#include <stdio.h>

// Requires stdio.h to be included first.
#include <jpeglib.h>

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Leaves a codec function because the work was cancelled; does not return.
typedef void (*bc_jpeg_stop)(j_common_ptr common);

/// A file that is passed to libjpeg in pieces.
typedef struct {
    struct jpeg_source_mgr base;
    bc_span file;
    /// The end of the piece that libjpeg currently has.
    size_t given;
    /// Whether libjpeg has passed the end of the file and is reading an artificial end marker.
    bool is_behind_end;
    bc_jpeg_stop stop;
} bc_jpeg_source;

void bc_jpeg_source_start(bc_jpeg_source *source, j_decompress_ptr cinfo, bc_span file, bc_jpeg_stop stop);
/// The number of bytes that libjpeg has consumed.
size_t bc_jpeg_source_position(const bc_jpeg_source *source);

/// A buffer that grows while libjpeg writes. The caller always owns its bytes.
typedef struct {
    struct jpeg_destination_mgr base;
    bc_bytes written;
    size_t capacity;
    bc_jpeg_stop stop;
} bc_jpeg_sink;

/// False when memory ran out.
bool bc_jpeg_sink_start(bc_jpeg_sink *sink, j_compress_ptr cinfo, size_t capacity, bc_jpeg_stop stop);

#pragma clang assume_nonnull end

#endif
