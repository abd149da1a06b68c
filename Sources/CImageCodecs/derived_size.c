#include "derived_size.h"

#include <string.h>

enum { most_items = 4096, most_derived_items = 64 };
/// The bytes of a grid or overlay up to the end of its size, if that is as long as it can be.
enum { head_length = 18 };

typedef struct {
    uint32_t item;
    bool is_overlay, is_located;
    uint8_t head[head_length];
    size_t length;
} derived_item;

typedef struct {
    bc_reader file, data;
    bool has_data;
    derived_item items[most_derived_items];
    uint32_t count;
} search;

/// Lists the grids and overlays of an `iinf` box.
static int32_t list(search *state, bc_reader infos, bc_error *error) {
    uint32_t type;
    bc_reader body;
    (void)bc_take(&infos, bc_take_version(&infos) == 0 ? 2 : 4);
    while (bc_take_box(&infos, &type, &body)) {
        const uint32_t version = bc_take_version(&body), item = (uint32_t)bc_take(&body, version < 3 ? 2 : 4);
        (void)bc_take(&body, 2);
        const uint64_t kind = bc_take(&body, 4);
        const bool is_overlay = kind == BC_FOUR('i', 'o', 'v', 'l');
        if (!is_overlay && kind != BC_FOUR('g', 'r', 'i', 'd')) { continue; }
        if (state->count == most_derived_items) {
            return bc_report(error, BC_LIMIT_EXCEEDED, "more than %d items are grids or overlays", most_derived_items);
        }
        state->items[state->count++] = (derived_item){.item = item, .is_overlay = is_overlay};
    }
    return BC_OK;
}

static derived_item *_Nullable find(search *state, uint32_t item) {
    for (uint32_t index = 0; index < state->count; ++index) {
        if (state->items[index].item == item && !state->items[index].is_located) { return &state->items[index]; }
    }
    return NULL;
}

/// Appends the bytes of an extent, as far as they are needed.
static void gather(derived_item *item, bc_reader from, uint64_t offset, uint64_t length) {
    (void)bc_take_part(&from, offset);
    // An extent without a length reaches to the end.
    const bc_reader part = bc_take_part(&from, length == 0 ? from.length : length);
    const size_t count = part.length < head_length - item->length ? part.length : head_length - item->length;
    if (count > 0) { memcpy(item->head + item->length, part.bytes, count); }
    item->length += count;
}

/// Gathers the beginnings of the items from an `iloc` box (ISO 14496-12, 8.11.3).
static int32_t locate(search *state, bc_reader body, bc_error *error) {
    const uint32_t version = bc_take_version(&body);
    const uint64_t sizes = bc_take(&body, 2);
    const size_t offset_size = sizes >> 12 & 15, length_size = sizes >> 8 & 15, base_size = sizes >> 4 & 15;
    const size_t index_size = version == 0 ? 0 : sizes & 15, extent_size = index_size + offset_size + length_size;
    if (offset_size > 8 || length_size > 8 || base_size > 8 || index_size > 8) {
        return bc_report(error, BC_MALFORMED, "the places of items are given in numbers of more than 8 bytes");
    }
    uint64_t count = bc_take(&body, version < 2 ? 2 : 4);
    if (count > most_items) { return bc_report(error, BC_LIMIT_EXCEEDED, "the places of more than %d items", most_items); }
    for (; count > 0 && body.length > 0; --count) {
        // As libheif, take the first place of several.
        derived_item *item = find(state, (uint32_t)bc_take(&body, version < 2 ? 2 : 4));
        const uint64_t method = version == 0 ? 0 : bc_take(&body, 2) & 15;
        (void)bc_take(&body, 2);
        const uint64_t base = bc_take(&body, base_size), extents = bc_take(&body, 2);
        bc_reader places = bc_take_part(&body, extents * extent_size);
        if (!item) { continue; }
        if (method > 1 || (method == 1 && !state->has_data)) {
            return bc_report(error, BC_UNSUPPORTED, "item %u lies inside another one", item->item);
        }
        item->is_located = true;
        for (uint64_t extent = 0; extent < extents && item->length < head_length; ++extent) {
            (void)bc_take(&places, index_size);
            const uint64_t offset = bc_take(&places, offset_size), length = bc_take(&places, length_size);
            gather(item, method == 1 ? state->data : state->file, offset > UINT64_MAX - base ? UINT64_MAX : base + offset, length);
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
    search state = {.file = bc_reader_of(file)};
    bc_reader meta, infos, places;
    *largest = 0;
    if (!bc_find_box(state.file, BC_FOUR('m', 'e', 't', 'a'), &meta)) { return BC_OK; }
    bc_take_version(&meta);
    if (!bc_find_box(meta, BC_FOUR('i', 'i', 'n', 'f'), &infos)) { return BC_OK; }
    int32_t status = list(&state, infos, error);
    if (status != BC_OK || state.count == 0 || !bc_find_box(meta, BC_FOUR('i', 'l', 'o', 'c'), &places)) { return status; }
    state.has_data = bc_find_box(meta, BC_FOUR('i', 'd', 'a', 't'), &state.data);
    status = locate(&state, places, error);
    for (uint32_t index = 0; index < state.count; ++index) {
        const uint64_t found = area(&state.items[index]);
        if (found > *largest) { *largest = found; }
    }
    return status;
}
