// System calls that Swift cannot call (variadic, or named by macros), or that differ between Linux and macOS.
// Every function returns a value of zero or more, or a negative errno. Interrupted calls (EINTR) are repeated.

#ifndef CFILES_H
#define CFILES_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cfiles_status {
  uint32_t mode;
  uint32_t owner;
  uint64_t links;
  uint64_t device;
  uint64_t inode;
  int64_t size;
  // When the bytes last changed, in nanoseconds.
  int64_t modified;
};

// The folder to pass where a path is relative to the working directory.
int cfiles_working_directory(void);

// Opening. None of them blocks on a FIFO, and no descriptor survives an exec.
int cfiles_open_to_read(int folder, const char *path, int follows_links);
int cfiles_open_to_append(int folder, const char *name);
int cfiles_open_folder(int folder, const char *path, int follows_links);
// Makes a file that did not exist, opened to read and append.
int cfiles_create(int folder, const char *name, uint32_t permissions);
int cfiles_close(int descriptor);

int cfiles_status(int descriptor, struct cfiles_status *status);
int cfiles_status_at(int folder, const char *path, int follows_links, struct cfiles_status *status);

// One read or write; waits where the descriptor was inherited as non-blocking. A file without an end that has nothing to read yet
// fails with ENODEV.
ptrdiff_t cfiles_read(int descriptor, void *bytes, size_t count);
ptrdiff_t cfiles_read_at(int descriptor, void *bytes, size_t count, int64_t offset);
ptrdiff_t cfiles_write(int descriptor, const void *bytes, size_t count);

// A file as memory that is only read; null where it cannot be. What another process cuts off from it reads as zeros, and is told.
const void *cfiles_map(int descriptor, size_t count);
int cfiles_is_cut(const void *bytes);
void cfiles_unmap(const void *bytes, size_t count);

int cfiles_set_length(int descriptor, int64_t length);
int cfiles_set_permissions(int descriptor, uint32_t permissions);
// Brings a file's bytes to the disk itself. On a folder, a file system that cannot is no error.
int cfiles_sync(int descriptor);
int cfiles_sync_folder(int descriptor);
// Takes the exclusive lock at once, or fails with EWOULDBLOCK. The lock goes with the last descriptor of this opening.
int cfiles_lock(int descriptor);
// Gives the lock back, also where a process that was forked and has not run its program yet holds the opening too.
void cfiles_unlock(int descriptor);

int cfiles_rename(int folder, const char *from, const char *to);
// As above, but fails with EEXIST rather than replace a file.
int cfiles_rename_new(int folder, const char *from, const char *to);
int cfiles_remove(int folder, const char *name);
int cfiles_make_folder(int folder, const char *name, uint32_t permissions);
// Removes a folder that is empty.
int cfiles_remove_folder(int folder, const char *name);
// The absolute path without symbolic links, to be freed by cfiles_free; NULL with *failure negative.
char *cfiles_real_path(const char *path, int *failure);
void cfiles_free(void *bytes);

// Reading a folder through a descriptor of its own; the names come in the file system's order.
int cfiles_list_begin(int folder, void **listing);
// The next name but `.` and `..`; NULL at the end, or with *failure negative.
const char *cfiles_list_next(void *listing, int *failure);
void cfiles_list_end(void *listing);

int cfiles_random(void *bytes, size_t count);

// Signals and the standard streams.
int cfiles_ignore_file_size_signal(void);
// From the first call to the matching one, signals wait that reach this thread, and with it the process: no other thread handles
// them. SIGKILL does not wait.
void cfiles_hold_signals(void);
void cfiles_release_signals(void);
int cfiles_reserve_standard_streams(void);
_Noreturn void cfiles_end_by_closed_pipe(void);
// From now on a crash writes this line (at most 256 bytes) to standard error and ends the process by its signal; SIGQUIT
// and SIGXCPU end it without a word. No core is written.
void cfiles_guard_crashes(const char *line);
// A file that such an end removes, until it is forgotten; the folder stays open as long. Noted before it is made. The number is
// for forgetting it; it is negative where too many are noted.
int cfiles_note_temporary(int folder, const char *name);
void cfiles_forget_temporary(int number);

// Code that may trap.

// How guarded code ended, where no signal ended it.
enum { cfiles_guard_done = 0, cfiles_guard_late = 1000, cfiles_guard_waiting, cfiles_guard_memory };

// Runs a function on a helper thread of the calling thread, and waits for it: the number of the signal that ended that thread, with
// what the Swift runtime said, or one of the above, or a negative error where there is no thread. Code that is late, by its own work
// or since it waits, or takes more memory than it may, is stopped; it is never returned to. The process ends where it cannot be.
int cfiles_guarded(
    size_t bytes, void (*body)(void *context), void *context, int milliseconds, long memory, char *message, size_t size);
