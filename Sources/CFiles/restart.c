#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"
#include "guard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { written_size = 64, watch_milliseconds = 100, watch_stack = 1 << 18, largest_input = 64 << 20 };

// What begins the program again, and the value of the variable that tells it what this run has written.
static struct {
  char *program, *written;
  char **arguments;
  sigset_t mask;
} again;
static const char variable[] = "SIGNALBOX_WRITTEN";
// Why the program starts again.
static int reason = cfiles_restart_trap;
// 1 while a trap begins the program again.
static atomic_int may_restart;
static atomic_int is_restarting, writer_count;
// For each standard stream: what this run has written, and what an earlier one has that is not to be written again.
static long long written_bytes[3], earlier_bytes[3];

// Standard input as far as it was read, in a file without a name; where a restart reads it again, from where to where.
static int input = -1;
static off_t input_next, input_end;
static void (*on_commitment)(void *);
static void *commitment_context;

atomic_int cfiles_abandoned, cfiles_outside;

int cfiles_may_restart(void) { return atomic_load(&may_restart); }

long cfiles_memory_high(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
#if defined(__APPLE__)
  return usage.ru_maxrss;
#else
  return usage.ru_maxrss * 1024;
#endif
}

// The processor's time in nanoseconds.
int64_t cfiles_used_time(clockid_t clock) {
  struct timespec used;
  return clock_gettime(clock, &used) == 0 ? used.tv_sec * INT64_C(1000000000) + used.tv_nsec : 0;
}

// Begins the program again, where it may. A thread that is writing is waited for, so that its bytes are counted.
void cfiles_restart(void) {
  int can = 1;
  if (!atomic_compare_exchange_strong(&may_restart, &can, 0)) {
    if (atomic_load(&is_restarting)) cfiles_park();
    return;
  }
  atomic_store(&is_restarting, 1);
  while (atomic_load(&writer_count) > 0) poll(NULL, 0, 1);
  // Until now it was no number, since other programs that were started have it too.
  again.written[0] = ' ';
  pthread_sigmask(SIG_SETMASK, &again.mask, NULL);
  fcntl(input, F_SETFD, 0);
  execve(again.program, again.arguments, environ);
  atomic_store(&is_restarting, 0);
}

size_t cfiles_begin_writing(int descriptor, size_t count) {
  if (descriptor != 1 && descriptor != 2) return 0;
  if (earlier_bytes[descriptor] > 0) {
    if (earlier_bytes[descriptor] < (long long)count) count = (size_t)earlier_bytes[descriptor];
    earlier_bytes[descriptor] -= (long long)count;
    return count;
  }
  while (atomic_fetch_add(&writer_count, 1), atomic_load(&is_restarting)) {
    atomic_fetch_sub(&writer_count, 1);
    poll(NULL, 0, 1);
  }
  return 0;
}

static void note_written(void) {
  if (again.written != NULL) snprintf(again.written, written_size, "x%lld,%lld,%d,%d", written_bytes[1], written_bytes[2], input, reason);
}

// One thread writes to a standard stream at a time.
void cfiles_end_writing(int descriptor, ptrdiff_t count) {
  if (descriptor != 1 && descriptor != 2) return;
  if (count > 0) written_bytes[descriptor] += count;
  note_written();
  atomic_fetch_sub(&writer_count, 1);
}

void cfiles_commit(void) {
  int can = 1;
  if (atomic_compare_exchange_strong(&may_restart, &can, 0)) on_commitment(commitment_context);
}

int cfiles_has_earlier_input(void) { return input_next < input_end; }

ptrdiff_t cfiles_earlier_input(void *bytes, size_t count) {
  ssize_t result = cfiles_has_earlier_input() ? pread(input, bytes, count, input_next) : 0;
  if (result > 0) input_next += result;
  return result;
}

void cfiles_keep_input(const void *bytes, ptrdiff_t count) {
  if (count <= 0 || !cfiles_may_restart()) return;
  input_end += count;
  input_next = input_end;
  if (input_end > largest_input || write(input, bytes, (size_t)count) != count) cfiles_commit();
}

void cfiles_begin_again(void) {
  reason = cfiles_restart_objects;
  note_written();
  cfiles_restart();
  reason = cfiles_restart_trap;
  note_written();
}

int cfiles_was_restarted(void) {
  const char *text = getenv(variable);
  int before = 0;
  int is_restart = text != NULL && sscanf(text, "%lld,%lld,%d,%d", &earlier_bytes[1], &earlier_bytes[2], &input, &before) == 4;
  unsetenv(variable);
  if (!is_restart) return 0;
  // A restart after this one omits all.
  memcpy(written_bytes, earlier_bytes, sizeof written_bytes);
  fcntl(input, F_SETFD, FD_CLOEXEC);
  input_end = lseek(input, 0, SEEK_END);
  return before;
}

int cfiles_allow_restart(char **arguments, void (*committed)(void *context), void *context) {
  char text[written_size];
  memset(text, '0', sizeof text - 1);
  text[sizeof text - 1] = 0;
  again.program = cfiles_own_program();
  if (again.program == NULL || setenv(variable, text, 1) != 0) return -ENOMEM;
  again.written = getenv(variable);
#if defined(__linux__)
  if (input < 0) input = memfd_create("input", MFD_CLOEXEC);
#endif
  note_written();
  on_commitment = committed;
  commitment_context = context;
  again.arguments = arguments;
  pthread_sigmask(SIG_SETMASK, NULL, &again.mask);
  atomic_store(&may_restart, 1);
  return 0;
}

void cfiles_end_stuck(void) {
  static const char sentence[] =
      "error[E9004]: code of a view model that trapped or did not return cannot be stopped, or holds what others wait for; "
      "nothing is lost that is in a file\n";
  ssize_t written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
  (void)written;
  _exit(70);
}

static struct {
  int (*look)(void *context, int64_t time, long memory);
  void *context;
  int milliseconds;
} watch;

static void keep_watch(void *unused) {
  (void)unused;
  int64_t used = 0;
  int idle = 0;
  for (int64_t looks = 1;; looks++) {
    poll(NULL, 0, watch_milliseconds);
    if (atomic_load(&may_restart) && !watch.look(watch.context, looks * watch_milliseconds, cfiles_memory_high())) cfiles_restart();
    // Each look costs some microseconds itself.
    int64_t now = cfiles_used_time(CLOCK_PROCESS_CPUTIME_ID);
    int is_idle = now - used < 1000000 && atomic_load(&cfiles_outside) == 0 && atomic_load(&cfiles_abandoned) > 0;
    used = now;
    idle = is_idle ? idle + watch_milliseconds : 0;
    if (idle > watch.milliseconds) cfiles_end_stuck();
  }
}

int cfiles_start_watch(int milliseconds, int (*look)(void *context, int64_t time, long memory), void *context) {
  pthread_t thread;
  watch.look = look;
  watch.context = context;
  watch.milliseconds = milliseconds;
  return cfiles_start_detached(watch_stack, keep_watch, NULL, &thread);
}

void cfiles_end(int code) {
  atomic_store(&cfiles_is_ending, 1);
  if (atomic_load(&cfiles_abandoned) == 0) exit(code);
  // A thread that was left behind may hold the lock of this stream for ever.
  if (ftrylockfile(stdout) == 0) fflush_unlocked(stdout);
  _exit(code);
}
