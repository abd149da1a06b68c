// Makes Synchronization.Mutex known to the thread sanitizer. The quick part of its lock is inlined, and is seen. The part that waits for another
// thread is in a library that was built without the sanitizer: after the first wait, all that a Mutex guards would be taken for unguarded.
// These functions stand in front of the library's, and say what those do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SELF __attribute__((swift_context)) void *self
#define SWIFT __attribute__((swiftcall))

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void bc_lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool bc_try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT void bc_unlock_slow(SELF) __asm__(UNLOCK);

static void *original(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "Swift's library of locks has no %s any more: see Scripts/thread-sanitizer.c\n", name);
        abort();
    }
    return found;
}

SWIFT void bc_lock_slow(uint32_t thread, SELF) {
    typedef SWIFT void (*Function)(uint32_t, SELF);
    ((Function)original(LOCK))(thread, self);
    __tsan_acquire(self);
}

SWIFT bool bc_try_lock_slow(SELF) {
    typedef SWIFT bool (*Function)(SELF);
    const bool is_locked = ((Function)original(TRY_LOCK))(self);
    if (is_locked) { __tsan_acquire(self); }
    return is_locked;
}

SWIFT void bc_unlock_slow(SELF) {
    typedef SWIFT void (*Function)(SELF);
    __tsan_release(self);
    ((Function)original(UNLOCK))(self);
}
