#include <stdlib.h>
#include <string.h>

#include "derived_size.h"
#include "heif_library.h"
#include "heif_references.h"
#include "hevc_size.h"
#include "item_codings.h"
#include "item_transformations.h"
#include "items.h"

void bc_heif_close(bc_heif_file *heif) {
    if (heif->picture) { bc_heif.image_handle_release(heif->picture); }
    if (heif->context) { bc_heif.context_free(heif->context); }
    bc_bytes_free(heif->simplified);
    *heif = (bc_heif_file){.file = heif->file};
}

/// Whether a picture is another one made smaller: the shorter side may be rounded either way.
static bool has_shape(uint64_t width, uint64_t height, const struct heif_image_handle *whole) {
    const uint64_t whole_width = (uint64_t)bc_heif.image_handle_get_width(whole);
    const uint64_t whole_height = (uint64_t)bc_heif.image_handle_get_height(whole);
    const uint64_t first = width * whole_height, second = height * whole_width;
    const uint64_t most = whole_width > whole_height ? whole_width : whole_height;
    return width < whole_width && height < whole_height && (first > second ? first - second : second - first) <= most;
}

/// Replaces the picture by its largest thumbnail that shows the same.
static void take_thumbnail(bc_heif_file *heif) {
    enum { most = 16 };
    heif_item_id list[most];
    struct heif_image_handle *best = NULL;
    const int count = bc_heif.image_handle_get_list_of_thumbnail_IDs(heif->picture, list, most);
    for (int index = 0; index < count; ++index) {
        struct heif_image_handle *next = NULL;
        if (!bc_item_is_hevc(heif->file, list[index]) || !bc_item_is_shown_like_primary(heif->file, list[index])) { continue; }
        if (bc_heif.image_handle_get_thumbnail(heif->picture, list[index], &next).code != heif_error_Ok || !next) { continue; }
        const int width = bc_heif.image_handle_get_width(next), height = bc_heif.image_handle_get_height(next);
        const bool is_better = width > 0 && height > 0 && has_shape((uint64_t)width, (uint64_t)height, heif->picture) &&
                               (!best || width > bc_heif.image_handle_get_width(best));
        struct heif_image_handle *other = is_better ? best : next;
        if (is_better) { best = next; }
        if (other) { bc_heif.image_handle_release(other); }
    }
    bc_heif.image_handle_release(heif->picture);
    heif->picture = best;
}

int32_t bc_heif_open(bc_heif_file *heif, bc_span file, bool is_thumbnail, bc_error *error) {
    *heif = (bc_heif_file){.file = file};
    int32_t status = bc_items_check(file, error);
    if (status == BC_OK) { status = bc_items_check_codings(file, error); }
    if (status == BC_OK) { status = bc_heif_open_library(error); }
    if (status == BC_OK) { status = bc_heif_simplify_references(file, &heif->simplified, error); }
    if (status != BC_OK) { return status; }
    heif->context = bc_heif.context_alloc();
    if (!heif->context) { return bc_report_out_of_memory(error); }
    bc_heif_limit(heif->context);
    const bc_span read = heif->simplified.bytes ? (bc_span){heif->simplified.bytes, heif->simplified.length} : file;
    struct heif_error reason = bc_heif.context_read_from_memory_without_copy(heif->context, read.bytes, read.length, NULL);
    if (reason.code == heif_error_Ok) { reason = bc_heif.context_get_primary_image_handle(heif->context, &heif->picture); }
    if (reason.code != heif_error_Ok) { return bc_heif_report(error, reason); }
    if (!heif->picture) { return bc_report(error, BC_MALFORMED, "there is no primary picture"); }
    if (is_thumbnail) { take_thumbnail(heif); }
    return BC_OK;
}

bc_cicp bc_heif_get_cicp(const struct heif_image_handle *picture) {
    bc_cicp cicp = {1, 13};
    struct heif_color_profile_nclx *nclx = NULL;
    if (bc_heif.image_handle_get_raw_color_profile_size(picture) > 0) { return cicp; }
    if (bc_heif.image_handle_get_nclx_color_profile(picture, &nclx).code == heif_error_Ok && nclx) {
        cicp = (bc_cicp){(uint32_t)nclx->color_primaries, (uint32_t)nclx->transfer_characteristics};
    }
    if (nclx) { bc_heif.nclx_color_profile_free(nclx); }
    return cicp;
}

