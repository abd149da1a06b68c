#include <stdlib.h>
#include <string.h>

#include "avif_library.h"
#include "items.h"
#include "tiff_start.h"

enum { most_side = 32768, most_pixels = 1 << 28, spare_pixels = 1 << 20, most_profile_bytes = 4 << 20, most_tag_bytes = 1 << 20 };
/// For headers: frames are counted, not decoded.
enum { most_frames = 100000 };

avifDecoder *bc_avif_open(bc_span file, bool reads_metadata, uint32_t frame_limit, bc_error *error) {
    if (bc_items_check(file, error) != BC_OK || bc_avif_open_library(error) != BC_OK) { return NULL; }
    avifDecoder *decoder = bc_avif.DecoderCreate();
    if (!decoder) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    decoder->maxThreads = 1;
    decoder->ignoreExif = decoder->ignoreXMP = !reads_metadata;
    decoder->imageSizeLimit = most_pixels;
    decoder->imageDimensionLimit = most_side;
    decoder->imageCountLimit = frame_limit;
    // Old encoders leave out properties that are not needed here, and crops are checked by bc_avif_place.
    decoder->strictFlags = AVIF_STRICT_DISABLED;
    avifResult result = bc_avif.DecoderSetIOMemory(decoder, file.bytes, file.length);
    if (result == AVIF_RESULT_OK) { result = bc_avif.DecoderParse(decoder); }
    // Once more, so that coded pictures cannot be larger than the file says, but for the rest of a grid's tiles.
    const avifImage *image = result == AVIF_RESULT_OK ? decoder->image : NULL;
    const uint64_t area = image ? (uint64_t)image->width * image->height + spare_pixels : most_pixels;
    if (area < most_pixels) {
        decoder->imageSizeLimit = (uint32_t)area;
        result = bc_avif.DecoderParse(decoder);
    }
    if (result == AVIF_RESULT_OK) { return decoder; }
    if (strstr(decoder->diag.error, "imageCountLimit")) {
        bc_report(error, BC_LIMIT_EXCEEDED, "the sequence exceeds the limit of %u frames", frame_limit);
    } else {
        bc_avif_report(error, result, &decoder->diag);
    }
    bc_avif.DecoderDestroy(decoder);
    return NULL;
}

bc_cicp bc_avif_get_cicp(const avifImage *image) {
    if (image->icc.size > 0) { return (bc_cicp){1, 13}; }
    return (bc_cicp){image->colorPrimaries, image->transferCharacteristics};
}

/// The crop of a `clap` box, rounded to whole pixels along one axis.
static bool crop(uint32_t length, uint32_t size, uint32_t size_divisor, int32_t offset, uint32_t offset_divisor, int64_t *start,
                 int64_t *count) {
    if (size_divisor == 0 || offset_divisor == 0 || offset_divisor > INT32_MAX) { return false; }
    *count = ((int64_t)size + size_divisor / 2) / size_divisor;
    // The offset is from center to center.
    const double middle = (double)offset / offset_divisor + ((double)length - (double)*count) / 2;
    *start = (int64_t)(middle + 0.5);
    return *count > 0 && middle > -0.5 && *start + *count <= length;
}

/// Applies a map of the upright picture's pixels before those that are in `placement`.
static void turn(bc_placement *placement, int64_t xx, int64_t xy, int64_t x0, int64_t yx, int64_t yy, int64_t y0) {
    const bc_placement old = *placement;
    placement->x0 = old.x0 + old.xx * x0 + old.xy * y0;
    placement->xx = old.xx * xx + old.xy * yx;
    placement->xy = old.xx * xy + old.xy * yy;
    placement->y0 = old.y0 + old.yx * x0 + old.yy * y0;
    placement->yx = old.yx * xx + old.yy * yx;
    placement->yy = old.yx * xy + old.yy * yy;
}

int32_t bc_avif_place(const avifImage *image, bc_placement *placement, bc_error *error) {
    int64_t x = 0, y = 0, width = image->width, height = image->height;
    const avifCleanApertureBox *clap = &image->clap;
    if (image->transformFlags & AVIF_TRANSFORM_CLAP &&
        (!crop(image->width, clap->widthN, clap->widthD, (int32_t)clap->horizOffN, clap->horizOffD, &x, &width) ||
         !crop(image->height, clap->heightN, clap->heightD, (int32_t)clap->vertOffN, clap->vertOffD, &y, &height))) {
        return bc_report(error, BC_MALFORMED, "the crop (clap) lies outside the picture of %ux%u", image->width, image->height);
    }
    *placement = (bc_placement){.x0 = x, .xx = 1, .y0 = y, .yy = 1};
    const uint32_t angle = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
    // Counterclockwise.
    if (angle == 1) { turn(placement, 0, -1, width - 1, 1, 0, 0); }
    if (angle == 2) { turn(placement, -1, 0, width - 1, 0, -1, height - 1); }
    if (angle == 3) { turn(placement, 0, 1, 0, -1, 0, height - 1); }
    placement->width = (uint32_t)(angle & 1 ? height : width);
    placement->height = (uint32_t)(angle & 1 ? width : height);
    if (image->transformFlags & AVIF_TRANSFORM_IMIR) {
#if AVIF_VERSION_MAJOR >= 1
        const bool is_sideways = image->imir.axis == 1;
#else
        const bool is_sideways = image->imir.mode == 1;
#endif
        if (is_sideways) {
            turn(placement, -1, 0, (int64_t)placement->width - 1, 0, 1, 0);
        } else {
            turn(placement, 1, 0, 0, 0, -1, (int64_t)placement->height - 1);
        }
    }
    return BC_OK;
}

