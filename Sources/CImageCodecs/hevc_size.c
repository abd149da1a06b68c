#include "hevc_size.h"

#include <string.h>

#include "hevc_parameters.h"
#include "item_places.h"

/// The largest area of the sequence parameter sets in a decoder configuration (`hvcC`), in whichever array: libheif looks at the units
/// only.
static uint64_t largest_area(bc_reader configuration) {
    enum { head = 22 };
    uint64_t largest = 0;
    (void)bc_take_part(&configuration, head);
    for (uint64_t arrays = bc_take(&configuration, 1); arrays > 0; --arrays) {
        (void)bc_take(&configuration, 1);
        for (uint64_t units = bc_take(&configuration, 2); units > 0 && configuration.length > 0; --units) {
            const uint64_t area = bc_hevc_area(bc_take_part(&configuration, bc_take(&configuration, 2)));
            if (area > largest) { largest = area; }
        }
    }
    return largest;
}

/// The largest area in the boxes on the way to the decoder configurations, of which there may be several of each kind.
static uint64_t search(bc_reader boxes, uint32_t depth) {
    static const uint32_t way[] = {BC_FOUR('m', 'e', 't', 'a'), BC_FOUR('i', 'p', 'r', 'p'), BC_FOUR('i', 'p', 'c', 'o'),
                                   BC_FOUR('h', 'v', 'c', 'C')};
    enum { last = sizeof way / sizeof *way - 1 };
    uint64_t largest = 0;
    uint32_t type;
    bc_reader body;
    while (bc_take_box(&boxes, &type, &body)) {
        if (type != way[depth]) { continue; }
        if (depth == 0) { (void)bc_take_version(&body); }
        const uint64_t area = depth == last ? largest_area(body) : search(body, depth + 1);
        if (area > largest) { largest = area; }
    }
    return largest;
}

/// An item's bytes, read across its extents.
typedef struct {
    bc_item_place place;
    bc_reader part;
} item_stream;

/// Copies the next bytes, or as many of them as there are; without a buffer, skips them.
static uint64_t take(item_stream *stream, uint8_t *_Nullable buffer, uint64_t count) {
    uint64_t taken = 0;
    while (taken < count && (stream->part.length > 0 || bc_item_place_take(&stream->place, &stream->part))) {
        const bc_reader part = bc_take_part(&stream->part, count - taken);
        if (buffer && part.length > 0) { memcpy(buffer + taken, part.bytes, part.length); }
        taken += part.length;
    }
    return taken;
}

/// The largest area of the parameter sets among an item's slices, where the standard allows none, but libde265 takes them from.
static int32_t search_item(item_stream *stream, uint32_t *units, uint64_t *largest, bc_error *error) {
    enum { most_units = 1 << 16, most_bytes = 256 };
    uint8_t head[4], unit[most_bytes];
    while (take(stream, head, sizeof head) == sizeof head) {
        if (++*units > most_units) { return bc_report(error, BC_LIMIT_EXCEEDED, "more than %d slices and other units", most_units); }
        bc_reader number = {head, sizeof head};
        const uint64_t length = bc_take(&number, sizeof head), start = length < most_bytes ? length : most_bytes;
        const uint64_t area = bc_hevc_area((bc_reader){unit, (size_t)take(stream, unit, start)});
        (void)take(stream, NULL, length - start);
        if (area > *largest) { *largest = area; }
    }
    return BC_OK;
}

int32_t bc_hevc_largest_area(bc_span file, uint64_t *largest, bc_error *error) {
    *largest = search(bc_reader_of(file), 0);
    bc_item_places places;
    bc_item_place place;
    int32_t status = bc_item_places_open(&places, file, error);
    uint32_t units = 0;
    while (status == BC_OK && bc_item_places_take(&places, &place)) {
        if (!bc_item_is(&places, place.item, BC_FOUR('h', 'v', 'c', '1'))) { continue; }
        item_stream stream = {.place = place};
        status = search_item(&stream, &units, largest, error);
    }
    return status;
}
