#ifndef CLOCKS_H
#define CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

// Numbers that several threads read and change. A load sees what was written before the store that it reads.
static inline uint64_t clocks_load(const uint64_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }
static inline void clocks_store(uint64_t *number, uint64_t value) { __atomic_store_n(number, value, __ATOMIC_RELEASE); }
// Returns the sum; it wraps.
static inline uint64_t clocks_add(uint64_t *number, uint64_t value) {
  return __atomic_add_fetch(number, value, __ATOMIC_ACQ_REL);
}
// Stores the value if the number is the expected one. Returns the number that was there.
static inline uint64_t clocks_exchange(uint64_t *number, uint64_t expected, uint64_t value) {
  __atomic_compare_exchange_n(number, &expected, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  return expected;
}

// A lock that one thread holds at a time, and that the same thread cannot take twice.
void *clocks_make_lock(void);
void clocks_free_lock(void *lock);
void clocks_take(void *lock);
void clocks_give(void *lock);

#endif
