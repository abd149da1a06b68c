// Whether the work of a thread is still wanted, for code in C, C++ and Swift alike.
//
// A thread that starts a piece of work makes its flag the current one; whatever takes longer than a few milliseconds asks
// bc_is_cancelled between rows, passes or layers, and gives up when it says so.
#ifndef BOUNDEDCROP_CCANCELLATION_H
#define BOUNDEDCROP_CCANCELLATION_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// A flag that is raised once, from any thread. Zero is not raised; only the functions here touch it.
typedef struct {
    int32_t raised;
} bc_cancellation;

/// Raises the flag, for good.
void bc_cancellation_raise(bc_cancellation *cancellation);
/// Whether the flag was raised.
bool bc_cancellation_is_raised(const bc_cancellation *cancellation);

/// Makes a flag the one that bc_is_cancelled reads on this thread, or none; returns the one before.
const bc_cancellation *_Nullable bc_cancellation_make_current(const bc_cancellation *_Nullable cancellation);
/// Whether the work on this thread is no longer wanted; false where no flag is current. Costs about a nanosecond.
bool bc_is_cancelled(void);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
