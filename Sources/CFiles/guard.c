#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"
#include "guard.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__linux__)
#include <dlfcn.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#endif

// A thread that a trap of the user's code ends does not return: its frames may hold locks and half-made values, so they stay as
// they are, and another thread goes on.

enum {
  // Ignored where nothing handles it, so that one too many does no harm.
  parking_signal = SIGURG,
  message_size = 512,
  poll_milliseconds = 20,
  // How often a thread that runs on is asked to stop, one millisecond apart.
  parking_attempts = 300,
  // How long the code of such a function is at least, with others that hold no lock either.
  safe_code = 1024,
  // How far from the end of its stack a thread that overflows it uses memory.
  guard_reach = 1 << 16,
  // After how many polls without work a thread waits, and how much memory a page has at most.
  quiet_polls = 50,
  largest_page = 2 << 20,
  // What a copy of the process adds to a signal's number, and how it ends when it has done its work.
  trial_code = 128,
  trial_done = 127,
  most_exits = 64,
};

// Semaphores, since a signal handler may post one, and no operation on files can fail in between.
#if defined(__linux__)
typedef sem_t guard_signal;
#define GUARD_BEGIN(signal) sem_init(signal, 0, 0)
#define GUARD_POST(signal) sem_post(signal)
#define GUARD_WAIT(signal) while (sem_wait(signal) != 0 && errno == EINTR)
#else
typedef int guard_signal;
#define GUARD_BEGIN(signal) (errno = ENOSYS, -1)
#define GUARD_POST(signal) ((void)(signal))
#define GUARD_WAIT(signal) ((void)(signal))
#endif

struct guard_helper {
  guard_signal asked, answered;
  void (*body)(void *);
  void *context;
  pthread_t thread;
  clockid_t clock;
  pid_t number;
  char *stack;
  size_t stack_size;
  // The number of the signal that ended the thread, or 0.
  atomic_int code;
  atomic_int is_abandoned, is_parked, is_over;
  char message[message_size];
};

static _Thread_local struct guard_helper *served;
static _Thread_local struct guard_helper *own;
// What the Swift runtime printed on this thread since it began to say why it ends.
static _Thread_local char last_words[message_size];
static _Thread_local size_t last_words_length;

// In a copy of the process: where it leaves its last words.
static char *trial_message;

// How much of a dead thread's stack stays: its control block lies at the top, and the C library has it in a list.
static const size_t kept_stack = 1 << 20;

void cfiles_park(void) {
#if defined(__linux__)
  struct guard_helper *helper = served;
  if (helper != NULL && helper->stack != NULL && helper->stack_size > kept_stack)
    madvise(helper->stack, helper->stack_size - kept_stack, MADV_DONTNEED);
  for (;;) syscall(SYS_exit, 0);
#else
  for (;;) pause();
#endif
}

void cfiles_guard_end(int number, const void *address) {
  static const char overflow[] = "Fatal error: the stack overflowed";
  ssize_t written;
  last_words[strcspn(last_words, "\n")] = 0;
  if (served != NULL) {
    uintptr_t end = (uintptr_t)served->stack, place = (uintptr_t)address;
    int is_fault = number == SIGSEGV || number == SIGBUS;
    if (is_fault && last_words[0] == 0 && place > end - guard_reach && place < end + guard_reach)
      memcpy(last_words, overflow, sizeof overflow);
    memcpy(served->message, last_words, sizeof last_words);
    atomic_store(&served->code, number);
    if (!atomic_exchange(&served->is_abandoned, 1)) GUARD_POST(&served->answered);
    cfiles_park();
  }
  if (trial_message != NULL) {
    memcpy(trial_message, last_words, sizeof last_words);
    _exit(trial_code + number);
  }
  cfiles_restart();
  written = write(STDERR_FILENO, last_words, strlen(last_words));
  if (last_words[0] != 0) written = write(STDERR_FILENO, "\n", 1);
  (void)written;
}

atomic_int cfiles_is_ending;

static void on_exit_of_code(void) {
  static const char called[] = "Fatal error: it called 'exit', which ends the program";
  if (atomic_load(&cfiles_is_ending) || (served == NULL && trial_message == NULL && !cfiles_may_restart())) return;
  memcpy(last_words, called, sizeof called);
  // The thread stays here, and the next one that exits must come here too.
  atexit(on_exit_of_code);
  cfiles_guard_end(SIGABRT, NULL);
}

#if defined(__linux__)
// A thread that is stopped in the C library may hold the lock of its memory. Functions that fill and copy memory hold none, and code
// that takes memory is there most of the time.
static int is_stoppable(uintptr_t place) {
  const uintptr_t safe[] = {(uintptr_t)&memset, (uintptr_t)&memcpy, (uintptr_t)&memmove};
  for (size_t i = 0; i < sizeof safe / sizeof safe[0]; i++)
    if (place - safe[i] < safe_code) return 1;
  Dl_info here, library;
  if (!dladdr((void *)place, &here) || !dladdr((void *)(uintptr_t)&malloc, &library)) return 1;
  return here.dli_fbase != library.dli_fbase;
}

