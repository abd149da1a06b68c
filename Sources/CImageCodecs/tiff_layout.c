#include "tiff_layout.h"

#include "CCalls.h"

static uint16_t short_field(bc_tiff_handle *handle, uint32_t tag, uint16_t missing) {
    uint16_t value = missing;
    return bc_tiff.get_defaulted(handle->tiff, tag, &value) ? value : missing;
}

static uint32_t long_field(bc_tiff_handle *handle, uint32_t tag) {
    uint32_t value = 0;
    return bc_tiff.get_defaulted(handle->tiff, tag, &value) ? value : 0;
}

/// Color samples per pixel; an index is one.
static uint16_t color_count(const bc_tiff_layout *layout) {
    switch (layout->photometric) {
        case PHOTOMETRIC_MINISWHITE:
        case PHOTOMETRIC_MINISBLACK:
        case PHOTOMETRIC_PALETTE: return 1;
        case PHOTOMETRIC_SEPARATED: return 4;
        // Lab files may have no color.
        case PHOTOMETRIC_CIELAB:
        case PHOTOMETRIC_ICCLAB: return layout->samples < 3 ? 1 : 3;
        default: return 3;
    }
}

static void find_alpha(bc_tiff_handle *handle, bc_tiff_layout *layout) {
    uint16_t count = 0;
    uint16_t *kinds = NULL;
    if (layout->samples <= layout->colors) { return; }
    if (!bc_tiff.get(handle->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0) {
        // Some programs write RGBA without saying what the fourth sample is.
        if (layout->photometric == PHOTOMETRIC_RGB && layout->samples == 4) { layout->alpha = layout->colors; }
        return;
    }
    for (uint16_t index = 0; kinds && index < count && layout->colors + index < layout->samples; ++index) {
        if (kinds[index] != EXTRASAMPLE_ASSOCALPHA && kinds[index] != EXTRASAMPLE_UNASSALPHA) { continue; }
        layout->alpha = layout->colors + index;
        layout->alpha_is_associated = kinds[index] == EXTRASAMPLE_ASSOCALPHA;
        return;
    }
}

/// What libtiff calls scanlines are not lines of pixels if chroma is shared by several.
static uint64_t subsampled_line(const bc_tiff_layout *layout) {
    const uint64_t units = ((uint64_t)layout->block_width + layout->chroma_width - 1) / layout->chroma_width;
    return units * (layout->chroma_width * layout->chroma_height + 2u);
}

static void read_blocks(bc_tiff_handle *handle, bc_tiff_layout *layout) {
    // Whole strips are faster, but reading one cannot be cancelled.
    enum { most_bytes = 1024 * 1024 };
    TIFF *tiff = handle->tiff;
    layout->is_tiled = bc_tiff.is_tiled(tiff) != 0;
    layout->block_width = layout->is_tiled ? long_field(handle, TIFFTAG_TILEWIDTH) : layout->width;
    layout->block_height = long_field(handle, layout->is_tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP);
    if (!layout->is_tiled && layout->block_height > layout->height) { layout->block_height = layout->height; }
    layout->line_bytes = layout->is_tiled ? bc_tiff.tile_line_size(tiff) : bc_tiff.line_size(tiff);
    layout->block_bytes = layout->is_tiled ? bc_tiff.tile_size(tiff) : bc_tiff.strip_size(tiff, layout->block_height);
    const bool is_subsampled = layout->chroma_width > 1 || layout->chroma_height > 1;
    if (is_subsampled) { layout->line_bytes = subsampled_line(layout); }
    layout->is_read_by_line = !layout->is_tiled && !is_subsampled && (layout->block_bytes > most_bytes);
}

/// Cameras' raw files are TIFF files whose first directory is a thumbnail, or says so.
static bool is_raw(const bc_tiff_directory *directory) {
    enum { dng_version = 50706 };
    bc_tiff_entry entry;
    const bool is_reduced = bc_tiff_first_number(directory, TIFFTAG_SUBFILETYPE, 0) & FILETYPE_REDUCEDIMAGE;
    return bc_tiff_find(directory, dng_version, &entry) || (is_reduced && bc_tiff_find(directory, TIFFTAG_SUBIFD, &entry));
}

int32_t bc_tiff_read_layout(bc_tiff_handle *handle, const bc_tiff_directory *directory, bc_tiff_layout *layout, bc_error *error) {
    if (is_raw(directory)) { return bc_report(error, BC_UNSUPPORTED, "a camera's raw file (DNG or a similar format)"); }
    *layout = (bc_tiff_layout){
        .width = long_field(handle, TIFFTAG_IMAGEWIDTH),
        .height = long_field(handle, TIFFTAG_IMAGELENGTH),
        .bits = short_field(handle, TIFFTAG_BITSPERSAMPLE, 1),
        .samples = short_field(handle, TIFFTAG_SAMPLESPERPIXEL, 1),
        .compression = short_field(handle, TIFFTAG_COMPRESSION, COMPRESSION_NONE),
        .is_planar = short_field(handle, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE,
        .chroma_width = 1,
        .chroma_height = 1,
        .is_bit_reversed = short_field(handle, TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) == FILLORDER_LSB2MSB,
    };
    layout->is_planar = layout->is_planar && layout->samples > 1;
    // Old files of black and white may lack the tag, or were meant to.
    const uint16_t missing = layout->samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    layout->photometric = short_field(handle, TIFFTAG_PHOTOMETRIC, missing);
    layout->colors = color_count(layout);
    find_alpha(handle, layout);
    if (layout->photometric == PHOTOMETRIC_YCBCR) {
        if (layout->compression == COMPRESSION_JPEG) {
            // libjpeg makes RGB of it.
            (void)bc_tiff.set(handle->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
        } else {
            (void)bc_tiff.get_defaulted(handle->tiff, TIFFTAG_YCBCRSUBSAMPLING, &layout->chroma_width, &layout->chroma_height);
        }
    }
    if (layout->photometric == PHOTOMETRIC_SEPARATED && short_field(handle, TIFFTAG_INKSET, INKSET_CMYK) != INKSET_CMYK) {
        return bc_report(error, BC_UNSUPPORTED, "a TIFF of inks other than cyan, magenta, yellow and black");
    }
    read_blocks(handle, layout);
    int32_t status = bc_tiff_check_support(layout, short_field(handle, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT), error);
    if (status == BC_OK) { status = bc_tiff_check_blocks(layout, error); }
    return status;
}
