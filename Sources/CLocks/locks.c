#include "CLocks.h"

#include <pthread.h>
#include <stdlib.h>

void *clocks_make_lock(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  if (!lock || pthread_mutex_init(lock, NULL)) abort();
  return lock;
}

void clocks_free_lock(void *lock) {
  pthread_mutex_destroy(lock);
  free(lock);
}

void clocks_take(void *lock) {
  if (pthread_mutex_lock(lock)) abort();
}

void clocks_give(void *lock) {
  if (pthread_mutex_unlock(lock)) abort();
}
