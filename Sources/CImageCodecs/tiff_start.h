// Where EXIF begins inside what containers call EXIF.
#ifndef BOUNDEDCROP_CIMAGECODECS_TIFF_START_H
#define BOUNDEDCROP_CIMAGECODECS_TIFF_START_H

#include <stdlib.h>
#include <string.h>

#include "CImageCodecs.h"

/// Drops what is in front of the TIFF header: an offset of four bytes, "Exif\0\0", or both. Frees the bytes if there is no such header.
static inline bc_bytes bc_drop_before_tiff(bc_bytes block) {
    enum { most = 64 };
    for (size_t start = 0; block.bytes && start < most && start + 8 <= block.length; ++start) {
        const uint8_t *bytes = block.bytes + start;
        if (memcmp(bytes, "II*\0", 4) != 0 && memcmp(bytes, "MM\0*", 4) != 0) { continue; }
        memmove(block.bytes, bytes, block.length - start);
        return (bc_bytes){block.bytes, block.length - start};
    }
    free(block.bytes);
    return (bc_bytes){NULL, 0};
}

#endif
