// How an input becomes a file and the settings it is read with.
//
// The settings are the last bytes of the input, so that a real file with a few bytes behind it is a seed.
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { fuzz_settings_length = 16 };

typedef struct {
    /// Everything in front of the settings: a block of exactly its length, so that a read behind it is seen.
    const uint8_t *file;
    size_t length;
    uint8_t settings[fuzz_settings_length];
    size_t next;
} fuzz_input;

static inline fuzz_input fuzz_open(const uint8_t *data, size_t size) {
    fuzz_input input = {.file = data};
    const size_t count = size < fuzz_settings_length ? size : fuzz_settings_length;
    input.length = size - count;
    memcpy(input.settings, data + input.length, count);
    uint8_t *copy = malloc(input.length > 0 ? input.length : 1);
    if (!copy) { abort(); }
    memcpy(copy, data, input.length);
    input.file = copy;

    return input;
}

static inline void fuzz_close(fuzz_input *input) { free((void *)(uintptr_t)input->file); }

/// The next byte of the settings; 0 behind the last.
static inline uint32_t fuzz_byte(fuzz_input *input) { return input->next < fuzz_settings_length ? input->settings[input->next++] : 0; }

/// A number below `limit`, which is above 0, from two bytes of the settings.
static inline uint32_t fuzz_below(fuzz_input *input, uint32_t limit) {
    const uint32_t low = fuzz_byte(input);
    return (low | fuzz_byte(input) << 8) % limit;
}

/// What must hold, whatever the input: says so and ends the process when it does not.
#define fuzz_require(condition, ...)                                     \
    do {                                                                 \
        if (!(condition)) {                                              \
            fprintf(stderr, "%s:%d: ORACLE: ", __FILE_NAME__, __LINE__); \
            fprintf(stderr, __VA_ARGS__);                                \
            fputc('\n', stderr);                                         \
            abort();                                                     \
        }                                                                \
    } while (0)

#endif
