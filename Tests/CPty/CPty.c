#define _GNU_SOURCE 1

#include "CPty.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <util.h>
#else
#include <pty.h>
#endif

static void close_files(void) {
#if defined(__linux__)
  if (close_range(3, ~0U, 0) == 0) return;
#endif
  for (int file = 3; file < 1024; file++) close(file);
}

static void reset_signals(void) {
  sigset_t none;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t cpty_spawn(const char *path, char *const argv[], char *const envp[], unsigned short rows,
                 unsigned short columns, int *master) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  pid_t process = forkpty(master, NULL, NULL, &size);
  if (process == 0) {
    reset_signals();
    close_files();
    execve(path, argv, envp);
    _exit(127);
  }
  if (process > 0) fcntl(*master, F_SETFD, FD_CLOEXEC);
  return process;
}

int cpty_resize(int master, unsigned short rows, unsigned short columns) {
  struct winsize size = {.ws_row = rows, .ws_col = columns};
  return ioctl(master, TIOCSWINSZ, &size);
}

int cpty_poll(pid_t process, int *value) {
  int status = 0;
  pid_t answer = waitpid(process, &status, WNOHANG | WUNTRACED);
  if (answer <= 0) return answer < 0 ? -1 : 0;
  if (WIFEXITED(status)) return *value = WEXITSTATUS(status), 1;
  if (WIFSIGNALED(status)) return *value = WTERMSIG(status), 2;
  return *value = WSTOPSIG(status), 3;
}

int cpty_is_cooked(int master) {
  struct termios mode;
  if (tcgetattr(master, &mode) != 0) return -1;
  return (mode.c_lflag & ICANON) != 0 && (mode.c_lflag & ECHO) != 0;
}
