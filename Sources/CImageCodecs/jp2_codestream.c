#include "jp2_codestream.h"

#include "CCalls.h"

enum {
    start_of_codestream = 0xFF4F,
    size = 0xFF51,
    coding = 0xFF52,
    coding_of_component = 0xFF53,
    start_of_part = 0xFF90,
    start_of_data = 0xFF93,
};

enum { most_tiles = 65535, most_components = 16384, most_levels = 32, most_bits = 31, known_components = 16, part_header = 12 };

static uint64_t quotient(uint64_t dividend, uint64_t divisor) { return (dividend + divisor - 1) / divisor; }

static uint64_t smaller(uint64_t value, uint64_t other) { return value < other ? value : other; }

typedef struct {
    bc_jp2_codestream *codestream;
    /// Of the part of a tile that the picture has.
    uint64_t tile_width, tile_height;
    uint64_t tile_count;
    /// The fewest columns and rows for each sample of any component.
    uint8_t across, down;
    /// The most memory for the blocks of a tile.
    uint64_t block_bytes;
    uint32_t layers;
} reading;

// MARK: Sizes

static int32_t check_size(const reading *state, bc_error *error) {
    const bc_jp2_codestream *codestream = state->codestream;
    if (codestream->right <= codestream->left || codestream->bottom <= codestream->top) {
        return bc_report(error, BC_MALFORMED, "the picture is empty: it reaches from %u,%u to %u,%u", codestream->left, codestream->top,
                         codestream->right, codestream->bottom);
    }
    if (codestream->tile_left > codestream->left || codestream->tile_top > codestream->top ||
        (uint64_t)codestream->tile_left + codestream->tile_width <= codestream->left ||
        (uint64_t)codestream->tile_top + codestream->tile_height <= codestream->top) {
        return bc_report(error, BC_MALFORMED, "the first tile of %ux%u at %u,%u does not hold the picture's corner at %u,%u",
                         codestream->tile_width, codestream->tile_height, codestream->tile_left, codestream->tile_top, codestream->left,
                         codestream->top);
    }
    if (state->tile_count > most_tiles) {
        return bc_report(error, BC_MALFORMED, "the picture has %llu tiles of %ux%u; %d are possible",
                         (unsigned long long)state->tile_count, codestream->tile_width, codestream->tile_height, most_tiles);
    }
    // A picture of such sides exceeds the caller's limits.
    if (codestream->left > INT32_MAX || codestream->top > INT32_MAX) {
        return bc_report(error, BC_UNSUPPORTED, "the picture's corner is at %u,%u; OpenJPEG reads up to %d", codestream->left,
                         codestream->top, INT32_MAX);
    }
    return BC_OK;
}

static int32_t take_components(reading *state, bc_reader *segment, bc_error *error) {
    bc_jp2_codestream *codestream = state->codestream;
    codestream->component_count = (uint32_t)bc_take(segment, 2);
    if (codestream->component_count == 0 || codestream->component_count > most_components ||
        segment->length < (size_t)codestream->component_count * 3) {
        return bc_report(error, BC_MALFORMED, "the header says that there are %u components, and describes %zu",
                         codestream->component_count, segment->length / 3);
    }
    state->across = state->down = UINT8_MAX;
    for (uint32_t index = 0; index < codestream->component_count; ++index) {
        const uint8_t depth = (uint8_t)bc_take(segment, 1);
        const bc_jp2_component component = {
            .bits = (depth & 0x7F) + 1,
            .is_signed = depth >> 7,
            .across = (uint8_t)bc_take(segment, 1),
            .down = (uint8_t)bc_take(segment, 1),
        };
        if (component.across == 0 || component.down == 0) {
            return bc_report(error, BC_MALFORMED, "component %u has samples of %ux%u pixels", index, component.across, component.down);
        }
        if (component.bits > most_bits) {
            return bc_report(error, BC_UNSUPPORTED, "component %u has %u bits; OpenJPEG reads up to %d", index, component.bits, most_bits);
        }
        if (component.across < state->across) { state->across = component.across; }
        if (component.down < state->down) { state->down = component.down; }
        if (component.across > codestream->most_across) { codestream->most_across = component.across; }
        if (component.down > codestream->most_down) { codestream->most_down = component.down; }
        if (index < known_components) { codestream->components[index] = component; }
    }
    return BC_OK;
}

