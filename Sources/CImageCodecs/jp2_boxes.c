#include "jp2_boxes.h"

#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "jp2_codec.h"
#include "tiff_start.h"

enum { most_boxes = 100000, most_tag_bytes = 1 << 20, most_profile_bytes = 4 << 20, unknown = UINT16_MAX };

/// What the boxes of the header say.
typedef struct {
    bool has_size, has_space;
    uint32_t width, height;
    /// The number of a color space; `unknown` for a profile.
    uint32_t space;
    bc_reader lab, mapping, definitions;
} header;

static bool is_bare(bc_reader file) { return file.length >= 2 && file.bytes[0] == 0xFF && file.bytes[1] == 0x4F; }

// MARK: Colors

/// The spaces that are shown: JPX has others, and a file may describe its colors several times.
static bool space_of(uint32_t number, bc_jp2_space *space) {
    switch (number) {
        case 17: *space = BC_JP2_GRAY; return true;
        case 16: *space = BC_JP2_RGB; return true;
        // YCbCr with all values and the matrix of sYCC, sYCC, and e-sYCC, which differs by less than a step.
        case 3:
        case 18:
        case 24: *space = BC_JP2_YCC; return true;
        case 14: *space = BC_JP2_LAB; return true;
        case 12: *space = BC_JP2_CMYK; return true;
        default: return false;
    }
}

static bool space_of_profile(bc_reader profile, bc_jp2_space *space) {
    enum { place = 16, header_length = 128 };
    if (profile.length < header_length || profile.length > most_profile_bytes) { return false; }
    bc_take_part(&profile, place);
    switch (bc_take(&profile, 4)) {
        case BC_FOUR('G', 'R', 'A', 'Y'): *space = BC_JP2_GRAY; return true;
        case BC_FOUR('R', 'G', 'B', ' '): *space = BC_JP2_RGB; return true;
        case BC_FOUR('C', 'M', 'Y', 'K'): *space = BC_JP2_CMYK; return true;
        default: return false;
    }
}

/// Takes the first description of colors that is understood.
static void take_colors(bc_reader body, header *found, bc_jp2_file *jp2) {
    enum { by_number = 1, by_restricted_profile = 2, by_profile = 3 };
    const uint32_t method = (uint32_t)bc_take(&body, 1);
    bc_take(&body, 2);
    if (found->has_space) { return; }
    if (method == by_restricted_profile || method == by_profile) {
        found->has_space = space_of_profile(body, &jp2->space);
        if (found->has_space) { jp2->profile = (bc_span){body.bytes, body.length}; }
    } else if (method == by_number && body.length >= 4) {
        found->has_space = space_of((uint32_t)bc_take(&body, 4), &jp2->space);
        found->lab = body;
    }
}

/// L from 0 to 100, and a and b around 0 unless the file says otherwise.
static void set_lab_ranges(bc_reader values, bc_jp2_file *jp2) {
    const double usual[3] = {100, 170, 200};
    enum { values_length = 24 };
    const bool is_usual = values.length < values_length;
    for (uint32_t index = 0; index < 3; ++index) {
        const double most = (double)((UINT64_C(1) << jp2->codestream.components[index].bits) - 1), middle = (most + 1) / 2;
        const double usual_offset = index == 0 ? 0 : index == 1 ? middle : middle * 3 / 4;
        const double range = is_usual ? usual[index] : (double)bc_take(&values, 4);
        const double offset = is_usual ? usual_offset : (double)bc_take(&values, 4);
        jp2->lab_low[index] = -offset * range / most;
        jp2->lab_high[index] = (most - offset) * range / most;
    }
}

// MARK: Channels

static int32_t take_palette(bc_reader body, bc_jp2_file *jp2, bc_error *error) {
    enum { most_colors = 1024 };
    jp2->palette_length = (uint32_t)bc_take(&body, 2);
    jp2->palette_columns = (uint32_t)bc_take(&body, 1);
    if (jp2->palette_length == 0 || jp2->palette_length > most_colors || jp2->palette_columns == 0 || jp2->palette_columns > body.length) {
        return bc_report(error, BC_MALFORMED, "a palette of %u colors with %u columns is not possible", jp2->palette_length,
                         jp2->palette_columns);
    }
    jp2->palette_depths = body.bytes;
    bc_take_part(&body, jp2->palette_columns);
    size_t row = 0;
    for (uint32_t column = 0; column < jp2->palette_columns; ++column) { row += ((jp2->palette_depths[column] & 0x7F) + 8u) / 8; }
    if (body.length < row * jp2->palette_length) {
        return bc_report(error, BC_MALFORMED, "the palette says that it has %u colors, and there are %zu", jp2->palette_length,
                         body.length / row);
    }
    jp2->palette = body;
    return BC_OK;
}

static uint32_t channel_count(const bc_jp2_file *jp2, const header *found) {
    enum { mapping_length = 4 };
    return jp2->palette_columns > 0 ? (uint32_t)(found->mapping.length / mapping_length) : jp2->codestream.component_count;
}

