// Smaller pictures of itself that a TIFF holds: in directories below the first one, or on the pages behind it.
#include "CCalls.h"
#include "tiff_layout.h"

enum { most_candidates = 16 };

/// Whether the sides have the same proportion, but for rounding to whole pixels.
static bool has_same_shape(const bc_image_header *small, const bc_image_header *large) {
    const int64_t across = (int64_t)small->width * large->height, down = (int64_t)small->height * large->width;
    const int64_t difference = across > down ? across - down : down - across;
    return difference <= (large->width > large->height ? large->width : large->height);
}

/// The candidate's header if it is a smaller picture of the same shape and orientation.
static bool read_reduction(const bc_tiff_directory *first, const bc_tiff_directory *candidate, const bc_image_header *large,
                           bc_image_header *header) {
    bc_error error;
    const uint64_t orientation = bc_tiff_first_number(first, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    if (bc_tiff_first_number(candidate, TIFFTAG_ORIENTATION, orientation) != orientation) { return false; }
    if (bc_tiff_read_directory_header(candidate, header, &error) != BC_OK) { return false; }
    return header->width < large->width && header->height < large->height && has_same_shape(header, large);
}

static bool is_reduced(const bc_tiff_directory *directory) {
    const uint64_t old_kind = bc_tiff_first_number(directory, TIFFTAG_OSUBFILETYPE, 0);
    return (bc_tiff_first_number(directory, TIFFTAG_SUBFILETYPE, 0) & FILETYPE_REDUCEDIMAGE) || old_kind == OFILETYPE_REDUCEDIMAGE;
}

/// libtiff walks all pages to tell directories from loops; files of many pages are not worth it.
static bool has_few_pages(const bc_tiff_directory *first) {
    bc_tiff_directory page = *first;
    uint32_t count = 1;
    for (; page.next != 0 && count <= most_candidates; ++count) {
        if (!bc_tiff_open_directory(first->file, page.next, &page)) { return false; }
    }
    return count <= most_candidates;
}

static uint32_t list_candidates(const bc_tiff_directory *first, bc_tiff_directory *candidates) {
    uint32_t count = 0;
    bc_tiff_entry entry;
    if (!has_few_pages(first)) { return 0; }
    bool has_more = bc_tiff_find(first, TIFFTAG_SUBIFD, &entry);
    for (uint64_t index = 0; has_more && index < entry.count && count < most_candidates; ++index) {
        const uint64_t offset = bc_tiff_number(first->file, &entry, index);
        if (bc_tiff_open_directory(first->file, offset, &candidates[count]) && is_reduced(&candidates[count])) { count += 1; }
    }
    // A page that is not reduced is another picture; reduced ones behind it are its own.
    bc_tiff_directory page = *first;
    while (page.next != 0 && count < most_candidates && bc_tiff_open_directory(first->file, page.next, &page) && is_reduced(&page)) {
        candidates[count++] = page;
    }
    return count;
}

uint32_t bc_tiff_find_reductions(bc_span file, bc_tiff_reduction *reductions, uint32_t capacity) {
    bc_tiff_directory first, candidates[most_candidates];
    bc_image_header large;
    bc_error error;
    if (bc_tiff_open_first(file, &first, &error) != BC_OK || bc_tiff_read_directory_header(&first, &large, &error) != BC_OK) { return 0; }
    const uint32_t candidate_count = list_candidates(&first, candidates);
    uint32_t count = 0;
    for (uint32_t index = 0; index < candidate_count && count < capacity; ++index) {
        bc_tiff_reduction reduction = {.place = candidates[index].offset};
        if (read_reduction(&first, &candidates[index], &large, &reduction.header)) { reductions[count++] = reduction; }
    }
    return count;
}

int32_t bc_tiff_decode_reduction(bc_span file, uint64_t place, bc_region region, const bc_color_transform *transform, uint8_t *rgba,
                                 bc_error *error) {
    bc_tiff_directory first, candidates[most_candidates];
    const int32_t status = bc_tiff_open_first(file, &first, error);
    const uint32_t count = status == BC_OK ? list_candidates(&first, candidates) : 0;
    for (uint32_t index = 0; index < count; ++index) {
        if (candidates[index].offset == place) { return bc_tiff_decode_directory(&candidates[index], region, transform, rgba, error); }
    }
    return status != BC_OK ? status
                           : bc_report(error, BC_FAILED, "the file has no reduced picture at byte %llu", (unsigned long long)place);
}
