#define _GNU_SOURCE
#include "tiff_library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

bc_tiff_functions bc_tiff;

#define SYMBOL(function, field) {#function, (void **)&bc_tiff.field}

static const bc_symbol symbols[] = {
    SYMBOL(TIFFGetVersion, get_version),
    SYMBOL(TIFFOpenOptionsAlloc, options_alloc),
    SYMBOL(TIFFOpenOptionsFree, options_free),
    SYMBOL(TIFFOpenOptionsSetMaxSingleMemAlloc, options_set_memory),
    SYMBOL(TIFFOpenOptionsSetErrorHandlerExtR, options_set_errors),
    SYMBOL(TIFFOpenOptionsSetWarningHandlerExtR, options_set_warnings),
    SYMBOL(TIFFClientOpenExt, open),
    SYMBOL(TIFFClose, close),
    SYMBOL(TIFFCurrentDirOffset, directory_offset),
    SYMBOL(TIFFSetSubDirectory, set_directory),
    SYMBOL(TIFFIsCODECConfigured, has_codec),
    SYMBOL(TIFFGetField, get),
    SYMBOL(TIFFGetFieldDefaulted, get_defaulted),
    SYMBOL(TIFFSetField, set),
    SYMBOL(TIFFIsTiled, is_tiled),
    SYMBOL(TIFFScanlineSize64, line_size),
    SYMBOL(TIFFVStripSize64, strip_size),
    SYMBOL(TIFFTileRowSize64, tile_line_size),
    SYMBOL(TIFFTileSize64, tile_size),
    SYMBOL(TIFFNumberOfStrips, strip_count),
    SYMBOL(TIFFNumberOfTiles, tile_count),
    SYMBOL(TIFFComputeTile, tile_at),
    SYMBOL(TIFFReadEncodedStrip, read_strip),
    SYMBOL(TIFFReadEncodedTile, read_tile),
    SYMBOL(TIFFReadScanline, read_line),
};

/// The SONAME came with libtiff 4.5, which has open options: handlers and limits for each file instead of global ones.
static bc_library library = {
    .soname = "libtiff.so.6",
    .package = "libtiff6",
    .symbols = symbols,
    .count = sizeof symbols / sizeof symbols[0],
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

int32_t bc_tiff_open_library(bc_error *error) { return bc_library_open(&library, error); }

int32_t bc_tiff_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_tiff_open_library(error);
    if (status != BC_OK) { return status; }
    // "LIBTIFF, Version 4.5.0\nCopyright ..."
    const char *version = strstr(bc_tiff.get_version(), "Version ");
    version = version ? version + strlen("Version ") : bc_tiff.get_version();
    snprintf(text, size, "%.*s", (int)strcspn(version, "\n"), version);
    return BC_OK;
}

// MARK: Messages

static int take_error(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)module;
    bc_tiff_handle *handle = data;
    if (handle->message[0] == 0) { (void)vsnprintf(handle->message, sizeof handle->message, format, arguments); }
    handle->has_damage = true;
    // Nonzero: not passed to the global handler, which prints.
    return 1;
}

/// libtiff passes some damage in JPEG and fax data on as warnings.
static int take_warning(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    static const char *const damages[] = {
        "Premature end of JPEG",
        "Corrupt JPEG data: premature",
        "Corrupt JPEG data: bad",
        "Premature EOF",
    };
    (void)tiff, (void)module;
    bc_tiff_handle *handle = data;
    char text[sizeof handle->message];
    (void)vsnprintf(text, sizeof text, format, arguments);
    for (size_t index = 0; index < sizeof damages / sizeof damages[0]; ++index) {
        if (strncmp(text, damages[index], strlen(damages[index])) != 0) { continue; }
        if (handle->message[0] == 0) { memcpy(handle->message, text, sizeof text); }
        handle->has_damage = true;
    }
    return 1;
}

void bc_tiff_forget(bc_tiff_handle *handle) {
    handle->message[0] = 0;
    handle->has_damage = false;
}

