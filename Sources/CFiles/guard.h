#ifndef GUARD_H
#define GUARD_H

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

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
// Ends the process with a sentence.
void cfiles_end_stuck(void) __attribute__((noreturn));
int cfiles_start_detached(size_t bytes, void (*body)(void *), void *context, pthread_t *thread);

#endif
