#include "faults.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Declared only here: other files call them malloc, calloc, realloc and bc_is_cancelled.
void *fuzz_malloc(size_t size);
void *fuzz_calloc(size_t count, size_t size);
void *fuzz_realloc(void *memory, size_t size);
bool fuzz_is_cancelled(void);

static uint32_t allocations_left, questions_left;
static bool failed, cancelled;

void fuzz_faults_start(uint32_t failing_allocation, uint32_t cancelling_question) {
    allocations_left = failing_allocation;
    questions_left = cancelling_question;
    failed = cancelled = false;
}

void fuzz_faults_stop(void) { allocations_left = questions_left = 0; }

bool fuzz_allocation_failed(void) { return failed; }
bool fuzz_was_cancelled(void) { return cancelled; }

static bool is_failing(void) {
    if (allocations_left == 0 || --allocations_left > 0) { return false; }
    return failed = true;
}

/// New memory is filled differently each time, so that reading uninitialized memory causes differences between two runs.
void *fuzz_malloc(size_t size) {
    static uint8_t fill;
    void *memory = is_failing() ? NULL : malloc(size);
    if (memory) { memset(memory, fill += 0x35, size); }
    return memory;
}

void *fuzz_calloc(size_t count, size_t size) { return is_failing() ? NULL : calloc(count, size); }
void *fuzz_realloc(void *memory, size_t size) { return is_failing() ? NULL : realloc(memory, size); }

bool fuzz_is_cancelled(void) {
    if (questions_left == 0) { return false; }
    // Once cancelled, the work stays cancelled.
    if (questions_left > 1) {
        --questions_left;
        return false;
    }
    return cancelled = true;
}
