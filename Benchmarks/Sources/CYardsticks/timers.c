#include "yardsticks.h"

#include <stdlib.h>

enum { SLOTS = 2048 };

struct machine { uint8_t state; uint16_t delay; uint32_t count; };
struct wheel { int32_t head[SLOTS], tail[SLOTS]; int32_t *next; };

static inline void put(struct wheel *wheel, long slot, int32_t machine) {
  wheel->next[machine] = -1;
  if (wheel->tail[slot] < 0) wheel->head[slot] = machine;
  else wheel->next[wheel->tail[slot]] = machine;
  wheel->tail[slot] = machine;
}

static inline int fire(struct machine *machine) {
  machine->count++;
  machine->state ^= 1;
  return machine->delay + (machine->state ? 0 : 3);
}

struct timers_result run_timers(long count, long fires) {
  struct machine *machines = calloc(count, sizeof *machines);
  static struct wheel wheel;
  wheel.next = malloc(count * sizeof *wheel.next);
  for (int i = 0; i < SLOTS; i++) wheel.head[i] = wheel.tail[i] = -1;
  for (long i = 0; i < count; i++) {
    machines[i].delay = 1 + i * 7919 % 1000;
    put(&wheel, (machines[i].delay + 3) & (SLOTS - 1), i);
  }
  struct timers_result result = { 0, 0, 0 };
  while (result.fires < fires) {
    long slot = result.time & (SLOTS - 1);
    int32_t machine = wheel.head[slot];
    wheel.head[slot] = wheel.tail[slot] = -1;
    while (machine >= 0) {
      int32_t next = wheel.next[machine];
      int delay = fire(&machines[machine]);
      put(&wheel, (result.time + delay) & (SLOTS - 1), machine);
      result.fires++;
      machine = next;
    }
    result.time++;
  }
  for (long i = 0; i < count; i++) result.check = result.check * 31 + machines[i].count;
  free(wheel.next);
  free(machines);
  return result;
}
