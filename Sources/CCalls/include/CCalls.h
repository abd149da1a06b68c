// How calls from Swift into C and C++ report success, errors and cancellation.
//
// Swift cannot catch C++ exceptions, and longjmp must not cross its frames. Functions therefore return BC_OK, or another status with a
// sentence in the caller's bc_error. C++ functions run their bodies through `guarded` (guarded.hpp).
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
    /// bc_is_cancelled returned true.
    BC_CANCELLED = 4,
    BC_MALFORMED = 5,
    BC_UNSUPPORTED = 6,
    BC_OUT_OF_MEMORY = 7,
    /// A shared library that is opened at first use is not installed, or lacks a function.
    BC_MISSING_LIBRARY = 8,
    /// There is nothing more to read: not an error.
    BC_END = 9,
    /// There is more of something than the caller allows.
    BC_LIMIT_EXCEEDED = 10,
};

typedef struct {
    int32_t code;
    char message[512];
} bc_error;

/// Stores a status and a message, and returns the status.
int32_t bc_report(bc_error *error, int32_t code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/// Reports that the work was cancelled.
int32_t bc_report_cancelled(bc_error *error);
/// Reports that memory ran out.
int32_t bc_report_out_of_memory(bc_error *error);

/// Bytes owned by someone else; null if there are none.
typedef struct {
    const void *_Nullable bytes;
    size_t length;
} bc_span;

// MARK: Cancellation
//
// A thread makes the flag of its work current. Code that takes longer than a few milliseconds checks bc_is_cancelled between rows, passes
// or layers and stops when it returns true.

/// A flag that is raised once, from any thread. All zero means not raised. Only these functions access it, but for `raised_at`.
typedef struct {
    int32_t raised;
    /// For tests: checks are counted, and this one raises the flag. Set before the flag is used; 0 if checks are not counted.
    int64_t raised_at;
    int64_t checks;
} bc_cancellation;

/// Raises the flag permanently.
void bc_cancellation_raise(bc_cancellation *cancellation);
/// Whether the flag was raised. This is a check.
bool bc_cancellation_is_raised(bc_cancellation *cancellation);
/// How often the flag was checked; 0 if checks are not counted.
int64_t bc_cancellation_checks(const bc_cancellation *cancellation);

/// Sets the flag that bc_is_cancelled checks on this thread, or none. Returns the previous one.
bc_cancellation *_Nullable bc_cancellation_make_current(bc_cancellation *_Nullable cancellation);
/// Whether the work on this thread was cancelled; false if no flag is current. Costs about a nanosecond.
bool bc_is_cancelled(void);

// MARK: Processors
//
// Inner loops are compiled several times, and run with the best instructions that the processor has. Sums may differ in the last bits:
// with a fused multiplication and addition, a product is not rounded.

enum {
    /// What every processor has: SSE2 on x86-64, NEON, which multiplies and adds at once, on arm64.
    BC_BASIC_INSTRUCTIONS = 0,
    /// On x86-64: AVX2 with fused multiplication and addition.
    BC_AVX2 = 1,
    /// On x86-64: AVX-512, which has them too.
    BC_AVX512 = 2,
};

/// The best instructions of this processor.
int32_t bc_best_instructions(void);
/// Those with which loops run on this thread.
int32_t bc_instructions(void);
/// For tests: makes loops on this thread run with these instructions, or with the best if the processor does not have them.
void bc_limit_instructions(int32_t limit);

// MARK: Descriptors

/// Whether the file of a descriptor for reading is open for writing anywhere: 1 or 0, or -1 if the system does not say, as about files of
/// other users. Swift does not see the constants for this.
int32_t bc_is_open_for_writing(int32_t descriptor);

/// Lets a pipe hold much more, so that neither program waits for the other at each part. Where the system does not allow it, it stays as it
/// is. Swift does not see the constant for this.
void bc_widen_pipe(int32_t descriptor);

// MARK: Programs

/// Starts a program as the leader of a process group of its own, with these descriptors as its standard input, output and error and no
/// others. No signal is blocked in it, SIGPIPE has its usual effect, and on Linux the program is killed when this process ends, however
/// that happens. Returns an error number, or 0.
///
/// One thread that never ends starts all programs, since Linux kills them when the thread ends that started them.
///
/// program: a path, or a name to look up in PATH.
/// arguments: the program's name and its arguments, and null at the end.
int32_t bc_start_program(const char *program, char *_Nullable const *_Nonnull arguments, int32_t input, int32_t output, int32_t error,
                         int32_t *identifier);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
