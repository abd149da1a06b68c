#include <new>

#include "raw_library.h"

namespace {

/// LibRaw's own code for what it throws.
template <typename Function, typename... Arguments>
int guarded_call(Function function, Arguments... arguments) noexcept {
    try {
        return function(arguments...);
    } catch (const std::bad_alloc &) {
        return LIBRAW_UNSUFFICIENT_MEMORY;
    } catch (...) {
        return LIBRAW_DATA_ERROR;
    }
}

}  // namespace

libraw_data_t *bc_raw_create(void) {
    try {
        return bc_raw.init(LIBRAW_OPIONS_NO_MEMERR_CALLBACK | LIBRAW_OPIONS_NO_DATAERR_CALLBACK);
    } catch (...) {
        return nullptr;
    }
}

void bc_raw_destroy(libraw_data_t *photo) {
    try {
        bc_raw.close(photo);
    } catch (...) {
        // Memory is lost.
    }
}

int bc_raw_open(libraw_data_t *photo, bc_span file) {
    const auto open = [](libraw_data_t *photo, bc_span file) {
        // Opening again does not free what the first time has allocated.
        bc_raw.recycle(photo);
        // LibRaw only reads the bytes.
        return bc_raw.open_buffer(photo, const_cast<void *>(file.bytes), file.length);
    };
    return guarded_call(open, photo, file);
}

int bc_raw_unpack(libraw_data_t *photo) { return guarded_call(bc_raw.unpack, photo); }
int bc_raw_unpack_preview(libraw_data_t *photo) { return guarded_call(bc_raw.unpack_thumb, photo); }
int bc_raw_process(libraw_data_t *photo) { return guarded_call(bc_raw.dcraw_process, photo); }
int bc_raw_adjust_sizes(libraw_data_t *photo) { return guarded_call(bc_raw.adjust_sizes_info_only, photo); }
