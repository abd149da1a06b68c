#include <stdlib.h>
#include <string.h>

#include "heif_library.h"
#include "tiff_start.h"

enum { most_tag_bytes = 1 << 20, most_profile_bytes = 4 << 20 };

bc_bytes bc_heif_copy_profile(const struct heif_image_handle *picture) {
    const size_t length = bc_heif.image_handle_get_raw_color_profile_size(picture);
    if (length == 0) { return bc_cicp_copy_icc_profile(bc_heif_get_cicp(picture)); }
    uint8_t *bytes = length <= most_profile_bytes ? malloc(length) : NULL;
    if (!bytes || bc_heif.image_handle_get_raw_color_profile(picture, bytes).code != heif_error_Ok) {
        free(bytes);
        return (bc_bytes){NULL, 0};
    }
    return (bc_bytes){bytes, length};
}

bc_bytes bc_heif_copy_icc_profile(bc_span file) {
    bc_error error;
    bc_heif_file heif;
    bc_bytes copy = {NULL, 0};
    if (bc_heif_open(&heif, file, false, &error) == BC_OK) { copy = bc_heif_copy_profile(heif.picture); }
    bc_heif_close(&heif);
    return copy;
}

static bc_bytes copy_block(const struct heif_image_handle *picture, heif_item_id block) {
    const size_t length = bc_heif.image_handle_get_metadata_size(picture, block);
    uint8_t *bytes = length > 0 && length <= most_tag_bytes ? malloc(length) : NULL;
    if (!bytes || bc_heif.image_handle_get_metadata(picture, block, bytes).code != heif_error_Ok) {
        free(bytes);
        return (bc_bytes){NULL, 0};
    }
    return (bc_bytes){bytes, length};
}

/// The first block of metadata of this kind: "Exif", or "mime" with a content type.
static bc_bytes copy_metadata(bc_span file, const char *kind, const char *_Nullable content) {
    enum { most = 16 };
    bc_error error;
    bc_heif_file heif;
    bc_bytes copy = {NULL, 0};
    if (bc_heif_open(&heif, file, false, &error) == BC_OK) {
        heif_item_id list[most];
        const int count = bc_heif.image_handle_get_list_of_metadata_block_IDs(heif.picture, kind, list, most);
        for (int index = 0; index < count && !copy.bytes; ++index) {
            const char *type = content ? bc_heif.image_handle_get_metadata_content_type(heif.picture, list[index]) : NULL;
            if (!content || (type && strcmp(type, content) == 0)) { copy = copy_block(heif.picture, list[index]); }
        }
    }
    bc_heif_close(&heif);
    return copy;
}

bc_bytes bc_heif_copy_exif(bc_span file) { return bc_drop_before_tiff(copy_metadata(file, "Exif", NULL)); }

bc_bytes bc_heif_copy_xmp(bc_span file) { return copy_metadata(file, "mime", "application/rdf+xml"); }
