#define _GNU_SOURCE 1

#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "CEditline.h"

typedef struct {
  int number;
  void (*handler)(int);
  struct sigaction previous;
  bool installed;
} caught_t;

static void on_interrupt(int number);
static void on_event(int number);
static void on_end(int number);
static void on_leave(int number);
static void on_crash(int number, siginfo_t *info, void *context);

// Ctrl-C, and every signal that ends a process by default and is no crash.
static caught_t while_open[] = {
    {.number = SIGINT, .handler = on_interrupt},  {.number = SIGTERM, .handler = on_leave},
    {.number = SIGHUP, .handler = on_leave},      {.number = SIGQUIT, .handler = on_leave},
    {.number = SIGUSR1, .handler = on_leave},     {.number = SIGUSR2, .handler = on_leave},
    {.number = SIGALRM, .handler = on_leave},     {.number = SIGVTALRM, .handler = on_leave},
    {.number = SIGPROF, .handler = on_leave},     {.number = SIGXCPU, .handler = on_leave},
    {.number = SIGPIPE, .handler = on_leave},
#if defined(__linux__)
    {.number = SIGIO, .handler = on_leave},       {.number = SIGPWR, .handler = on_leave},
    {.number = SIGSTKFLT, .handler = on_leave},
#endif
};
static const size_t while_open_count = sizeof while_open / sizeof while_open[0];
static caught_t while_reading[] = {
    {.number = SIGCONT, .handler = on_event},
    {.number = SIGWINCH, .handler = on_event},
    {.number = SIGTSTP, .handler = on_event},
};
static const size_t while_reading_count = sizeof while_reading / sizeof while_reading[0];
// Crashes are handled by `on_crash`; they are caught while an editor is open.
static caught_t crashes[] = {
    {.number = SIGILL}, {.number = SIGTRAP}, {.number = SIGSEGV},
    {.number = SIGBUS}, {.number = SIGFPE},  {.number = SIGABRT},
};
static const size_t crashes_count = sizeof crashes / sizeof crashes[0];

static int wake[2] = {-1, -1};
static struct termios saved_mode;
static bool saved_escapes;
// What is restored when another program gives the terminal back.
static struct termios lent_mode;
static bool has_lent_mode, kept_before_lending;
// What a handler and another thread share; all of them are free of locks.
static atomic_bool reading, interrupted, continued, resized, suspended;
// Whether the program keeps what it has to keep, at which no Ctrl-C ends it.
static atomic_bool keeping;
// The signal that asked the program to end; 0 while none did.
static atomic_int ending;
// When the first Ctrl-C came that nobody has looked at, in milliseconds; 0 when there is none.
static atomic_llong unseen_since;
// When Ctrl-C came that is still set, or a signal that asked the program to end.
static atomic_llong requested_since;
// Whether somebody has looked at that Ctrl-C.
static atomic_bool heard;
// Where reading a line continues after a crash in the editor, and whether this thread is in the editor's own code.
static sigjmp_buf crash_place;
static _Thread_local volatile sig_atomic_t in_editor;
// How long the program may take to keep the work after a crash, in seconds: the crash may have left a lock behind.
static const unsigned keeping_seconds = 60;
// How long a command may take to look, in milliseconds: it is not ended by a Ctrl-C that is pressed twice.
static const long long patience = 1000;

// Only functions that are safe inside a signal handler.
static void write_all(int descriptor, const char *bytes, size_t count) {
  ssize_t written = write(descriptor, bytes, count);
  (void)written;
}

static void give_terminal_back(void) {
  static const char end_paste[] = "\x1b[?2004l\n";
  if (!atomic_exchange(&reading, false)) return;
  if (saved_escapes) write_all(STDOUT_FILENO, end_paste, sizeof end_paste - 1);
  else write_all(STDOUT_FILENO, "\n", 1);
  tcsetattr(STDIN_FILENO, TCSANOW, &saved_mode);
}

static void install(caught_t *caught) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  // No SA_RESTART: `poll` and `read` shall return. SIGTTOU is blocked so that a process in the background may still
  // give the terminal back.
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTTOU);
  if (caught->handler != NULL) {
    action.sa_handler = caught->handler;
  } else {
    action.sa_sigaction = on_crash;
    action.sa_flags |= SA_SIGINFO;
    sigfillset(&action.sa_mask);
  }
  if (caught->installed || sigaction(caught->number, NULL, &caught->previous) != 0) return;
  if (caught->previous.sa_handler == SIG_IGN) return;
  caught->installed = sigaction(caught->number, &action, NULL) == 0;
}