/// What libavif and dav1d allocate: up to three frames of all planes were measured for pictures and grids, and sequences keep eight for
/// reference.
static uint64_t working_bytes(const avifDecoder *decoder, bool is_animated) {
    const avifImage *image = decoder->image;
    const uint64_t sample = image->depth > 8 ? 2 : 1, area = (uint64_t)image->width * image->height;
    const bool is_small = image->yuvFormat == AVIF_PIXEL_FORMAT_YUV420 || image->yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
    const uint64_t planes = (is_small ? 2 : 3) + (decoder->alphaPresent ? 2 : 0);
    const uint64_t bands = (uint64_t)(image->width > image->height ? image->width : image->height) * 80 * 12;
    return 8 * 1024 * 1024 + 2 * (uint64_t)decoder->io->sizeHint + (is_animated ? 11 : 5) * planes * sample * area + bands;
}

int32_t bc_avif_fill_header(const avifDecoder *decoder, bc_image_header *header, bc_error *error) {
    const avifImage *image = decoder->image;
    bc_placement placement;
    const int32_t status = bc_avif_place(image, &placement, error);
    if (status != BC_OK) { return status; }
    const bc_cicp cicp = bc_avif_get_cicp(image);
    if (bc_cicp_classify(cicp) == BC_CICP_UNKNOWN) {
        return bc_report(error, BC_UNSUPPORTED, "colors with primaries %u and transfer function %u", cicp.primaries, cicp.transfer);
    }
    const bool is_animated = decoder->imageCount > 1 && decoder->progressiveState == AVIF_PROGRESSIVE_STATE_UNAVAILABLE;
    *header = (bc_image_header){
        .width = placement.width,
        .height = placement.height,
        // Gray pictures may have profiles for either model; pixels have three equal channels in any case.
        .color = image->icc.size >= 20 && memcmp(image->icc.data + 16, "GRAY", 4) == 0 ? BC_COLOR_GRAY : BC_COLOR_RGB,
        .has_alpha = decoder->alphaPresent,
        .animated = is_animated,
        .is_upright = true,
        .working_bytes = working_bytes(decoder, is_animated),
    };
    return BC_OK;
}

int32_t bc_avif_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    avifDecoder *decoder = bc_avif_open(file, false, most_frames, error);
    if (!decoder) { return error->code; }
    const int32_t status = bc_avif_fill_header(decoder, header, error);
    bc_avif.DecoderDestroy(decoder);
    return status;
}

static bc_bytes copy(avifRWData data, size_t most) {
    uint8_t *bytes = data.size > 0 && data.size <= most ? malloc(data.size) : NULL;
    if (!bytes) { return (bc_bytes){NULL, 0}; }
    memcpy(bytes, data.data, data.size);
    return (bc_bytes){bytes, data.size};
}

typedef enum { icc_profile, exif, xmp } metadata_kind;

static bc_bytes copy_metadata(bc_span file, metadata_kind kind) {
    bc_error error;
    avifDecoder *decoder = bc_avif_open(file, kind != icc_profile, most_frames, &error);
    bc_bytes found = {NULL, 0};
    if (!decoder) { return found; }
    const avifImage *image = decoder->image;
    if (kind == exif) {
        found = bc_drop_before_tiff(copy(image->exif, most_tag_bytes));
    } else if (kind == xmp) {
        found = copy(image->xmp, most_tag_bytes);
    } else {
        found = image->icc.size > 0 ? copy(image->icc, most_profile_bytes) : bc_cicp_copy_icc_profile(bc_avif_get_cicp(image));
    }
    bc_avif.DecoderDestroy(decoder);
    return found;
}

bc_bytes bc_avif_copy_icc_profile(bc_span file) { return copy_metadata(file, icc_profile); }
bc_bytes bc_avif_copy_exif(bc_span file) { return copy_metadata(file, exif); }
bc_bytes bc_avif_copy_xmp(bc_span file) { return copy_metadata(file, xmp); }
