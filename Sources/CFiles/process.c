#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct work {
  void (*body)(void *);
  void *context;
  sigset_t mask;
};

// Room for a signal handler when the thread's own stack is exhausted.
static const size_t handler_stack_size = 65536;

static void *run(void *pointer) {
  struct work *work = pointer;
  stack_t stack = {.ss_sp = malloc(handler_stack_size), .ss_size = handler_stack_size};
  if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
  pthread_sigmask(SIG_SETMASK, &work->mask, NULL);
  work->body(work->context);
  void *memory = stack.ss_sp;
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, NULL);
  free(memory);
  return NULL;
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

const char *cfiles_environment(const char *name) { return getenv(name); }

void cfiles_end(int code) { exit(code); }