/// Gray pictures may have profiles for either model; pixels have three equal channels in any case.
static bc_color_model color_model(const struct heif_image_handle *picture) {
    const bc_bytes profile = bc_heif_copy_profile(picture);
    const bool is_gray = profile.bytes && profile.length >= 20 && memcmp(profile.bytes + 16, "GRAY", 4) == 0;
    bc_bytes_free(profile);
    return is_gray ? BC_COLOR_GRAY : BC_COLOR_RGB;
}

/// The largest area that is decoded or put together before it is cut to the picture's size.
static int32_t find_largest_area(bc_span file, uint64_t *area, bc_error *error) {
    enum { most_pixels = 1 << 28 };
    int32_t status = bc_derived_largest_area(file, area, error);
    if (status != BC_OK) { return status; }
    uint64_t coded;
    status = bc_hevc_largest_area(file, &coded, error);
    if (status != BC_OK) { return status; }
    if (coded > *area) { *area = coded; }
    return *area <= most_pixels ? BC_OK : bc_report(error, BC_LIMIT_EXCEEDED, "a picture in the file has more than %d pixels", most_pixels);
}

/// What libheif and libde265 allocate. Up to 8 bytes per pixel were measured, and 10 for each byte of a channel of deep ones: planes as
/// decoded, as turned and as interleaved. The coded picture may be larger than what is left of it.
static uint64_t working_bytes(bc_span file, uint64_t most, bool is_deep, bool has_alpha) {
    return 8 * 1024 * 1024 + 3 * (uint64_t)file.length + (is_deep ? 2 : 1) * (has_alpha ? 14 : 12) * most;
}

int32_t bc_heif_fill_header(const bc_heif_file *heif, bc_image_header *header, bc_error *error) {
    const int width = bc_heif.image_handle_get_width(heif->picture), height = bc_heif.image_handle_get_height(heif->picture);
    const int bits = bc_heif.image_handle_get_luma_bits_per_pixel(heif->picture);
    if (width <= 0 || height <= 0) { return bc_report(error, BC_MALFORMED, "the picture has a size of %dx%d", width, height); }
    uint64_t largest;
    const int32_t status = find_largest_area(heif->file, &largest, error);
    if (status != BC_OK) { return status; }
    const uint64_t area = (uint64_t)width * (uint64_t)height;
    const bc_cicp cicp = bc_heif_get_cicp(heif->picture);
    if (bc_cicp_classify(cicp) == BC_CICP_UNKNOWN) {
        return bc_report(error, BC_UNSUPPORTED, "colors with primaries %u and transfer function %u", cicp.primaries, cicp.transfer);
    }
    const bool has_alpha = bc_heif.image_handle_has_alpha_channel(heif->picture);
    const bool is_deep = bits > 8 || bits < 0 || bc_cicp_classify(cicp) == BC_CICP_HDR;
    *header = (bc_image_header){
        .width = (uint32_t)width,
        .height = (uint32_t)height,
        .color = color_model(heif->picture),
        .has_alpha = has_alpha,
        .is_upright = true,
        .working_bytes = working_bytes(heif->file, largest > area ? largest : area, is_deep, has_alpha),
        .decoded_pixels = largest,
    };
    return BC_OK;
}

static int32_t read_header(bc_span file, bool is_thumbnail, bc_image_header *header, bc_error *error) {
    bc_heif_file heif;
    int32_t status = bc_heif_open(&heif, file, is_thumbnail, error);
    *header = (bc_image_header){.is_upright = true};
    if (status == BC_OK && heif.picture) { status = bc_heif_fill_header(&heif, header, error); }
    bc_heif_close(&heif);
    return status;
}

int32_t bc_heif_read_header(bc_span file, bc_image_header *header, bc_error *error) { return read_header(file, false, header, error); }

int32_t bc_heif_read_thumbnail_header(bc_span file, bc_image_header *header, bc_error *error) {
    return read_header(file, true, header, error);
}