static void on_parking(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  ucontext_t *at = context;
#if defined(__x86_64__)
  uintptr_t place = (uintptr_t)at->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  uintptr_t place = (uintptr_t)at->uc_mcontext.pc;
#else
  uintptr_t place = (uintptr_t)&malloc;
#endif
  if (served == NULL || !atomic_load(&served->is_abandoned) || !is_stoppable(place)) return;
  atomic_store(&served->is_parked, 1);
  cfiles_park();
}

static ssize_t write_error(void *cookie, const char *text, size_t length) {
  (void)cookie;
  static const char *const beginnings[] = {": Fatal error", ": Precondition failed", ": Assertion failed", "Fatal error:"};
  if (served == NULL && trial_message == NULL && !cfiles_may_restart()) return write(STDERR_FILENO, text, length);
  int begins = last_words_length > 0;
  for (size_t i = 0; !begins && i < sizeof beginnings / sizeof beginnings[0]; i++)
    begins = memmem(text, length, beginnings[i], strlen(beginnings[i])) != NULL;
  if (!begins) return write(STDERR_FILENO, text, length);
  size_t kept = sizeof last_words - 1 - last_words_length;
  if (kept > length) kept = length;
  memcpy(last_words + last_words_length, text, kept);
  last_words_length += kept;
  return (ssize_t)length;
}
#endif

void cfiles_guard_begin(void) {
  // Each exit takes one away until it comes there, and several threads may exit at once.
  for (int i = 0; i < most_exits; i++) atexit(on_exit_of_code);
#if defined(__linux__)
  struct sigaction action = {.sa_sigaction = on_parking, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(parking_signal, &action, NULL);
  cookie_io_functions_t functions = {.write = write_error};
  FILE *errors = fopencookie(NULL, "w", functions);
  if (errors == NULL) return;
  setvbuf(errors, NULL, _IONBF, 0);
  stderr = errors;
#endif
}

void cfiles_unblock_traps(sigset_t *mask) {
  static const int numbers[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS, parking_signal};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) sigdelset(mask, numbers[i]);
}

// How many pages of memory a thread was given; all threads have one memory, so that this is what tells whose growth it is.
static long page_count(pid_t thread) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread);
  FILE *file = fopen(path, "r");
  if (file == NULL) return -1;
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  const char *state = strrchr(text, ')');
  long pages = -1;
  if (state != NULL) sscanf(state, ") %*c %*d %*d %*d %*d %*d %*u %ld", &pages);
  return pages;
}

static void serve(void *pointer) {
  struct guard_helper *helper = pointer;
  served = helper;
#if defined(__linux__)
  helper->number = (pid_t)syscall(SYS_gettid);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, (void **)&helper->stack, &helper->stack_size);
    pthread_attr_destroy(&attributes);
  }
#endif
  for (;;) {
    GUARD_WAIT(&helper->asked);
    if (atomic_load(&helper->is_over)) break;
    helper->body(helper->context);
    if (atomic_load(&helper->is_abandoned)) cfiles_park();
    GUARD_POST(&helper->answered);
  }
  free(helper);
}

static struct guard_helper *make_helper(size_t bytes) {
  struct guard_helper *helper = calloc(1, sizeof *helper);
  if (helper == NULL) return NULL;
  if (GUARD_BEGIN(&helper->asked) == 0 && GUARD_BEGIN(&helper->answered) == 0 &&
      cfiles_start_detached(bytes, serve, helper, &helper->thread) == 0) {
    if (pthread_getcpuclockid(helper->thread, &helper->clock) != 0) helper->clock = CLOCK_PROCESS_CPUTIME_ID;
    return helper;
  }
  free(helper);
  return NULL;
}

// The thread frees its helper; one that died does not.
void cfiles_guard_release(void) {
  if (own == NULL) return;
  struct guard_helper *helper = own;
  own = NULL;
  atomic_store(&helper->is_over, 1);
  GUARD_POST(&helper->asked);
}

static int wait_for(guard_signal *answered, int milliseconds) {
#if defined(__linux__)
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += milliseconds * 1000000L;
  if (end.tv_nsec >= 1000000000) end.tv_sec++, end.tv_nsec -= 1000000000;
  int result;
  do {
    result = CFILES_OUTSIDE(sem_clockwait(answered, CLOCK_MONOTONIC, &end));
  } while (result != 0 && errno == EINTR);
  return result == 0;
#else
  (void)answered, (void)milliseconds;
  return 1;
#endif
}

