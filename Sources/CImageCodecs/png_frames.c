#include "png_frames.h"

enum { frame_control_length = 26 };

static int32_t report_end(const bc_png_frames *frames, bc_error *error) {
    return bc_report(error, BC_MALFORMED, "the file of %zu bytes ends too early, after the start of frame %u of %u", frames->file.length,
                     frames->frame_count, frames->control.frame_count);
}

int32_t bc_png_frames_open(bc_png_frames *frames, bc_span file, uint32_t frame_limit, bc_error *error) {
    bc_image_header header;
    const int32_t status = bc_png_read_header(file, &header, error);
    if (status != BC_OK) { return status; }
    *frames = (bc_png_frames){
        .file = file,
        .position = bc_png_signature_length,
        .width = header.width,
        .height = header.height,
        .has_alpha = header.has_alpha,
        .decoder_bytes = header.working_bytes,
    };
    if (!bc_png_find_control(file, &frames->control)) { return bc_report(error, BC_UNSUPPORTED, "the PNG is not animated"); }
    const uint32_t count = frames->control.frame_count;
    return count <= frame_limit ? BC_OK : bc_report(error, BC_LIMIT_EXCEEDED, "%u frames exceed the limit of %u", count, frame_limit);
}

/// The number that fcTL and fdAT begin with: they are counted together from 0.
static bool is_next(bc_png_frames *frames, const bc_png_chunk *chunk) {
    return chunk->length >= bc_png_sequence_length && bc_png_quad(chunk->data) == frames->next_sequence++;
}

/// Whether the frame before has pixels.
static int32_t check_pixels(const bc_png_frames *frames, bc_error *error) {
    if (frames->frame_count == 0 || frames->has_frame_pixels) { return BC_OK; }
    return bc_report(error, BC_MALFORMED, "frame %u has no pixels", frames->frame_count);
}

static double milliseconds(const uint8_t *fraction) {
    const uint32_t numerator = (uint32_t)fraction[0] << 8 | fraction[1], denominator = (uint32_t)fraction[2] << 8 | fraction[3];
    return numerator * 1000.0 / (denominator > 0 ? denominator : 100);
}

static int32_t read_control(bc_png_frames *frames, const bc_png_chunk *chunk, bc_png_frame *frame, bc_error *error) {
    enum { most_disposal = 2, most_blending = 1 };
    int32_t status = check_pixels(frames, error);
    if (status != BC_OK) { return status; }
    const uint32_t number = ++frames->frame_count;
    if (number > frames->control.frame_count) {
        return bc_report(error, BC_MALFORMED, "more frames than the %u announced", frames->control.frame_count);
    }
    frames->has_frame_pixels = false;
    if (chunk->length != frame_control_length || !bc_png_is_sound(chunk)) {
        return bc_report(error, BC_MALFORMED, "the control chunk of frame %u is damaged", number);
    }
    const uint8_t *data = chunk->data;
    const bc_area area = {bc_png_quad(data + 12), bc_png_quad(data + 16), bc_png_quad(data + 4), bc_png_quad(data + 8)};
    const uint32_t disposal = data[24], blending = data[25];
    const bool is_default = !frames->has_default_pixels;
    const uint64_t right = (uint64_t)area.left + area.width, bottom = (uint64_t)area.top + area.height;
    if (area.width == 0 || area.height == 0 || right > frames->width || bottom > frames->height) {
        return bc_report(error, BC_MALFORMED, "frame %u of %ux%u pixels at (%u, %u) reaches outside its canvas of %ux%u", number,
                         area.width, area.height, area.left, area.top, frames->width, frames->height);
    }
    if (is_default && (area.width != frames->width || area.height != frames->height)) {
        return bc_report(error, BC_MALFORMED, "the default image of %ux%u pixels is a frame of %ux%u", frames->width, frames->height,
                         area.width, area.height);
    }
    if (disposal > most_disposal || blending > most_blending) {
        return bc_report(error, BC_MALFORMED, "frame %u is disposed of by rule %u and blended by rule %u", number, disposal, blending);
    }
    // Before the first frame, the canvas is transparent.
    static const bc_disposal disposals[] = {bc_disposal_keep, bc_disposal_clear, bc_disposal_restore};
    const bool is_first_undone = number == 1 && disposals[disposal] == bc_disposal_restore;
    *frame = (bc_png_frame){
        .drawing = {area, is_first_undone ? bc_disposal_clear : disposals[disposal], frames->has_alpha, blending == 1},
        .duration = milliseconds(data + 20),
        .is_default = is_default,
        .start = frames->position,
    };
    return BC_OK;
}

/// Whether the file may end here.
static int32_t finish(const bc_png_frames *frames, bc_error *error) {
    const int32_t status = check_pixels(frames, error);
    if (status != BC_OK) { return status; }
    return frames->frame_count == frames->control.frame_count ? BC_END : report_end(frames, error);
}

int32_t bc_png_frames_next(bc_png_frames *frames, bc_png_frame *frame, bc_error *error) {
    while (frames->position < frames->file.length) {
        bc_png_chunk chunk;
        if (!bc_png_take_chunk(frames->file, &frames->position, &chunk)) { return report_end(frames, error); }
        const bool is_control = chunk.name == BC_PNG_NAME('f', 'c', 'T', 'L'), is_data = chunk.name == BC_PNG_NAME('f', 'd', 'A', 'T');
        if (chunk.name == BC_PNG_NAME('I', 'E', 'N', 'D')) { return finish(frames, error); }
        if (chunk.name == BC_PNG_NAME('I', 'D', 'A', 'T') && !frames->has_default_pixels) {
            frames->has_default_pixels = frames->has_frame_pixels = true;
        }
        if ((is_control || is_data) && !is_next(frames, &chunk)) {
            return bc_report(error, BC_MALFORMED, "chunk %u of the animation is damaged or out of order", frames->next_sequence - 1);
        }
        if (is_control) { return read_control(frames, &chunk, frame, error); }
        if (is_data && (frames->frame_count == 0 || !frames->has_default_pixels)) {
            return bc_report(error, BC_MALFORMED, "pixels of a frame precede its control chunk, or the default image");
        }
        if (is_data) { frames->has_frame_pixels = true; }
    }
    return finish(frames, error);
}
