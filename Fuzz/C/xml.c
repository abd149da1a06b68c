// XML, as used in XMP packets: every element that starts also ends, and there is no content outside the root element.
#include "CImageCodecs.h"
#include "support/input.h"

typedef struct {
    size_t depth, bytes;
} state;

static void start(void *context, const char *name, const char *const *attributes) {
    state *now = context;
    now->depth += 1;
    now->bytes += strlen(name);
    for (; attributes[0]; attributes += 2) { now->bytes += strlen(attributes[0]) + strlen(attributes[1]); }
}

static void end(void *context) {
    state *now = context;
    fuzz_require(now->depth > 0, "an end without a start");
    now->depth -= 1;
}

static void text(void *context, const char *characters, int length) {
    state *now = context;
    fuzz_require(length >= 0 && now->depth > 0, "text of %d bytes at depth %zu", length, now->depth);
    for (int index = 0; index < length; ++index) { now->bytes += characters[index] != 0; }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    state now = {0};
    const bc_xml_reader reader = {.context = &now, .start = start, .end = end, .text = text};
    const bool is_read = bc_xml_read((bc_span){data, size}, reader);
    fuzz_require(!is_read || now.depth == 0, "well-formed, but %zu elements are open", now.depth);
    return 0;
}
