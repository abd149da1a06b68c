// What is read of TIFF, and what is refused by name.
#include "CCalls.h"
#include "tiff_layout.h"

static const char *compression_name(uint64_t compression) {
    switch (compression) {
        case COMPRESSION_OJPEG: return "old-style JPEG";
        case COMPRESSION_T85:
        case COMPRESSION_T43:
        case COMPRESSION_JBIG: return "JBIG";
        case COMPRESSION_NEXT: return "NeXT";
        case COMPRESSION_THUNDERSCAN: return "ThunderScan";
        case COMPRESSION_PIXARFILM:
        case COMPRESSION_PIXARLOG: return "PixarLog";
        case COMPRESSION_DCS: return "Kodak DCS";
        case COMPRESSION_SGILOG:
        case COMPRESSION_SGILOG24: return "SGI LogLuv";
        case COMPRESSION_JP2000: return "JPEG 2000";
        case COMPRESSION_LERC: return "LERC";
        // Its decoder allocates as many gigabytes as the data asks for.
        case COMPRESSION_LZMA: return "LZMA";
        case COMPRESSION_JXL: return "JPEG XL";
        default: return "unknown";
    }
}

int32_t bc_tiff_check_compression(uint64_t compression, bc_error *error) {
    switch (compression) {
        case COMPRESSION_NONE:
        case COMPRESSION_CCITTRLE:
        case COMPRESSION_CCITTRLEW:
        case COMPRESSION_CCITTFAX3:
        case COMPRESSION_CCITTFAX4:
        case COMPRESSION_LZW:
        case COMPRESSION_JPEG:
        case COMPRESSION_ADOBE_DEFLATE:
        case COMPRESSION_DEFLATE:
        case COMPRESSION_PACKBITS:
        case COMPRESSION_ZSTD:
        case COMPRESSION_WEBP:
            if (bc_tiff.has_codec((uint16_t)compression)) { return BC_OK; }
            return bc_report(error, BC_UNSUPPORTED, "TIFF compression %u, which this libtiff was built without", (unsigned)compression);
        default:
            return bc_report(error, BC_UNSUPPORTED, "%s TIFF compression (%u)", compression_name(compression), (unsigned)compression);
    }
}

static int32_t check_photometric(const bc_tiff_layout *layout, bc_error *error) {
    const char *name = "an unknown kind of color";
    switch (layout->photometric) {
        case PHOTOMETRIC_MINISWHITE:
        case PHOTOMETRIC_MINISBLACK:
        case PHOTOMETRIC_RGB:
        case PHOTOMETRIC_PALETTE:
        case PHOTOMETRIC_SEPARATED:
        case PHOTOMETRIC_YCBCR:
        case PHOTOMETRIC_CIELAB:
        case PHOTOMETRIC_ICCLAB: return BC_OK;
        case PHOTOMETRIC_MASK: name = "a transparency mask"; break;
        case PHOTOMETRIC_ITULAB: name = "ITU Lab color"; break;
        case PHOTOMETRIC_CFA: name = "a camera's raw data"; break;
        case PHOTOMETRIC_LOGL:
        case PHOTOMETRIC_LOGLUV: name = "LogLuv color"; break;
        default: break;
    }
    return bc_report(error, BC_UNSUPPORTED, "a TIFF with %s (photometric interpretation %u)", name, layout->photometric);
}

static int32_t check_samples(const bc_tiff_layout *layout, uint16_t format, bc_error *error) {
    if (format == SAMPLEFORMAT_IEEEFP) { return bc_report(error, BC_UNSUPPORTED, "a TIFF of floating-point samples"); }
    if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID && !bc_tiff_is_lab(layout)) {
        return bc_report(error, BC_UNSUPPORTED, "a TIFF of samples that are not unsigned integers (sample format %u)", format);
    }
    const bool is_palette = layout->photometric == PHOTOMETRIC_PALETTE;
    const bool is_wide = layout->bits == 8 || (layout->bits == 16 && !is_palette);
    const bool is_narrow = layout->bits < 8 && layout->bits > 0 && !bc_tiff_is_lab(layout) && layout->photometric != PHOTOMETRIC_YCBCR;
    if (!is_wide && !is_narrow && !(layout->bits > 8 && layout->bits < 16 && layout->photometric <= PHOTOMETRIC_RGB)) {
        return bc_report(error, BC_UNSUPPORTED, "a TIFF of %u bits per sample (photometric interpretation %u)", layout->bits,
                         layout->photometric);
    }
    if (layout->samples < layout->colors) {
        return bc_report(error, BC_MALFORMED, "%u samples per pixel for %u colors", layout->samples, layout->colors);
    }
    if (layout->samples <= bc_tiff_most_samples) { return BC_OK; }
    return bc_report(error, BC_UNSUPPORTED, "a TIFF of %u samples per pixel; at most %d are supported", layout->samples,
                     bc_tiff_most_samples);
}

static int32_t check_combination(const bc_tiff_layout *layout, bc_error *error) {
    const bool is_ycbcr = layout->photometric == PHOTOMETRIC_YCBCR, is_jpeg = layout->compression == COMPRESSION_JPEG;
    const bool has_strange_chroma = is_ycbcr && (layout->is_planar || layout->samples != 3);
    if (has_strange_chroma || (is_jpeg && layout->bits != 8)) {
        return bc_report(error, BC_UNSUPPORTED, "a TIFF of %u %u-bit samples with compression %u and photometric interpretation %u%s",
                         layout->samples, layout->bits, layout->compression, layout->photometric, layout->is_planar ? ", planar" : "");
    }
    // A block of any size takes a few bytes, so only pictures as large as their blocks may have large ones.
    const uint64_t area = (uint64_t)layout->width * layout->height, block = (uint64_t)layout->block_width * layout->block_height;
    const uint64_t most = area > 2048 * 1024 ? 2 * area : 4096 * 1024;
    if (layout->is_tiled && block > most) {
        return bc_report(error, BC_MALFORMED, "tiles of %ux%u in a picture of %ux%u", layout->block_width, layout->block_height,
                         layout->width, layout->height);
    }
    return BC_OK;
}

int32_t bc_tiff_check_support(const bc_tiff_layout *layout, uint16_t sample_format, bc_error *error) {
    if (layout->width == 0 || layout->height == 0 || layout->width > INT32_MAX || layout->height > INT32_MAX) {
        return bc_report(error, BC_MALFORMED, "a picture of %ux%u", layout->width, layout->height);
    }
    int32_t status = bc_tiff_check_compression(layout->compression, error);
    if (status == BC_OK) { status = check_photometric(layout, error); }
    if (status == BC_OK) { status = check_samples(layout, sample_format, error); }
    return status == BC_OK ? check_combination(layout, error) : status;
}
