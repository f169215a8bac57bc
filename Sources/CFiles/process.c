#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"
#include "guard.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { cfiles_most_workers = 16 };

// What the workers of a run take from.
struct elements {
  void (*take)(void *, int, long);
  long count;
  atomic_long taken;
};

struct work {
  void (*body)(void *);
  struct elements *elements;
  int worker;
  void *context;
  sigset_t mask;
};

// Room for a signal handler when the thread's own stack is exhausted.
static const size_t handler_stack_size = 65536;

static void take_elements(struct elements *elements, void *context, int worker) {
  for (;;) {
    long element = atomic_fetch_add(&elements->taken, 1);
    if (element >= elements->count) return;
    elements->take(context, worker, element);
  }
}

static void *run(void *pointer) {
  struct work *work = pointer;
  stack_t stack = {.ss_sp = malloc(handler_stack_size), .ss_size = handler_stack_size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  pthread_sigmask(SIG_SETMASK, &work->mask, NULL);
  if (work->elements != NULL)
    take_elements(work->elements, work->context, work->worker);
  else
    work->body(work->context);
  cfiles_guard_release();
  void *memory = stack.ss_sp;
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  free(memory);
  return NULL;
}

static void *run_detached(void *pointer) {
  struct work work = *(struct work *)pointer;
  free(pointer);
  return run(&work);
}

// Signals stay with the other threads, but for those of traps.
int cfiles_start_detached(size_t bytes, void (*body)(void *), void *context, pthread_t *thread) {
  struct work *work = calloc(1, sizeof *work);
  pthread_attr_t attributes;
  sigset_t all, mask;
  if (work == NULL) return -ENOMEM;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  *work = (struct work){.body = body, .context = context, .mask = all};
  cfiles_unblock_traps(&work->mask);
  int failure = pthread_attr_init(&attributes);
  if (!failure) {
    failure = pthread_attr_setstacksize(&attributes, bytes);
    if (!failure) failure = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (!failure) failure = pthread_create(thread, &attributes, run_detached, work);
    pthread_attr_destroy(&attributes);
  }
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  if (failure) free(work);
  return -failure;
}

// The caller takes no signals meanwhile: they reach the thread that reads the terminal, and interrupt it.
int cfiles_run_on_stack(size_t bytes, void (*body)(void *), void *context) {
  struct work work = {.body = body, .context = context};
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all;
  int failure = pthread_attr_init(&attributes);
  if (failure) return -failure;
  failure = pthread_attr_setstacksize(&attributes, bytes);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &work.mask);
  if (!failure) failure = pthread_create(&thread, &attributes, run, &work);
  if (!failure) failure = pthread_join(thread, NULL);
  pthread_sigmask(SIG_SETMASK, &work.mask, NULL);
  pthread_attr_destroy(&attributes);
  return -failure;
}

// Signals stay with the caller, which takes elements too.
void cfiles_run_side_by_side(
    int count, size_t bytes, long element_count, void (*take)(void *, int, long), void (*first)(void *), void *context) {
  struct elements elements = {.take = take, .count = element_count};
  pthread_t threads[cfiles_most_workers];
  struct work works[cfiles_most_workers];
  int started[cfiles_most_workers] = {0};
  pthread_attr_t attributes;
  sigset_t all, mask;
  if (count > cfiles_most_workers) count = cfiles_most_workers;
  int has_attributes = pthread_attr_init(&attributes) == 0;
  int has_room = has_attributes && pthread_attr_setstacksize(&attributes, bytes) == 0;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  sigset_t workers_mask = all;
  cfiles_unblock_traps(&workers_mask);
  for (int worker = 1; has_room && worker < count; worker++) {
    works[worker] = (struct work){.elements = &elements, .worker = worker, .context = context, .mask = workers_mask};
    started[worker] = pthread_create(&threads[worker], &attributes, run, &works[worker]) == 0;
  }
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  first(context);
  take_elements(&elements, context, 0);
  for (int worker = 1; worker < count; worker++)
    if (started[worker]) pthread_join(threads[worker], NULL);
  if (has_attributes) pthread_attr_destroy(&attributes);
}

struct cfiles_alarm {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int is_set, is_over, milliseconds;
  void (*ring)(void *);
  void (*release)(void *);
  void *context;
};

static void *wait_and_ring(void *pointer) {
  struct cfiles_alarm *alarm = pointer;
  for (;;) {
    pthread_mutex_lock(&alarm->lock);
    while (!alarm->is_set && !alarm->is_over) pthread_cond_wait(&alarm->changed, &alarm->lock);
    int is_over = alarm->is_over;
    alarm->is_set = 0;
    pthread_mutex_unlock(&alarm->lock);
    if (is_over) break;
    struct timespec pause = {alarm->milliseconds / 1000, alarm->milliseconds % 1000 * 1000000L};
    nanosleep(&pause, NULL);
    alarm->ring(alarm->context);
  }
  alarm->release(alarm->context);
  pthread_cond_destroy(&alarm->changed);
  pthread_mutex_destroy(&alarm->lock);
  free(alarm);
  return NULL;
}

struct cfiles_alarm *cfiles_alarm_begin(
    int milliseconds, void (*ring)(void *), void (*release)(void *), void *context) {
  struct cfiles_alarm *alarm = malloc(sizeof *alarm);
  if (alarm == NULL) return NULL;
  *alarm = (struct cfiles_alarm){
      .milliseconds = milliseconds, .ring = ring, .release = release, .context = context};
  pthread_mutex_init(&alarm->lock, NULL);
  pthread_cond_init(&alarm->changed, NULL);
  pthread_t thread;
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  int failure = pthread_create(&thread, NULL, wait_and_ring, alarm);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  if (failure == 0) {
    pthread_detach(thread);
    return alarm;
  }
  pthread_cond_destroy(&alarm->changed);
  pthread_mutex_destroy(&alarm->lock);
  free(alarm);
  return NULL;
}

static void change(struct cfiles_alarm *alarm, int *flag) {
  pthread_mutex_lock(&alarm->lock);
  *flag = 1;
  pthread_cond_signal(&alarm->changed);
  pthread_mutex_unlock(&alarm->lock);
}

void cfiles_alarm_set(struct cfiles_alarm *alarm) { change(alarm, &alarm->is_set); }

void cfiles_alarm_end(struct cfiles_alarm *alarm) { change(alarm, &alarm->is_over); }

int cfiles_processor_count(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : count > cfiles_most_workers ? cfiles_most_workers : (int)count;
}

const char *cfiles_environment(const char *name) { return getenv(name); }
