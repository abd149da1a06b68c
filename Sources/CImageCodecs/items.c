#include "items.h"

#include "boxes.h"
#include "item_bytes.h"
#include "item_places.h"
#include "item_relations.h"

/// iPhones store 48 megapixels in 192 tiles.
enum { most_coded_pictures = 1024, most_derived_pictures = 64, most_depth = 8 };
/// Each item that is looked at costs a walk over all references.
enum { most_references = 1024, most_reference_bytes = 160 * 1024 };

typedef struct {
    bc_item_relations relations;
    uint32_t pictures, derived;
    bc_error *error;
} counting;

static int32_t count_item(counting *state, uint32_t item, uint32_t depth);

static int32_t add_pictures(counting *state, uint64_t count) {
    state->pictures += (uint32_t)(count < most_coded_pictures ? count : most_coded_pictures + 1);
    if (state->pictures <= most_coded_pictures) { return BC_OK; }
    return bc_report(state->error, BC_LIMIT_EXCEEDED, "the picture is made of more than %d coded pictures", most_coded_pictures);
}

/// Counts what an item is derived from (`dimg`: tiles and layers), and what belongs to it (`auxl`: alpha, depth, gain).
static int32_t count_references(counting *state, uint32_t item, uint32_t depth) {
    bc_item_relations rest = state->relations;
    bc_item_relation relation;
    int32_t status = BC_OK;
    while (status == BC_OK && bc_item_relations_take(&rest, &relation)) {
        uint32_t other;
        if (relation.type == BC_FOUR('d', 'i', 'm', 'g') && relation.from == item) {
            status = add_pictures(state, relation.count);
            while (status == BC_OK && bc_item_relation_take(&relation, &other)) { status = count_item(state, other, depth + 1); }
        } else if (relation.type == BC_FOUR('a', 'u', 'x', 'l')) {
            while (status == BC_OK && bc_item_relation_take(&relation, &other)) {
                if (other == item) { status = count_item(state, relation.from, depth + 1); }
            }
        }
    }
    return status;
}

/// Whether an item has references to others, or auxiliary items have references to it.
static bool is_composed(const counting *state, uint32_t item) {
    bc_item_relations rest = state->relations;
    bc_item_relation relation;
    while (bc_item_relations_take(&rest, &relation)) {
        if (relation.type == BC_FOUR('d', 'i', 'm', 'g') && relation.from == item) { return true; }
        if (relation.type == BC_FOUR('a', 'u', 'x', 'l') && bc_item_relation_is_to(relation, item)) { return true; }
    }
    return false;
}

static int32_t count_item(counting *state, uint32_t item, uint32_t depth) {
    if (!is_composed(state, item)) { return BC_OK; }
    if (depth > most_depth) {
        return bc_report(state->error, BC_MALFORMED, "item %u refers to itself, or through more than %d items", item, most_depth);
    }
    if (++state->derived > most_derived_pictures) {
        return bc_report(state->error, BC_LIMIT_EXCEEDED, "more than %d items are made of others", most_derived_pictures);
    }
    return count_references(state, item, depth);
}

/// Every item that a library may look at: the primary one, and thumbnails of it.
static int32_t count_all(counting *state) {
    const uint32_t primary = state->relations.primary;
    int32_t status = count_item(state, primary, 0);
    bc_item_relations rest = state->relations;
    bc_item_relation relation;
    for (uint32_t number = 0; status == BC_OK && bc_item_relations_take(&rest, &relation); ++number) {
        if (number == most_references) {
            return bc_report(state->error, BC_LIMIT_EXCEEDED, "more than %d items refer to others", most_references);
        }
        const uint32_t type = relation.type;
        const bool is_derived = type == BC_FOUR('d', 'i', 'm', 'g') || type == BC_FOUR('a', 'u', 'x', 'l') || type == BC_FOUR('t', 'h', 'm', 'b');
        // Counted each for itself: a file may hold several pictures.
        state->pictures = state->derived = 0;
        if (is_derived && relation.from != primary) { status = count_item(state, relation.from, 0); }
    }
    return status;
}

int32_t bc_items_check(bc_span file, bc_error *error) {
    bc_reader meta, body, rest = bc_reader_of(file);
    uint32_t type, count_of_metas = 0;
    // Libraries differ in which one they take.
    while (bc_take_box(&rest, &type, &body)) {
        if (type != BC_FOUR('m', 'e', 't', 'a')) { continue; }
        meta = body;
        if (++count_of_metas > 1) { return bc_report(error, BC_MALFORMED, "there are several boxes with items"); }
    }
    // A sequence needs no items.
    if (count_of_metas == 0) { return BC_OK; }
    bc_take_version(&meta);
    if (bc_find_box(meta, BC_FOUR('i', 'i', 'n', 'f'), &body)) {
        const uint64_t count = bc_take(&body, bc_take_version(&body) == 0 ? 2 : 4);
        if (count > bc_most_items) {
            return bc_report(error, BC_LIMIT_EXCEEDED, "%llu items exceed the limit of %d", (unsigned long long)count, bc_most_items);
        }
    }
    const int32_t status = bc_items_check_bytes(file, error);
    if (status != BC_OK) { return status; }
    counting state = {.relations = bc_item_relations_open(meta), .error = error};
    const size_t length = state.relations.references.length;
    if (length > most_reference_bytes) {
        return bc_report(error, BC_LIMIT_EXCEEDED, "%zu bytes of references exceed the limit of %d", length, most_reference_bytes);
    }
    return count_all(&state);
}
