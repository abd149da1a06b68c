// How the items of a HEIF or AVIF file relate to each other: the primary one (`pitm`: ISO/IEC 14496-12, 8.11.4) and the references (`iref`:
// 8.11.12).
#ifndef BOUNDEDCROP_CIMAGECODECS_ITEM_RELATIONS_H
#define BOUNDEDCROP_CIMAGECODECS_ITEM_RELATIONS_H

#include "boxes.h"

#pragma clang assume_nonnull begin

/// The references, taken one after the other.
typedef struct {
    uint32_t primary;
    bc_reader references;
    /// The bytes of an item's number.
    size_t width;
} bc_item_relations;

/// A reference from one item to others, which are taken one after the other.
typedef struct {
    uint32_t type, from;
    /// How many it says there are; those that can be taken may be fewer.
    uint64_t count;
    bc_reader to;
    size_t width;
    uint64_t left;
} bc_item_relation;

/// Without a primary item, that is 0. The reader is that of the content of the box of items (`meta`), behind its version.
bc_item_relations bc_item_relations_open(bc_reader meta);
bool bc_item_relations_take(bc_item_relations *relations, bc_item_relation *relation);
bool bc_item_relation_take(bc_item_relation *relation, uint32_t *item);
/// Whether an item is among those that the relation refers to.
bool bc_item_relation_is_to(bc_item_relation relation, uint32_t item);

#pragma clang assume_nonnull end

#endif
