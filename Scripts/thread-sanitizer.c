// Makes Synchronization.Mutex visible to the thread sanitizer. The fast path of its lock is inlined and instrumented. The slow path, which
// waits for another thread, is in a library built without the sanitizer: after the first wait, everything that a Mutex guards would be
// reported as unguarded. These functions replace the library's, call them, and report what they do.
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
        fprintf(stderr, "Swift's Synchronization library no longer has %s: see Scripts/thread-sanitizer.c\n", name);
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
