#include "animating.h"

#include "faults.h"
#include "pixels.h"
#include "profiles.h"

enum { most_frames = 50, most_pixels = 200000, most_working_bytes = 64000000 };

/// Composes all frames into memory filled with `fill`, and returns a sum of them.
static uint64_t play(const fuzz_animation *format, bc_span file, const bc_color_transform *transform, int fill, int32_t *status) {
    const char *name = format->name;
    bc_animation_info info = {0};
    bc_error error = {0};
    uint64_t sum = 0;
    void *animation = format->open(file, most_frames, transform, &info, &error);
    *status = animation ? BC_OK : error.code;
    fuzz_require(animation || (error.code != BC_OK && error.message[0] != 0), "%s: not opened, without a reason", name);
    if (!animation) { return 0; }
    const size_t pixels = (size_t)info.width * info.height;
    uint8_t *rgba = fuzz_filled(pixels * 4, fill);
    uint32_t count = 0, duration = 0;
    while ((*status = format->next(animation, rgba, &duration, &error)) == BC_OK) {
        ++count;
        fuzz_require_premultiplied(rgba, pixels, name);
        fuzz_require(duration >= format->least_duration && duration <= format->most_duration, "%s: a frame of %u ms", name, duration);
        for (size_t index = 0; index < pixels * 4; ++index) { sum = sum * 31 + rgba[index]; }
        for (size_t index = 0; index < pixels && !info.has_alpha; ++index) {
            fuzz_require(rgba[index * 4 + 3] == 255, "%s: transparent, although the header denies it", name);
        }
    }
    fuzz_require(*status != BC_END || count == info.frame_count, "%s: %u frames, %u were announced", name, count, info.frame_count);
    fuzz_require(*status == BC_END || *status == error.code, "%s: status %d, but the error's code is %d", name, *status, error.code);
    free(rgba);
    format->close(animation);
    return sum;
}

void fuzz_animate(fuzz_input *input, const fuzz_animation *format) {
    const bc_span file = {input->file, input->length};
    bc_animation_info info = {0};
    bc_error error = {0};
    const uint32_t allocation = fuzz_byte(input) % 8, question = fuzz_byte(input), flags = fuzz_byte(input);
    if (format->read_info(file, most_frames, &info, &error) != BC_OK) { return; }
    fuzz_require(info.frame_count > 0 && info.frame_count <= most_frames, "%s: %u frames", format->name, info.frame_count);
    if ((uint64_t)info.width * info.height * info.frame_count > most_pixels || info.working_bytes > most_working_bytes) { return; }
    const bc_color_transform *transform = flags & 1 ? fuzz_transform(BC_COLOR_RGB) : NULL;
    int32_t first_status, second_status;
    const uint64_t first = play(format, file, transform, 0, &first_status), second = play(format, file, transform, 0xFF, &second_status);
    fuzz_require(first == second && first_status == second_status, "%s: two runs differ (%d, %d)", format->name, first_status,
                 second_status);
    fuzz_faults_start(allocation, question);
    play(format, file, transform, 0, &first_status);
    fuzz_require(!fuzz_was_cancelled() || first_status != BC_END, "%s: went on to the end although it was cancelled", format->name);
    fuzz_faults_stop();
}
