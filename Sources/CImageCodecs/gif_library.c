#include <stdio.h>

#include "gif.h"
#include "library.h"

bc_giflib bc_gif;

static const bc_symbol symbols[] = {
    {"DGifOpen", (void **)&bc_gif.open_input},
    {"DGifGetRecordType", (void **)&bc_gif.get_record_type},
    {"DGifGetImageDesc", (void **)&bc_gif.get_image},
    {"DGifGetLine", (void **)&bc_gif.get_line},
    {"DGifCloseFile", (void **)&bc_gif.close_input},
    {"EGifOpen", (void **)&bc_gif.open_output},
    {"EGifSetGifVersion", (void **)&bc_gif.set_version},
    {"EGifPutScreenDesc", (void **)&bc_gif.put_screen},
    {"EGifPutImageDesc", (void **)&bc_gif.put_image},
    {"EGifPutLine", (void **)&bc_gif.put_line},
    {"EGifCloseFile", (void **)&bc_gif.close_output},
    {"GifMakeMapObject", (void **)&bc_gif.make_map},
    {"GifFreeMapObject", (void **)&bc_gif.free_map},
};

static bc_library library = {"libgif.so.7", "libgif7", symbols, sizeof symbols / sizeof *symbols, PTHREAD_MUTEX_INITIALIZER, NULL};

int32_t bc_gif_open_library(bc_error *error) { return bc_library_open(&library, error); }

int32_t bc_gif_version(char *text, size_t size, bc_error *error) {
    const int32_t status = bc_gif_open_library(error);
    if (status != BC_OK) { return status; }
    // giflib has no function that tells its version. This is the one that was compiled with.
    snprintf(text, size, "%d.%d.%d", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
    return BC_OK;
}
