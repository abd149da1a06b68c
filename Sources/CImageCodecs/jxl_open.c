#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "jxl_boxes.h"
#include "jxl_frames.h"

enum { most_profile_bytes = 4 << 20, most_extra_channels = 16 };

// MARK: Memory

/// What is in front of each block, and keeps its alignment.
enum { block_head = 16 };

static void *allocate(void *opaque, size_t size) {
    bc_jxl_memory *memory = opaque;
    if (size > memory->most || memory->used > memory->most - size) {
        memory->failure = BC_LIMIT_EXCEEDED;
        return NULL;
    }
    uint8_t *block = malloc(size + block_head);
    if (!block) {
        memory->failure = BC_OUT_OF_MEMORY;
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    memory->used += size;
    return block + block_head;
}

static void release(void *opaque, void *address) {
    if (!address) { return; }
    bc_jxl_memory *memory = opaque;
    uint8_t *block = (uint8_t *)address - block_head;
    size_t size;
    memcpy(&size, block, sizeof size);
    memory->used -= size;
    free(block);
}

/// More than any picture was seen to take: integers and floating point of all channels, and four frames that are kept for later ones.
static uint64_t most_bytes(const JxlBasicInfo *info) {
    const uint64_t channels = info->num_color_channels + info->num_extra_channels;
    return 96 * 1024 * 1024 + (uint64_t)info->xsize * info->ysize * channels * 64;
}

// MARK: The header

int32_t bc_jxl_report(const bc_jxl_file *jxl, JxlDecoderStatus status, bc_error *error) {
    if (bc_is_cancelled()) { return bc_report_cancelled(error); }
    if (jxl->memory.failure == BC_OUT_OF_MEMORY) { return bc_report_out_of_memory(error); }
    if (jxl->memory.failure == BC_LIMIT_EXCEEDED) {
        return bc_report(error, BC_LIMIT_EXCEEDED, "decoding %ux%u takes more than %llu MB", jxl->info.xsize, jxl->info.ysize,
                         (unsigned long long)jxl->memory.most / 1000000);
    }
    if (status == JXL_DEC_NEED_MORE_INPUT) { return bc_report(error, BC_MALFORMED, "the file is truncated: its codestream ends early"); }
    // libjxl gives no reasons.
    return bc_report(error, BC_MALFORMED, "the codestream is damaged: libjxl cannot decode it");
}

static JxlDecoderStatus get_color_of(const bc_jxl_file *jxl, JxlColorProfileTarget target, JxlColorEncoding *color) {
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    return bc_jxl.GetColorAsEncodedProfile(jxl->decoder, NULL, target, color);
#else
    return bc_jxl.GetColorAsEncodedProfile(jxl->decoder, target, color);
#endif
}

static JxlDecoderStatus get_color(const bc_jxl_file *jxl, JxlColorEncoding *color) {
    return get_color_of(jxl, JXL_COLOR_PROFILE_TARGET_DATA, color);
}

static bc_bytes copy_profile(const bc_jxl_file *jxl) {
    size_t length = 0;
    bc_bytes copy = {NULL, 0};
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    JxlDecoderStatus status = bc_jxl.GetICCProfileSize(jxl->decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, &length);
#else
    JxlDecoderStatus status = bc_jxl.GetICCProfileSize(jxl->decoder, JXL_COLOR_PROFILE_TARGET_DATA, &length);
#endif
    if (status != JXL_DEC_SUCCESS || length == 0 || length > most_profile_bytes) { return copy; }
    copy = (bc_bytes){malloc(length), length};
    if (!copy.bytes) { return (bc_bytes){NULL, 0}; }
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
    status = bc_jxl.GetColorAsICCProfile(jxl->decoder, NULL, JXL_COLOR_PROFILE_TARGET_DATA, copy.bytes, length);
#else
    status = bc_jxl.GetColorAsICCProfile(jxl->decoder, JXL_COLOR_PROFILE_TARGET_DATA, copy.bytes, length);
#endif
    if (status == JXL_DEC_SUCCESS) { return copy; }
    free(copy.bytes);
    return (bc_bytes){NULL, 0};
}

static bool is_hdr(const JxlColorEncoding *color) {
    return color->transfer_function == JXL_TRANSFER_FUNCTION_PQ || color->transfer_function == JXL_TRANSFER_FUNCTION_HLG;
}

/// The code point of primaries that have one; 0 for those of a gray picture, 3, which is reserved, for others.
static uint32_t primaries_code(const JxlColorEncoding *color) {
    enum { none = 3, p3_of_cinemas = 11, p3_of_displays = 12 };
    if (color->color_space == JXL_COLOR_SPACE_GRAY) { return 0; }
    if (color->white_point == JXL_WHITE_POINT_DCI && color->primaries == JXL_PRIMARIES_P3) { return p3_of_cinemas; }
    if (color->white_point != JXL_WHITE_POINT_D65) { return none; }
    return color->primaries == JXL_PRIMARIES_P3 ? p3_of_displays : color->primaries == JXL_PRIMARIES_CUSTOM ? none : color->primaries;
}

/// Asks for sRGB where the colors are stored in libjxl's own (XYB) and only a profile says what they were, which libjxl does not apply; and
/// tells what it will return. Others stay what they were, since libjxl blends frames in no other colors.
static int32_t choose_color(bc_jxl_file *jxl, bc_error *error) {
    JxlColorEncoding color;
    if (!jxl->info.uses_original_profile && get_color_of(jxl, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &color) != JXL_DEC_SUCCESS) {
        const JxlColorEncoding srgb = bc_jxl_srgb(jxl->info.num_color_channels == 1);
        (void)bc_jxl.SetPreferredColorProfile(jxl->decoder, &srgb);
    }
    jxl->color = BC_JXL_PROFILE;
    if (get_color(jxl, &color) != JXL_DEC_SUCCESS) { return BC_OK; }
    jxl->cicp = (bc_cicp){primaries_code(&color), color.transfer_function};
    if (jxl->cicp.primaries <= JXL_PRIMARIES_SRGB && color.transfer_function == JXL_TRANSFER_FUNCTION_SRGB) { jxl->color = BC_JXL_SRGB; }
    const bool has_code = bc_cicp_classify(jxl->cicp) != BC_CICP_UNKNOWN;
    // In 8 bits, dark linear colors would be steps.
    if (has_code && (is_hdr(&color) || color.transfer_function == JXL_TRANSFER_FUNCTION_LINEAR)) { jxl->color = BC_JXL_WIDE; }
    if (has_code || !is_hdr(&color)) { return BC_OK; }
    return bc_report(error, BC_UNSUPPORTED, "colors with transfer function %u and primaries that have no number", jxl->cicp.transfer);
}

static int32_t find_black(bc_jxl_file *jxl, bc_error *error) {
    if (jxl->info.num_extra_channels > most_extra_channels) {
        return bc_report(error, BC_LIMIT_EXCEEDED, "%u channels besides color exceed the limit of %d", jxl->info.num_extra_channels,
                         most_extra_channels);
    }
    for (uint32_t index = 0; index < jxl->info.num_extra_channels; ++index) {
        JxlExtraChannelInfo channel;
        if (bc_jxl.GetExtraChannelInfo(jxl->decoder, index, &channel) != JXL_DEC_SUCCESS || channel.type != JXL_CHANNEL_BLACK) { continue; }
        jxl->has_black = jxl->info.num_color_channels == 3;
        jxl->black = index;
    }
    return BC_OK;
}

static int32_t read_info(bc_jxl_file *jxl, bc_error *error) {
    if (bc_jxl.GetBasicInfo(jxl->decoder, &jxl->info) != JXL_DEC_SUCCESS) { return bc_jxl_report(jxl, JXL_DEC_ERROR, error); }
    return find_black(jxl, error);
}

/// Reads the start of the first frame's header (ISO/IEC 18181-1, F.2), which libjxl does not tell: whether all of it is default, the type
/// of the frame, and its encoding. A preview in front of it is taken for it.
static int32_t look_ahead(bc_jxl_file *jxl, bc_span file, bc_error *error) {
    enum { regular = 0, of_coarse_pixels = 1 };
    const size_t rest = bc_jxl.ReleaseInput(jxl->decoder);
    const uint8_t *next = (const uint8_t *)file.bytes + (file.length - rest);
    const uint8_t head = rest > 0 ? *next : 0xFF;
    const bool is_default = head & 1, is_modular = head >> 3 & 1;
    const int type = head >> 1 & 3;
    const bool may_be_modular = type == regular ? is_modular : type != of_coarse_pixels && jxl->info.uses_original_profile;
    jxl->is_modular = rest == 0 || (!is_default && may_be_modular);
    if (bc_jxl.SetInput(jxl->decoder, next, rest) == JXL_DEC_SUCCESS) { return BC_OK; }
    return bc_report(error, BC_FAILED, "libjxl does not take the rest of the file");
}

static int32_t start(bc_jxl_file *jxl, bc_span file, bc_jxl_purpose purpose, bc_error *error) {
    const JxlMemoryManager manager = {&jxl->memory, allocate, release};
    // Until the size is known; for a profile, and for what is there before frames.
    jxl->memory.most = 64 * 1024 * 1024;
    jxl->decoder = bc_jxl.Create(&manager);
    if (!jxl->decoder) { return bc_report_out_of_memory(error); }
    const int events = purpose == BC_JXL_DECODE ? JXL_DEC_FRAME | JXL_DEC_FULL_IMAGE : purpose == BC_JXL_COUNT ? JXL_DEC_FRAME : 0;
    if (bc_jxl.SubscribeEvents(jxl->decoder, JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | events) != JXL_DEC_SUCCESS ||
        bc_jxl.SetUnpremultiplyAlpha(jxl->decoder, true) != JXL_DEC_SUCCESS ||
        bc_jxl.SetCoalescing(jxl->decoder, purpose == BC_JXL_DECODE) != JXL_DEC_SUCCESS ||
        bc_jxl.SetInput(jxl->decoder, file.bytes, file.length) != JXL_DEC_SUCCESS) {
        return bc_report(error, BC_FAILED, "libjxl does not take the settings of its decoder");
    }
    JxlDecoderStatus status;
    while ((status = bc_jxl.ProcessInput(jxl->decoder)) == JXL_DEC_BASIC_INFO) {
        const int32_t code = read_info(jxl, error);
        if (code != BC_OK) { return code; }
    }
    if (status != JXL_DEC_COLOR_ENCODING) { return bc_jxl_report(jxl, status, error); }
    jxl->memory.most = most_bytes(&jxl->info);
    if (purpose == BC_JXL_COUNT) {
        const int32_t code = look_ahead(jxl, file, error);
        if (code != BC_OK) { return code; }
    }
    return choose_color(jxl, error);
}

int32_t bc_jxl_open(bc_jxl_file *jxl, bc_span file, bc_jxl_purpose purpose, bool allow_truncated, bc_error *error) {
    *jxl = (bc_jxl_file){.decoder = NULL};
    int32_t status = bc_jxl_check_boxes(file, allow_truncated, error);
    if (status == BC_OK) { status = bc_jxl_open_library(error); }
    return status == BC_OK ? start(jxl, file, purpose, error) : status;
}

void bc_jxl_close(bc_jxl_file *jxl) {
    if (jxl->decoder) { bc_jxl.Destroy(jxl->decoder); }
    jxl->decoder = NULL;
}

bc_bytes bc_jxl_copy_icc_profile(bc_span file) {
    bc_error error;
    bc_jxl_file jxl;
    bc_bytes copy = {NULL, 0};
    if (bc_jxl_open(&jxl, file, BC_JXL_INFORM, true, &error) == BC_OK && jxl.color == BC_JXL_PROFILE) { copy = copy_profile(&jxl); }
    bc_jxl_close(&jxl);
    return copy;
}
