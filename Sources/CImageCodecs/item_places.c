#include "item_places.h"

static bool is_size(size_t size) { return size == 0 || size == 4 || size == 8; }

int32_t bc_item_places_open(bc_item_places *places, bc_span file, bc_error *error) {
    *places = (bc_item_places){.file = bc_reader_of(file)};
    bc_reader meta;
    if (!bc_find_box(places->file, BC_FOUR('m', 'e', 't', 'a'), &meta)) { return BC_OK; }
    bc_take_version(&meta);
    if (bc_find_box(meta, BC_FOUR('i', 'i', 'n', 'f'), &places->infos)) {
        (void)bc_take(&places->infos, bc_take_version(&places->infos) == 0 ? 2 : 4);
    }
    places->has_data = bc_find_box(meta, BC_FOUR('i', 'd', 'a', 't'), &places->data);
    if (!bc_find_box(meta, BC_FOUR('i', 'l', 'o', 'c'), &places->rest)) { return BC_OK; }
    places->version = bc_take_version(&places->rest);
    const uint64_t sizes = bc_take(&places->rest, 2);
    places->offset_size = sizes >> 12 & 15;
    places->length_size = sizes >> 8 & 15;
    places->base_size = sizes >> 4 & 15;
    places->index_size = places->version == 0 ? 0 : sizes & 15;
    if (!is_size(places->offset_size) || !is_size(places->length_size) || !is_size(places->base_size) || !is_size(places->index_size)) {
        return bc_report(error, BC_MALFORMED, "the places of items are given in numbers of other sizes than 0, 4 and 8 bytes");
    }
    places->left = bc_take(&places->rest, places->version < 2 ? 2 : 4);
    if (places->left > bc_most_items) { return bc_report(error, BC_LIMIT_EXCEEDED, "the places of more than %d items", bc_most_items); }
    return BC_OK;
}

bool bc_item_places_take(bc_item_places *places, bc_item_place *place) {
    if (places->left == 0 || places->rest.length == 0) { return false; }
    --places->left;
    const uint32_t item = (uint32_t)bc_take(&places->rest, places->version < 2 ? 2 : 4);
    const uint64_t method = places->version == 0 ? 0 : bc_take(&places->rest, 2) & 15;
    (void)bc_take(&places->rest, 2);
    const uint64_t base = bc_take(&places->rest, places->base_size), count = bc_take(&places->rest, 2);
    const size_t size = places->index_size + places->offset_size + places->length_size;
    *place = (bc_item_place){
        .item = item,
        .is_elsewhere = method > 1 || (method == 1 && !places->has_data),
        .from = method == 1 ? places->data : places->file,
        .extents = bc_take_part(&places->rest, count * size),
        .offset_size = places->offset_size,
        .length_size = places->length_size,
        .index_size = places->index_size,
        .base = base,
    };
    return true;
}

bool bc_item_place_take(bc_item_place *place, bc_reader *bytes) {
    if (place->is_elsewhere || place->extents.length == 0) { return false; }
    (void)bc_take(&place->extents, place->index_size);
    const uint64_t offset = bc_take(&place->extents, place->offset_size), length = bc_take(&place->extents, place->length_size);
    bc_reader from = place->from;
    (void)bc_take_part(&from, offset > UINT64_MAX - place->base ? UINT64_MAX : place->base + offset);
    *bytes = bc_take_part(&from, length);
    return true;
}

bool bc_item_infos_take(bc_reader *infos, bc_item_info *info) {
    uint32_t type;
    bc_reader body;
    if (!bc_take_box(infos, &type, &body)) { return false; }
    const uint32_t version = bc_take_version(&body), item = (uint32_t)bc_take(&body, version < 3 ? 2 : 4);
    (void)bc_take(&body, 2);
    const uint32_t kind = version < 2 ? 0 : (uint32_t)bc_take(&body, 4);
    *info = (bc_item_info){item, kind, body};
    return true;
}

bool bc_item_is(const bc_item_places *places, uint32_t item, uint32_t kind) {
    bc_reader infos = places->infos;
    bc_item_info info;
    while (bc_item_infos_take(&infos, &info)) {
        if (info.item == item && info.kind == kind) { return true; }
    }
    return false;
}
