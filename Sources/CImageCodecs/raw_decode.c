#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "internal.h"
#include "raw_codec.h"
#include "raw_library.h"

/// Everything that is allocated while a photo is read.
typedef struct {
    libraw_data_t *_Nullable photo;
    /// OpenMP's number of threads before.
    int threads;
    /// Whether LibRaw met values that cannot be, and where.
    bool is_damaged;
    int64_t damaged_at;
    /// EXIF's number.
    uint32_t orientation;
    /// The sides of the picture that is developed.
    uint32_t width, height;
    bc_row_reducer reducer;
    uint8_t *_Nullable line;
    uint8_t *_Nullable curve;
} reading;

static int32_t report(bc_error *error, int code, const char *task) {
    if (bc_is_cancelled() || code == LIBRAW_CANCELLED_BY_CALLBACK) { return bc_report_cancelled(error); }
    if (code == LIBRAW_UNSUFFICIENT_MEMORY) { return bc_report_out_of_memory(error); }
    const int32_t status = code == LIBRAW_FILE_UNSUPPORTED ? BC_UNSUPPORTED
                           : code == LIBRAW_TOO_BIG        ? BC_LIMIT_EXCEEDED
                                                           : BC_MALFORMED;
    const char *reason = code == LIBRAW_IO_ERROR ? "the file is cut short or damaged" : bc_raw.strerror(code);
    return bc_report(error, status, "LibRaw cannot %s the photo: %s", task, reason);
}

static int take_progress(void *opaque, enum LibRaw_progress stage, int iteration, int expected) {
    (void)opaque, (void)stage, (void)iteration, (void)expected;
    return bc_is_cancelled() ? 1 : 0;
}

/// 0.21 has moved a setting, and widened an offset.
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
typedef INT64 damage_offset;
#define READING_SETTINGS rawparams
#else
typedef int damage_offset;
#define READING_SETTINGS params
#endif

static void take_damage(void *opaque, const char *file, const damage_offset offset) {
    (void)file;
    reading *state = opaque;
    if (!state->is_damaged) { state->damaged_at = offset; }
    state->is_damaged = true;
}

/// EXIF's number for dcraw's bits: mirrored, upside down, transposed.
static uint32_t orientation_of(int flip) {
    static const uint8_t numbers[] = {1, 2, 4, 3, 5, 8, 6, 7};
    return numbers[flip & 7];
}

/// Opens a photo and finds its size; reads neither the sensor's values nor the preview. It is to be closed in either case.
static int32_t open_photo(reading *state, bc_span file, bc_error *error) {
    *state = (reading){0};
    const int32_t status = bc_raw_open_library(error);
    if (status != BC_OK) { return status; }
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    state->threads = bc_raw_enter_loops();
    libraw_data_t *photo = state->photo = bc_raw_create();
    if (!photo) { return bc_report_out_of_memory(error); }
    bc_raw.set_progress_handler(photo, take_progress, NULL);
    bc_raw.set_dataerror_handler(photo, take_damage, state);
    int code = bc_raw_open(photo, file);
    if (code != LIBRAW_SUCCESS) { return report(error, code, "open"); }
    state->orientation = orientation_of(photo->sizes.flip);
    // Sides and pixels stay as stored.
    photo->params.user_flip = 0;
    code = bc_raw_adjust_sizes(photo);
    if (code != LIBRAW_SUCCESS) { return report(error, code, "measure"); }
    state->width = photo->sizes.iwidth;
    state->height = photo->sizes.iheight;
    if (state->width > 0 && state->height > 0) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "the photo says that it has %ux%u pixels", state->width, state->height);
}

static void close_photo(reading *state) {
    bc_row_reducer_finish(&state->reducer);
    free(state->line);
    free(state->curve);
    if (state->photo) { bc_raw_destroy(state->photo); }
    bc_raw_leave_loops(state->threads);
}

// MARK: The preview

