#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The files that are mapped now. A page of one that another process cuts off is no memory any more: touching it is SIGBUS.
enum { most = 8 };
static struct {
  _Atomic uintptr_t start;
  _Atomic uintptr_t end;
  _Atomic int is_cut;
} mappings[most];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int in_use = 0;
static uintptr_t page_size = 0;
static struct sigaction before;

// Puts a page of zeros where one of ours is gone, and notes it; every other fault is whoever's it was before.
static void on_fault(int number, siginfo_t *fault, void *context) {
  (void)context;
  uintptr_t address = (uintptr_t)fault->si_addr;
  for (int place = 0; place < most; place++) {
    if (address < atomic_load(&mappings[place].start) || address >= atomic_load(&mappings[place].end)) continue;
    void *page = (void *)(address / page_size * page_size);
    if (mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) == MAP_FAILED) break;
    atomic_store(&mappings[place].is_cut, 1);
    return;
  }
  // The fault comes again, and meets the one before.
  sigaction(number, &before, NULL);
}

// Maps a file that is only read; null where that cannot be. What is cut off from it reads as zeros.
const void *cfiles_map(int descriptor, size_t count) {
  int flags = MAP_PRIVATE;
#if defined(MAP_POPULATE)
  flags |= MAP_POPULATE;
#endif
  if (count == 0) return NULL;
  const void *bytes = NULL;
  pthread_mutex_lock(&lock);
  for (int place = 0; place < most; place++) {
    if (atomic_load(&mappings[place].end) != 0) continue;
    void *mapped = mmap(NULL, count, PROT_READ, flags, descriptor, 0);
    if (mapped == MAP_FAILED) break;
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    atomic_store(&mappings[place].is_cut, 0);
    atomic_store(&mappings[place].start, (uintptr_t)mapped);
    // To the end of the last page.
    atomic_store(&mappings[place].end, ((uintptr_t)mapped + count + page_size - 1) / page_size * page_size);
    if (in_use++ == 0) {
      struct sigaction action = {0};
      action.sa_sigaction = on_fault;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK;
      sigemptyset(&action.sa_mask);
      sigaction(SIGBUS, &action, &before);
    }
    bytes = mapped;
    break;
  }
  pthread_mutex_unlock(&lock);
  return bytes;
}

// Whether something was cut off from a mapped file.
int cfiles_is_cut(const void *bytes) {
  for (int place = 0; place < most; place++) {
    if (atomic_load(&mappings[place].start) == (uintptr_t)bytes) return atomic_load(&mappings[place].is_cut);
  }
  return 1;
}

void cfiles_unmap(const void *bytes, size_t count) {
  pthread_mutex_lock(&lock);
  for (int place = 0; place < most; place++) {
    if (atomic_load(&mappings[place].start) != (uintptr_t)bytes) continue;
    munmap((void *)bytes, count);
    atomic_store(&mappings[place].start, 0);
    atomic_store(&mappings[place].end, 0);
    if (--in_use == 0) sigaction(SIGBUS, &before, NULL);
    break;
  }
  pthread_mutex_unlock(&lock);
}
