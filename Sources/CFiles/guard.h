#ifndef GUARD_H
#define GUARD_H

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// What the files of this module share about threads that a trap may end.
void cfiles_guard_begin(void);
// Does not return where the thread that a signal ends runs guarded code, and begins the program again where it may.
void cfiles_guard_end(int number, const void *address);
void cfiles_guard_release(void);
void cfiles_unblock_traps(sigset_t *mask);
// Around each write: bytes on the standard streams are counted for a restart. Returns how many were written before it; they are not
// written, and such a write does not end.
size_t cfiles_begin_writing(int descriptor, size_t count);
void cfiles_end_writing(int descriptor, ptrdiff_t count);
// A call that waits for time, another program or a person.
#define CFILES_OUTSIDE(call) \
  ({ \
    cfiles_begin_outside(); \
    __auto_type outside_result = (call); \
    cfiles_end_outside(); \
    outside_result; \
  })
void cfiles_begin_outside(void);
void cfiles_end_outside(void);
// Begins the program again where it may; returns where it may not.
void cfiles_restart(void);
int cfiles_may_restart(void);
// Ends the thread that calls it, which leaves all that it holds.
void cfiles_park(void);
// Counts a thread that was left behind.
void cfiles_count_abandoned(void);
void cfiles_rest(int milliseconds);
// The most bytes that the process held.
long cfiles_memory_high(void);
// The processor's time in nanoseconds.
int64_t cfiles_used_time(clockid_t clock);
// Ends the process with a sentence.
void cfiles_end_stuck(void) __attribute__((noreturn));
int cfiles_start_detached(size_t bytes, void (*body)(void *), void *context, pthread_t *thread);

#endif
