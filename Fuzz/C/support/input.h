// Splits an input into a file and the settings for reading it.
//
// The settings are the last bytes of the input, so that a real file followed by a few bytes is a seed.
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
    /// Everything before the settings: a block of exactly its length, so that reads beyond its end are detected.
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

/// The next byte of the settings, or 0 after the last.
static inline uint32_t fuzz_byte(fuzz_input *input) { return input->next < fuzz_settings_length ? input->settings[input->next++] : 0; }

/// A number below `limit`, which must be positive, from two bytes of the settings.
static inline uint32_t fuzz_below(fuzz_input *input, uint32_t limit) {
    const uint32_t low = fuzz_byte(input);
    return (low | fuzz_byte(input) << 8) % limit;
}

/// Checks an invariant; prints a message and aborts if it is violated.
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
