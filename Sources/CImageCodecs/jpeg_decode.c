#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"
#include "jpeg_streams.h"

// Requires jpeglib.h to be included first.
#include <jerror.h>

#define BC_READ_JPEGS "only baseline and progressive JPEG with 8 bits is read, so save it as one, or as PNG or TIFF"

/// Everything that must survive a longjmp and be cleaned up after it. It is owned by the caller of the function that sets the return point.
typedef struct {
    struct jpeg_decompress_struct cinfo;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf return_point;
    bc_jpeg_source source;
    bc_region region;
    uint8_t *line;
    bc_error *error;
} decoding;

/// Describes the decoder's position in the file and the picture.
static void describe_place(const decoding *state, char *place, size_t capacity) {
    const struct jpeg_decompress_struct *cinfo = &state->cinfo;
    const size_t byte = bc_jpeg_source_position(&state->source), length = state->source.file.length;
    // The rows of a progressive picture are meaningless here: the whole file is read before the first row comes out.
    if (cinfo->output_height > 0 && !cinfo->buffered_image && !jpeg_has_multiple_scans((j_decompress_ptr)(uintptr_t)cinfo)) {
        const double part = (double)cinfo->output_scanline / cinfo->output_height;
        snprintf(place, capacity, ", near row %u of %u (byte %zu of %zu)", (unsigned)(part * cinfo->image_height), cinfo->image_height, byte,
                 length);
    } else {
        snprintf(place, capacity, " (byte %zu of %zu)", byte, length);
    }
}

/// What kind of JPEG a frame's marker starts, if libjpeg does not read it (ITU-T T.81, table B.1; T.87). Null for damage.
static const char *unread_kind(int marker) {
    switch (marker) {
        case 0xC3:
        case 0xCB: return "lossless";
        case 0xC5:
        case 0xC6:
        case 0xCD:
        case 0xCE:
        case 0xDE: return "hierarchical";
        case 0xC7:
        case 0xCF: return "hierarchical and lossless";
        case 0xF7: return "JPEG-LS";
        default: return NULL;
    }
}

/// Reports a file that is whole, but not of a kind that is read; false for other errors.
static bool report_unread(const struct jpeg_error_mgr *failure, bc_error *error) {
    const int number = failure->msg_parm.i[0];
    const char *kind = NULL;
    switch (failure->msg_code) {
        case JERR_SOF_UNSUPPORTED:
        case JERR_UNKNOWN_MARKER:
            kind = unread_kind(number);
            if (kind) { bc_report(error, BC_UNSUPPORTED, "a JPEG that is %s; " BC_READ_JPEGS, kind); }
            return kind != NULL;
        case JERR_BAD_PRECISION:
            if (number <= 8 || number > 16) { return false; }
            bc_report(error, BC_UNSUPPORTED, "a JPEG with %d bits per color; " BC_READ_JPEGS, number);
            return true;
        case JERR_CCIR601_NOTIMPL:
        case JERR_FRACT_SAMPLE_NOTIMPL:
            bc_report(error, BC_UNSUPPORTED, "a JPEG with fractional sampling factors; " BC_READ_JPEGS);
            return true;
        default: return false;
    }
}

static void fail(j_common_ptr common) {
    decoding *state = common->client_data;
    if (common->err->msg_code == JERR_OUT_OF_MEMORY) {
        bc_report_out_of_memory(state->error);
    } else if (!report_unread(common->err, state->error)) {
        char text[JMSG_LENGTH_MAX], place[96];
        common->err->format_message(common, text);
        describe_place(state, place, sizeof place);
        bc_report(state->error, BC_MALFORMED, "%.150s%s", text, place);
    }
    longjmp(state->return_point, 1);
}

static void stop(j_common_ptr common) {
    decoding *state = common->client_data;
    bc_report_cancelled(state->error);
    longjmp(state->return_point, 1);
}

/// After damage, libjpeg continues with gray pixels. Here this is an error unless requested.
static void take_message(j_common_ptr common, int level) {
    decoding *state = common->client_data;
    if (level >= 0 || state->region.allow_truncated) { return; }
    switch (common->err->msg_code) {
        case JWRN_JPEG_EOF:
        case JWRN_HIT_MARKER:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_ARITH_BAD_CODE:
        case JWRN_MUST_RESYNC: fail(common);
        default: return;
    }
}

/// With a few bytes each, a file can request any number of passes over the whole picture. Real files have about ten, CMYK files 24.
static int most_scans(const struct jpeg_decompress_struct *cinfo) {
    enum { most = 100, least = 32 };
    const double most_pixels = 2e9;
    const double scans = most_pixels / ((double)cinfo->image_width * cinfo->image_height);
    return scans > most ? most : scans < least ? least : (int)scans;
}

