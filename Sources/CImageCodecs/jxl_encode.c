#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "jxl_library.h"

struct bc_jxl_writer {
    JxlEncoder *_Nullable encoder;
    /// Owned by the encoder.
    JxlEncoderFrameSettings *_Nullable settings;
    uint32_t width, height;
    bool has_alpha, is_animated;
    /// The last frame, straight. It is not given to the encoder before it is known whether another follows.
    uint8_t *_Nullable pending;
    uint32_t pending_duration;
    /// The file so far.
    bc_bytes file;
    size_t capacity;
};

/// Reports why libjxl does not encode. It gives no reasons.
static int32_t report(bc_error *error, const char *what) { return bc_report(error, BC_FAILED, "libjxl does not %s", what); }

/// Encoding 13 megapixels takes 900 MB.
static int32_t check_size(uint32_t width, uint32_t height, bc_error *error) {
    enum { most_side = 32768, most_pixels = 1 << 25 };
    if (width == 0 || height == 0 || width > most_side || height > most_side) {
        return bc_report(error, BC_UNSUPPORTED, "the sides of a JPEG XL must be 1 to %d pixels, not %ux%u", most_side, width, height);
    }
    if ((uint64_t)width * height <= most_pixels) { return BC_OK; }
    return bc_report(error, BC_UNSUPPORTED, "a JPEG XL that is written has at most %d MP, not %ux%u", most_pixels / 1000000, width, height);
}

/// libjxl's distance whose pictures are as similar to the original (SSIMULACRA2) as JPEGs of a quality, with the default effort.
static float distance(int32_t quality) {
    static const float measured[] = {15, 15, 15, 15, 11.09f, 8.85f, 6.88f, 6.01f, 5.24f, 4.57f, 3.89f,
                                     3.61f, 3.33f, 2.95f, 2.55f, 2.24f, 1.88f, 1.52f, 1.12f, 0.74f, 0.47f};
    enum { step = 5, last = sizeof measured / sizeof *measured - 1 };
    const int32_t within = quality < 0 ? 0 : quality > 100 ? 100 : quality, index = within / step, rest = within % step;
    return index >= last ? measured[last] : measured[index] + (measured[index + 1] - measured[index]) * (float)rest / step;
}

static int32_t set_info(bc_jxl_writer *writer, uint32_t loop_count, bool is_lossless, bc_span profile, bc_error *error) {
    JxlBasicInfo info;
    bc_jxl_encoder.InitBasicInfo(&info);
    info.xsize = writer->width;
    info.ysize = writer->height;
    info.bits_per_sample = 8;
    info.num_color_channels = 3;
    info.num_extra_channels = writer->has_alpha ? 1 : 0;
    info.alpha_bits = writer->has_alpha ? 8 : 0;
    // Otherwise colors are stored in libjxl's own space.
    info.uses_original_profile = is_lossless;
    info.have_animation = writer->is_animated;
    if (writer->is_animated) {
        info.animation.tps_numerator = 1000;
        info.animation.tps_denominator = 1;
        info.animation.num_loops = loop_count;
    }
    if (bc_jxl_encoder.SetBasicInfo(writer->encoder, &info) != JXL_ENC_SUCCESS) { return report(error, "write this size"); }
    const JxlColorEncoding srgb = bc_jxl_srgb(false);
    const JxlEncoderStatus status = profile.length > 0 ? bc_jxl_encoder.SetICCProfile(writer->encoder, profile.bytes, profile.length)
                                                       : bc_jxl_encoder.SetColorEncoding(writer->encoder, &srgb);
    return status == JXL_ENC_SUCCESS ? BC_OK : report(error, "take the color profile");
}

static int32_t set_frames(bc_jxl_writer *writer, bc_jxl_settings settings, bc_error *error) {
    writer->settings = bc_jxl_encoder.FrameSettingsCreate(writer->encoder, NULL);
    if (!writer->settings) { return bc_report_out_of_memory(error); }
    const JxlEncoderStatus effort =
        bc_jxl_encoder.FrameSettingsSetOption(writer->settings, JXL_ENC_FRAME_SETTING_EFFORT, settings.effort);
    const JxlEncoderStatus loss = settings.is_lossless ? bc_jxl_encoder.SetFrameLossless(writer->settings, true)
                                                       : bc_jxl_encoder.SetFrameDistance(writer->settings, distance(settings.quality));
    return effort == JXL_ENC_SUCCESS && loss == JXL_ENC_SUCCESS ? BC_OK : report(error, "take the settings");
}