int32_t bc_tiff_report(const bc_tiff_handle *handle, const char *place, bc_error *error) {
    static const char *const shortages[] = {"out of memory", "no space for", "failed to allocate", "can't allocate", "cannot allocate"};
    for (size_t index = 0; index < sizeof shortages / sizeof shortages[0]; ++index) {
        if (strcasestr(handle->message, shortages[index])) { return bc_report_out_of_memory(error); }
    }
    const char *reason = handle->message[0] ? handle->message : "damaged data";
    // Some messages end in a period, or with the name that the file was opened with.
    const size_t length = strcspn(reason, "\n");
    const size_t end = length > 0 && reason[length - 1] == '.' ? length - 1 : length;
    return bc_report(error, BC_MALFORMED, "%.*s, in %s (file of %zu bytes)", (int)end, reason, place, handle->file.length);
}

// MARK: The file in memory

static tmsize_t read_bytes(thandle_t client, void *bytes, tmsize_t length) {
    bc_tiff_handle *handle = client;
    const uint64_t end = handle->file.length, rest = handle->position < end ? end - handle->position : 0;
    const size_t count = length < 0 ? 0 : (uint64_t)length < rest ? (size_t)length : (size_t)rest;
    if (count > 0) { memcpy(bytes, (const uint8_t *)handle->file.bytes + handle->position, count); }
    handle->position += count;
    return (tmsize_t)count;
}

static tmsize_t write_nothing(thandle_t client, void *bytes, tmsize_t length) {
    (void)client, (void)bytes, (void)length;
    return 0;
}

static toff_t seek(thandle_t client, toff_t offset, int origin) {
    bc_tiff_handle *handle = client;
    const toff_t start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? handle->position : handle->file.length;
    return handle->position = start + offset;
}

static int close_nothing(thandle_t client) {
    (void)client;
    return 0;
}

static toff_t size(thandle_t client) { return ((bc_tiff_handle *)client)->file.length; }

/// libtiff reads mapped files in place.
static int map(thandle_t client, void **bytes, toff_t *length) {
    const bc_tiff_handle *handle = client;
    *bytes = (void *)(uintptr_t)handle->file.bytes;
    *length = handle->file.length;
    return 1;
}

static void unmap(thandle_t client, void *bytes, toff_t length) { (void)client, (void)bytes, (void)length; }

static TIFFOpenOptions *create_options(bc_tiff_handle *handle, uint64_t most_bytes) {
    TIFFOpenOptions *options = bc_tiff.options_alloc();
    if (!options) { return NULL; }
    const tmsize_t limit = most_bytes < INT64_MAX ? (tmsize_t)most_bytes : INT64_MAX;
    bc_tiff.options_set_memory(options, limit);
    bc_tiff.options_set_errors(options, take_error, handle);
    bc_tiff.options_set_warnings(options, take_warning, handle);
    // From libtiff 4.7 on, there is also a limit for all allocations together.
    void (*set_total)(TIFFOpenOptions *, tmsize_t) = NULL;
    void *address = dlsym(library.handle, "TIFFOpenOptionsSetMaxCumulatedMemAlloc");
    memcpy(&set_total, &address, sizeof address);
    if (set_total) { set_total(options, limit); }
    return options;
}

int32_t bc_tiff_handle_open(bc_tiff_handle *handle, const bc_tiff_directory *directory, uint64_t most_bytes, bc_error *error) {
    handle->file = directory->file.file;
    handle->position = 0;
    bc_tiff_forget(handle);
    TIFFOpenOptions *options = create_options(handle, most_bytes);
    if (!options) { return bc_report_out_of_memory(error); }
    // c: uncompressed strips stay as they are. D: the strips' offsets are loaded when they are needed.
    handle->tiff = bc_tiff.open("TIFF", "rcD", handle, read_bytes, write_nothing, seek, close_nothing, size, map, unmap, options);
    bc_tiff.options_free(options);
    bool is_open = handle->tiff != NULL;
    if (is_open && bc_tiff.directory_offset(handle->tiff) != directory->offset) {
        is_open = bc_tiff.set_directory(handle->tiff, directory->offset) && bc_tiff.directory_offset(handle->tiff) == directory->offset;
    }
    return is_open ? BC_OK : bc_tiff_report(handle, "the directory", error);
}

void bc_tiff_handle_close(bc_tiff_handle *handle) {
    if (handle->tiff) { bc_tiff.close(handle->tiff); }
    handle->tiff = NULL;
}
