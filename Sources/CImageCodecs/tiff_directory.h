// The directories of a TIFF file, read without libtiff and with every offset checked.
#ifndef BOUNDEDCROP_TIFF_DIRECTORY_H
#define BOUNDEDCROP_TIFF_DIRECTORY_H

#include "CImageCodecs.h"

#pragma clang assume_nonnull begin

typedef struct {
    bc_span file;
    bool is_big_endian;
    /// Whether this is a BigTIFF, whose offsets and counts have 64 bits.
    bool is_big;
} bc_tiff_file;

/// A directory whose entries are all inside the file.
typedef struct {
    bc_tiff_file file;
    uint64_t offset, count;
    /// The offset of the next directory; 0 for none.
    uint64_t next;
} bc_tiff_directory;

typedef struct {
    uint16_t tag, type;
    uint64_t count;
    /// The bytes of the values; null if they are not inside the file.
    const uint8_t *_Nullable values;
    /// count * the type's size.
    uint64_t length;
} bc_tiff_entry;

/// Reads the first directory. Reports why it cannot be read.
int32_t bc_tiff_open_first(bc_span file, bc_tiff_directory *directory, bc_error *error);
/// Reads the directory at this offset; false if it is not inside the file or has more entries than libtiff accepts.
bool bc_tiff_open_directory(bc_tiff_file file, uint64_t offset, bc_tiff_directory *directory);

bc_tiff_entry bc_tiff_entry_at(const bc_tiff_directory *directory, uint64_t index);
/// The first entry with this tag; false if there is none or its values are not inside the file.
bool bc_tiff_find(const bc_tiff_directory *directory, uint16_t tag, bc_tiff_entry *entry);
/// An unsigned integer of an entry; 0 if it has another type or fewer values.
uint64_t bc_tiff_number(bc_tiff_file file, const bc_tiff_entry *entry, uint64_t index);
/// The first number of the entry with this tag, or `missing`.
uint64_t bc_tiff_first_number(const bc_tiff_directory *directory, uint16_t tag, uint64_t missing);
/// The bytes of the entry with this tag, copied; empty for none, or more than `limit`.
bc_bytes bc_tiff_copy(bc_span file, uint16_t tag, size_t limit);

/// The size of a value of this type in bytes; 0 for unknown types.
size_t bc_tiff_type_size(uint16_t type);

/// Checks what libtiff would load: values that overlap could add up to any multiple of the file. Sets the maximum memory that it takes.
int32_t bc_tiff_check_directory(const bc_tiff_directory *directory, uint64_t *bytes, bc_error *error);

#pragma clang assume_nonnull end

#endif