/// The preview's file, which ends with the photo; empty if there is none that is a JPEG.
static bc_span preview_of(reading *state) {
    static const uint8_t signature[] = {0xFF, 0xD8, 0xFF};
    const bc_span none = {NULL, 0};
    if (bc_raw_unpack_preview(state->photo) != LIBRAW_SUCCESS) { return none; }
    const libraw_thumbnail_t *found = &state->photo->thumbnail;
    if (found->tformat != LIBRAW_THUMBNAIL_JPEG || !found->thumb || found->tlength < sizeof signature) { return none; }
    return memcmp(found->thumb, signature, sizeof signature) == 0 ? (bc_span){found->thumb, found->tlength} : none;
}

/// Whether a preview shows all of the picture, in the same orientation. Cameras develop a few rows and columns more or fewer than LibRaw.
static bool has_shape(const reading *state, const bc_image_header *preview) {
    const double tolerance = 0.02;
    const double shape = (double)state->width * preview->height / ((double)state->height * preview->width);
    const uint64_t most = (uint64_t)state->width + state->width / 16;
    return fabs(shape - 1) <= tolerance && preview->width <= most;
}

/// Reads the header of a preview that can be decoded in the picture's place; an empty file if there is none.
static bc_span find_preview(reading *state, bc_image_header *header) {
    const bc_span found = preview_of(state);
    bc_error ignored;
    const bool suits = found.length > 0 && bc_jpeg_read_header(found, header, &ignored) == BC_OK && header->color != BC_COLOR_CMYK &&
                       has_shape(state, header);
    return suits ? found : (bc_span){NULL, 0};
}

int32_t bc_raw_read_header(bc_span file, bc_image_header *header, bc_error *error) {
    reading state;
    const int32_t status = open_photo(&state, file, error);
    if (status == BC_OK) {
        const libraw_image_sizes_t *sizes = &state.photo->sizes;
        *header = (bc_image_header){
            .width = state.width,
            .height = state.height,
            .color = BC_COLOR_RGB,
            .decoded_pixels = (uint64_t)sizes->raw_width * sizes->raw_height,
            .orientation = state.orientation,
        };
        bc_image_header preview;
        if (find_preview(&state, &preview).length > 0) {
            header->preview_width = preview.width;
            header->preview_height = preview.height;
            header->working_bytes = preview.working_bytes + state.photo->thumbnail.tlength;
        }
    }
    close_photo(&state);
    return status;
}

static int32_t decode_preview(reading *state, bc_region region, const bc_color_transform *_Nullable transform, uint8_t *rgba,
                              bc_error *error) {
    bc_image_header header;
    const bc_span preview = find_preview(state, &header);
    if (preview.length == 0) { return bc_report(error, BC_FAILED, "the photo has no preview that shows all of it"); }
    const int32_t status = bc_jpeg_decode(preview, region, transform, rgba, error);
    if (status != BC_MALFORMED) { return status; }
    const bc_error reason = *error;
    return bc_report(error, status, "the preview in the photo is damaged (%.400s): the option raw with full does without it", reason.message);
}

// MARK: Developing

enum { levels = 65536 };

/// A table from linear values to sRGB.
static uint8_t *make_curve(void) {
    uint8_t *curve = malloc(levels);
    for (uint32_t value = 0; curve && value < levels; ++value) {
        const double linear = (double)value / (levels - 1);
        const double coded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
        curve[value] = (uint8_t)lround(coded * 255);
    }
    return curve;
}

/// Makes the picture in LibRaw's memory.
static int32_t develop(reading *state, bc_span file, bc_region region, bc_error *error) {
    enum { bytes_of_pixel = 8, megabyte = 1 << 20, spare_megabytes = 16, margin = 64 };
    libraw_data_t *photo = state->photo;
    // Nothing can be unpacked once the size was adjusted.
    int code = bc_raw_open(photo, file);
    if (code != LIBRAW_SUCCESS) { return report(error, code, "open"); }
    const libraw_image_sizes_t *sizes = &photo->sizes;
    libraw_output_params_t *settings = &photo->params;
    settings->half_size = region.rendition == BC_RENDITION_HALF;
    settings->use_camera_wb = 1;
    settings->no_auto_bright = 1;
    const uint64_t pixels = ((uint64_t)sizes->raw_width + margin) * ((uint64_t)sizes->raw_height + margin);
    photo->READING_SETTINGS.max_raw_memory_mb = (unsigned)(pixels * bytes_of_pixel / megabyte) + spare_megabytes;
    code = bc_raw_unpack(photo);
    if (code != LIBRAW_SUCCESS) { return report(error, code, "unpack"); }
    if (state->is_damaged && !region.allow_truncated) {
        return bc_report(error, BC_MALFORMED, "the values of the sensor are damaged at byte %lld or earlier",
                         (long long)state->damaged_at);
    }
    code = bc_raw_process(photo);
    if (code != LIBRAW_SUCCESS) { return report(error, code, "develop"); }
    return photo->image ? BC_OK : bc_report(error, BC_MALFORMED, "LibRaw cannot develop the photo");
}

