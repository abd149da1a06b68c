#include "heif_references.h"

#include <stdlib.h>
#include <string.h>

#include "boxes.h"
#include "internal.h"
#include "item_relations.h"

enum { box_head = 8, most_meta_bytes = 16 << 20 };

static bool belongs_to_one(const bc_item_relation *relation) {
    return relation->type == BC_FOUR('a', 'u', 'x', 'l') || relation->type == BC_FOUR('t', 'h', 'm', 'b') ||
           relation->type == BC_FOUR('c', 'd', 's', 'c');
}

static bool needs_change(bc_item_relations relations) {
    bc_item_relation relation;
    while (bc_item_relations_take(&relations, &relation)) {
        if (belongs_to_one(&relation) && relation.count > 1) { return true; }
    }
    return false;
}

/// Bytes that are written one after the other into room that is known to suffice.
typedef struct {
    uint8_t *start;
    size_t length;
} output;

static void put(output *to, uint64_t value, size_t size) {
    for (size_t index = size; index > 0; --index) { to->start[to->length++] = (uint8_t)(value >> (8 * (index - 1))); }
}

static void put_bytes(output *to, const uint8_t *bytes, size_t length) {
    if (length > 0) { memcpy(to->start + to->length, bytes, length); }
    to->length += length;
}

static void set_box_length(output *to, size_t start) {
    output head = {to->start + start, 0};
    put(&head, to->length - start, 4);
}

static void put_relation(output *to, bc_item_relation relation, uint32_t primary) {
    const size_t start = to->length;
    const bool is_single = belongs_to_one(&relation) && relation.count > 1;
    put(to, 0, 4);
    put(to, relation.type, 4);
    put(to, relation.from, relation.width);
    const size_t counted = to->length;
    uint64_t count = 0;
    uint32_t item;
    put(to, 0, 2);
    const bool has_primary = bc_item_relation_is_to(relation, primary);
    while (bc_item_relation_take(&relation, &item)) {
        const bool is_kept = !is_single || (has_primary ? item == primary : true);
        if (!is_kept || (is_single && count > 0)) { continue; }
        put(to, item, relation.width);
        ++count;
    }
    output head = {to->start + counted, 0};
    put(&head, count, 2);
    set_box_length(to, start);
}

/// Copies the box of items, with its references changed. No box becomes longer, except for lengths that were left open.
static void put_meta(output *to, bc_reader body, bc_item_relations relations) {
    const size_t start = to->length;
    put(to, 0, 4);
    put(to, BC_FOUR('m', 'e', 't', 'a'), 4);
    put_bytes(to, body.bytes, 4);
    (void)bc_take_version(&body);
    for (;;) {
        const uint8_t *child = body.bytes;
        uint32_t type;
        bc_reader content;
        if (!bc_take_box(&body, &type, &content)) { break; }
        if (type != BC_FOUR('i', 'r', 'e', 'f') || !relations.references.bytes || content.bytes + 4 != relations.references.bytes) {
            put_bytes(to, child, (size_t)(body.bytes - child));
            continue;
        }
        const size_t references = to->length;
        bc_item_relations rest = relations;
        bc_item_relation relation;
        put(to, 0, 4);
        put(to, type, 4);
        put_bytes(to, content.bytes, 4);
        while (bc_item_relations_take(&rest, &relation)) { put_relation(to, relation, relations.primary); }
        set_box_length(to, references);
    }
    set_box_length(to, start);
}

int32_t bc_heif_simplify_references(bc_span file, bc_bytes *copy, bc_error *error) {
    *copy = (bc_bytes){NULL, 0};
    bc_reader rest = bc_reader_of(file), body = {NULL, 0};
    const uint8_t *meta = NULL;
    size_t available = 0;
    uint32_t type = 0;
    while (type != BC_FOUR('m', 'e', 't', 'a')) {
        meta = rest.bytes;
        available = rest.length;
        if (!bc_take_box(&rest, &type, &body)) { return BC_OK; }
    }
    // A box that reaches to the end of the file whatever follows, or claims to reach beyond, would swallow the new one.
    bc_reader head = {meta, available};
    uint64_t length = bc_take(&head, 4);
    (void)bc_take(&head, 4);
    if (length == 1) { length = bc_take(&head, 8); }
    bc_reader items = body;
    (void)bc_take_version(&items);
    const bc_item_relations relations = bc_item_relations_open(items);
    if (!needs_change(relations) || length == 0 || length > available || body.length < 4 || body.length > most_meta_bytes) { return BC_OK; }
    uint8_t *bytes = malloc(file.length + box_head + body.length);
    if (!bytes) { return bc_report_out_of_memory(error); }
    output to = {bytes, 0};
    put_bytes(&to, file.bytes, file.length);
    // Places of items are counted from the start of the file, so nothing moves: the box becomes free space, and another follows the rest.
    output old = {bytes + (meta - (const uint8_t *)file.bytes) + 4, 0};
    put(&old, BC_FOUR('f', 'r', 'e', 'e'), 4);
    put_meta(&to, body, relations);
    *copy = (bc_bytes){bytes, to.length};
    return BC_OK;
}
