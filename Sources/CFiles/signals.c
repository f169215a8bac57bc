#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"
#include "guard.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

int cfiles_ignore_file_size_signal(void) { return signal(SIGXFSZ, SIG_IGN) == SIG_ERR ? -errno : 0; }

static _Thread_local sigset_t mask_before;
static _Thread_local int hold_count;

void cfiles_hold_signals(void) {
  sigset_t all;
  sigfillset(&all);
  if (hold_count++ == 0) pthread_sigmask(SIG_SETMASK, &all, &mask_before);
}

void cfiles_release_signals(void) {
  if (--hold_count == 0) pthread_sigmask(SIG_SETMASK, &mask_before, NULL);
}

// A closed standard stream is filled with /dev/null opened the wrong way round: the next file opened cannot take its
// number, and using the stream still fails with EBADF.
int cfiles_reserve_standard_streams(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    int opened = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    if (opened < 0) return -errno;
  }
  return 0;
}

void cfiles_end_by_closed_pipe(void) {
  sigset_t pipe_only;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &pipe_only, NULL);
  raise(SIGPIPE);
  _exit(141);
}

// The temporary files that a crash removes.
enum { temporary_free, temporary_in_work, temporary_noted };
static struct {
  atomic_int state;
  int folder;
  char name[64];
} temporaries[8];
static const int temporaries_count = sizeof temporaries / sizeof temporaries[0];

int cfiles_note_temporary(int folder, const char *name) {
  for (int i = 0; i < temporaries_count; i++) {
    int expected = temporary_free;
    if (strlen(name) >= sizeof temporaries[i].name) return -1;
    if (!atomic_compare_exchange_strong(&temporaries[i].state, &expected, temporary_in_work)) continue;
    temporaries[i].folder = folder;
    strcpy(temporaries[i].name, name);
    atomic_store(&temporaries[i].state, temporary_noted);
    return i;
  }
  return -1;
}

void cfiles_forget_temporary(int number) {
  if (number >= 0) atomic_store(&temporaries[number].state, temporary_free);
}

static char crash_line[256];
static size_t crash_line_length;

// Only functions that are safe inside a signal handler. The signal is blocked here: it arrives once this returns, and
// ends the process, so that its parent sees which one it was.
static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  // A signal that another process sent says nothing of the code that it meets.
  int is_own = info->si_code > 0 || info->si_pid == getpid();
  if (is_own && number != SIGQUIT && number != SIGXCPU) cfiles_guard_end(number, info->si_addr);
#if defined(__linux__)
  // Where cores go to a program, their size is not asked for; this process gives none of its memory away any more.
  prctl(PR_SET_DUMPABLE, 0);
#endif
  if (number != SIGQUIT && number != SIGXCPU) {
    ssize_t written = write(STDERR_FILENO, crash_line, crash_line_length);
    (void)written;
  }
  for (int i = 0; i < temporaries_count; i++)
    if (atomic_load(&temporaries[i].state) == temporary_noted) unlinkat(temporaries[i].folder, temporaries[i].name, 0);
  signal(number, SIG_DFL);
  raise(number);
}

void cfiles_guard_crashes(const char *line) {
  static const int numbers[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGSYS, SIGQUIT, SIGXCPU};
  // Other threads bring their own.
  static char signal_stack[1 << 16];
  stack_t stack = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
  sigaltstack(&stack, NULL);
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  crash_line_length = strnlen(line, sizeof crash_line);
  memcpy(crash_line, line, crash_line_length);
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigset_t guarded;
  sigfillset(&action.sa_mask);
  sigemptyset(&guarded);
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction previous;
    if (sigaction(numbers[i], NULL, &previous) != 0) continue;
    // A parent that has it ignored, as `nohup` and shells without job control do, is obeyed.
    if (!(previous.sa_flags & SA_SIGINFO) && previous.sa_handler == SIG_IGN) continue;
    sigaction(numbers[i], &action, NULL);
    sigaddset(&guarded, numbers[i]);
  }
  // A parent's threads may have them blocked, and what it starts inherits that; a run that cannot be interrupted hangs.
  sigaddset(&guarded, SIGINT);
  sigaddset(&guarded, SIGTERM);
  sigaddset(&guarded, SIGHUP);
  sigprocmask(SIG_UNBLOCK, &guarded, NULL);
  cfiles_guard_begin();
}