static void write_row(const reading *state, uint32_t row, uint32_t width) {
    const uint16_t(*pixels)[4] = (const uint16_t(*)[4])state->photo->image + (size_t)row * width;
    const bool is_gray = state->photo->idata.colors == 1;
    uint8_t *line = state->line;
    for (uint32_t x = 0; x < width; ++x, ++pixels, line += 4) {
        for (int channel = 0; channel < 3; ++channel) { line[channel] = state->curve[(*pixels)[is_gray ? 0 : channel]]; }
        line[3] = 255;
    }
}

/// Keeps the region of what was developed. LibRaw makes half of the size only of values behind a color filter.
static int32_t reduce(reading *state, bc_region region, uint8_t *rgba, bc_error *error) {
    const uint32_t width = state->photo->sizes.width, height = state->photo->sizes.height;
    const bool is_whole = width == state->width && height == state->height;
    const bool is_half = width == (state->width + 1) / 2 && height == (state->height + 1) / 2;
    if (!is_whole && !(is_half && region.shrink % 2 == 0)) {
        return bc_report(error, BC_UNSUPPORTED, "LibRaw makes %ux%u pixels of a photo of %ux%u", width, height, state->width, state->height);
    }
    if (!is_whole) { region.shrink /= 2; }
    state->reducer = (bc_row_reducer){.region = region, .picture_width = width, .picture_height = height, .rgba = rgba};
    state->curve = make_curve();
    state->line = malloc((size_t)width * 4);
    if (!state->curve || !state->line || !bc_row_reducer_start(&state->reducer)) { return bc_report_out_of_memory(error); }
    const uint32_t end = bc_region_end_row(region, height);
    for (uint32_t row = region.y * region.shrink; row < end; ++row) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        write_row(state, row, width);
        bc_row_reducer_add(&state->reducer, row, state->line);
    }
    return BC_OK;
}

int32_t bc_raw_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    reading state;
    int32_t status = open_photo(&state, file, error);
    if (status == BC_OK && region.rendition == BC_RENDITION_PREVIEW) {
        status = decode_preview(&state, region, transform, rgba, error);
    } else if (status == BC_OK) {
        if (!bc_region_is_inside(region, state.width, state.height)) {
            status = bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", state.width, state.height);
        }
        if (status == BC_OK) { status = develop(&state, file, region, error); }
        if (status == BC_OK) { status = reduce(&state, region, rgba, error); }
    }
    close_photo(&state);
    return status;
}

// MARK: Metadata

static bc_bytes copy(bc_span found) {
    uint8_t *bytes = found.length > 0 ? malloc(found.length) : NULL;
    if (!bytes) { return (bc_bytes){NULL, 0}; }
    memcpy(bytes, found.bytes, found.length);
    return (bc_bytes){bytes, found.length};
}

bc_bytes bc_raw_copy_preview(bc_span file) {
    reading state;
    bc_error ignored;
    bc_bytes bytes = {NULL, 0};
    if (open_photo(&state, file, &ignored) == BC_OK) { bytes = copy(preview_of(&state)); }
    close_photo(&state);
    return bytes;
}

bc_bytes bc_raw_copy_xmp(bc_span file) {
    enum { most = 1 << 20 };
    reading state;
    bc_error ignored;
    bc_bytes bytes = {NULL, 0};
    if (open_photo(&state, file, &ignored) == BC_OK) {
        const libraw_iparams_t *found = &state.photo->idata;
        if (found->xmpdata && found->xmplen <= most) { bytes = copy((bc_span){found->xmpdata, found->xmplen}); }
    }
    close_photo(&state);
    return bytes;
}
