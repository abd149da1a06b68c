#include "jp2_colors.h"

#include <stdlib.h>
#include <string.h>

#include "CCalls.h"

static int64_t quotient(int64_t dividend, int64_t divisor) { return (dividend + divisor - 1) / divisor; }

/// A sample of any depth as one of 8 bits.
static inline uint8_t byte_of(int64_t sample, uint32_t bits, bool is_signed) {
    const int64_t most = (INT64_C(1) << bits) - 1, value = is_signed ? sample + (most + 1) / 2 : sample;
    const int64_t clamped = value < 0 ? 0 : value > most ? most : value;
    return (uint8_t)(bits == 8 ? clamped : (clamped * 255 + most / 2) / most);
}

/// The column of the palette, with 8 bits.
static uint8_t *copy_column(const bc_jp2_file *jp2, uint8_t wanted) {
    uint8_t *copy = malloc(jp2->palette_length);
    bc_reader rest = jp2->palette;
    for (uint32_t row = 0; copy && row < jp2->palette_length; ++row) {
        for (uint32_t column = 0; column < jp2->palette_columns; ++column) {
            const uint32_t bits = (jp2->palette_depths[column] & 0x7F) + 1u;
            const uint64_t value = bc_take(&rest, (bits + 7) / 8);
            // Of more bits than this, the lower ones do not matter.
            enum { most_bits = 32 };
            const uint32_t spare = bits > most_bits ? bits - most_bits : 0;
            const bool is_signed = jp2->palette_depths[column] >> 7;
            const uint64_t flipped = is_signed ? value ^ UINT64_C(1) << (bits > 63 ? 63 : bits - 1) : value;
            if (column == wanted) { copy[row] = byte_of((int64_t)(flipped >> spare), bits - spare, false); }
        }
    }
    return copy;
}

static int32_t start_plane(bc_jp2_colors *colors, const opj_image_t *image, bc_jp2_area area, bc_jp2_channel channel, bc_error *error) {
    bc_jp2_plane *plane = &colors->planes[colors->plane_count];
    const opj_image_comp_t *component = channel.component < image->numcomps ? &image->comps[channel.component] : NULL;
    if (!component || !component->data || component->w == 0 || component->h == 0) {
        return bc_report(error, BC_MALFORMED, "component %u has no samples here", channel.component);
    }
    const int64_t step = INT64_C(1) << colors->halvings;
    *plane = (bc_jp2_plane){
        .component = component,
        .channel = channel,
        .left = quotient(quotient(area.left, component->dx), step),
        .top = quotient(quotient(area.top, component->dy), step),
        .palette = channel.is_mapped ? copy_column(colors->jp2, channel.column) : NULL,
    };
    ++colors->plane_count;
    return channel.is_mapped && !plane->palette ? bc_report_out_of_memory(error) : BC_OK;
}

int32_t bc_jp2_colors_start(bc_jp2_colors *colors, const bc_jp2_file *jp2, const opj_image_t *image, bc_jp2_area area, uint32_t halvings,
                            bc_error *error) {
    *colors = (bc_jp2_colors){.jp2 = jp2, .halvings = halvings};
    int32_t status = BC_OK;
    for (uint32_t index = 0; status == BC_OK && index < jp2->color_count; ++index) {
        status = start_plane(colors, image, area, jp2->colors[index], error);
    }
    if (status == BC_OK && jp2->has_alpha) { status = start_plane(colors, image, area, jp2->alpha, error); }
    if (status != BC_OK) { return status; }
    colors->samples = malloc((size_t)jp2->codestream.width * colors->plane_count);
    colors->line = malloc((size_t)jp2->codestream.width * sizeof *colors->line);
    if (jp2->space == BC_JP2_LAB) { colors->lab = bc_color_transform_create_lab(); }
    return colors->samples && colors->line && (colors->lab || jp2->space != BC_JP2_LAB) ? BC_OK : bc_report_out_of_memory(error);
}

