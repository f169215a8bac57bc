#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"
#include "guard.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

extern char **environ;

static int is_named(const char *variable, const char *name) {
  size_t length = strlen(name);
  return strncmp(variable, name, length) == 0 && variable[length] == '=';
}

// The environment without one variable; NULL where there is no memory.
static char **environment_without(const char *name) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **kept = calloc(count + 1, sizeof *kept);
  if (kept == NULL) return NULL;
  size_t next = 0;
  for (size_t index = 0; index < count; index++)
    if (name == NULL || !is_named(environ[index], name)) kept[next++] = environ[index];
  return kept;
}

// The descriptors close in the child by themselves: it gets copies in the places of its standard streams. Without an output it
// has this process's.
static int start(
    const char *program, char *const arguments[], char *const environment[], int input, int output, int silent, int *process) {
  posix_spawn_file_actions_t actions;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure) return -failure;
  failure = input < 0 ? posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
                      : posix_spawn_file_actions_adddup2(&actions, input, 0);
  if (!failure && output >= 0) failure = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (!failure && silent) failure = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  if (!failure) failure = posix_spawnp(&pid, program, &actions, NULL, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  *process = (int)pid;
  return -failure;
}

// A pipe whose ends close in a child by themselves.
static int private_pipe(int ends[2]) {
  if (pipe(ends) < 0) return -errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
}

static void close_pipe(const int ends[2]) {
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
}

int cfiles_spawn(
    const char *program, char *const arguments[], const char *without, int silent, int *input, int *output, int *process) {
  int out[2] = {-1, -1};
  int in[2] = {-1, -1};
  int result = output != NULL ? private_pipe(out) : 0;
  if (result == 0 && input != NULL) result = private_pipe(in);
  if (result == 0) {
    char **environment = environment_without(without);
    result = environment == NULL ? -ENOMEM : start(program, arguments, environment, in[0], out[1], silent, process);
    free(environment);
  }
  if (result < 0) {
    close_pipe(in);
    close_pipe(out);
    return result;
  }
  if (output != NULL) {
    close(out[1]);
    *output = out[0];
  }
  if (input != NULL) {
    close(in[0]);
    *input = in[1];
  }
  return result;
}

void cfiles_feed(int descriptor, const void *bytes, size_t count) {
  sigset_t closed_pipe, before, pending;
  sigemptyset(&closed_pipe);
  sigaddset(&closed_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &closed_pipe, &before);
  const char *next = bytes;
  ssize_t written = 0;
  while (count > 0 && (written >= 0 || errno == EINTR)) {
    written = write(descriptor, next, count);
    if (written > 0) {
      next += written;
      count -= (size_t)written;
    }
  }
  int number;
  if (count > 0 && sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE)) sigwait(&closed_pipe, &number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

int cfiles_wait(int process) {
  int status;
  while (CFILES_OUTSIDE(waitpid((pid_t)process, &status, 0)) < 0)
    if (errno != EINTR) return -errno;
  return exit_code(status);
}

struct trial {
  volatile long element;
  signed char results[];
};

// Makes this process a copy that only computes: a trap ends it and does not begin the program again, it reads and prints nothing, and
// it ends with the process that made it. Called with all signals blocked, or soon after a fork.
static void become_copy(void) {
  atomic_store(&cfiles_is_ending, 1);
  int nowhere = open("/dev/null", O_RDWR);
  struct rlimit no_core = {0, 0};
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  setrlimit(RLIMIT_CORE, &no_core);
#if defined(__linux__)
  // A piped core handler ignores the limit.
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (int stream = 0; stream <= 2; stream++) dup2(nowhere, stream);
}

// From now on this process may take so many more bytes of memory.
static void limit_memory(size_t more) {
#if defined(__linux__)
  long bytes = cfiles_memory_of(getpid(), 0);
  struct rlimit limit = {(size_t)bytes + more, RLIM_INFINITY};
  if (bytes > 0) setrlimit(RLIMIT_AS, &limit);
#else
  (void)more;
#endif
}

long cfiles_try_each(
    long first, long count, unsigned seconds, signed char *results, signed char (*body)(void *context, long element),
    void *context) {
  size_t bytes = sizeof(struct trial) + (size_t)count;
  struct trial *trial = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (trial == MAP_FAILED) return -errno;
  trial->element = first;
  pid_t process = fork();
  if (process == 0) {
    become_copy();
    alarm(seconds);
    for (; trial->element < count; trial->element++) trial->results[trial->element] = body(context, trial->element);
    _exit(0);
  }
  long reached = process < 0 ? -errno : 0;
  if (reached == 0) {
    cfiles_wait((int)process);
    reached = trial->element;
    for (long element = first; element < reached; element++) results[element] = trial->results[element];
  }
  munmap(trial, bytes);
  return reached;
}

static const int most_copies = 16;

int cfiles_in_copies(
    int count, size_t bytes, size_t memory_limit, void (*work)(void *context, int copy, void *memory),
    int (*first)(void *context), void (*take)(void *context, int copy, void *memory), void *context) {
  pid_t processes[most_copies];
  sigset_t all, before;
  if (count > most_copies) count = most_copies;
  char *memory = mmap(NULL, bytes * (size_t)count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return first(context) ? -errno : 0;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  for (int copy = 0; copy < count; copy++) {
    processes[copy] = fork();
    if (processes[copy] == 0) {
      become_copy();
      limit_memory(memory_limit);
      work(context, copy, memory + bytes * (size_t)copy);
      _exit(0);
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  int continues = first(context);
  for (int copy = 0; copy < count; copy++) {
    if (processes[copy] > 0 && !continues) kill(processes[copy], SIGKILL);
    if (processes[copy] > 0) cfiles_wait((int)processes[copy]);
    if (continues) take(context, copy, memory + bytes * (size_t)copy);
  }
  munmap(memory, bytes * (size_t)count);
  return continues;
}

void cfiles_end_after(unsigned seconds) { alarm(seconds); }

int cfiles_stop(int process, int milliseconds) {
  int64_t deadline = cfiles_now() + milliseconds;
  int status;
  pid_t ended;
  while ((ended = waitpid((pid_t)process, &status, WNOHANG)) == 0 && cfiles_now() < deadline) cfiles_sleep(1);
  if (ended > 0) return exit_code(status);
  if (ended == 0) kill((pid_t)process, SIGKILL);
  return cfiles_wait(process);
}

int64_t cfiles_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int cfiles_wait_to_read(int descriptor, int64_t deadline) {
  struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
  if (descriptor == STDIN_FILENO && cfiles_has_earlier_input()) return 1;
  for (;;) {
    int64_t left = deadline - cfiles_now();
    int count = CFILES_OUTSIDE(poll(&waiting, 1, left <= 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left));
    // A failure is for the read to find.
    if (count > 0 || (count < 0 && errno != EINTR)) return 1;
    if (left <= 0) return 0;
  }
}

void cfiles_sleep(int milliseconds) {
  struct timespec rest = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
  while (CFILES_OUTSIDE(nanosleep(&rest, &rest)) < 0 && errno == EINTR) {
  }
}

char *cfiles_own_program(void) {
#if defined(__APPLE__)
  uint32_t size = 0;
  _NSGetExecutablePath(NULL, &size);
  char *path = malloc(size);
  if (path != NULL && _NSGetExecutablePath(path, &size) == 0) return path;
  free(path);
  return NULL;
#else
  return realpath("/proc/self/exe", NULL);
#endif
}
