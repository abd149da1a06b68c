#include "item_transformations.h"

#include <string.h>

#include "boxes.h"
#include "item_relations.h"

enum { most_transformations = 8 };

typedef struct {
    /// The kind of each, and its one byte of parameters, in the order in which they are applied.
    uint32_t values[most_transformations];
    uint32_t count;
    /// Whether there is a crop, or more than can be compared.
    bool is_complex;
} transformations;

/// The property of a number, from 1.
static bool find_property(bc_reader properties, uint64_t number, uint32_t *type, bc_reader *body) {
    while (number > 0 && bc_take_box(&properties, type, body)) {
        if (--number == 0) { return true; }
    }
    return false;
}

static void add(transformations *all, bc_reader properties, uint64_t number) {
    uint32_t type;
    bc_reader body;
    if (!find_property(properties, number, &type, &body)) { return; }
    const bool is_turn = type == BC_FOUR('i', 'r', 'o', 't') || type == BC_FOUR('i', 'm', 'i', 'r');
    if (type == BC_FOUR('c', 'l', 'a', 'p') || (is_turn && all->count == most_transformations)) { all->is_complex = true; }
    if (!is_turn || all->is_complex) { return; }
    all->values[all->count++] = (type & 0xFFFFFF00) | (uint32_t)bc_take(&body, 1);
}

static transformations of_item(bc_reader meta, uint32_t wanted) {
    enum { most_entries = 4096, most_associations = 64 };
    transformations all = {.count = 0};
    bc_reader group, properties, associations;
    if (!bc_find_box(meta, BC_FOUR('i', 'p', 'r', 'p'), &group) || !bc_find_box(group, BC_FOUR('i', 'p', 'c', 'o'), &properties)) { return all; }
    uint32_t type, seen = 0;
    while (bc_take_box(&group, &type, &associations)) {
        if (type != BC_FOUR('i', 'p', 'm', 'a')) { continue; }
        const uint32_t head = (uint32_t)bc_take(&associations, 4);
        const size_t item_size = head >> 24 == 0 ? 2 : 4, size = head & 1 ? 2 : 1;
        const uint64_t entries = bc_take(&associations, 4);
        // What is not read may be about the item.
        all.is_complex = all.is_complex || entries > most_entries;
        for (uint64_t entry = 0; entry < entries && entry < most_entries && associations.length > 0; ++entry) {
            const uint32_t item = (uint32_t)bc_take(&associations, item_size);
            for (uint64_t left = bc_take(&associations, 1); left > 0; --left) {
                // The highest bit says whether it is essential.
                const uint64_t number = bc_take(&associations, size) & (size == 2 ? 0x7FFF : 0x7F);
                if (item != wanted) { continue; }
                // Each costs a walk over all properties.
                if (++seen > most_associations) {
                    all.is_complex = true;
                    return all;
                }
                add(&all, properties, number);
            }
        }
    }
    return all;
}

bool bc_item_is_shown_like_primary(bc_span file, uint32_t item) {
    bc_reader meta;
    if (!bc_find_box(bc_reader_of(file), BC_FOUR('m', 'e', 't', 'a'), &meta)) { return false; }
    (void)bc_take_version(&meta);
    const transformations primary = of_item(meta, bc_item_relations_open(meta).primary), other = of_item(meta, item);
    return !primary.is_complex && !other.is_complex && primary.count == other.count &&
           memcmp(primary.values, other.values, primary.count * sizeof *primary.values) == 0;
}
