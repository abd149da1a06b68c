#include "item_bytes.h"

#include "item_places.h"

static uint64_t count_bytes(bc_item_place place) {
    uint64_t count = 0;
    bc_reader part;
    while (bc_item_place_take(&place, &part)) { count += part.length; }
    return count;
}

/// Skips a text up to its end.
static void skip_text(bc_reader *rest) {
    while (rest->length > 0 && bc_take(rest, 1) != 0) {}
}

/// Whether metadata has a content encoding, behind its name and its content type.
static bool is_compressed(bc_reader rest) {
    skip_text(&rest);
    skip_text(&rest);
    return rest.length > 0 && rest.bytes[0] != 0;
}

static int32_t check_encodings(bc_reader infos, bc_error *error) {
    bc_item_info info;
    while (bc_item_infos_take(&infos, &info)) {
        if (info.kind == BC_FOUR('m', 'i', 'm', 'e') && is_compressed(info.rest)) {
            return bc_report(error, BC_UNSUPPORTED, "item %u is compressed metadata", info.item);
        }
    }
    return BC_OK;
}

int32_t bc_items_check_bytes(bc_span file, bc_error *error) {
    bc_item_places places;
    bc_item_place place;
    int32_t status = bc_item_places_open(&places, file, error);
    if (status == BC_OK) { status = check_encodings(places.infos, error); }
    uint64_t others = 0;
    while (status == BC_OK && bc_item_places_take(&places, &place)) {
        // Tiles of one color may well be the same one.
        const bool is_coded = bc_item_is(&places, place.item, BC_FOUR('h', 'v', 'c', '1')) ||
                              bc_item_is(&places, place.item, BC_FOUR('a', 'v', '0', '1'));
        const uint64_t count = count_bytes(place);
        others += is_coded ? 0 : count;
        if (count > file.length || others > file.length) {
            status = bc_report(error, BC_LIMIT_EXCEEDED, "item %u repeats bytes of the file, which has %zu", place.item, file.length);
        }
    }
    return status;
}