static int32_t make_channel(const bc_jp2_file *jp2, const header *found, uint32_t number, bc_jp2_channel *channel, bc_error *error) {
    *channel = (bc_jp2_channel){.component = number};
    if (jp2->palette_columns > 0) {
        bc_reader mapping = found->mapping;
        bc_take_part(&mapping, (uint64_t)number * 4);
        channel->component = (uint32_t)bc_take(&mapping, 2);
        channel->is_mapped = bc_take(&mapping, 1) == 1;
        channel->column = (uint8_t)bc_take(&mapping, 1);
    }
    const uint32_t known = sizeof jp2->codestream.components / sizeof *jp2->codestream.components;
    if (channel->component >= jp2->codestream.component_count || channel->component >= known) {
        return bc_report(error, BC_MALFORMED, "channel %u is component %u, and there are %u", number, channel->component,
                         jp2->codestream.component_count);
    }
    if (channel->is_mapped && channel->column >= jp2->palette_columns) {
        return bc_report(error, BC_MALFORMED, "channel %u is column %u of the palette, and there are %u", number, channel->column,
                         jp2->palette_columns);
    }
    return BC_OK;
}

/// Takes which channels are colors, and which is alpha: without definitions, one that is left.
static int32_t take_channels(const header *found, bc_jp2_file *jp2, bc_error *error) {
    enum { color = 0, alpha = 1, premultiplied_alpha = 2 };
    const uint32_t count = channel_count(jp2, found);
    uint32_t numbers[bc_jp2_most_colors] = {0, 1, 2, 3}, alpha_number = jp2->color_count;
    jp2->has_alpha = count > jp2->color_count;
    bc_reader definitions = found->definitions;
    const uint32_t definition_count = (uint32_t)bc_take(&definitions, 2);
    if (definition_count > 0) { jp2->has_alpha = false; }
    for (uint32_t index = 0; index < definition_count && definitions.length >= 6; ++index) {
        const uint32_t number = (uint32_t)bc_take(&definitions, 2), type = (uint32_t)bc_take(&definitions, 2);
        const uint32_t place = (uint32_t)bc_take(&definitions, 2);
        if (type == color && place >= 1 && place <= jp2->color_count) { numbers[place - 1] = number; }
        if ((type != alpha && type != premultiplied_alpha) || jp2->has_alpha) { continue; }
        jp2->has_alpha = true;
        jp2->is_premultiplied = type == premultiplied_alpha;
        alpha_number = number;
    }
    int32_t status = BC_OK;
    for (uint32_t index = 0; status == BC_OK && index < jp2->color_count; ++index) {
        if (numbers[index] >= count) {
            return bc_report(error, BC_MALFORMED, "color %u is channel %u, and there are %u", index + 1, numbers[index], count);
        }
        status = make_channel(jp2, found, numbers[index], &jp2->colors[index], error);
    }
    if (status != BC_OK || !jp2->has_alpha) { return status; }
    if (alpha_number >= count) { return bc_report(error, BC_MALFORMED, "alpha is channel %u, and there are %u", alpha_number, count); }
    return make_channel(jp2, found, alpha_number, &jp2->alpha, error);
}

/// What a file without a description means: chroma is often sampled less densely.
static bc_jp2_space guessed_space(const bc_jp2_codestream *codestream, uint32_t count) {
    if (count < 3) { return BC_JP2_GRAY; }
    const bc_jp2_component *components = codestream->components;
    const bool is_chroma = count == 3 && components[1].across > components[0].across && components[2].across > components[0].across;
    return is_chroma ? BC_JP2_YCC : BC_JP2_RGB;
}

static int32_t take_meaning(header *found, bc_jp2_file *jp2, bc_error *error) {
    const uint32_t count = channel_count(jp2, found);
    if (!found->has_space) { jp2->space = guessed_space(&jp2->codestream, count); }
    jp2->color_count = jp2->space == BC_JP2_GRAY ? 1 : jp2->space == BC_JP2_CMYK ? 4 : 3;
    if (count > 0 && count < jp2->color_count) {
        // One component that says that it is sRGB is gray.
        jp2->space = BC_JP2_GRAY;
        jp2->color_count = 1;
        jp2->profile = (bc_span){NULL, 0};
    }
    if (jp2->space == BC_JP2_LAB) { set_lab_ranges(found->lab, jp2); }
    return take_channels(found, jp2, error);
}

// MARK: Boxes

