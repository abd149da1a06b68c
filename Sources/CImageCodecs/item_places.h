// Where the items of a HEIF or AVIF file lie (`iloc`: ISO/IEC 14496-12, 8.11.3), and of which kind they are (`iinf`: 8.11.6).
#ifndef BOUNDEDCROP_CIMAGECODECS_ITEM_PLACES_H
#define BOUNDEDCROP_CIMAGECODECS_ITEM_PLACES_H

#include "CCalls.h"
#include "boxes.h"

#pragma clang assume_nonnull begin

enum { bc_most_items = 4096 };

/// The items' places, taken one after the other.
typedef struct {
    bc_reader file, data, infos, rest;
    bool has_data;
    uint32_t version;
    size_t offset_size, length_size, base_size, index_size;
    uint64_t left;
} bc_item_places;

/// An item's extents, taken one after the other.
typedef struct {
    uint32_t item;
    /// Whether the item lies inside another one, where libraries do not look for it.
    bool is_elsewhere;
    bc_reader from, extents;
    size_t offset_size, length_size, index_size;
    uint64_t base;
} bc_item_place;

typedef struct {
    uint32_t item;
    /// 0 if none is given.
    uint32_t kind;
    /// What follows the kind.
    bc_reader rest;
} bc_item_info;

/// Begins with the first place; without a box of items or places, there are none. Refuses numbers whose size the standard does not have:
/// libraries read them differently.
int32_t bc_item_places_open(bc_item_places *places, bc_span file, bc_error *error);
bool bc_item_places_take(bc_item_places *places, bc_item_place *place);
/// Takes the bytes of the next extent, as far as they are inside the file.
bool bc_item_place_take(bc_item_place *place, bc_reader *bytes);

/// Whether the file says that the item is of this kind; of several things that it says, any counts.
bool bc_item_is(const bc_item_places *places, uint32_t item, uint32_t kind);
bool bc_item_infos_take(bc_reader *infos, bc_item_info *info);

#pragma clang assume_nonnull end

#endif
