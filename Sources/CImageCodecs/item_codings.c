#include "item_codings.h"

#include "item_places.h"
#include "item_relations.h"

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

/// Whether an item is the primary picture, a part of another one (`dimg`), or belongs to another one (`auxl`).
static bool is_needed(bc_item_relations relations, uint32_t item) {
    bc_item_relation relation;
    if (item == relations.primary) { return true; }
    while (bc_item_relations_take(&relations, &relation)) {
        if (relation.type == BC_FOUR('a', 'u', 'x', 'l') && relation.from == item) { return true; }
        if (relation.type == BC_FOUR('d', 'i', 'm', 'g') && bc_item_relation_is_to(relation, item)) { return true; }
    }
    return false;
}

static bc_item_relations read_relations(bc_reader file) {
    bc_reader meta;
    if (!bc_find_box(file, BC_FOUR('m', 'e', 't', 'a'), &meta)) { return (bc_item_relations){.width = 2}; }
    bc_take_version(&meta);
    return bc_item_relations_open(meta);
}

int32_t bc_items_check_codings(bc_span file, bc_error *error) {
    enum { most_others = 64 };
    bc_item_places places;
    bc_item_info info;
    const int32_t status = bc_item_places_open(&places, file, error);
    if (status != BC_OK) { return status; }
    const bc_item_relations relations = read_relations(places.file);
    uint32_t others = 0;
    while (bc_item_infos_take(&places.infos, &info)) {
        if (is_expected(info.kind)) { continue; }
        if (++others > most_others) { return bc_report(error, BC_LIMIT_EXCEEDED, "more than %d items are not HEVC", most_others); }
        if (is_needed(relations, info.item)) { return bc_report(error, BC_UNSUPPORTED, "item %u of the file is not HEVC", info.item); }
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
