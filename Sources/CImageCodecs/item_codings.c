#include "item_codings.h"

#include "item_places.h"

/// Coded as HEVC, made of others, or no picture.
static bool is_expected(uint32_t kind) {
    static const uint32_t expected[] = {
        BC_FOUR('h', 'v', 'c', '1'), BC_FOUR('g', 'r', 'i', 'd'), BC_FOUR('i', 'd', 'e', 'n'), BC_FOUR('i', 'o', 'v', 'l'),
        BC_FOUR('t', 'm', 'a', 'p'), BC_FOUR('E', 'x', 'i', 'f'), BC_FOUR('m', 'i', 'm', 'e'), BC_FOUR('u', 'r', 'i', ' '),
    };
    for (size_t index = 0; index < sizeof expected / sizeof *expected; ++index) {
        if (kind == expected[index]) { return true; }
    }
    return kind == 0;
}

typedef struct {
    uint32_t primary;
    bc_reader references;
    size_t width;
} relations;

static relations read_relations(bc_reader file) {
    relations found = {.width = 2};
    bc_reader meta, body;
    if (!bc_find_box(file, BC_FOUR('m', 'e', 't', 'a'), &meta)) { return found; }
    bc_take_version(&meta);
    if (bc_find_box(meta, BC_FOUR('p', 'i', 't', 'm'), &body)) {
        found.primary = (uint32_t)bc_take(&body, bc_take_version(&body) == 0 ? 2 : 4);
    }
    if (bc_find_box(meta, BC_FOUR('i', 'r', 'e', 'f'), &found.references)) {
        found.width = bc_take_version(&found.references) == 0 ? 2 : 4;
    }
    return found;
}

/// Whether an item is the primary picture, a part of another one (`dimg`), or belongs to another one (`auxl`).
static bool is_needed(const relations *all, uint32_t item) {
    bc_reader rest = all->references, body;
    uint32_t type;
    if (item == all->primary) { return true; }
    while (bc_take_box(&rest, &type, &body)) {
        const uint32_t from = (uint32_t)bc_take(&body, all->width);
        if (type == BC_FOUR('a', 'u', 'x', 'l') && from == item) { return true; }
        if (type != BC_FOUR('d', 'i', 'm', 'g')) { continue; }
        for (uint64_t count = bc_take(&body, 2); count > 0 && body.length >= all->width; --count) {
            if ((uint32_t)bc_take(&body, all->width) == item) { return true; }
        }
    }
    return false;
}

int32_t bc_items_check_codings(bc_span file, bc_error *error) {
    enum { most_others = 64 };
    bc_item_places places;
    bc_item_info info;
    const int32_t status = bc_item_places_open(&places, file, error);
    if (status != BC_OK) { return status; }
    const relations all = read_relations(places.file);
    uint32_t others = 0;
    while (bc_item_infos_take(&places.infos, &info)) {
        if (is_expected(info.kind)) { continue; }
        if (++others > most_others) { return bc_report(error, BC_LIMIT_EXCEEDED, "more than %d items are not HEVC", most_others); }
        if (is_needed(&all, info.item)) { return bc_report(error, BC_UNSUPPORTED, "item %u of the file is not HEVC", info.item); }
    }
    return BC_OK;
}

bool bc_item_is_hevc(bc_span file, uint32_t item) {
    bc_item_places places;
    bc_item_info info;
    bc_error error;
    if (bc_item_places_open(&places, file, &error) != BC_OK) { return false; }
    bool is_hevc = true;
    while (bc_item_infos_take(&places.infos, &info)) { is_hevc = is_hevc && (info.item != item || is_expected(info.kind)); }
    return is_hevc;
}
