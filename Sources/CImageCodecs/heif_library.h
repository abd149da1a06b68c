// libheif's functions, taken when the first file arrives.
#ifndef BOUNDEDCROP_CIMAGECODECS_HEIF_LIBRARY_H
#define BOUNDEDCROP_CIMAGECODECS_HEIF_LIBRARY_H

#include <libheif/heif.h>

#include "cicp.h"

#if !LIBHEIF_HAVE_VERSION(1, 15, 0)
#error "libheif is older than 1.15, with which this works: Debian 12 and Ubuntu 24.04 have newer ones"
#endif

#pragma clang assume_nonnull begin

#define BC_HEIF_FUNCTIONS(USE)                 \
    USE(context_alloc)                         \
    USE(context_free)                          \
    USE(context_get_primary_image_handle)      \
    USE(context_read_from_memory_without_copy) \
    USE(context_set_max_decoding_threads)      \
    USE(context_set_maximum_image_size_limit)  \
    USE(decode_image)                          \
    USE(decoding_options_alloc)                \
    USE(decoding_options_free)                 \
    USE(get_version)                           \
    USE(have_decoder_for_format)               \
    USE(image_get_height)                      \
    USE(image_get_bits_per_pixel_range)        \
    USE(image_get_plane)                       \
    USE(image_get_width)                       \
    USE(image_handle_get_color_profile_type)   \
    USE(image_handle_get_height)               \
    USE(image_handle_get_list_of_metadata_block_IDs) \
    USE(image_handle_get_list_of_thumbnail_IDs) \
    USE(image_handle_get_luma_bits_per_pixel)  \
    USE(image_handle_get_metadata)             \
    USE(image_handle_get_metadata_content_type) \
    USE(image_handle_get_metadata_size)        \
    USE(image_handle_get_nclx_color_profile)   \
    USE(image_handle_get_number_of_metadata_blocks) \
    USE(image_handle_get_raw_color_profile)    \
    USE(image_handle_get_raw_color_profile_size) \
    USE(image_handle_get_thumbnail)            \
    USE(image_handle_get_width)                \
    USE(image_handle_has_alpha_channel)        \
    USE(image_handle_is_premultiplied_alpha)   \
    USE(image_handle_release)                  \
    USE(image_release)                         \
    USE(init)                                  \
    USE(nclx_color_profile_free)

typedef struct {
#define BC_DECLARE(name) __typeof__(&heif_##name) name;
    BC_HEIF_FUNCTIONS(BC_DECLARE)
#undef BC_DECLARE
} bc_heif_functions;

extern bc_heif_functions bc_heif;

int32_t bc_heif_open_library(bc_error *error);
/// Reports libheif's error.
int32_t bc_heif_report(bc_error *error, struct heif_error reason);
/// Sets libheif's own limits, for what the check of the header cannot see.
void bc_heif_limit(struct heif_context *context);

/// A file and one of its pictures.
typedef struct {
    struct heif_context *_Nullable context;
    struct heif_image_handle *_Nullable picture;
    bc_span file;
    /// What libheif reads instead of the file, if anything; freed with the context.
    bc_bytes simplified;
} bc_heif_file;

/// Opens the primary picture, or its thumbnail; `picture` is null if there is no thumbnail of the same shape. Close it even on failure.
int32_t bc_heif_open(bc_heif_file *heif, bc_span file, bool is_thumbnail, bc_error *error);
void bc_heif_close(bc_heif_file *heif);
int32_t bc_heif_fill_header(const bc_heif_file *heif, bc_image_header *header, bc_error *error);
/// The code points of the picture; sRGB if there is an ICC profile, which takes precedence.
bc_cicp bc_heif_get_cicp(const struct heif_image_handle *picture);

/// The embedded profile, or one made from code points; empty for sRGB.
bc_bytes bc_heif_copy_profile(const struct heif_image_handle *picture);

#pragma clang assume_nonnull end

#endif
