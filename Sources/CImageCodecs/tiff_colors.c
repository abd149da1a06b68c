#include <string.h>

#include "internal.h"
#include "tiff_pixels.h"

static void read_palette(bc_tiff_colors *colors, bc_tiff_handle *handle) {
    uint16_t *channels[3] = {NULL, NULL, NULL};
    const size_t count = (size_t)1 << colors->layout->bits;
    if (!bc_tiff.get(handle->tiff, TIFFTAG_COLORMAP, &channels[0], &channels[1], &channels[2])) { return; }
    // Entries are bytes times 256 or 257, but some programs write bytes.
    bool has_words = false;
    for (size_t index = 0; index < count * 3; ++index) { has_words = has_words || channels[index % 3][index / 3] > 255; }
    for (size_t index = 0; index < count; ++index) {
        for (int channel = 0; channel < 3; ++channel) {
            const uint32_t value = channels[channel][index];
            colors->palette[index][channel] = (uint8_t)(has_words ? value >> 8 : value);
        }
    }
}

/// A factor as a multiple of 1/65536; the fallback if it is not one that files have.
static int32_t fixed(double value, double fallback) {
    const double most = 8;
    const bool is_usable = value >= -most && value <= most;
    return (int32_t)((is_usable ? value : fallback) * 65536);
}

/// According to TIFF 6.0, section 21.
static void read_ycbcr(bc_tiff_colors *colors, bc_tiff_handle *handle) {
    float *luma = NULL, *range = NULL;
    double red = 0.299, green = 0.587, blue = 0.114;
    if (bc_tiff.get_defaulted(handle->tiff, TIFFTAG_YCBCRCOEFFICIENTS, &luma) && luma && luma[1] > 0.01f) {
        red = (double)luma[0], green = (double)luma[1], blue = (double)luma[2];
    }
    double black = 0, white = 255, middle = 128, most = 255;
    if (bc_tiff.get_defaulted(handle->tiff, TIFFTAG_REFERENCEBLACKWHITE, &range) && range) {
        const bool is_usable = range[1] > range[0] && range[3] > range[2];
        if (is_usable) { black = (double)range[0], white = (double)range[1], middle = (double)range[2], most = (double)range[3]; }
    }
    colors->red_of_cr = fixed(2 - 2 * red, 1.402);
    colors->blue_of_cb = fixed(2 - 2 * blue, 1.772);
    colors->green_of_cr = fixed(red * (2 - 2 * red) / green, 0.714136);
    colors->green_of_cb = fixed(blue * (2 - 2 * blue) / green, 0.344136);
    colors->luma_scale = fixed(255 / (white - black), 1);
    colors->luma_offset = black >= 0 && black <= 255 ? (int32_t)black : 0;
    // Chroma's middle is 128 in all files.
    colors->chroma_scale = fixed(127 / (most - middle), 1);
}

bool bc_tiff_colors_start(bc_tiff_colors *colors, bc_tiff_handle *handle, const bc_tiff_layout *layout,
                          const bc_color_transform *transform) {
    *colors = (bc_tiff_colors){.layout = layout, .transform = transform};
    if (layout->photometric == PHOTOMETRIC_PALETTE) { read_palette(colors, handle); }
    if (bc_tiff_is_ycbcr(layout)) { read_ycbcr(colors, handle); }
    if (bc_tiff_is_lab(layout)) { colors->lab = bc_color_transform_create_lab(); }
    return !bc_tiff_is_lab(layout) || colors->lab;
}

void bc_tiff_colors_finish(bc_tiff_colors *colors) {
    if (colors->lab) { bc_color_transform_destroy(colors->lab); }
    colors->lab = NULL;
}

static uint8_t clamped(int64_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

static void write_ycbcr(const bc_tiff_colors *colors, const uint8_t *samples, uint8_t *rgba, size_t count) {
    enum { half = 32768, middle = 128 };
    for (size_t index = 0; index < count; ++index, samples += 3, rgba += 4) {
        const int64_t luma = (int64_t)(samples[0] - colors->luma_offset) * colors->luma_scale + half;
        const int64_t cb = ((int64_t)(samples[1] - middle) * colors->chroma_scale) >> 8;
        const int64_t cr = ((int64_t)(samples[2] - middle) * colors->chroma_scale) >> 8;
        rgba[0] = clamped((luma + ((cr * colors->red_of_cr) >> 8)) >> 16);
        rgba[1] = clamped((luma - ((cb * colors->green_of_cb + cr * colors->green_of_cr) >> 8)) >> 16);
        rgba[2] = clamped((luma + ((cb * colors->blue_of_cb) >> 8)) >> 16);
        rgba[3] = 255;
    }
}

static void write_gray(const bc_tiff_colors *colors, const uint8_t *samples, uint8_t *rgba, size_t count) {
    const bc_tiff_layout *layout = colors->layout;
    const uint8_t inversion = layout->photometric == PHOTOMETRIC_MINISWHITE ? 255 : 0;
    for (size_t index = 0; index < count; ++index, samples += layout->samples, rgba += 4) {
        rgba[0] = rgba[1] = rgba[2] = samples[0] ^ inversion;
        rgba[3] = 255;
    }
}

static void write_palette(const bc_tiff_colors *colors, const uint8_t *samples, uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index, samples += colors->layout->samples, rgba += 4) {
        memcpy(rgba, colors->palette[samples[0]], 3);
        rgba[3] = 255;
    }
}

