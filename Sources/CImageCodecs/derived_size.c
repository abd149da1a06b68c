#include "derived_size.h"

#include <string.h>

#include "item_places.h"

enum { most_derived_items = 64 };
/// The bytes of a grid or overlay up to the end of its size, if that is as long as it can be.
enum { head_length = 18 };

typedef struct {
    uint32_t item;
    bool is_overlay, is_located;
    uint8_t head[head_length];
    size_t length;
} derived_item;

typedef struct {
    derived_item items[most_derived_items];
    uint32_t count;
} search;

/// Lists the grids and overlays.
static int32_t list(search *state, bc_reader infos, bc_error *error) {
    bc_item_info info;
    while (bc_item_infos_take(&infos, &info)) {
        const bool is_overlay = info.kind == BC_FOUR('i', 'o', 'v', 'l');
        if (!is_overlay && info.kind != BC_FOUR('g', 'r', 'i', 'd')) { continue; }
        if (state->count == most_derived_items) {
            return bc_report(error, BC_LIMIT_EXCEEDED, "more than %d items are grids or overlays", most_derived_items);
        }
        state->items[state->count++] = (derived_item){.item = info.item, .is_overlay = is_overlay};
    }
    return BC_OK;
}

static void gather(derived_item *item, bc_item_place place) {
    bc_reader part;
    while (item->length < head_length && bc_item_place_take(&place, &part)) {
        const size_t count = part.length < head_length - item->length ? part.length : head_length - item->length;
        if (count > 0) { memcpy(item->head + item->length, part.bytes, count); }
        item->length += count;
    }
}

/// Gathers the beginnings of the items.
static int32_t locate(search *state, bc_item_places *places, bc_error *error) {
    bc_item_place place;
    while (bc_item_places_take(places, &place)) {
        for (uint32_t index = 0; index < state->count; ++index) {
            derived_item *item = &state->items[index];
            // As libheif, take the first place of several.
            if (item->item != place.item || item->is_located) { continue; }
            if (place.is_elsewhere) { return bc_report(error, BC_UNSUPPORTED, "item %u lies inside another one", item->item); }
            item->is_located = true;
            gather(item, place);
        }
    }
    return BC_OK;
}

/// The area that a grid or an overlay begins with (ISO 23008-12, 6.6.2).
static uint64_t area(const derived_item *item) {
    bc_reader head = {item->head, item->length};
    const uint64_t flags = bc_take(&head, 2) & 255;
    // The tiles of each row and column, or the color behind the pictures.
    (void)bc_take(&head, item->is_overlay ? 8 : 2);
    const size_t size = flags & 1 ? 4 : 2;
    const uint64_t width = bc_take(&head, size);
    return width * bc_take(&head, size);
}

int32_t bc_derived_largest_area(bc_span file, uint64_t *largest, bc_error *error) {
    search state = {.count = 0};
    bc_item_places places;
    *largest = 0;
    int32_t status = bc_item_places_open(&places, file, error);
    if (status == BC_OK) { status = list(&state, places.infos, error); }
    if (status == BC_OK) { status = locate(&state, &places, error); }
    for (uint32_t index = 0; index < state.count; ++index) {
        const uint64_t found = area(&state.items[index]);
        if (found > *largest) { *largest = found; }
    }
    return status;
}
