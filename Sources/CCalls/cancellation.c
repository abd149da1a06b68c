#include <stddef.h>

#include "CCalls.h"

static _Thread_local bc_cancellation *current = NULL;

void bc_cancellation_raise(bc_cancellation *cancellation) { __atomic_store_n(&cancellation->raised, 1, __ATOMIC_RELEASE); }

bool bc_cancellation_is_raised(bc_cancellation *cancellation) {
    if (cancellation->raised_at > 0 && __atomic_add_fetch(&cancellation->checks, 1, __ATOMIC_RELAXED) == cancellation->raised_at) {
        bc_cancellation_raise(cancellation);
    }
    return __atomic_load_n(&cancellation->raised, __ATOMIC_ACQUIRE) != 0;
}

int64_t bc_cancellation_checks(const bc_cancellation *cancellation) { return __atomic_load_n(&cancellation->checks, __ATOMIC_RELAXED); }

bc_cancellation *bc_cancellation_make_current(bc_cancellation *cancellation) {
    bc_cancellation *before = current;
    current = cancellation;
    return before;
}

bool bc_is_cancelled(void) { return current && bc_cancellation_is_raised(current); }
