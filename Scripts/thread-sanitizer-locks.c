// Tells the thread sanitizer of the two halves of Swift's Mutex that it cannot see on Linux.
//
// A Mutex that nobody waits for is taken and given back by atomic operations in the instrumented code. One that somebody waits
// for goes through these two functions of the Synchronization library, which is not instrumented, and FUTEX_LOCK_PI, of which
// the sanitizer knows nothing: what the next owner reads would look like a race. Scripts/sanitize links this into what it tests.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT_METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// _MutexHandle._lockSlow(UInt32) and _MutexHandle._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT_METHOD void Lock(uint32_t thread, SELF);
typedef SWIFT_METHOD void Unlock(SELF);

Lock lock __asm__(LOCK);
Unlock unlock __asm__(UNLOCK);

SWIFT_METHOD void lock(uint32_t thread, SELF) {
  ((Lock *)dlsym(RTLD_NEXT, LOCK))(thread, self);
  __tsan_acquire(self);
}

SWIFT_METHOD void unlock(SELF) {
  __tsan_release(self);
  ((Unlock *)dlsym(RTLD_NEXT, UNLOCK))(self);
}
