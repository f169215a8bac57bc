#define _GNU_SOURCE 1

#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
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
static void on_crash(int number);

static caught_t interrupt = {.number = SIGINT, .handler = on_interrupt};
static caught_t while_reading[] = {
    {.number = SIGCONT, .handler = on_event}, {.number = SIGWINCH, .handler = on_event},
    {.number = SIGTSTP, .handler = on_event}, {.number = SIGTERM, .handler = on_end},
    {.number = SIGHUP, .handler = on_end},    {.number = SIGQUIT, .handler = on_crash},
    {.number = SIGILL, .handler = on_crash},  {.number = SIGTRAP, .handler = on_crash},
    {.number = SIGSEGV, .handler = on_crash}, {.number = SIGBUS, .handler = on_crash},
    {.number = SIGFPE, .handler = on_crash},  {.number = SIGABRT, .handler = on_crash},
};
static const size_t while_reading_count = sizeof while_reading / sizeof while_reading[0];

static int wake[2] = {-1, -1};
static struct termios saved_mode;
static bool saved_escapes;
// What a handler and another thread share; all of them are free of locks.
static atomic_bool reading, interrupted, continued, resized, suspended;
// Ctrl-C's that nobody has looked at.
static atomic_int unseen;

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
  action.sa_handler = caught->handler;
  // No SA_RESTART: `poll` and `read` shall return. SIGTTOU is blocked so that a process in the background may still
  // give the terminal back.
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTTOU);
  if (caught->installed || sigaction(caught->number, NULL, &caught->previous) != 0) return;
  if (caught->previous.sa_handler == SIG_IGN) return;
  caught->installed = sigaction(caught->number, &action, NULL) == 0;
}

static void uninstall(caught_t *caught) {
  if (caught->installed) sigaction(caught->number, &caught->previous, NULL);
  caught->installed = false;
}

static caught_t *find(int number) {
  for (size_t i = 0; i < while_reading_count; i++) {
    if (while_reading[i].number == number) return &while_reading[i];
  }
  return &interrupt;
}

// Once this handler returns, the signal arrives again and ends the process, so that its parent sees which one it was.
static void on_end(int number) {
  int saved_errno = errno;
  give_terminal_back();
  signal(number, SIG_DFL);
  raise(number);
  errno = saved_errno;
}

// A crash, and the signal that asks for a core, meet the action that was there before: it says what there is to say.
static void on_crash(int number) {
  int saved_errno = errno;
  give_terminal_back();
  uninstall(find(number));
  raise(number);
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

// A second Ctrl-C that a running command has not looked at ends the process: the command does not listen.
static void on_interrupt(int number) {
  int saved_errno = errno;
  atomic_store(&interrupted, true);
  if (!atomic_load(&reading) && atomic_fetch_add(&unseen, 1) > 0) {
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
  install(&interrupt);
  return true;
}

void cel_signals_close(void) { uninstall(&interrupt); }

void cel_signals_begin_reading(bool has_escapes) {
  saved_escapes = has_escapes;
  atomic_store(&continued, false);
  atomic_store(&resized, false);
  atomic_store(&suspended, false);
  if (tcgetattr(STDIN_FILENO, &saved_mode) == 0) atomic_store(&reading, true);
  for (size_t i = 0; i < while_reading_count; i++) install(&while_reading[i]);
}

void cel_signals_end_reading(void) {
  for (size_t i = 0; i < while_reading_count; i++) uninstall(&while_reading[i]);
  atomic_store(&reading, false);
  atomic_store(&unseen, 0);
}

int cel_signals_descriptor(void) { return wake[0]; }

void cel_signals_drain(void) {
  char bytes[64];
  while (read(wake[0], bytes, sizeof bytes) > 0) continue;
}

bool cel_signals_take_interrupt(void) { return atomic_exchange(&interrupted, false); }
bool cel_signals_take_continue(void) { return atomic_exchange(&continued, false); }
bool cel_signals_take_resize(void) { return atomic_exchange(&resized, false); }
bool cel_signals_take_suspend(void) { return atomic_exchange(&suspended, false); }

void cel_signals_suspend(void) {
  caught_t *stop = find(SIGTSTP);
  uninstall(stop);
  raise(SIGTSTP);
  install(stop);
  atomic_store(&continued, false);
}

bool cel_interrupt_requested(void) {
  atomic_store(&unseen, 0);
  return atomic_load(&interrupted);
}

void cel_interrupt_clear(void) {
  atomic_store(&interrupted, false);
  atomic_store(&unseen, 0);
}
