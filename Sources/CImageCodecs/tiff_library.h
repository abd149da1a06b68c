// libtiff, opened at first use, reading files in memory.
#ifndef BOUNDEDCROP_TIFF_LIBRARY_H
#define BOUNDEDCROP_TIFF_LIBRARY_H

#include <tiffio.h>

#include "tiff_directory.h"

#if TIFFLIB_VERSION < 20221213
#error "libtiff is older than 4.5, which has limits for each file: Debian 12 and Ubuntu 24.04 have newer ones"
#endif

#pragma clang assume_nonnull begin

/// The functions of libtiff that are used.
typedef struct {
    __typeof__(&TIFFGetVersion) get_version;
    __typeof__(&TIFFOpenOptionsAlloc) options_alloc;
    __typeof__(&TIFFOpenOptionsFree) options_free;
    __typeof__(&TIFFOpenOptionsSetMaxSingleMemAlloc) options_set_memory;
    __typeof__(&TIFFOpenOptionsSetErrorHandlerExtR) options_set_errors;
    __typeof__(&TIFFOpenOptionsSetWarningHandlerExtR) options_set_warnings;
    __typeof__(&TIFFClientOpenExt) open;
    __typeof__(&TIFFClose) close;
    __typeof__(&TIFFCurrentDirOffset) directory_offset;
    __typeof__(&TIFFSetSubDirectory) set_directory;
    __typeof__(&TIFFIsCODECConfigured) has_codec;
    __typeof__(&TIFFGetField) get;
    __typeof__(&TIFFGetFieldDefaulted) get_defaulted;
    __typeof__(&TIFFSetField) set;
    __typeof__(&TIFFIsTiled) is_tiled;
    __typeof__(&TIFFScanlineSize64) line_size;
    __typeof__(&TIFFVStripSize64) strip_size;
    __typeof__(&TIFFTileRowSize64) tile_line_size;
    __typeof__(&TIFFTileSize64) tile_size;
    __typeof__(&TIFFNumberOfStrips) strip_count;
    __typeof__(&TIFFNumberOfTiles) tile_count;
    __typeof__(&TIFFComputeTile) tile_at;
    __typeof__(&TIFFReadEncodedStrip) read_strip;
    __typeof__(&TIFFReadEncodedTile) read_tile;
    __typeof__(&TIFFReadScanline) read_line;
} bc_tiff_functions;

/// Filled by bc_tiff_open_library.
extern bc_tiff_functions bc_tiff;
int32_t bc_tiff_open_library(bc_error *error);

/// A file that libtiff reads. It must not move, because libtiff keeps its address.
typedef struct {
    bc_span file;
    uint64_t position;
    TIFF *_Nullable tiff;
    /// What libtiff said first since the last call of bc_tiff_forget; empty if nothing.
    char message[160];
    /// Whether a codec complained. Some make up pixels for damaged data and report success.
    bool has_damage;
} bc_tiff_handle;

/// Opens the directory, which bc_tiff_check_directory accepted. No allocation by libtiff may exceed `most_bytes`, which covers the
/// directory's values, too.
int32_t bc_tiff_handle_open(bc_tiff_handle *handle, const bc_tiff_directory *directory, uint64_t most_bytes, bc_error *error);
void bc_tiff_handle_close(bc_tiff_handle *handle);

/// Forgets what libtiff said: what it recovered from is no reason for a later failure.
void bc_tiff_forget(bc_tiff_handle *handle);
/// Reports that `place` cannot be read, with libtiff's reason.
int32_t bc_tiff_report(const bc_tiff_handle *handle, const char *place, bc_error *error);

#pragma clang assume_nonnull end

#endif
