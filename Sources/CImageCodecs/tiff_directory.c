#include "tiff_directory.h"

#include <stdlib.h>
#include <string.h>
#include <tiff.h>

enum { classic_entry = 12, big_entry = 20, most_entries = 4096 };

/// An unsigned number of 1 to 8 bytes.
static uint64_t read_number(const uint8_t *bytes, size_t length, bool is_big_endian) {
    uint64_t number = 0;
    for (size_t index = 0; index < length; ++index) { number = number << 8 | bytes[is_big_endian ? index : length - 1 - index]; }
    return number;
}

/// The `length` bytes at an offset; null if they are not inside the file.
static const uint8_t *bytes_at(bc_tiff_file file, uint64_t offset, uint64_t length) {
    if (offset > file.file.length || length > file.file.length - offset) { return NULL; }
    return (const uint8_t *)file.file.bytes + offset;
}

size_t bc_tiff_type_size(uint16_t type) {
    switch (type) {
        case TIFF_BYTE:
        case TIFF_ASCII:
        case TIFF_SBYTE:
        case TIFF_UNDEFINED: return 1;
        case TIFF_SHORT:
        case TIFF_SSHORT: return 2;
        case TIFF_LONG:
        case TIFF_SLONG:
        case TIFF_FLOAT:
        case TIFF_IFD: return 4;
        case TIFF_RATIONAL:
        case TIFF_SRATIONAL:
        case TIFF_DOUBLE:
        case TIFF_LONG8:
        case TIFF_SLONG8:
        case TIFF_IFD8: return 8;
        default: return 0;
    }
}

bool bc_tiff_open_directory(bc_tiff_file file, uint64_t offset, bc_tiff_directory *directory) {
    const size_t count_length = file.is_big ? 8 : 2, entry_length = file.is_big ? big_entry : classic_entry;
    const size_t link_length = file.is_big ? 8 : 4;
    const uint8_t *start = offset > 0 ? bytes_at(file, offset, count_length) : NULL;
    if (!start) { return false; }
    const uint64_t count = read_number(start, count_length, file.is_big_endian);
    if (count == 0 || count > most_entries || !bytes_at(file, offset + count_length, count * entry_length)) { return false; }
    // The last directory of a file that was cut short may lack its link.
    const uint8_t *link = bytes_at(file, offset + count_length + count * entry_length, link_length);
    *directory = (bc_tiff_directory){
        .file = file,
        .offset = offset,
        .count = count,
        .next = link ? read_number(link, link_length, file.is_big_endian) : 0,
    };
    return true;
}

/// Whether it is the number of TIFF, or what Olympus and Panasonic write in its place.
static bool is_classic(uint64_t version) {
    enum { olympus = 0x4F52, olympus_raw_store = 0x5352, panasonic = 0x55 };
    return version == TIFF_VERSION_CLASSIC || version == olympus || version == olympus_raw_store || version == panasonic;
}

int32_t bc_tiff_open_first(bc_span span, bc_tiff_directory *directory, bc_error *error) {
    bc_tiff_file file = {.file = span};
    const uint8_t *start = bytes_at(file, 0, 8);
    const bool has_order = start && (memcmp(start, "II", 2) == 0 || memcmp(start, "MM", 2) == 0);
    file.is_big_endian = has_order && start[0] == 'M';
    const uint64_t version = has_order ? read_number(start + 2, 2, file.is_big_endian) : 0;
    file.is_big = version == TIFF_VERSION_BIG;
    if ((!is_classic(version) && !file.is_big) || (file.is_big && !bytes_at(file, 0, 16))) {
        return bc_report(error, BC_MALFORMED, "the header is damaged or cut short (file of %zu bytes)", span.length);
    }
    const uint64_t offset = read_number(start + (file.is_big ? 8 : 4), file.is_big ? 8 : 4, file.is_big_endian);
    if (bc_tiff_open_directory(file, offset, directory)) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "the first directory, at byte %llu, is damaged or missing (file of %zu bytes)",
                     (unsigned long long)offset, span.length);
}

