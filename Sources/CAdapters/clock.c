#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CAdapters.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/eventfd.h>
#include <sys/syscall.h>
#endif

static _Thread_local int64_t shown_time = -1;
static _Thread_local int64_t reads_of_time;
static _Thread_local void *current;

void cadapters_show_time(int64_t nanoseconds) { shown_time = nanoseconds; }
int64_t cadapters_reads_of_time(void) { return reads_of_time; }
void *cadapters_current(void) { return current; }
void cadapters_set_current(void *pointer) { current = pointer; }

static const char started_again[] = "SIGNALBOX_RUNS_OBJECTS";

int cadapters_is_started_again(void) { return getenv(started_again) != NULL; }

#if defined(__linux__)

// Not 0, since code may take that for a clock that has not been read.
static const int64_t first_second = 1000000;
static const int64_t first_day = 1767225600;

typedef int (*clock_function)(clockid_t, struct timespec *);

// The linker takes this function instead of the library's, also for calls from the runtime's libraries.
int clock_gettime(clockid_t clock, struct timespec *time) {
  static clock_function library;
  if (shown_time >= 0 && clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID) {
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
    reads_of_time++;
    time->tv_sec = (is_wall ? first_day : first_second) + shown_time / 1000000000;
    time->tv_nsec = shown_time % 1000000000;
    return 0;
  }
  clock_function found = __atomic_load_n(&library, __ATOMIC_RELAXED);
  if (found == NULL) {
    found = (clock_function)dlsym(RTLD_NEXT, "clock_gettime");
    if (found == NULL) return (int)syscall(SYS_clock_gettime, clock, time);
    __atomic_store_n(&library, found, __ATOMIC_RELAXED);
  }
  return found(clock, time);
}

__attribute__((swiftcall)) extern void swift_task_cancel(void *task);
extern size_t swift_retainCount(void *object);

void cadapters_cancel(void *task) { swift_task_cancel(task); }
size_t cadapters_count_of_references(void *object) { return swift_retainCount(object); }

int cadapters_is_main_thread(void) {
  static _Thread_local int answer = -1;
  if (answer < 0) answer = syscall(SYS_gettid) == getpid();
  return answer;
}

// By these functions a run loop runs the main dispatch queue. They are weak for static programs, and looked up for others.
typedef int (*handle_function)(void);
typedef void (*callback_function)(void *);
__attribute__((weak)) extern int _dispatch_get_main_queue_handle_4CF(void);
__attribute__((weak)) extern void _dispatch_main_queue_callback_4CF(void *);

static struct pollfd main_queue = {.fd = -1, .events = POLLIN};
static callback_function main_queue_callback;

void cadapters_watch_main_queue(void) {
  handle_function handle = _dispatch_get_main_queue_handle_4CF;
  main_queue_callback = _dispatch_main_queue_callback_4CF;
  if (handle == NULL) handle = (handle_function)dlsym(RTLD_DEFAULT, "_dispatch_get_main_queue_handle_4CF");
  if (main_queue_callback == NULL)
    main_queue_callback = (callback_function)dlsym(RTLD_DEFAULT, "_dispatch_main_queue_callback_4CF");
  if (handle != NULL && main_queue_callback != NULL) main_queue.fd = handle();
}

int cadapters_main_queue_waits(void) { return main_queue.fd >= 0 && poll(&main_queue, 1, 0) == 1; }

int cadapters_forget_main_queue(void) {
  eventfd_t count;
  return main_queue.fd >= 0 && eventfd_read(main_queue.fd, &count) == 0;
}

void cadapters_keep_main_queue_apart(void) {
  int own = main_queue.fd >= 0 ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1;
  if (own < 0) return;
  dup3(own, main_queue.fd, O_CLOEXEC);
  close(own);
}

void cadapters_run_main_queue(void) {
  if (cadapters_forget_main_queue()) main_queue_callback(NULL);
}

extern char **environ;

// The C library gives them to constructors.
static char **arguments;

__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  if (count > 0) arguments = words;
}

int cadapters_prepare_start(size_t stack) {
  struct rlimit limit;
  if (setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1) != 0 || setenv(started_again, "1", 1) != 0) return -errno;
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < stack) {
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > stack ? stack : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
  }
  return 0;
}

int cadapters_start_again(void) {
  if (arguments == NULL) return -EINVAL;
  execve("/proc/self/exe", arguments, environ);
  return -errno;
}

#else

void cadapters_cancel(void *task) { (void)task; }
size_t cadapters_count_of_references(void *object) { (void)object; return 2; }
int cadapters_is_main_thread(void) { return 0; }
void cadapters_watch_main_queue(void) {}
int cadapters_main_queue_waits(void) { return 0; }
int cadapters_forget_main_queue(void) { return 0; }
void cadapters_keep_main_queue_apart(void) {}
void cadapters_run_main_queue(void) {}
int cadapters_start_again(void) { return -ENOSYS; }
int cadapters_prepare_start(size_t stack) {
  (void)stack;
  return -ENOSYS;
}

#endif
