#include <stdlib.h>
#include <string.h>

#include "CCalls.h"
#include "jxl_frames.h"

/// What is asked of libjxl for each pixel.
static JxlPixelFormat pixel_format(const bc_jxl_file *jxl) {
    const JxlDataType type = jxl->color == BC_JXL_WIDE ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8;
    return (JxlPixelFormat){jxl->info.alpha_bits > 0 ? 4 : 3, type, JXL_NATIVE_ENDIAN, 0};
}

/// Gives libjxl memory for a frame, which starts as zeros if some of it may be missing.
static int32_t set_output(bc_jxl_file *jxl, bc_jxl_frame *frame, bc_error *error) {
    const JxlPixelFormat format = pixel_format(jxl);
    const uint64_t area = (uint64_t)jxl->info.xsize * jxl->info.ysize;
    size_t size = 0;
    if (bc_jxl.ImageOutBufferSize(jxl->decoder, &format, &size) != JXL_DEC_SUCCESS ||
        size != area * format.num_channels * (format.data_type == JXL_TYPE_UINT16 ? 2 : 1)) {
        return bc_report(error, BC_FAILED, "libjxl asks for %zu bytes for %ux%u", size, jxl->info.xsize, jxl->info.ysize);
    }
    if (!frame->pixels) { frame->pixels = calloc(size, 1); }
    if (jxl->has_black && !frame->black) { frame->black = calloc((size_t)area, 1); }
    if (!frame->pixels || (jxl->has_black && !frame->black)) { return bc_report_out_of_memory(error); }
    if (bc_jxl.SetImageOutBuffer(jxl->decoder, &format, frame->pixels, size) != JXL_DEC_SUCCESS) {
        return bc_report(error, BC_FAILED, "libjxl does not decode to %u channels", format.num_channels);
    }
    const JxlPixelFormat plane = {1, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    if (jxl->has_black &&
        bc_jxl.SetExtraChannelBuffer(jxl->decoder, &plane, frame->black, (size_t)area, jxl->black) != JXL_DEC_SUCCESS) {
        return bc_report(error, BC_FAILED, "libjxl does not decode the black of CMYK");
    }
    return BC_OK;
}

int32_t bc_jxl_next_frame(bc_jxl_file *jxl, bc_jxl_frame *frame, bool allow_truncated, bc_error *error) {
    int32_t code = bc_jxl_check_size(&jxl->info, error);
    while (code == BC_OK) {
        // libjxl decodes a frame in one go, on this thread. Nothing can stop it: where a runner of its tasks reports an error, 0.7 aborts.
        const JxlDecoderStatus status = bc_jxl.ProcessInput(jxl->decoder);
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        JxlFrameHeader header;
        switch (status) {
            case JXL_DEC_FRAME:
                if (bc_jxl.GetFrameHeader(jxl->decoder, &header) != JXL_DEC_SUCCESS) { return bc_jxl_report(jxl, JXL_DEC_ERROR, error); }
                frame->ticks = header.duration;
                frame->is_last = header.is_last;
                break;
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER: code = set_output(jxl, frame, error); break;
            case JXL_DEC_FULL_IMAGE: return BC_OK;
            case JXL_DEC_SUCCESS: return BC_END;
            case JXL_DEC_NEED_MORE_INPUT:
                // Shows what there is of the frame, at least in outline.
                if (allow_truncated && frame->pixels && bc_jxl.FlushImage(jxl->decoder) == JXL_DEC_SUCCESS) { return BC_OK; }
                return bc_jxl_report(jxl, status, error);
            default: return bc_jxl_report(jxl, status, error);
        }
    }
    return code;
}

void bc_jxl_frame_free(bc_jxl_frame *frame) {
    free(frame->pixels);
    free(frame->black);
}

/// What a row needs to become straight RGBA with 8 bits per channel.
typedef struct {
    const bc_jxl_frame *frame;
    size_t width, channels;
    bc_hdr_transform *_Nullable wide;
    const bc_color_transform *_Nullable transform;
    uint8_t *line;
    /// RGBA with 16 bits per channel, or CMYK.
    void *_Nullable spare;
} converter;

static void widen_row(const converter *state, size_t row) {
    const uint16_t *from = (const uint16_t *)(const void *)state->frame->pixels + row * state->width * state->channels;
    uint16_t *to = state->spare;
    for (size_t x = 0; x < state->width; ++x, from += state->channels, to += 4) {
        memcpy(to, from, 3 * sizeof *to);
        to[3] = state->channels == 4 ? from[3] : UINT16_MAX;
    }
    bc_hdr_transform_row(state->wide, state->spare, state->line, state->width);
}

static void copy_row(const converter *state, size_t row) {
    const uint8_t *from = state->frame->pixels + row * state->width * state->channels;
    if (state->channels == 4) {
        memcpy(state->line, from, state->width * 4);
        return;
    }
    uint8_t *to = state->line;
    for (size_t x = 0; x < state->width; ++x, from += 3, to += 4) {
        memcpy(to, from, 3);
        to[3] = 255;
    }
}

/// A row of colors becomes CMYK, which like Adobe's says how much light there is.
static void ink_row(const converter *state, size_t row) {
    copy_row(state, row);
    const uint8_t *black = state->frame->black + row * state->width;
    uint8_t *ink = state->spare;
    for (size_t x = 0; x < state->width; ++x) {
        memcpy(ink + x * 4, state->line + x * 4, 3);
        ink[x * 4 + 3] = black[x];
    }
    bc_cmyk_to_rgba(state->transform, ink, state->line, state->width);
    const uint8_t *alpha = state->frame->pixels + row * state->width * 4 + 3;
    for (size_t x = 0; state->channels == 4 && x < state->width; ++x) { state->line[x * 4 + 3] = alpha[x * 4]; }
}

static int32_t take_rows(const converter *state, bc_row_reducer *reducer, bc_error *error) {
    const uint32_t end = bc_region_end_row(reducer->region, reducer->picture_height);
    for (uint32_t row = reducer->region.y * reducer->region.shrink; row < end; ++row) {
        if (bc_is_cancelled()) { return bc_report_cancelled(error); }
        if (state->wide) {
            widen_row(state, row);
        } else if (state->frame->black) {
            ink_row(state, row);
        } else {
            copy_row(state, row);
        }
        bc_row_reducer_add(reducer, row, state->line);
    }
    return BC_OK;
}

int32_t bc_jxl_take_rows(const bc_jxl_file *jxl, const bc_jxl_frame *frame, bc_row_reducer *reducer, bc_error *error) {
    converter state = {.frame = frame, .width = reducer->picture_width, .channels = pixel_format(jxl).num_channels};
    // The profile of CMYK is applied before there is RGBA.
    if (frame->black) {
        state.transform = reducer->transform;
        reducer->transform = NULL;
    }
    const bool is_wide = jxl->color == BC_JXL_WIDE, has_spare = is_wide || frame->black;
    if (is_wide) { state.wide = bc_hdr_transform_create(jxl->cicp); }
    state.line = malloc(state.width * 4);
    if (has_spare) { state.spare = malloc(state.width * 4 * sizeof(uint16_t)); }
    const bool has_memory = state.line && (state.spare || !has_spare) && (state.wide || !is_wide) && bc_row_reducer_start(reducer);
    const int32_t status = has_memory ? take_rows(&state, reducer, error) : bc_report_out_of_memory(error);
    bc_row_reducer_finish(reducer);
    bc_hdr_transform_destroy(state.wide);
    free(state.line);
    free(state.spare);
    return status;
}

int32_t bc_jxl_decode(bc_span file, bc_region region, const bc_color_transform *transform, uint8_t *rgba, bc_error *error) {
    bc_jxl_file jxl;
    bc_jxl_frame frame = {.pixels = NULL};
    int32_t status = bc_jxl_open(&jxl, file, BC_JXL_DECODE, region.allow_truncated, error);
    if (status == BC_OK && !bc_region_is_inside(region, jxl.info.xsize, jxl.info.ysize)) {
        status = bc_report(error, BC_FAILED, "the region lies outside the picture of %ux%u", jxl.info.xsize, jxl.info.ysize);
    }
    if (status == BC_OK) {
        bc_clear_if_truncated(region, rgba);
        status = bc_jxl_next_frame(&jxl, &frame, region.allow_truncated, error);
        if (status == BC_END) { status = bc_report(error, BC_MALFORMED, "the codestream has no frame that is shown"); }
    }
    if (status == BC_OK) {
        bc_row_reducer reducer = {region, jxl.info.xsize, jxl.info.ysize, transform, rgba, NULL};
        status = bc_jxl_take_rows(&jxl, &frame, &reducer, error);
    }
    bc_jxl_frame_free(&frame);
    bc_jxl_close(&jxl);
    return status;
}
