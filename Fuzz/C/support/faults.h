// Faults that the shims have to bear: memory that runs out, and work that is no longer wanted.
//
// The shims are compiled with malloc, calloc, realloc and bc_is_cancelled named as these functions are.
#ifndef FUZZ_FAULTS_H
#define FUZZ_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

/// From here on, the allocation of this number fails, counted from 1, and bc_is_cancelled says yes from this many questions on; 0 means
/// never.
void fuzz_faults_start(uint32_t failing_allocation, uint32_t cancelling_question);
void fuzz_faults_stop(void);

/// Whether an allocation failed since the start.
bool fuzz_allocation_failed(void);
/// Whether the work was told since the start that it is cancelled.
bool fuzz_was_cancelled(void);

#endif