/// Called by libjpeg for each row of blocks in each pass.
static void watch(j_common_ptr common) {
    if (bc_is_cancelled()) { stop(common); }
    decoding *state = common->client_data;
    const struct jpeg_decompress_struct *cinfo = &state->cinfo;
    if (cinfo->input_scan_number <= most_scans(cinfo)) { return; }
    bc_report(state->error, BC_MALFORMED, "more than %d progressive scans of %ux%u pixels", most_scans(cinfo), cinfo->image_width,
              cinfo->image_height);
    longjmp(state->return_point, 1);
}

static void say_nothing(j_common_ptr common) { (void)common; }

static void prepare(decoding *state) {
    state->cinfo.err = jpeg_std_error(&state->errors);
    state->cinfo.client_data = state;
    state->errors.error_exit = fail;
    state->errors.emit_message = take_message;
    state->errors.output_message = say_nothing;
    state->progress.progress_monitor = watch;
}

static void clean_up(decoding *state) {
    jpeg_destroy_decompress(&state->cinfo);
    free(state->line);
}

/// Reads up to the first scan. Call it after setting the return point.
static void open_file(decoding *state, bc_span file) {
    jpeg_create_decompress(&state->cinfo);
    state->cinfo.client_data = state;
    state->cinfo.progress = &state->progress;
    bc_jpeg_source_start(&state->source, &state->cinfo, file, stop);
    jpeg_read_header(&state->cinfo, TRUE);
}

static bc_color_model color_model(const struct jpeg_decompress_struct *cinfo) {
    switch (cinfo->jpeg_color_space) {
        case JCS_GRAYSCALE: return BC_COLOR_GRAY;
        case JCS_CMYK:
        case JCS_YCCK: return BC_COLOR_CMYK;
        default: return BC_COLOR_RGB;
    }
}

/// The memory that libjpeg allocates in addition to the output, according to jdcoefct.c and jdmainct.c: all coefficients of a picture with
/// several scans, and some rows of blocks of each component.
static uint64_t working_bytes(const struct jpeg_decompress_struct *cinfo) {
    const uint64_t unit_width = 8u * (unsigned)cinfo->max_h_samp_factor, unit_height = 8u * (unsigned)cinfo->max_v_samp_factor;
    const uint64_t columns = (cinfo->image_width + unit_width - 1) / unit_width, rows = (cinfo->image_height + unit_height - 1) / unit_height;
    const bool holds_all = jpeg_has_multiple_scans((j_decompress_ptr)(uintptr_t)cinfo);
    uint64_t bytes = 256 * 1024 + columns * unit_width * 4;
    for (int index = 0; index < cinfo->num_components; ++index) {
        const jpeg_component_info *component = &cinfo->comp_info[index];
        const uint64_t blocks = columns * (unsigned)component->h_samp_factor * (unsigned)component->v_samp_factor;
        if (holds_all) { bytes += blocks * rows * sizeof(JBLOCK); }
        // Rows of decoded samples, with those above and below, and rows upsampled to the picture's width.
        bytes += blocks * 64 * 3 + columns * unit_width * unit_height;
    }
    return bytes;
}

static int32_t read_header(decoding *state, bc_span file, bc_image_header *header) {
    if (setjmp(state->return_point)) { return state->error->code; }
    open_file(state, file);
    const struct jpeg_decompress_struct *cinfo = &state->cinfo;
    if (cinfo->jpeg_color_space == JCS_UNKNOWN) {
        return bc_report(state->error, BC_UNSUPPORTED, "a JPEG with %d components; only 1, 3 and 4 are supported",
                         cinfo->num_components);
    }
    // Newer versions of libjpeg-turbo read such headers, but their rows with other functions.
    if (cinfo->data_precision != 8) {
        return bc_report(state->error, BC_UNSUPPORTED, "a JPEG with %d bits per color; " BC_READ_JPEGS, cinfo->data_precision);
    }
    *header = (bc_image_header){
        .width = cinfo->image_width,
        .height = cinfo->image_height,
        .color = color_model(cinfo),
        .working_bytes = working_bytes(cinfo),
    };
    return BC_OK;
}

int32_t bc_jpeg_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    decoding state = {.error = error};
    prepare(&state);
    const int32_t status = read_header(&state, file, header);
    clean_up(&state);
    return status;
}

/// Writes one decoded line, from libjpeg's columns (which start and end at block boundaries) to the region's.
static void write_line(const struct jpeg_decompress_struct *cinfo, const bc_color_transform *transform, uint8_t *line, size_t skipped, uint8_t *output,
                       size_t count) {
    if (cinfo->out_color_space == JCS_CMYK) {
        uint8_t *cmyk = line + skipped * 4;
        if (!cinfo->saw_Adobe_marker) {
            for (size_t index = 0; index < count * 4; ++index) { cmyk[index] = (uint8_t)(255 - cmyk[index]); }
        }
        bc_cmyk_to_rgba(transform, cmyk, output, count);
        return;
    }
    const size_t channels = (size_t)cinfo->output_components;
    memcpy(output, line + skipped * channels, count * channels);
    if (transform && channels == 4) { bc_color_transform_rgba(transform, output, count); }
}

