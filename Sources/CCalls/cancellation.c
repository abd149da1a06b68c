#include <stddef.h>

#include "CCalls.h"

static _Thread_local const bc_cancellation *current = NULL;

void bc_cancellation_raise(bc_cancellation *cancellation) { __atomic_store_n(&cancellation->raised, 1, __ATOMIC_RELEASE); }

bool bc_cancellation_is_raised(const bc_cancellation *cancellation) { return __atomic_load_n(&cancellation->raised, __ATOMIC_ACQUIRE) != 0; }

const bc_cancellation *bc_cancellation_make_current(const bc_cancellation *cancellation) {
    const bc_cancellation *before = current;
    current = cancellation;
    return before;
}

bool bc_is_cancelled(void) { return current && bc_cancellation_is_raised(current); }
