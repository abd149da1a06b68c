// Faults that the shims must handle: failed allocations and cancellation.
//
// The shims are compiled with malloc, calloc, realloc and bc_is_cancelled defined as these functions.
#ifndef FUZZ_FAULTS_H
#define FUZZ_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

/// From here on, the allocation of this number fails, counted from 1, and bc_is_cancelled returns true from this call on; 0 means never.
void fuzz_faults_start(uint32_t failing_allocation, uint32_t cancelling_question);
void fuzz_faults_stop(void);

/// Whether an allocation has failed since the start.
bool fuzz_allocation_failed(void);
/// Whether bc_is_cancelled has returned true since the start.
bool fuzz_was_cancelled(void);

#endif