void bc_jp2_colors_finish(bc_jp2_colors *colors) {
    for (uint32_t index = 0; index < colors->plane_count; ++index) { free(colors->planes[index].palette); }
    if (colors->lab) { bc_color_transform_destroy(colors->lab); }
    free(colors->samples);
    free(colors->line);
    *colors = (bc_jp2_colors){.jp2 = colors->jp2};
}

// MARK: Samples

/// The sample of a plane that covers a pixel, along one axis.
static size_t sample_index(uint64_t pixel, uint32_t pixel_step, uint32_t sample_step, int64_t first, uint32_t count) {
    const int64_t index = (int64_t)(pixel_step == sample_step ? pixel : pixel * pixel_step / sample_step) - first;
    return (size_t)(index < 0 ? 0 : index >= count ? count - 1 : index);
}

/// Replaces indexes by their colors.
static int32_t map_samples(const bc_jp2_plane *plane, uint32_t length, const int32_t *indexes, uint32_t count, bool allow_truncated,
                           uint8_t *samples, bc_error *error) {
    const int32_t most = (int32_t)length - 1;
    for (uint32_t place = 0; place < count; ++place) {
        const int32_t index = indexes[place];
        if ((index < 0 || index > most) && !allow_truncated) {
            return bc_report(error, BC_MALFORMED, "a pixel has color %d of a palette of %u", index, length);
        }
        samples[place] = plane->palette[index < 0 ? 0 : index > most ? most : index];
    }
    return BC_OK;
}

static int32_t read_samples(const bc_jp2_colors *colors, const bc_jp2_plane *plane, uint32_t left, uint32_t row, uint32_t count,
                            bool allow_truncated, uint8_t *samples, bc_error *error) {
    const bc_jp2_codestream *codestream = &colors->jp2->codestream;
    const bc_jp2_component *first = &codestream->components[0];
    const opj_image_comp_t *component = plane->component;
    const int64_t step = INT64_C(1) << colors->halvings;
    const uint64_t column = (uint64_t)quotient(quotient(codestream->left, first->across), step) + left;
    const uint64_t line = (uint64_t)quotient(quotient(codestream->top, first->down), step) + row;
    const int32_t *from = component->data + sample_index(line, first->down, component->dy, plane->top, component->h) * component->w;
    for (uint32_t index = 0; index < count; ++index) {
        colors->line[index] = from[sample_index(column + index, first->across, component->dx, plane->left, component->w)];
    }
    if (plane->palette) {
        return map_samples(plane, colors->jp2->palette_length, colors->line, count, allow_truncated, samples, error);
    }
    for (uint32_t index = 0; index < count; ++index) { samples[index] = byte_of(colors->line[index], component->prec, component->sgnd); }
    return BC_OK;
}

// MARK: Colors

