#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "avif_library.h"

int32_t bc_avif_check_size(uint32_t width, uint32_t height, bc_error *error) {
    enum { most_side = 32768 };
    if (width > 0 && height > 0 && width <= most_side && height <= most_side) { return BC_OK; }
    return bc_report(error, BC_UNSUPPORTED, "the sides of an AVIF must be 1 to %d pixels, not %ux%u", most_side, width, height);
}

/// The quantizer, 0...63, whose pictures are as similar to the original (SSIM) as JPEGs of a quality: measured at every fifth quality as
/// in `Scripts/compare-quality`, with the default speed. 0 would be lossless, which takes other ways.
static int quantizer(int32_t quality) {
    static const uint8_t measured[] = {63, 61, 52, 46, 42, 40, 38, 36, 34, 33, 32, 31, 29, 28, 26, 24, 21, 17, 12, 7, 1};
    enum { step = 5 };
    const int32_t within = quality < 0 ? 0 : quality > 100 ? 100 : quality, index = within / step, rest = within % step;
    if (rest == 0) { return measured[index]; }
    return (measured[index] * (step - rest) + measured[index + 1] * rest + step / 2) / step;
}

avifEncoder *bc_avif_create_encoder(bc_avif_settings settings) {
    avifEncoder *encoder = bc_avif.EncoderCreate();
    if (!encoder) { return NULL; }
    const int level = quantizer(settings.quality);
    encoder->codecChoice = AVIF_CODEC_CHOICE_AOM;
    encoder->maxThreads = 1;
    encoder->speed = settings.speed;
    encoder->timescale = 1000;
    encoder->minQuantizer = encoder->maxQuantizer = level;
    // Edges of alpha show more than those of color.
    encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = level / 2;
    return encoder;
}

static avifPixelFormat format(bc_subsampling subsampling) {
    switch (subsampling) {
        case BC_SUBSAMPLING_420: return AVIF_PIXEL_FORMAT_YUV420;
        case BC_SUBSAMPLING_422: return AVIF_PIXEL_FORMAT_YUV422;
        case BC_SUBSAMPLING_444: return AVIF_PIXEL_FORMAT_YUV444;
    }
    return AVIF_PIXEL_FORMAT_YUV420;
}

avifImage *bc_avif_import(const uint8_t *rgba, uint32_t width, uint32_t height, bool has_alpha, bc_subsampling subsampling,
                          bc_error *error) {
    avifImage *image = bc_avif.ImageCreate(width, height, 8, format(subsampling));
    if (!image) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    image->colorPrimaries = AVIF_COLOR_PRIMARIES_BT709;
    image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_SRGB;
    image->matrixCoefficients = AVIF_MATRIX_COEFFICIENTS_BT601;
    image->yuvRange = AVIF_RANGE_FULL;
    avifRGBImage rgb;
    bc_avif.RGBImageSetDefaults(&rgb, image);
    rgb.pixels = (uint8_t *)(uintptr_t)rgba;
    rgb.rowBytes = width * 4;
    rgb.ignoreAlpha = !has_alpha;
    // Made straight while it is converted.
    rgb.alphaPremultiplied = has_alpha;
    const avifResult result = bc_avif.ImageRGBToYUV(image, &rgb);
    if (result == AVIF_RESULT_OK) { return image; }
    bc_avif.ImageDestroy(image);
    bc_avif_report(error, result, &(avifDiagnostics){{0}});
    return NULL;
}

int32_t bc_avif_finish(avifEncoder *encoder, bc_bytes *output, bc_error *error) {
    avifRWData file = AVIF_DATA_EMPTY;
    const avifResult result = bc_avif.EncoderFinish(encoder, &file);
    // Copied because libavif's memory needs its own function to be freed, while ours uses free.
    uint8_t *copy = result == AVIF_RESULT_OK && file.size > 0 ? malloc(file.size) : NULL;
    if (copy) {
        memcpy(copy, file.data, file.size);
        *output = (bc_bytes){copy, file.size};
    }
    bc_avif.RWDataFree(&file);
    if (result != AVIF_RESULT_OK) { return bc_report(error, BC_FAILED, "libavif: %s", bc_avif.ResultToString(result)); }
    return copy ? BC_OK : bc_report_out_of_memory(error);
}

static bool is_opaque(const uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        if (rgba[index * 4 + 3] != 255) { return false; }
    }
    return true;
}

void bc_avif_set_metadata(avifImage *image, bc_metadata metadata) {
    if (metadata.icc_profile.length > 0) {
        (void)bc_avif.ImageSetProfileICC(image, metadata.icc_profile.bytes, metadata.icc_profile.length);
        image->colorPrimaries = AVIF_COLOR_PRIMARIES_UNSPECIFIED;
        image->transferCharacteristics = AVIF_TRANSFER_CHARACTERISTICS_UNSPECIFIED;
    }
    // Set directly, because libavif's function for it would make a rotation of EXIF's orientation. libavif writes nothing at all if it
    // finds no TIFF header.
    const bc_span exif = metadata.exif;
    if (exif.length >= 8 && (memcmp(exif.bytes, "II*\0", 4) == 0 || memcmp(exif.bytes, "MM\0*", 4) == 0)) {
        (void)bc_avif.RWDataSet(&image->exif, exif.bytes, exif.length);
    }
    if (metadata.xmp.length > 0) { (void)bc_avif.ImageSetMetadataXMP(image, metadata.xmp.bytes, metadata.xmp.length); }
}

int32_t bc_avif_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_avif_settings settings, bc_metadata metadata,
                       bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    int32_t status = bc_avif_check_size(width, height, error);
    if (status == BC_OK) { status = bc_avif_open_library(error); }
    if (status != BC_OK) { return status; }
    const bool has_alpha = !is_opaque(rgba, (size_t)width * height);
    avifImage *image = bc_avif_import(rgba, width, height, has_alpha, settings.subsampling, error);
    if (!image) { return error->code; }
    bc_avif_set_metadata(image, metadata);
    avifEncoder *encoder = bc_avif_create_encoder(settings);
    if (!encoder) {
        status = bc_report_out_of_memory(error);
    } else if (bc_is_cancelled()) {
        status = bc_report_cancelled(error);
    } else {
        const avifResult result = bc_avif.EncoderAddImage(encoder, image, 1, AVIF_ADD_IMAGE_FLAG_SINGLE);
        status = result == AVIF_RESULT_OK ? BC_OK : bc_report(error, BC_FAILED, "libavif: %s", bc_avif.ResultToString(result));
    }
    // The copy of the pixels is not needed to finish.
    bc_avif.ImageDestroy(image);
    if (status == BC_OK) { status = bc_avif_finish(encoder, output, error); }
    if (encoder) { bc_avif.EncoderDestroy(encoder); }
    return status;
}
