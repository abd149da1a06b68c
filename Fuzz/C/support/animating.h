// Invariants of every reader of animations; one function tests them all.
#ifndef FUZZ_ANIMATING_H
#define FUZZ_ANIMATING_H

#include "CImageCodecs.h"
#include "input.h"

typedef struct {
    const char *name;
    int32_t (*read_info)(bc_span file, uint32_t frame_limit, bc_animation_info *info, bc_error *error);
    void *(*open)(bc_span file, uint32_t frame_limit, const bc_color_transform *transform, bc_animation_info *info, bc_error *error);
    int32_t (*next)(void *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error);
    void (*close)(void *animation);
    /// Which durations there are, in milliseconds.
    uint32_t least_duration, most_duration;
} fuzz_animation;

/// Reads all frames as the settings specify, and checks the invariants listed in README.md.
void fuzz_animate(fuzz_input *input, const fuzz_animation *animation);

/// The functions of a format, with the handle as `void *`: those that take another pointer may not be called through one that takes this.
#define FUZZ_ANIMATION(format)                                                                                                          \
    static void *open_animation(bc_span file, uint32_t frame_limit, const bc_color_transform *transform, bc_animation_info *info,        \
                                bc_error *error) {                                                                                      \
        return bc_##format##_animation_open(file, frame_limit, transform, info, error);                                                  \
    }                                                                                                                                   \
    static int32_t next_frame(void *animation, uint8_t *rgba, uint32_t *duration_ms, bc_error *error) {                                  \
        return bc_##format##_animation_next(animation, rgba, duration_ms, error);                                                        \
    }                                                                                                                                   \
    static void close_animation(void *animation) { bc_##format##_animation_close(animation); }

#endif