static int32_t take_size(reading *state, bc_reader segment, bc_error *error) {
    bc_jp2_codestream *codestream = state->codestream;
    enum { fixed_length = 36 };
    if (segment.length < fixed_length) { return bc_report(error, BC_MALFORMED, "the size marker has %zu bytes", segment.length); }
    bc_take(&segment, 2);
    codestream->right = (uint32_t)bc_take(&segment, 4);
    codestream->bottom = (uint32_t)bc_take(&segment, 4);
    codestream->left = (uint32_t)bc_take(&segment, 4);
    codestream->top = (uint32_t)bc_take(&segment, 4);
    codestream->tile_width = (uint32_t)bc_take(&segment, 4);
    codestream->tile_height = (uint32_t)bc_take(&segment, 4);
    codestream->tile_left = (uint32_t)bc_take(&segment, 4);
    codestream->tile_top = (uint32_t)bc_take(&segment, 4);
    if (codestream->tile_width > 0 && codestream->tile_height > 0 && codestream->tile_left <= codestream->right &&
        codestream->tile_top <= codestream->bottom) {
        state->tile_count = quotient(codestream->right - codestream->tile_left, codestream->tile_width) *
                            quotient(codestream->bottom - codestream->tile_top, codestream->tile_height);
    }
    int32_t status = check_size(state, error);
    if (status == BC_OK) { status = take_components(state, &segment, error); }
    if (status != BC_OK) { return status; }
    const bc_jp2_component *first = &codestream->components[0];
    codestream->width = (uint32_t)(quotient(codestream->right, first->across) - quotient(codestream->left, first->across));
    codestream->height = (uint32_t)(quotient(codestream->bottom, first->down) - quotient(codestream->top, first->down));
    if (codestream->width == 0 || codestream->height == 0) {
        return bc_report(error, BC_MALFORMED, "the first component has no samples: they are %ux%u pixels large", first->across,
                         first->down);
    }
    state->tile_width = smaller(codestream->right - codestream->left, codestream->tile_width);
    state->tile_height = smaller(codestream->bottom - codestream->top, codestream->tile_height);
    return BC_OK;
}

// MARK: Codings

/// The most parts of 2^`exponent` samples that a side has.
static uint64_t part_count(uint64_t side, uint32_t exponent) { return (side >> exponent) + 2; }

/// Takes how blocks are coded: their size decides how many OpenJPEG allocates.
static int32_t take_blocks(reading *state, bc_reader segment, bool has_precincts, bc_error *error) {
    enum { block_bytes = 640, precinct_bytes = 256, whole = 15, include_bytes = 2, high_throughput = 0x40 };
    const uint32_t levels = (uint32_t)bc_take(&segment, 1);
    const uint32_t block_width = (uint32_t)bc_take(&segment, 1) + 2, block_height = (uint32_t)bc_take(&segment, 1) + 2;
    if (bc_take(&segment, 1) & high_throughput) { state->codestream->has_whole_tiles = true; }
    bc_take(&segment, 1);
    if (levels > most_levels || block_width > 10 || block_height > 10 || block_width + block_height > 12) {
        return bc_report(error, BC_MALFORMED, "%u levels with blocks of 2^%u x 2^%u samples are not possible", levels, block_width,
                         block_height);
    }
    if (levels < state->codestream->halvings) { state->codestream->halvings = levels; }
    uint64_t bytes = 0, most_precincts = 0;
    for (uint32_t resolution = 0; resolution <= levels; ++resolution) {
        const uint32_t halvings = levels - resolution, bands = resolution == 0 ? 1 : 3, halved = resolution == 0 ? 0 : 1;
        const uint64_t width = quotient(state->tile_width, state->across) >> halvings;
        const uint64_t height = quotient(state->tile_height, state->down) >> halvings;
        const uint8_t sizes = has_precincts ? (uint8_t)bc_take(&segment, 1) : whole << 4 | whole;
        const uint32_t across = sizes & whole, down = sizes >> 4;
        const uint64_t columns = part_count(width, across), rows = part_count(height, down);
        // Blocks end where precincts do.
        const uint32_t block_across = block_width + halved < across ? block_width : across > halved ? across - halved : 0;
        const uint32_t block_down = block_height + halved < down ? block_height : down > halved ? down - halved : 0;
        const uint64_t blocks = (part_count(width >> halved, block_across) + columns) * (part_count(height >> halved, block_down) + rows);
        bytes += bands * (columns * rows * precinct_bytes + blocks * block_bytes);
        if (columns * rows > most_precincts) { most_precincts = columns * rows; }
    }
    bytes += (state->layers + 1) * most_precincts * (levels + 1) * include_bytes;
    bytes *= state->codestream->component_count;
    if (bytes > state->block_bytes) { state->block_bytes = bytes; }
    return BC_OK;
}

static int32_t take_coding(reading *state, uint32_t marker, bc_reader segment, bc_error *error) {
    enum { has_precincts = 1 };
    if (marker == coding) {
        const uint32_t style = (uint32_t)bc_take(&segment, 1);
        bc_take(&segment, 1);
        const uint32_t layers = (uint32_t)bc_take(&segment, 2);
        if (layers > state->layers) { state->layers = layers; }
        bc_take(&segment, 1);
        return take_blocks(state, segment, style & has_precincts, error);
    }
    bc_take(&segment, state->codestream->component_count < 257 ? 1 : 2);
    const uint32_t style = (uint32_t)bc_take(&segment, 1);
    return take_blocks(state, segment, style & has_precincts, error);
}

// MARK: Markers

static int32_t report_end(bc_error *error) {
    return bc_report(error, BC_MALFORMED, "the file is truncated: its codestream ends inside a header");
}