static int32_t add_box(bc_jxl_writer *writer, const char *type, const void *bytes, size_t length, bc_error *error) {
    JxlBoxType name;
    memcpy(name, type, sizeof name);
    const JxlEncoderStatus status = bc_jxl_encoder.AddBox(writer->encoder, name, bytes, length, false);
    return status == JXL_ENC_SUCCESS ? BC_OK : report(error, "write metadata");
}

static int32_t add_boxes(bc_jxl_writer *writer, bc_metadata metadata, bc_error *error) {
    if (metadata.exif.length == 0 && metadata.xmp.length == 0) { return BC_OK; }
    if (bc_jxl_encoder.UseBoxes(writer->encoder) != JXL_ENC_SUCCESS) { return report(error, "write boxes"); }
    int32_t status = BC_OK;
    if (metadata.exif.length > 0) {
        // Where the TIFF header begins comes first.
        enum { offset = 4 };
        uint8_t *block = calloc(metadata.exif.length + offset, 1);
        if (!block) { return bc_report_out_of_memory(error); }
        memcpy(block + offset, metadata.exif.bytes, metadata.exif.length);
        status = add_box(writer, "Exif", block, metadata.exif.length + offset, error);
        free(block);
    }
    if (status == BC_OK && metadata.xmp.length > 0) { status = add_box(writer, "xml ", metadata.xmp.bytes, metadata.xmp.length, error); }
    bc_jxl_encoder.CloseBoxes(writer->encoder);
    return status;
}

static int32_t start(bc_jxl_writer *writer, uint32_t loop_count, bc_jxl_settings settings, bc_metadata metadata, bc_error *error) {
    int32_t status = check_size(writer->width, writer->height, error);
    if (status == BC_OK) { status = bc_jxl_open_library(error); }
    if (status != BC_OK) { return status; }
    writer->encoder = bc_jxl_encoder.Create(NULL);
    if (!writer->encoder) { return bc_report_out_of_memory(error); }
    status = add_boxes(writer, metadata, error);
    if (status == BC_OK) { status = set_info(writer, loop_count, settings.is_lossless, metadata.icc_profile, error); }
    return status == BC_OK ? set_frames(writer, settings, error) : status;
}

static void release(bc_jxl_writer *writer) {
    if (writer->encoder) { bc_jxl_encoder.Destroy(writer->encoder); }
    free(writer->pending);
    free(writer->file.bytes);
}

/// Copies premultiplied pixels as straight RGB or RGBA; null when memory ran out.
static uint8_t *copy_pixels(const bc_jxl_writer *writer, const uint8_t *rgba) {
    const size_t count = (size_t)writer->width * writer->height, channels = writer->has_alpha ? 4 : 3;
    uint8_t *copy = malloc(count * channels), *to = copy;
    for (size_t index = 0; copy && index < count; ++index, rgba += 4, to += channels) {
        if (!writer->has_alpha || rgba[3] == 255) {
            memcpy(to, rgba, channels);
            continue;
        }
        for (int channel = 0; channel < 3; ++channel) { to[channel] = bc_unmultiply(rgba[channel], rgba[3]); }
        to[3] = rgba[3];
    }
    return copy;
}