// Runs a function in a copy of the process, which then ends: the same results, without any effect on this process. The caller runs
// the function again if it returned. A negative error without a copy.
int cfiles_tried(void (*body)(void *context), void *context, int milliseconds, long memory, char *message, size_t size);
// From now on a trap outside guarded code begins the program again, with the same arguments (NULL at their end) and the same input,
// until something is written that is no standard stream; `committed` is called then.
int cfiles_allow_restart(char **arguments, void (*committed)(void *context), void *context);
// Ends that; called before a file or folder changes too: from now on nothing can be done twice.
void cfiles_commit(void);
// Begins the program again to run objects, where a trap may; returns where it may not.
void cfiles_begin_again(void);
enum { cfiles_restart_trap = 1, cfiles_restart_objects };
// Why this program was begun again, or 0; what it wrote to standard output and standard error until then is not written again, and
// what it read from standard input is read again. Asked once, before there are threads.
int cfiles_was_restarted(void);
// Starts a thread that calls `look` from time to time, with the time that the process ran and the most memory that it used: 0 begins
// the program again where it may. It ends a process that threads which were left behind hold up for so many milliseconds.
int cfiles_start_watch(int milliseconds, int (*look)(void *context, int64_t time, long memory), void *context);

// The process.

// Runs a function on a new thread with a stack of so many bytes and waits for its end. Signals go to that thread.
int cfiles_run_on_stack(size_t bytes, void (*body)(void *context), void *context);
// Runs take(context, worker, element) once for each element from 0 on, and waits for all. The workers, at most 16, take the
// next element that none has taken: the first here, each other on a thread of its own with a stack of that size. One
// for which there is no thread takes none. Before it takes any, the first runs first(context).
void cfiles_run_side_by_side(
    int count, size_t bytes, long element_count, void (*take)(void *context, int worker, long element),
    void (*first)(void *context), void *context);
// Starts a program, found by PATH where its name has no slash, with the environment but for one variable (NULL for none), and
// its standard error left or silent. Its standard output is read from *output, and is this process's where `output` is NULL; what is
// written to *input is its standard input, and it has none where `input` is NULL.
int cfiles_spawn(
    const char *program, char *const arguments[], const char *without, int silent, int *input, int *output, int *process);
// Writes bytes to the input of such a program, which may end before it has read them all: that is no failure, and no signal.
void cfiles_feed(int descriptor, const void *bytes, size_t count);
// Waits for its end: the exit code, or 128 and the signal.
int cfiles_wait(int process);
// As above, but kills it after so many milliseconds.
int cfiles_stop(int process, int milliseconds);
// Calls body(context, element) for each element from `first` on in a copy of this process, which code that traps, or that takes longer
// than so many seconds for all elements, ends; writes nothing. Returns the element that ended it, or `count`. An element's result is
// there when its call has returned.
long cfiles_try_each(
    long first, long count, unsigned seconds, signed char *results, signed char (*body)(void *context, long element),
    void *context);
// Makes so many copies of this process, at most 16, which run side by side: each calls work(context, copy, memory) with its own zeroed
// memory of so many bytes, and ends; it may take `memory_limit` bytes more than this process. Meanwhile first(context) runs here. If it
// returns 0, the copies are killed; else take(context, copy, memory) is called for each copy in order when it has ended, however it
// did, and for one that could not be made. Returns what `first` did; negative without memory, where only `first` was called.
int cfiles_in_copies(
    int count, size_t bytes, size_t memory_limit, void (*work)(void *context, int copy, void *memory),
    int (*first)(void *context), void (*take)(void *context, int copy, void *memory), void *context);
// Ends a copy of this process after so many seconds, unless it is called again.
void cfiles_end_after(unsigned seconds);
// Milliseconds of a clock that nobody sets.
int64_t cfiles_now(void);
// Waits until there are bytes to read, or the end or a failure, at the latest until that time; 0 when the time is over.
int cfiles_wait_to_read(int descriptor, int64_t deadline);
// The path of the program that runs, to be freed by cfiles_free; NULL where the system does not tell.
char *cfiles_own_program(void);
// Calls ring(context) so many milliseconds after each time it is set, on a thread of its own that takes no signals. Being set
// while it waits counts once. NULL where there is no thread.
struct cfiles_alarm *cfiles_alarm_begin(
    int milliseconds, void (*ring)(void *context), void (*release)(void *context), void *context);
void cfiles_alarm_set(struct cfiles_alarm *alarm);
// It rings at most once more; then it calls release(context).
void cfiles_alarm_end(struct cfiles_alarm *alarm);
// How many processors there are, at most 16.
int cfiles_processor_count(void);
const char *cfiles_environment(const char *name);
_Noreturn void cfiles_end(int code);
void cfiles_sleep(int milliseconds);

#endif