/// Takes the segments of a header up to a marker of its end, which is left.
static int32_t take_segments(reading *state, bc_reader *rest, uint32_t end, bc_error *error) {
    while (rest->length >= 2) {
        const bc_reader before = *rest;
        const uint32_t marker = (uint32_t)bc_take(rest, 2);
        if (marker == end) {
            *rest = before;
            return BC_OK;
        }
        if (marker < 0xFF00) { return bc_report(error, BC_MALFORMED, "a header has %04x in the place of a marker", marker); }
        const uint64_t length = bc_take(rest, 2);
        if (length < 2 || length - 2 > rest->length) { return report_end(error); }
        const bc_reader segment = bc_take_part(rest, length - 2);
        const bool is_coding = marker == coding || marker == coding_of_component;
        const int32_t status = is_coding ? take_coding(state, marker, segment, error) : BC_OK;
        if (status != BC_OK) { return status; }
    }
    return report_end(error);
}

static int32_t report_missing(uint32_t number, uint64_t length, size_t available, bc_error *error) {
    return bc_report(error, BC_MALFORMED, "the file is truncated: part %u of its tiles says that it has %llu bytes, and there are %zu", number,
                     (unsigned long long)length, available);
}

/// Takes the headers of all parts of tiles, which say how long the parts are.
static int32_t take_parts(reading *state, bc_reader rest, bool allow_truncated, bc_error *error) {
    enum { most_missing = 64 << 20 };
    bc_jp2_codestream *codestream = state->codestream;
    for (uint32_t number = 1; rest.length >= part_header; ++number) {
        const size_t available = rest.length;
        bc_reader header = rest;
        const uint32_t marker = (uint32_t)bc_take(&header, 2);
        if (marker != start_of_part) { break; }
        bc_take(&header, 4);
        const uint64_t length = bc_take(&header, 4);
        bc_take(&header, 2);
        if (length > available && (!allow_truncated || length - available > most_missing)) {
            return report_missing(number, length, available, error);
        }
        if (length > 0 && length < part_header) {
            return bc_report(error, BC_MALFORMED, "part %u of the tiles is shorter than its own header: %llu bytes", number,
                             (unsigned long long)length);
        }
        const int32_t status = take_segments(state, &header, start_of_data, error);
        const uint64_t position = codestream->bytes.length - available;
        if (status != BC_OK) {
            codestream->whole_length = position;
            return allow_truncated ? BC_OK : status;
        }
        if (length > available) { codestream->whole_length = position + length; }
        // The last part may reach to the end.
        bc_take_part(&rest, length == 0 ? available : length);
    }
    return BC_OK;
}

static int32_t take_all(reading *state, bc_span bytes, bool allow_truncated, bc_error *error) {
    bc_reader rest = bc_reader_of(bytes);
    if (bc_take(&rest, 2) != start_of_codestream || bc_take(&rest, 2) != size) {
        return bc_report(error, BC_MALFORMED, "the codestream does not start with its size");
    }
    const uint64_t length = bc_take(&rest, 2);
    if (length < 2 || length - 2 > rest.length) { return report_end(error); }
    int32_t status = take_size(state, bc_take_part(&rest, length - 2), error);
    if (status == BC_OK) { status = take_segments(state, &rest, start_of_part, error); }
    return status == BC_OK ? take_parts(state, rest, allow_truncated, error) : status;
}

int32_t bc_jp2_read_codestream(bc_span bytes, bool allow_truncated, bc_jp2_codestream *codestream, bc_error *error) {
    enum { least_bytes = 8 << 20, tile_bytes = 6000, bytes_of_tiles_component = 1200 };
    *codestream = (bc_jp2_codestream){.bytes = bytes, .halvings = most_levels};
    reading state = {.codestream = codestream, .layers = 1};
    const int32_t status = take_all(&state, bytes, allow_truncated, error);
    if (status != BC_OK) { return status; }
    const uint64_t area = (uint64_t)codestream->width * codestream->height;
    const uint64_t length = codestream->whole_length > bytes.length ? codestream->whole_length : bytes.length;
    const uint64_t coding_bytes = state.tile_count * (tile_bytes + (uint64_t)codestream->component_count * bytes_of_tiles_component);
    codestream->structure_bytes = least_bytes + coding_bytes + state.block_bytes + length;
    // What describes the picture must not be larger than the picture.
    const uint64_t most_coding_bytes = 128 << 20, most_block_bytes = (64 << 20) + area * 2;
    if (coding_bytes <= most_coding_bytes && state.block_bytes <= most_block_bytes) { return BC_OK; }
    const uint64_t most = coding_bytes > most_coding_bytes ? most_coding_bytes : most_block_bytes;
    return bc_report(error, BC_LIMIT_EXCEEDED, "%llu tiles with %u components, and blocks of tiles, take more than %llu MB",
                     (unsigned long long)state.tile_count, codestream->component_count, (unsigned long long)most / 1000000);
}
