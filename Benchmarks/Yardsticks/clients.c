// W4 by hand: a breadth-first search of K clients that log in, with packed states, open addressing and prefetches.
// Usage: clients K LOG2-OF-SLOTS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// A client takes 5 bits, its place times 3 and its retries; the lock is bit 40, the clock bits 41 and 42.
#define LOCK (1ull << 40)
#define CLOCK (3ull << 41)
#define WINDOW 64

static uint64_t *slots, *queue, waiting[WINDOW], mask, steps;
static size_t count;
static unsigned turn;

static uint64_t place_of(uint64_t state) {
  state *= 0x9E3779B97F4A7C15ull;
  return (state ^ state >> 29) & mask;
}

static void add(uint64_t state) {
  uint64_t place = place_of(state);
  for (; slots[place]; place = (place + 1) & mask)
    if (slots[place] == state + 1) return;
  slots[place] = state + 1;
  queue[count++] = state;
}

// Looks a state up a while after its slot was asked for.
static void meet(uint64_t state) {
  uint64_t old = waiting[turn];
  __builtin_prefetch(&slots[place_of(state)], 1);
  waiting[turn] = state;
  turn = (turn + 1) % WINDOW;
  steps++;
  if (old != ~0ull) add(old);
}

static void meet_waiting(void) {
  for (int i = 0; i < WINDOW; i++) {
    uint64_t state = waiting[(turn + i) % WINDOW];
    waiting[(turn + i) % WINDOW] = ~0ull;
    if (state != ~0ull) add(state);
  }
}

static void follow(uint64_t state, int clients) {
  uint64_t clock = state >> 41 & 3;
  meet((state & ~CLOCK) | ((clock + 1) & 3) << 41);
  for (int client = 0; client < clients; client++) {
    int shift = 5 * client;
    uint64_t own = state >> shift & 31, rest = state & ~(31ull << shift), retries = own % 3;
    switch (own / 3) {
    case 0: meet(rest | (3 + retries) << shift); break;
    case 1:
      if (!(state & LOCK) && clock < 3) meet(rest | (6 + retries) << shift | LOCK);
      meet(rest | (12 + retries) << shift);
      break;
    case 2:
      meet((rest & ~LOCK) | (9 + retries) << shift);
      meet((rest & ~LOCK) | (15 + retries) << shift);
      break;
    case 3: meet(rest); break;
    default: meet(rest | (retries < 2 ? retries + 1 : 0) << shift);
    }
  }
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  size_t size = (size_t)1 << atoi(argv[2]);
  slots = calloc(size, sizeof *slots);
  queue = malloc(size * sizeof *queue);
  if (!slots || !queue) return 1;
  mask = size - 1;
  for (int i = 0; i < WINDOW; i++) waiting[i] = ~0ull;
  add(0);
  for (size_t next = 0;; next++) {
    if (next == count) meet_waiting();
    if (next == count) break;
    follow(queue[next], atoi(argv[1]));
  }
  printf("%zu states, %llu steps\n", count, (unsigned long long)steps);
}