static int32_t take_header(bc_reader rest, header *found, bc_jp2_file *jp2, bc_error *error) {
    bc_reader body;
    uint32_t type;
    int32_t status = BC_OK;
    for (int count = 0; status == BC_OK && count < most_boxes && bc_take_box(&rest, &type, &body); ++count) {
        switch (type) {
            case BC_FOUR('i', 'h', 'd', 'r'):
                found->has_size = body.length >= 8;
                found->height = (uint32_t)bc_take(&body, 4);
                found->width = (uint32_t)bc_take(&body, 4);
                break;
            case BC_FOUR('c', 'o', 'l', 'r'): take_colors(body, found, jp2); break;
            case BC_FOUR('p', 'c', 'l', 'r'): status = take_palette(body, jp2, error); break;
            case BC_FOUR('c', 'm', 'a', 'p'): found->mapping = body; break;
            case BC_FOUR('c', 'd', 'e', 'f'): found->definitions = body; break;
            default: break;
        }
    }
    return status;
}

/// Finds the header and the first codestream. A box that says that it is longer than the file ends with it.
static int32_t take_boxes(bc_reader rest, header *found, bc_jp2_file *jp2, bc_span *codestream, bc_error *error) {
    bc_reader body;
    uint32_t type;
    for (int count = 0; count < most_boxes && bc_take_box(&rest, &type, &body); ++count) {
        if (type == BC_FOUR('j', 'p', '2', 'h')) {
            const int32_t status = take_header(body, found, jp2, error);
            if (status != BC_OK) { return status; }
        }
        if (type != BC_FOUR('j', 'p', '2', 'c')) { continue; }
        *codestream = (bc_span){body.bytes, body.length};
        return BC_OK;
    }
    return bc_report(error, BC_MALFORMED, "there is no codestream: no box jp2c");
}

static int32_t check_size(const header *found, const bc_jp2_codestream *codestream, bc_error *error) {
    const uint32_t width = codestream->right - codestream->left, height = codestream->bottom - codestream->top;
    if (!found->has_size || (found->width == width && found->height == height)) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "the file says that its picture is %ux%u, and the codestream that it is %ux%u", found->width,
                     found->height, width, height);
}

int32_t bc_jp2_open(bc_span file, bool allow_truncated, bc_jp2_file *jp2, bc_error *error) {
    *jp2 = (bc_jp2_file){.space = BC_JP2_RGB};
    header found = {.has_size = false};
    bc_span codestream = file;
    int32_t status = BC_OK;
    if (!is_bare(bc_reader_of(file))) { status = take_boxes(bc_reader_of(file), &found, jp2, &codestream, error); }
    if (status == BC_OK) { status = bc_jp2_read_codestream(codestream, allow_truncated, &jp2->codestream, error); }
    if (status == BC_OK) { status = check_size(&found, &jp2->codestream, error); }
    return status == BC_OK ? take_meaning(&found, jp2, error) : status;
}

bool bc_jp2_can_be_halved(const bc_jp2_file *jp2) {
    if (jp2->has_alpha) { return false; }
    for (uint32_t index = 0; index < jp2->color_count; ++index) {
        if (jp2->colors[index].is_mapped) { return false; }
    }
    return true;
}

// MARK: Metadata

static bc_bytes copy(bc_reader body, size_t most) {
    uint8_t *bytes = body.length > 0 && body.length <= most ? malloc(body.length) : NULL;
    if (!bytes) { return (bc_bytes){NULL, 0}; }
    memcpy(bytes, body.bytes, body.length);
    return (bc_bytes){bytes, body.length};
}

/// The first box of metadata that has this number.
static bc_bytes copy_tag(bc_span file, const char number[16]) {
    enum { number_length = 16 };
    bc_reader rest = bc_reader_of(file), body;
    bc_bytes found = {NULL, 0};
    if (is_bare(rest)) { return found; }
    uint32_t type;
    for (int count = 0; !found.bytes && count < most_boxes && bc_take_box(&rest, &type, &body); ++count) {
        if (type != BC_FOUR('u', 'u', 'i', 'd') || body.length < number_length) { continue; }
        if (memcmp(bc_take_part(&body, number_length).bytes, number, number_length) == 0) { found = copy(body, most_tag_bytes); }
    }
    return found;
}

bc_bytes bc_jp2_copy_exif(bc_span file) { return bc_drop_before_tiff(copy_tag(file, "JpgTiffExif->JP2")); }

bc_bytes bc_jp2_copy_xmp(bc_span file) {
    return copy_tag(file, "\xBE\x7A\xCF\xCB\x97\xA9\x42\xE8\x9C\x71\x99\x94\x91\xE3\xAF\xAC");
}

bc_bytes bc_jp2_copy_iptc(bc_span file) {
    return copy_tag(file, "\x33\xC7\xA4\xD2\xB8\x1D\x47\x23\xA0\xBA\xF1\xA3\xE0\x97\xAD\x38");
}

bc_bytes bc_jp2_copy_icc_profile(bc_span file) {
    bc_error error;
    bc_jp2_file jp2;
    if (bc_jp2_open(file, true, &jp2, &error) != BC_OK || !jp2.profile.bytes) { return (bc_bytes){NULL, 0}; }
    return copy((bc_reader){jp2.profile.bytes, jp2.profile.length}, most_profile_bytes);
}
