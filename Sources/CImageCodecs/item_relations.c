#include "item_relations.h"

bc_item_relations bc_item_relations_open(bc_reader meta) {
    bc_item_relations relations = {.width = 2};
    bc_reader body;
    if (bc_find_box(meta, BC_FOUR('p', 'i', 't', 'm'), &body)) {
        relations.primary = (uint32_t)bc_take(&body, bc_take_version(&body) == 0 ? 2 : 4);
    }
    if (bc_find_box(meta, BC_FOUR('i', 'r', 'e', 'f'), &body)) {
        relations.width = bc_take_version(&body) == 0 ? 2 : 4;
        relations.references = body;
    }
    return relations;
}

bool bc_item_relations_take(bc_item_relations *relations, bc_item_relation *relation) {
    *relation = (bc_item_relation){.width = relations->width};
    if (!bc_take_box(&relations->references, &relation->type, &relation->to)) { return false; }
    relation->from = (uint32_t)bc_take(&relation->to, relation->width);
    relation->count = relation->left = bc_take(&relation->to, 2);
    return true;
}

bool bc_item_relation_take(bc_item_relation *relation, uint32_t *item) {
    if (relation->left == 0 || relation->to.length < relation->width) { return false; }
    --relation->left;
    *item = (uint32_t)bc_take(&relation->to, relation->width);
    return true;
}

bool bc_item_relation_is_to(bc_item_relation relation, uint32_t item) {
    uint32_t other;
    while (bc_item_relation_take(&relation, &other)) {
        if (other == item) { return true; }
    }
    return false;
}
