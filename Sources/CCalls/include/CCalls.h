// How calls from Swift into C and C++ end, whatever they call: well, with an error, or cancelled.
//
// Swift cannot catch C++ exceptions, and no longjmp may cross its frames: functions return BC_OK, or another status with a sentence in the
// caller's bc_error. C++ functions run their bodies through `guarded` (guarded.hpp).
#ifndef BOUNDEDCROP_CCALLS_H
#define BOUNDEDCROP_CCALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

enum {
    BC_OK = 0,
    BC_INVALID_ARGUMENT = 1,
    BC_UNREADABLE_MODEL = 2,
    BC_FAILED = 3,
    /// bc_is_cancelled said so.
    BC_CANCELLED = 4,
    BC_MALFORMED = 5,
    BC_UNSUPPORTED = 6,
    BC_OUT_OF_MEMORY = 7,
};

typedef struct {
    int32_t code;
    char message[512];
} bc_error;

/// Notes a status and a sentence about it, and returns the status.
int32_t bc_report(bc_error *error, int32_t code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// What everything says when bc_is_cancelled does.
int32_t bc_report_cancelled(bc_error *error);
/// What everything says when memory ran out.
int32_t bc_report_out_of_memory(bc_error *error);

/// Bytes that belong to somebody else; null when there are none.
typedef struct {
    const void *_Nullable bytes;
    size_t length;
} bc_span;

// MARK: Cancellation
//
// A thread that starts a piece of work makes its flag the current one; whatever takes longer than a few milliseconds asks
// bc_is_cancelled between rows, passes or layers, and gives up when it says so.

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