/// Whether libjpeg smooths blocks: it does so in a progressive picture whose last scans are missing, using the neighboring blocks that it
/// decodes. A part cropped during decoding would then differ from the same part of the whole.
static bool is_smoothed(const struct jpeg_decompress_struct *cinfo) {
    enum { smoothing_coefficients = 10 };
    for (int index = 0; cinfo->progressive_mode && cinfo->coef_bits && index < cinfo->num_components; ++index) {
        for (int coefficient = 1; coefficient < smoothing_coefficients; ++coefficient) {
            if (cinfo->coef_bits[index][coefficient] != 0) { return true; }
        }
    }
    return false;
}

/// jpeg_crop_scanline assumes that each component is decoded at the picture's scale. With some factors libjpeg decodes color at a finer
/// scale, and half of the data that it then smooths was never written. Cropping is safe for common files, where color then has the
/// picture's resolution or half of it.
static bool can_be_cropped(const struct jpeg_decompress_struct *cinfo) {
    const int widest = cinfo->max_h_samp_factor, highest = cinfo->max_v_samp_factor;
    if (widest > 2 || highest > 2) { return false; }
    for (int index = 0; index < cinfo->num_components; ++index) {
        const jpeg_component_info *component = &cinfo->comp_info[index];
        const int scale = component->DCT_scaled_size / cinfo->min_DCT_scaled_size;
        const bool is_whole = component->h_samp_factor * scale == widest && component->v_samp_factor * scale == highest;
        if (scale != 1 && !is_whole) { return false; }
    }
    return true;
}

static void read_line(decoding *state) {
    JSAMPROW rows[1] = {state->line};
    jpeg_read_scanlines(&state->cinfo, rows, 1);
}

static int32_t decode_rows(decoding *state, bc_span file, bool luma, const bc_color_transform *transform, uint8_t *output) {
    const j_decompress_ptr cinfo = &state->cinfo;
    const bc_region region = state->region;
    if (setjmp(state->return_point)) { return state->error->code; }
    open_file(state, file);
    if (!bc_region_is_inside(region, cinfo->image_width, cinfo->image_height)) {
        return bc_report(state->error, BC_FAILED, "the region lies outside the picture of %ux%u", cinfo->image_width,
                         cinfo->image_height);
    }
    cinfo->scale_num = 1;
    cinfo->scale_denom = region.shrink;
    cinfo->out_color_space = luma ? JCS_GRAYSCALE : color_model(cinfo) == BC_COLOR_CMYK ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg_start_decompress(cinfo);

    // A margin on both sides, because chroma smoothing reads neighboring pixels.
    enum { margin = 16 };
    const bool is_cropped = can_be_cropped(cinfo) && !is_smoothed(cinfo);
    JDIMENSION left = is_cropped && region.x > margin ? region.x - margin : 0;
    const JDIMENSION right = is_cropped ? region.x + region.width + margin : cinfo->output_width;
    JDIMENSION width = (right < cinfo->output_width ? right : cinfo->output_width) - left;
    if (width < cinfo->output_width) { jpeg_crop_scanline(cinfo, &left, &width); }
    state->line = malloc((size_t)cinfo->output_width * (size_t)cinfo->output_components);
    if (!state->line) { return bc_report_out_of_memory(state->error); }
    if (is_cropped && region.y > 0) { jpeg_skip_scanlines(cinfo, region.y); }
    while (cinfo->output_scanline < region.y) { read_line(state); }
    const size_t stride = (size_t)region.width * (luma ? 1 : 4);
    for (uint32_t row = 0; row < region.height; ++row) {
        read_line(state);
        write_line(cinfo, transform, state->line, region.x - left, output + row * stride, region.width);
    }
    if (cinfo->output_scanline == cinfo->output_height) { jpeg_finish_decompress(cinfo); }
    return BC_OK;
}

static int32_t decode(bc_span file, bc_region region, bool luma, const bc_color_transform *_Nullable transform, uint8_t *output,
                      bc_error *error) {
    if (region.shrink != 1 && region.shrink != 2 && region.shrink != 4 && region.shrink != 8) {
        return bc_report(error, BC_FAILED, "a JPEG can be shrunk by 1, 2, 4 or 8, not %u", region.shrink);
    }
    decoding state = {.region = region, .error = error};
    prepare(&state);
    const int32_t status = decode_rows(&state, file, luma, transform, output);
    clean_up(&state);
    return status;
}

int32_t bc_jpeg_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    return decode(file, region, false, transform, rgba, error);
}

int32_t bc_jpeg_decode_luma(bc_span file, bc_region region, uint8_t *luma, bc_error *error) {
    return decode(file, region, true, NULL, luma, error);
}