static void uninstall(caught_t *caught) {
  if (caught->installed) sigaction(caught->number, &caught->previous, NULL);
  caught->installed = false;
}

static void install_all(caught_t *caught, size_t count) {
  for (size_t i = 0; i < count; i++) install(&caught[i]);
}

static void uninstall_all(caught_t *caught, size_t count) {
  for (size_t i = 0; i < count; i++) uninstall(&caught[i]);
}

static caught_t *find_among(caught_t *caught, size_t count, int number) {
  for (size_t i = 0; i < count; i++)
    if (caught[i].number == number) return &caught[i];
  return NULL;
}

static caught_t *find(int number) {
  caught_t *found = find_among(while_reading, while_reading_count, number);
  if (found == NULL) found = find_among(while_open, while_open_count, number);
  return found != NULL ? found : find_among(crashes, crashes_count, number);
}

// Once this handler returns, the signal arrives again and ends the process, so that its parent sees which one it was.
static void on_end(int number) {
  int saved_errno = errno;
  give_terminal_back();
  signal(number, SIG_DFL);
  raise(number);
  errno = saved_errno;
}

static long long milliseconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

// What the program still has to keep it keeps first: a running command is stopped, and the next reading of a line ends at
// once. The first signal is the one that the program ends by; those behind it change nothing, however many come.
static void on_leave(int number) {
  int saved_errno = errno, none = 0;
  if (!atomic_load(&interrupted) && atomic_load(&ending) == 0) atomic_store(&requested_since, milliseconds_now());
  atomic_compare_exchange_strong(&ending, &none, number);
  write_all(wake[1], "", 1);
  errno = saved_errno;
}

// Whether another process sent a signal, so that no code of this one crashed.
static bool is_sent(const siginfo_t *info) {
  return (info->si_code <= 0 || info->si_code == SI_USER) && info->si_pid != 0 && info->si_pid != getpid();
}

// One that another process sends is like SIGTERM. A crash in the editor's own code, as a failed assertion of libedit, leaves
// the session as it was: the program keeps the work and ends by the same signal. Every other crash meets the action that was
// there before.
static void on_crash(int number, siginfo_t *info, void *context) {
  int saved_errno = errno;
  caught_t *caught = find(number);
  const struct sigaction *previous = &caught->previous;
  if (is_sent(info)) return on_leave(number);
  give_terminal_back();
  if (in_editor) {
    in_editor = false;
    on_leave(number);
    signal(SIGALRM, SIG_DFL);
    alarm(keeping_seconds);
    siglongjmp(crash_place, 1);
  }
  if (previous->sa_flags & SA_SIGINFO) {
    previous->sa_sigaction(number, info, context);
  } else if (previous->sa_handler != SIG_DFL) {
    previous->sa_handler(number);
  } else {
    uninstall(caught);
    raise(number);
  }
  errno = saved_errno;
}

static void on_event(int number) {
  int saved_errno = errno;
  if (number == SIGCONT) atomic_store(&continued, true);
  else if (number == SIGWINCH) atomic_store(&resized, true);
  else atomic_store(&suspended, true);
  write_all(wake[1], "", 1);
  errno = saved_errno;
}

// A Ctrl-C that comes a second after one that a running command has not looked at ends the process: the command does not
// listen.
static void on_interrupt(int number) {
  int saved_errno = errno;
  long long first = 0, now = milliseconds_now();
  if (!atomic_load(&interrupted)) {
    atomic_store(&heard, false);
    if (atomic_load(&ending) == 0) atomic_store(&requested_since, now);
  }
  atomic_store(&interrupted, true);
  bool is_first = atomic_compare_exchange_strong(&unseen_since, &first, now);
  bool may_end = !atomic_load(&reading) && !atomic_load(&keeping) && atomic_load(&ending) == 0;
  if (may_end && !is_first && now - first >= patience) {
    on_end(number);
  } else {
    write_all(wake[1], "", 1);
  }
  errno = saved_errno;
}

