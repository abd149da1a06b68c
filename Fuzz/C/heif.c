// HEIF: items, header, thumbnail and metadata, then the pixels of a region at any scale.
#include "support/decoding.h"

/// Where slices are damaged, libde265 leaves what was in memory, which libheif does not tell. Filled alike, it does not differ between
/// runs.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "max_malloc_fill_size=268435456"; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const fuzz_decoder decoder = {"heif", bc_heif_read_header, bc_heif_decode, 4, NULL, 0, true, false};
    static const fuzz_decoder thumbnail = {"thumbnail", bc_heif_read_thumbnail_header, bc_heif_decode_thumbnail, 4, NULL, 0, true, false};
    fuzz_input input = fuzz_open(data, size);
    const bc_span file = {input.file, input.length};
    bc_bytes_free(bc_heif_copy_icc_profile(file));
    bc_bytes_free(bc_heif_copy_exif(file));
    bc_bytes_free(bc_heif_copy_xmp(file));
    fuzz_decode(&input, &decoder);
    input.next = 0;
    fuzz_decode(&input, &thumbnail);
    fuzz_close(&input);
    return 0;
}