static void write_rgb(const bc_tiff_colors *colors, const uint8_t *samples, uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index, samples += colors->layout->samples, rgba += 4) {
        memcpy(rgba, samples, 3);
        rgba[3] = 255;
    }
}

/// Full ink is 255 here and 0 in Adobe's form.
static void write_cmyk(const bc_tiff_colors *colors, uint8_t *samples, uint8_t *rgba, size_t count) {
    enum { batch = 256 };
    uint8_t inverted[batch * 4];
    for (size_t done = 0; done < count; done += batch) {
        const size_t part = count - done < batch ? count - done : batch;
        for (size_t index = 0; index < part; ++index) {
            const uint8_t *inks = samples + (done + index) * colors->layout->samples;
            for (size_t ink = 0; ink < 4; ++ink) { inverted[index * 4 + ink] = 255 - inks[ink]; }
        }
        bc_cmyk_to_rgba(colors->transform, inverted, rgba + done * 4, part);
    }
}

/// CIELab's a and b are signed; ICC's have an offset of 128, as Little CMS expects them.
static void write_lab(const bc_tiff_colors *colors, const uint8_t *samples, uint8_t *rgba, size_t count) {
    const bc_tiff_layout *layout = colors->layout;
    const uint8_t sign = layout->photometric == PHOTOMETRIC_CIELAB ? 0x80 : 0;
    for (size_t index = 0; index < count; ++index, samples += layout->samples) {
        rgba[index * 4] = samples[0];
        rgba[index * 4 + 1] = layout->colors == 3 ? samples[1] ^ sign : 0x80;
        rgba[index * 4 + 2] = layout->colors == 3 ? samples[2] ^ sign : 0x80;
        rgba[index * 4 + 3] = 255;
    }
    bc_color_transform_rgba(colors->lab, rgba, count);
}

/// Colors that are multiplied by alpha are made straight before they are converted. Those of a palette and of Lab are straight.
static void make_straight(const bc_tiff_layout *layout, uint8_t *samples, size_t count) {
    if (!layout->alpha_is_associated || layout->photometric == PHOTOMETRIC_PALETTE || bc_tiff_is_lab(layout)) { return; }
    for (size_t index = 0; index < count; ++index, samples += layout->samples) {
        const uint8_t alpha = samples[layout->alpha];
        if (alpha == 255) { continue; }
        for (uint16_t color = 0; color < layout->colors; ++color) { samples[color] = bc_unmultiply(samples[color], alpha); }
    }
}

void bc_tiff_write_rgba(const bc_tiff_colors *colors, uint8_t *samples, uint8_t *rgba, size_t count) {
    const bc_tiff_layout *layout = colors->layout;
    make_straight(layout, samples, count);
    switch (layout->photometric) {
        case PHOTOMETRIC_MINISWHITE:
        case PHOTOMETRIC_MINISBLACK: write_gray(colors, samples, rgba, count); break;
        case PHOTOMETRIC_PALETTE: write_palette(colors, samples, rgba, count); break;
        case PHOTOMETRIC_SEPARATED: write_cmyk(colors, samples, rgba, count); break;
        case PHOTOMETRIC_CIELAB:
        case PHOTOMETRIC_ICCLAB: write_lab(colors, samples, rgba, count); break;
        case PHOTOMETRIC_YCBCR: (bc_tiff_is_ycbcr(layout) ? write_ycbcr : write_rgb)(colors, samples, rgba, count); break;
        default: write_rgb(colors, samples, rgba, count); break;
    }
    if (layout->alpha == 0) { return; }
    for (size_t index = 0; index < count; ++index) { rgba[index * 4 + 3] = samples[index * layout->samples + layout->alpha]; }
}