static bool open_pipe(void) {
  if (wake[0] >= 0) return true;
  if (pipe(wake) != 0) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(wake[i], F_SETFD, FD_CLOEXEC);
    fcntl(wake[i], F_SETFL, O_NONBLOCK);
  }
  // The pipe stays for the life of the process: a handler on another thread may be about to write to it.
  atexit(give_terminal_back);
  return true;
}

bool cel_signals_open(void) {
  if (!open_pipe()) return false;
  cel_interrupt_clear();
  atomic_store(&ending, 0);
  atomic_store(&keeping, false);
  install_all(while_open, while_open_count);
  return true;
}

void cel_signals_catch_crashes(void) { install_all(crashes, crashes_count); }

void cel_signals_close(void) {
  uninstall_all(while_open, while_open_count);
  uninstall_all(crashes, crashes_count);
}

sigjmp_buf *cel_signals_crash_place(void) { return &crash_place; }
bool cel_signals_set_inside(bool inside) {
  bool was_inside = in_editor;
  in_editor = inside;
  return was_inside;
}

void cel_signals_begin_reading(bool has_escapes) {
  saved_escapes = has_escapes;
  atomic_store(&continued, false);
  atomic_store(&resized, false);
  atomic_store(&suspended, false);
  if (tcgetattr(STDIN_FILENO, &saved_mode) == 0) atomic_store(&reading, true);
  install_all(while_reading, while_reading_count);
}

void cel_signals_end_reading(void) {
  uninstall_all(while_reading, while_reading_count);
  atomic_store(&reading, false);
  atomic_store(&unseen_since, 0);
}

int cel_signals_descriptor(void) { return wake[0]; }

void cel_signals_drain(void) {
  char bytes[64];
  while (read(wake[0], bytes, sizeof bytes) > 0) continue;
}

bool cel_signals_take_interrupt(void) { return atomic_exchange(&interrupted, false); }
bool cel_signals_take_continue(void) { return atomic_exchange(&continued, false); }
bool cel_signals_take_resize(void) { return atomic_exchange(&resized, false); }
int32_t cel_ending_signal(void) { return atomic_load(&ending); }
bool cel_signals_take_suspend(void) { return atomic_exchange(&suspended, false); }

void cel_signals_suspend(void) {
  caught_t *stop = find(SIGTSTP);
  uninstall(stop);
  raise(SIGTSTP);
  install(stop);
  atomic_store(&continued, false);
}

bool cel_interrupt_catch(void) { return cel_signals_open(); }
void cel_interrupt_release(void) { cel_signals_close(); }

bool cel_interrupt_requested(void) {
  atomic_store(&unseen_since, 0);
  bool is_interrupted = atomic_load(&interrupted);
  if (is_interrupted) atomic_store(&heard, true);
  return is_interrupted || atomic_load(&ending) != 0;
}

int64_t cel_interrupt_age(void) {
  if (!atomic_load(&interrupted) && atomic_load(&ending) == 0) return -1;
  return milliseconds_now() - atomic_load(&requested_since);
}

bool cel_interrupt_take_heard(void) {
  bool is_heard = atomic_exchange(&heard, false);
  if (is_heard) cel_interrupt_clear();
  return is_heard;
}

void cel_interrupt_clear(void) {
  atomic_store(&interrupted, false);
  atomic_store(&heard, false);
  atomic_store(&unseen_since, 0);
}

void cel_interrupt_disarm(void) { atomic_store(&keeping, true); }

void cel_terminal_lend(void) {
  has_lent_mode = tcgetattr(STDIN_FILENO, &lent_mode) == 0;
  kept_before_lending = atomic_exchange(&keeping, true);
}

void cel_terminal_take_back(void) {
  if (has_lent_mode) tcsetattr(STDIN_FILENO, TCSADRAIN, &lent_mode);
  cel_interrupt_clear();
  atomic_store(&keeping, kept_before_lending);
}

// The action that was there before goes first, since it may see to it that no core is written.
void cel_end_by_signal(int32_t number) {
  caught_t *caught = find(number);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  give_terminal_back();
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  if (caught != NULL) {
    uninstall(caught);
    raise(number);
  }
  signal(number, SIG_DFL);
  raise(number);
  _exit(128 + number);
}