bc_tiff_entry bc_tiff_entry_at(const bc_tiff_directory *directory, uint64_t index) {
    const bc_tiff_file file = directory->file;
    const size_t width = file.is_big ? 8 : 4;
    const uint8_t *start = (const uint8_t *)file.file.bytes + directory->offset + (file.is_big ? 8 : 2) +
                           index * (file.is_big ? big_entry : classic_entry);
    bc_tiff_entry entry = {
        .tag = (uint16_t)read_number(start, 2, file.is_big_endian),
        .type = (uint16_t)read_number(start + 2, 2, file.is_big_endian),
        .count = read_number(start + 4, width, file.is_big_endian),
    };
    const size_t size = bc_tiff_type_size(entry.type);
    if (size == 0 || entry.count > UINT64_MAX / size) { return entry; }
    entry.length = entry.count * size;
    const uint8_t *field = start + 4 + width;
    entry.values = entry.length <= width ? field : bytes_at(file, read_number(field, width, file.is_big_endian), entry.length);
    return entry;
}

bool bc_tiff_find(const bc_tiff_directory *directory, uint16_t tag, bc_tiff_entry *entry) {
    for (uint64_t index = 0; index < directory->count; ++index) {
        *entry = bc_tiff_entry_at(directory, index);
        if (entry->tag == tag) { return entry->values != NULL; }
    }
    return false;
}

uint64_t bc_tiff_number(bc_tiff_file file, const bc_tiff_entry *entry, uint64_t index) {
    switch (entry->type) {
        case TIFF_BYTE:
        case TIFF_SHORT:
        case TIFF_LONG:
        case TIFF_LONG8:
        case TIFF_IFD:
        case TIFF_IFD8: break;
        default: return 0;
    }
    if (!entry->values || index >= entry->count) { return 0; }
    const size_t size = bc_tiff_type_size(entry->type);
    return read_number(entry->values + index * size, size, file.is_big_endian);
}

uint64_t bc_tiff_first_number(const bc_tiff_directory *directory, uint16_t tag, uint64_t missing) {
    bc_tiff_entry entry;
    return bc_tiff_find(directory, tag, &entry) && entry.count > 0 ? bc_tiff_number(directory->file, &entry, 0) : missing;
}

bc_bytes bc_tiff_copy(bc_span file, uint16_t tag, size_t limit) {
    bc_tiff_directory directory;
    bc_tiff_entry entry;
    bc_error error;
    const bc_bytes none = {NULL, 0};
    if (bc_tiff_open_first(file, &directory, &error) != BC_OK || !bc_tiff_find(&directory, tag, &entry)) { return none; }
    if (entry.length == 0 || entry.length > limit) { return none; }
    uint8_t *copy = malloc(entry.length);
    if (!copy) { return none; }
    memcpy(copy, entry.values, entry.length);
    return (bc_bytes){copy, entry.length};
}

int32_t bc_tiff_check_directory(const bc_tiff_directory *directory, uint64_t *bytes, bc_error *error) {
    const size_t length = directory->file.file.length;
    uint64_t total = 0;
    // libtiff's record of the directory and of the fields that it knows.
    *bytes = 128 * 1024 + directory->count * 256;
    for (uint64_t index = 0; index < directory->count; ++index) {
        const bc_tiff_entry entry = bc_tiff_entry_at(directory, index);
        if (!entry.values) { continue; }
        total += entry.length;
        // Copied as stored and converted. Numbers can become 64 bits wide.
        *bytes += entry.length + (bc_tiff_type_size(entry.type) == 1 ? entry.length : entry.count * 8);
        if (total > length) {
            return bc_report(error, BC_MALFORMED, "the values of the directory at byte %llu overlap (file of %zu bytes)",
                             (unsigned long long)directory->offset, length);
        }
    }
    return BC_OK;
}