// One that only waits, for a lock or for time, does no harm; one that goes on working does.
static void stop(struct guard_helper *helper) {
  int64_t used = 0;
  for (int attempt = 0; attempt < parking_attempts; attempt++) {
    if (atomic_load(&helper->is_parked)) return;
    used = cfiles_used_time(helper->clock);
    pthread_kill(helper->thread, parking_signal);
    poll(NULL, 0, 1);
  }
  poll(NULL, 0, poll_milliseconds);
  if (!atomic_load(&helper->is_parked) && cfiles_used_time(helper->clock) - used > INT64_C(1000000)) cfiles_end_stuck();
}

static void abandon(struct guard_helper *helper, int is_dead) {
  atomic_fetch_add(&cfiles_abandoned, 1);
  if (!is_dead) stop(helper);
  own = NULL;
}

int cfiles_guarded(
    size_t bytes, void (*body)(void *), void *context, int milliseconds, long memory, char *message, size_t size) {
  if (own == NULL) own = make_helper(bytes);
  if (own == NULL) return -EAGAIN;
  struct guard_helper *helper = own;
  helper->body = body;
  helper->context = context;
  int64_t before = cfiles_used_time(helper->clock), used = before;
  GUARD_POST(&helper->asked);
  long least = cfiles_memory_high(), pages = 0;
  int outcome = cfiles_guard_done, quiet = 0;
  // Polls are counted, since time passes while the process is stopped too, or gets no processor.
  for (int round = 0; !wait_for(&helper->answered, poll_milliseconds); round++) {
    if (round == 0) pages = page_count(helper->number);
    int64_t now = cfiles_used_time(helper->clock);
    quiet = now == used ? quiet + 1 : 0;
    used = now;
    int is_at_work = used - before > INT64_C(250000) * milliseconds;
    if (round * poll_milliseconds >= milliseconds && (is_at_work || quiet > quiet_polls))
      outcome = is_at_work ? cfiles_guard_late : cfiles_guard_waiting;
    if (cfiles_memory_high() - least > memory && page_count(helper->number) - pages >= memory / 2 / largest_page)
      outcome = cfiles_guard_memory;
    if (outcome == cfiles_guard_done) continue;
    // It may have ended at this moment.
    if (atomic_exchange(&helper->is_abandoned, 1)) break;
    abandon(helper, 0);
    return outcome;
  }
  int code = atomic_load(&helper->code);
  if (code == 0) return cfiles_guard_done;
  strncpy(message, helper->message, size - 1);
  message[size - 1] = 0;
  abandon(helper, 1);
  return code;
}

#if defined(__linux__)
long cfiles_memory_of(pid_t process, int is_resident) {
  char path[64];
  long pages[2] = {0, 0};
  snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
  FILE *file = fopen(path, "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%ld %ld", &pages[0], &pages[1]) != 2) pages[0] = pages[1] = 0;
  fclose(file);
  return pages[is_resident] * sysconf(_SC_PAGESIZE);
}
#endif

int cfiles_tried(void (*body)(void *), void *context, int milliseconds, long memory, char *message, size_t size) {
#if defined(__linux__)
  static char *shared = MAP_FAILED;
  int ends[2], status = 0, outcome = cfiles_guard_done;
  if (shared == MAP_FAILED) shared = mmap(NULL, message_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0) return -EAGAIN;
  memset(shared, 0, message_size);
  pid_t copy = fork();
  if (copy == 0) {
    // What it prints is printed when it is done.
    int nowhere = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor <= STDERR_FILENO; descriptor++) dup2(nowhere, descriptor);
    trial_message = shared;
    body(context);
    _exit(trial_done);
  }
  close(ends[1]);
  if (copy < 0) {
    close(ends[0]);
    return -EAGAIN;
  }
  long least = cfiles_memory_of(copy, 1);
  int64_t deadline = cfiles_now() + milliseconds;
  while (outcome == cfiles_guard_done && !cfiles_wait_to_read(ends[0], cfiles_now() + poll_milliseconds)) {
    if (cfiles_now() >= deadline) outcome = cfiles_guard_late;
    if (cfiles_memory_of(copy, 1) - least > memory) outcome = cfiles_guard_memory;
  }
  if (outcome != cfiles_guard_done) kill(copy, SIGKILL);
  close(ends[0]);
  while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {
  }
  if (outcome != cfiles_guard_done) return outcome;
  strncpy(message, shared, size - 1);
  message[size - 1] = 0;
  if (WIFSIGNALED(status)) return WTERMSIG(status);
  int code = WEXITSTATUS(status);
  if (code == trial_done) return cfiles_guard_done;
  if (code > trial_code) return code - trial_code;
  snprintf(message, size, "Fatal error: it ended the program with exit code %d", code);
  return SIGABRT;
#else
  (void)body, (void)context, (void)milliseconds, (void)memory, (void)message, (void)size;
  return -EAGAIN;
#endif
}
