#ifndef CADAPTERS_H
#define CADAPTERS_H

#include <stdint.h>
#include <stddef.h>

// The clock of the process. While this thread shows virtual time, `clock_gettime` answers it for every clock: the
// monotonic ones count from a fixed moment, and the wall clock from the beginning of 2026.

// Shows virtual time on this thread, in nanoseconds since the machine was opened; real time when it is negative.
void cadapters_show_time(int64_t nanoseconds);
// How often virtual time was read on this thread.
int64_t cadapters_reads_of_time(void);

// What this thread runs: a pointer that each thread has for itself; NULL at first.
void *cadapters_current(void);
void cadapters_set_current(void *current);

// Cancels a task, given the job that it is.
void cadapters_cancel(void *task);
// How many references there are to an object of the runtime.
size_t cadapters_count_of_references(void *object);

// Whether this is the thread that the process began with.
int cadapters_is_main_thread(void);

// Watches the main dispatch queue of the process, from the main thread.
void cadapters_watch_main_queue(void);
// Whether blocks were put on the main dispatch queue since it was run; 0 where it is not watched.
int cadapters_main_queue_waits(void);
// Forgets that; returns whether there was something to forget.
int cadapters_forget_main_queue(void);
// In a copy of the process: from now on its blocks are not noticed by other copies, nor theirs by it.
void cadapters_keep_main_queue_apart(void);
// Runs the blocks that wait on the main dispatch queue.
void cadapters_run_main_queue(void);

// Whether this process was started after `cadapters_prepare_start`.
int cadapters_is_started_again(void);
// Prepares the environment and limits for a start of this program: hashing without a seed, and at least so many bytes of stack for
// the main thread. Returns a negative error number if it fails.
int cadapters_prepare_start(size_t stack);
// Starts the program again in this process with the same arguments. Returns only if it fails, with a negative error number.
int cadapters_start_again(void);

#endif
