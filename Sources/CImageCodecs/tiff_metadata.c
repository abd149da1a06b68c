// Metadata of a TIFF, copied without libtiff.
#include <stdlib.h>
#include <string.h>
#include <tiff.h>

#include "tiff_directory.h"

enum { most_profile_bytes = 4 << 20, most_tag_bytes = 1 << 20 };

bc_bytes bc_tiff_copy_icc_profile(bc_span file) { return bc_tiff_copy(file, TIFFTAG_ICCPROFILE, most_profile_bytes); }
bc_bytes bc_tiff_copy_xmp(bc_span file) { return bc_tiff_copy(file, TIFFTAG_XMLPACKET, most_tag_bytes); }
bc_bytes bc_tiff_copy_iptc(bc_span file) { return bc_tiff_copy(file, TIFFTAG_RICHTIFFIPTC, most_tag_bytes); }

// MARK: EXIF

enum { exif_directory = 34665, gps_directory = 34853, maker_note = 37500, interoperability = 40965, most_directory_entries = 256 };

/// A classic TIFF being written, in the byte order of the file, so that values can be copied as they are.
typedef struct {
    bc_tiff_file file;
    uint8_t *bytes;
    size_t length, capacity;
} writer;

/// Reserves zeroed bytes at an even offset; SIZE_MAX if there is no room.
static size_t reserve(writer *output, size_t length) {
    const size_t start = output->length + output->length % 2;
    if (start > most_tag_bytes || length > most_tag_bytes - start) { return SIZE_MAX; }
    if (start + length > output->capacity) {
        const size_t capacity = 2 * (start + length);
        uint8_t *grown = realloc(output->bytes, capacity);
        if (!grown) { return SIZE_MAX; }
        output->bytes = grown;
        output->capacity = capacity;
    }
    memset(output->bytes + output->length, 0, start + length - output->length);
    output->length = start + length;
    return start;
}

static void put(writer *output, size_t offset, uint64_t number, size_t length) {
    for (size_t index = 0; index < length; ++index, number >>= 8) {
        output->bytes[offset + (output->file.is_big_endian ? length - 1 - index : index)] = (uint8_t)number;
    }
}

/// What describes the picture rather than how its pixels are stored.
static bool belongs_to_exif(const bc_tiff_entry *entry, bool is_first) {
    if (!entry->values || entry->count == 0 || entry->length > most_tag_bytes || bc_tiff_type_size(entry->type) == 0) { return false; }
    // These types exist only in BigTIFF.
    if (entry->type == TIFF_LONG8 || entry->type == TIFF_SLONG8 || entry->type == TIFF_IFD8) { return false; }
    if (!is_first) { return entry->tag != maker_note && entry->tag != interoperability; }
    switch (entry->tag) {
        case TIFFTAG_IMAGEDESCRIPTION:
        case TIFFTAG_MAKE:
        case TIFFTAG_MODEL:
        case TIFFTAG_ORIENTATION:
        case TIFFTAG_XRESOLUTION:
        case TIFFTAG_YRESOLUTION:
        case TIFFTAG_RESOLUTIONUNIT:
        case TIFFTAG_SOFTWARE:
        case TIFFTAG_DATETIME:
        case TIFFTAG_ARTIST:
        case TIFFTAG_HOSTCOMPUTER:
        case TIFFTAG_COPYRIGHT: return true;
        default: return false;
    }
}

static bool is_link(const bc_tiff_entry *entry) { return entry->tag == exif_directory || entry->tag == gps_directory; }

static size_t write_directory(writer *output, const bc_tiff_directory *directory, bool is_first);

/// Writes the entry's values or the directory that it links to; false if there is no room.
static bool write_entry(writer *output, size_t place, const bc_tiff_entry *entry, const bc_tiff_directory *linked) {
    const size_t field = place + 8;
    put(output, place, entry->tag, 2);
    put(output, place + 2, linked ? TIFF_LONG : entry->type, 2);
    put(output, place + 4, linked ? 1 : entry->count, 4);
    if (linked) {
        const size_t start = write_directory(output, linked, false);
        if (start != SIZE_MAX) { put(output, field, start, 4); }
        return start != SIZE_MAX;
    }
    const size_t start = entry->length <= 4 ? field : reserve(output, entry->length);
    if (start == SIZE_MAX) { return false; }
    memcpy(output->bytes + start, entry->values, entry->length);
    if (start != field) { put(output, field, start, 4); }
    return true;
}

/// Whether to write the entry of a directory. Sets `linked` to the directory below the first one that it links to.
static bool is_written(const bc_tiff_directory *directory, const bc_tiff_entry *entry, bool is_first, bc_tiff_directory *linked) {
    if (is_first && is_link(entry)) { return bc_tiff_open_directory(directory->file, bc_tiff_number(directory->file, entry, 0), linked); }
    return belongs_to_exif(entry, is_first);
}

/// Returns the offset of the directory; SIZE_MAX if there is no room or nothing to write.
static size_t write_directory(writer *output, const bc_tiff_directory *directory, bool is_first) {
    uint64_t indices[most_directory_entries];
    uint32_t count = 0;
    bc_tiff_directory linked;
    for (uint64_t index = 0; index < directory->count && count < most_directory_entries; ++index) {
        const bc_tiff_entry entry = bc_tiff_entry_at(directory, index);
        if (is_written(directory, &entry, is_first, &linked)) { indices[count++] = index; }
    }
    const size_t start = count > 0 ? reserve(output, 2 + count * 12 + 4) : SIZE_MAX;
    if (start == SIZE_MAX) { return SIZE_MAX; }
    uint32_t written = 0;
    for (uint32_t index = 0; index < count; ++index) {
        const bc_tiff_entry entry = bc_tiff_entry_at(directory, indices[index]);
        const bool has_link = is_first && is_link(&entry) && is_written(directory, &entry, is_first, &linked);
        // An entry that does not fit is overwritten by the next.
        if (write_entry(output, start + 2 + written * 12, &entry, has_link ? &linked : NULL)) { written += 1; }
    }
    memset(output->bytes + start + 2 + written * 12, 0, (count - written) * 12);
    put(output, start, written, 2);
    return start;
}

bc_bytes bc_tiff_copy_exif(bc_span file) {
    enum { header_length = 8 };
    bc_tiff_directory directory;
    bc_error error;
    const bc_bytes none = {NULL, 0};
    if (bc_tiff_open_first(file, &directory, &error) != BC_OK) { return none; }
    writer output = {.file = directory.file};
    if (reserve(&output, header_length) == SIZE_MAX) { return none; }
    memcpy(output.bytes, directory.file.is_big_endian ? "MM" : "II", 2);
    put(&output, 2, TIFF_VERSION_CLASSIC, 2);
    put(&output, 4, header_length, 4);
    if (write_directory(&output, &directory, true) != header_length) {
        free(output.bytes);
        return none;
    }
    return (bc_bytes){output.bytes, output.length};
}
