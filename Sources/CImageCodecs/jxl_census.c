// The numbers of a JPEG XL, found without decoding pixels.
#include "CCalls.h"
#include "jxl_frames.h"

enum { most_pixels = 1 << 28, most_side = 32768 };
/// Frames that are counted for a header, and those that are not shown but drawn below others.
enum { most_frames = 100000, most_layers = 1000 };

/// What the headers of all frames say.
typedef struct {
    uint32_t stored, shown;
    /// Of the largest frame, which may be larger than the picture.
    uint64_t most_pixels;
    /// Of the frames that are not shown.
    uint64_t drawn_pixels;
    bool has_pages;
} census;

static bool is_decodable(const JxlBasicInfo *info) {
    return info->xsize <= most_side && info->ysize <= most_side && (uint64_t)info->xsize * info->ysize <= most_pixels;
}

int32_t bc_jxl_check_size(const JxlBasicInfo *info, bc_error *error) {
    if (is_decodable(info)) { return BC_OK; }
    return bc_report(error, BC_LIMIT_EXCEEDED, "%ux%u pixels are more than can be decoded", info->xsize, info->ysize);
}

static int32_t count(census *found, const JxlFrameHeader *frame, bc_error *error) {
    const uint32_t duration_of_pages = UINT32_MAX;
    const uint64_t pixels = (uint64_t)frame->layer_info.xsize * frame->layer_info.ysize;
    if (pixels > found->most_pixels) { found->most_pixels = pixels; }
    ++found->stored;
    if (frame->duration > 0 || frame->is_last) {
        ++found->shown;
        found->has_pages = found->has_pages || frame->duration == duration_of_pages;
        return BC_OK;
    }
    found->drawn_pixels += pixels;
    const uint32_t layers = found->stored - found->shown;
    if (layers <= most_layers && found->drawn_pixels <= (uint64_t)most_pixels * 4) { return BC_OK; }
    return bc_report(error, BC_LIMIT_EXCEEDED, "the picture is drawn from at least %u layers with %llu MP in all", layers,
                     (unsigned long long)(found->drawn_pixels / 1000000));
}

/// Counts frames up to one more than the limit; of a file that is cut, those before, and one that cannot be decoded. Pixels are skipped.
static int32_t take_census(bc_jxl_file *jxl, uint32_t frame_limit, census *found, bc_error *error) {
    *found = (census){0};
    if (!is_decodable(&jxl->info)) { return BC_OK; }
    while (found->shown <= frame_limit && bc_jxl.ProcessInput(jxl->decoder) == JXL_DEC_FRAME) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        JxlFrameHeader frame;
        if (bc_jxl.GetFrameHeader(jxl->decoder, &frame) != JXL_DEC_SUCCESS) { break; }
        const int32_t status = count(found, &frame, error);
        if (status != BC_OK) { return status; }
        // Nothing that is shown comes after the last frame, whatever is wrong there.
        if (frame.is_last) { return BC_OK; }
    }
    if (found->shown <= frame_limit) { ++found->shown; }
    return BC_OK;
}

/// Opens a file for its numbers. Close it even on failure.
static int32_t open_and_count(bc_jxl_file *jxl, bc_span file, uint32_t frame_limit, census *found, bc_error *error) {
    const int32_t status = bc_jxl_open(jxl, file, BC_JXL_COUNT, true, error);
    return status == BC_OK ? take_census(jxl, frame_limit, found, error) : status;
}

/// An upper estimate of the memory that decoding takes, by measurement: 6 bytes per pixel, with what is returned; for each channel besides
/// color 32 more; and up to 9 per channel where whole channels are integers. What later frames need is kept up to four times, in floating
/// point.
static uint64_t working_bytes(const bc_jxl_file *jxl, const census *found) {
    const JxlBasicInfo *info = &jxl->info;
    const uint64_t extra = info->num_extra_channels, channels = info->num_color_channels + extra;
    const uint64_t area = (uint64_t)info->xsize * info->ysize, pixels = found->most_pixels > area ? found->most_pixels : area;
    const uint64_t decoded = jxl->is_modular ? 9 * channels : 5 + 32 * extra, kept = found->stored > 1 ? 16 * channels : 0;
    return 16 * 1024 * 1024 + pixels * (decoded + kept) + area * (jxl->color == BC_JXL_WIDE ? 8 : 4);
}

int32_t bc_jxl_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    bc_jxl_file jxl;
    census found;
    const int32_t status = open_and_count(&jxl, file, most_frames, &found, error);
    if (status == BC_OK) {
        const JxlBasicInfo *info = &jxl.info;
        *header = (bc_image_header){
            .width = info->xsize,
            .height = info->ysize,
            .color = jxl.has_black ? BC_COLOR_CMYK : info->num_color_channels == 1 ? BC_COLOR_GRAY : BC_COLOR_RGB,
            .has_alpha = info->alpha_bits > 0,
            // Pages are not shown one after the other.
            .animated = info->have_animation && found.shown > 1 && !found.has_pages,
            .is_upright = true,
            .working_bytes = working_bytes(&jxl, &found),
            .decoded_pixels = found.most_pixels,
        };
    }
    bc_jxl_close(&jxl);
    return status;
}

int32_t bc_jxl_animation_read_info(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error) {
    bc_jxl_file jxl;
    census found;
    int32_t status = open_and_count(&jxl, file, frame_limit, &found, error);
    if (status == BC_OK) { status = bc_jxl_check_size(&jxl.info, error); }
    if (status == BC_OK && found.shown > frame_limit) {
        status = bc_report(error, BC_LIMIT_EXCEEDED, "the animation exceeds the limit of %u frames", frame_limit);
    }
    if (status == BC_OK) {
        *info = (bc_animation_info){
            .width = jxl.info.xsize,
            .height = jxl.info.ysize,
            .frame_count = found.shown,
            .loop_count = jxl.info.animation.num_loops,
            .has_alpha = jxl.info.alpha_bits > 0,
            .working_bytes = working_bytes(&jxl, &found),
        };
    }
    bc_jxl_close(&jxl);
    return status;
}
