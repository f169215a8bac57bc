#ifndef GUARD_H
#define GUARD_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

// What the files of this module share about threads that a trap may end.
void cfiles_guard_begin(void);
// Does not return where the thread that a signal ends runs guarded code, and begins the program again where it may.
void cfiles_guard_end(int number, const void *address);
void cfiles_guard_release(void);
void cfiles_unblock_traps(sigset_t *mask);
int cfiles_start_detached(size_t bytes, void (*body)(void *), void *context, pthread_t *thread);
// Ends the thread that calls it, which leaves all that it holds.
void cfiles_park(void);
// Ends the process with a sentence.
void cfiles_end_stuck(void) __attribute__((noreturn));
#if defined(__linux__)
// The bytes of a process's address space, or those of it in memory; 0 where they are unknown.
long cfiles_memory_of(pid_t process, int is_resident);
#endif
// The most bytes that the process held, and the processor's time in nanoseconds.
long cfiles_memory_high(void);
int64_t cfiles_used_time(clockid_t clock);
// Begins the program again where it may; returns where it may not.
void cfiles_restart(void);
int cfiles_may_restart(void);
// Around each write: bytes on the standard streams are counted for a restart. Returns how many were written before it; they are not
// written, and such a write does not end.
size_t cfiles_begin_writing(int descriptor, size_t count);
void cfiles_end_writing(int descriptor, ptrdiff_t count);
// Around each read of standard input: what was read before a restart comes first, and what is read is kept for one.
int cfiles_has_earlier_input(void);
ptrdiff_t cfiles_earlier_input(void *bytes, size_t count);
void cfiles_keep_input(const void *bytes, ptrdiff_t count);
// 1 while the tool itself ends the process.
extern atomic_int cfiles_is_ending;
// How many threads were left behind, and how many wait for time, another program or a person.
extern atomic_int cfiles_abandoned, cfiles_outside;
#define CFILES_OUTSIDE(call) \
  ({ \
    atomic_fetch_add(&cfiles_outside, 1); \
    __auto_type outside_result = (call); \
    atomic_fetch_sub(&cfiles_outside, 1); \
    outside_result; \
  })

#endif
