// Where libjpeg reads from and writes to: memory, asking between pieces whether the work is still wanted.
#ifndef BOUNDEDCROP_JPEG_STREAMS_H
#define BOUNDEDCROP_JPEG_STREAMS_H

#include <stdio.h>

// After stdio.h, which it needs.
#include <jpeglib.h>

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

/// Leaves a codec's function because the work is no longer wanted; does not return.
typedef void (*bc_jpeg_stop)(j_common_ptr common);

/// A file that libjpeg is given piece by piece.
typedef struct {
    struct jpeg_source_mgr base;
    bc_span file;
    /// Where the piece that libjpeg has ends.
    size_t given;
    /// Behind the end libjpeg reads an end marker that is not in the file.
    bool is_behind_end;
    bc_jpeg_stop stop;
} bc_jpeg_source;

void bc_jpeg_source_start(bc_jpeg_source *source, j_decompress_ptr cinfo, bc_span file, bc_jpeg_stop stop);
/// How many bytes libjpeg has taken.
size_t bc_jpeg_source_position(const bc_jpeg_source *source);

/// Memory that grows while libjpeg writes. Its bytes belong to the caller, whatever happens.
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