/// Gives the pending frame to the encoder, which copies it.
static int32_t add_pending(bc_jxl_writer *writer, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    if (writer->is_animated) {
        JxlFrameHeader header;
        bc_jxl_encoder.InitFrameHeader(&header);
        header.duration = writer->pending_duration;
        if (bc_jxl_encoder.SetFrameHeader(writer->settings, &header) != JXL_ENC_SUCCESS) { return report(error, "take a duration"); }
    }
    const JxlPixelFormat format = {writer->has_alpha ? 4 : 3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    const size_t size = (size_t)writer->width * writer->height * format.num_channels;
    const JxlEncoderStatus status = bc_jxl_encoder.AddImageFrame(writer->settings, &format, writer->pending, size);
    free(writer->pending);
    writer->pending = NULL;
    return status == JXL_ENC_SUCCESS ? BC_OK : report(error, "encode this picture: memory may have run out");
}

static int32_t grow(bc_jxl_writer *writer, bc_error *error) {
    enum { least = 1 << 16 };
    const size_t capacity = writer->capacity < least ? least : writer->capacity * 2;
    uint8_t *bytes = realloc(writer->file.bytes, capacity);
    if (!bytes) { return bc_report_out_of_memory(error); }
    writer->file.bytes = bytes;
    writer->capacity = capacity;
    return BC_OK;
}

/// Encodes what was added, and appends it to the file.
static int32_t drain(bc_jxl_writer *writer, bc_error *error) {
    for (;;) {
        size_t room = writer->capacity - writer->file.length;
        if (room < 64) {
            const int32_t status = grow(writer, error);
            if (status != BC_OK) { return status; }
            room = writer->capacity - writer->file.length;
        }
        uint8_t *next = writer->file.bytes + writer->file.length;
        const JxlEncoderStatus status = bc_jxl_encoder.ProcessOutput(writer->encoder, &next, &room);
        writer->file.length = (size_t)(next - writer->file.bytes);
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        if (status == JXL_ENC_SUCCESS) { return BC_OK; }
        if (status != JXL_ENC_NEED_MORE_OUTPUT) { return report(error, "encode this picture: memory may have run out"); }
        const int32_t grown = room < 64 ? BC_OK : grow(writer, error);
        if (grown != BC_OK) { return grown; }
    }
}

static int32_t finish(bc_jxl_writer *writer, bc_bytes *output, bc_error *error) {
    int32_t status = add_pending(writer, error);
    bc_jxl_encoder.CloseInput(writer->encoder);
    if (status == BC_OK) { status = drain(writer, error); }
    if (status != BC_OK) { return status; }
    *output = writer->file;
    writer->file = (bc_bytes){NULL, 0};
    return BC_OK;
}

static bool is_opaque(const uint8_t *rgba, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        if (rgba[index * 4 + 3] != 255) { return false; }
    }
    return true;
}

int32_t bc_jxl_encode(const uint8_t *rgba, uint32_t width, uint32_t height, bc_jxl_settings settings, bc_metadata metadata,
                      bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    bc_jxl_writer writer = {.width = width, .height = height, .has_alpha = !is_opaque(rgba, (size_t)width * height)};
    int32_t status = start(&writer, 0, settings, metadata, error);
    if (status == BC_OK) {
        writer.pending = copy_pixels(&writer, rgba);
        status = writer.pending ? finish(&writer, output, error) : bc_report_out_of_memory(error);
    }
    release(&writer);
    return status;
}

bc_jxl_writer *bc_jxl_animation_create(uint32_t width, uint32_t height, uint32_t loop_count, bool has_alpha, bc_jxl_settings settings,
                                       bc_metadata metadata, bc_error *error) {
    bc_jxl_writer *animation = calloc(1, sizeof *animation);
    if (!animation) {
        bc_report_out_of_memory(error);
        return NULL;
    }
    *animation = (bc_jxl_writer){.width = width, .height = height, .has_alpha = has_alpha, .is_animated = true};
    if (start(animation, loop_count, settings, metadata, error) == BC_OK) { return animation; }
    bc_jxl_animation_destroy(animation);
    return NULL;
}

void bc_jxl_animation_destroy(bc_jxl_writer *animation) {
    release(animation);
    free(animation);
}

int32_t bc_jxl_animation_add(bc_jxl_writer *animation, const uint8_t *rgba, uint32_t duration_ms, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    int32_t status = BC_OK;
    if (animation->pending) {
        status = add_pending(animation, error);
        if (status == BC_OK) { status = drain(animation, error); }
    }
    if (status != BC_OK) { return status; }
    animation->pending = copy_pixels(animation, rgba);
    animation->pending_duration = duration_ms;
    return animation->pending ? BC_OK : bc_report_out_of_memory(error);
}

int32_t bc_jxl_animation_finish(bc_jxl_writer *animation, bc_bytes *output, bc_error *error) {
    *output = (bc_bytes){NULL, 0};
    if (!animation->pending) { return bc_report(error, BC_FAILED, "an animation needs at least one frame"); }
    return finish(animation, output, error);
}
