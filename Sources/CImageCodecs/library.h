// Shared libraries that are opened when the first file of their format arrives.
#ifndef BOUNDEDCROP_CIMAGECODECS_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_LIBRARY_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "CCalls.h"

#pragma clang assume_nonnull begin

/// The value of a macro as text, such as the number in the name of a library: "20".
#define BC_TEXT(value) BC_TEXT_OF(value)
#define BC_TEXT_OF(value) #value

/// A function to look up, and the pointer that receives its address: {"DGifOpen", (void **)&gif.open}.
typedef struct {
    const char *name;
    void *_Nullable *_Nonnull function;
} bc_symbol;

/// A library and the functions that are used of it, in static storage. `lock` starts as PTHREAD_MUTEX_INITIALIZER, `handle` as null.
typedef struct {
    /// "libgif.so.7"
    const char *soname;
    /// Debian's run-time package: "libgif7"
    const char *package;
    const bc_symbol *symbols;
    size_t count;
    pthread_mutex_t lock;
    void *_Nullable handle;
} bc_library;

/// Opens the library unless it is open; it is never closed. Its functions may be called once this has returned BC_OK on the same thread.
/// If the library or one of the functions is missing, the status is BC_MISSING_LIBRARY, and the next call tries again.
int32_t bc_library_open(bc_library *library, bc_error *error);

#pragma clang assume_nonnull end

#endif