static uint8_t clamped(int64_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/// The matrix of JPEG, in 65536ths.
static void write_ycc(const uint8_t *const rows[], uint8_t *rgba, uint32_t count) {
    enum { middle = 128, half = 32768, red_of_cr = 91881, green_of_cb = 22554, green_of_cr = 46802, blue_of_cb = 116130 };
    for (uint32_t index = 0; index < count; ++index, rgba += 4) {
        const int64_t luma = ((int64_t)rows[0][index] << 16) + half, cb = rows[1][index] - middle, cr = rows[2][index] - middle;
        rgba[0] = clamped((luma + cr * red_of_cr) >> 16);
        rgba[1] = clamped((luma - cb * green_of_cb - cr * green_of_cr) >> 16);
        rgba[2] = clamped((luma + cb * blue_of_cb) >> 16);
    }
}

/// ICC's Lab has L from 0 to 100, and a and b from -128 to 127.
static void write_lab(const bc_jp2_colors *colors, const uint8_t *const rows[], uint8_t *rgba, uint32_t count) {
    const bc_jp2_file *jp2 = colors->jp2;
    uint8_t values[3][256];
    for (int channel = 0; channel < 3; ++channel) {
        const double low = jp2->lab_low[channel], step = (jp2->lab_high[channel] - low) / 255;
        for (int value = 0; value < 256; ++value) {
            const double exact = channel == 0 ? (low + step * value) * 2.55 : low + step * value + 128;
            values[channel][value] = (uint8_t)(exact < 0 ? 0 : exact > 255 ? 255 : exact + 0.5);
        }
    }
    for (uint32_t index = 0; index < count; ++index) {
        for (int channel = 0; channel < 3; ++channel) { rgba[(size_t)index * 4 + (size_t)channel] = values[channel][rows[channel][index]]; }
    }
    bc_color_transform_rgba(colors->lab, rgba, count);
}

/// Full ink is 255 here and 0 in Adobe's form.
static void write_cmyk(const bc_color_transform *_Nullable transform, const uint8_t *const rows[], uint8_t *rgba, uint32_t count) {
    enum { batch = 256 };
    uint8_t inverted[batch * 4];
    for (uint32_t done = 0; done < count; done += batch) {
        const uint32_t part = count - done < batch ? count - done : batch;
        for (uint32_t index = 0; index < part * 4; ++index) { inverted[index] = (uint8_t)(255 - rows[index % 4][done + index / 4]); }
        bc_cmyk_to_rgba(transform, inverted, rgba + (size_t)done * 4, part);
    }
}

static void write_rgb(const uint8_t *red, const uint8_t *green, const uint8_t *blue, uint8_t *rgba, uint32_t count) {
    for (uint32_t index = 0; index < count; ++index, rgba += 4) {
        rgba[0] = red[index];
        rgba[1] = green[index];
        rgba[2] = blue[index];
    }
}

/// Colors that are multiplied by alpha are made straight before they are converted.
static void make_straight(uint8_t *samples, const uint8_t *alpha, uint32_t count, uint32_t color_count) {
    for (uint32_t color = 0; color < color_count; ++color) {
        for (uint32_t index = 0; index < count; ++index) {
            uint8_t *sample = &samples[(size_t)color * count + index];
            if (alpha[index] < 255) { *sample = bc_unmultiply(*sample, alpha[index]); }
        }
    }
}

int32_t bc_jp2_write_row(const bc_jp2_colors *colors, const bc_color_transform *transform, uint32_t left, uint32_t row, uint32_t count,
                         bool allow_truncated, uint8_t *rgba, bc_error *error) {
    const bc_jp2_file *jp2 = colors->jp2;
    const uint8_t *rows[bc_jp2_most_colors + 1] = {NULL};
    for (uint32_t index = 0; index < colors->plane_count; ++index) {
        uint8_t *samples = colors->samples + (size_t)index * count;
        const int32_t status = read_samples(colors, &colors->planes[index], left, row, count, allow_truncated, samples, error);
        if (status != BC_OK) { return status; }
        rows[index] = samples;
    }
    const uint8_t *alpha = jp2->has_alpha ? rows[jp2->color_count] : NULL;
    const bool has_light = jp2->space == BC_JP2_GRAY || jp2->space == BC_JP2_RGB;
    if (alpha && jp2->is_premultiplied && has_light) { make_straight(colors->samples, alpha, count, jp2->color_count); }
    for (uint32_t index = 0; index < count; ++index) { rgba[(size_t)index * 4 + 3] = 255; }
    switch (jp2->space) {
        case BC_JP2_GRAY: write_rgb(rows[0], rows[0], rows[0], rgba, count); break;
        case BC_JP2_RGB: write_rgb(rows[0], rows[1], rows[2], rgba, count); break;
        case BC_JP2_YCC: write_ycc(rows, rgba, count); break;
        case BC_JP2_LAB: write_lab(colors, rows, rgba, count); break;
        case BC_JP2_CMYK: write_cmyk(transform, rows, rgba, count); break;
    }
    for (uint32_t index = 0; alpha && index < count; ++index) { rgba[(size_t)index * 4 + 3] = alpha[index]; }
    return BC_OK;
}
