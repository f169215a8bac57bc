#include "yardsticks.h"

// The leaf of each region: 0 = X111, 1 = X112, 2 = X12, 3 = X2.
enum { A, B, C, T, POWER };

struct parallel { uint8_t is_on; uint8_t leaves[3]; long count; };

static inline void advance(struct parallel *chart, int region) {
  switch (chart->leaves[region]) {
  case 0: chart->leaves[region] = 1; break;
  case 1: chart->leaves[region] = 2; chart->count++; break;
  case 2: chart->leaves[region] = 3; break;
  case 3: chart->leaves[region] = 0; break;
  }
}

static inline void toggle(struct parallel *chart, int region) {
  switch (chart->leaves[region]) {
  case 0: chart->leaves[region] = 1; break;
  case 1: case 2: case 3: chart->leaves[region] = 0; break;
  }
}

static __attribute__((noinline)) void step(struct parallel *chart, int event) {
  if (!chart->is_on) {
    if (event == POWER) chart->is_on = 1;
    return;
  }
  switch (event) {
  case A: advance(chart, 0); break;
  case B: advance(chart, 1); break;
  case C: advance(chart, 2); break;
  case T: toggle(chart, 0); toggle(chart, 1); toggle(chart, 2); break;
  case POWER: chart->is_on = 0; break;
  }
}

struct parallel_result run_parallel(long events) {
  static uint8_t script[4000];
  const uint8_t cycle[] = { A, B, C, T, A, T, POWER, POWER, B, C };
  for (int i = 0; i < 4000; i++) script[i] = cycle[i % 10];
  struct parallel chart = { 1, { 0, 0, 0 }, 0 };
  __asm__ volatile("" :: "r"(script) : "memory");
  for (long done = 0; done < events;) {
    long left = events - done, count = left < 4000 ? left : 4000;
    for (long i = 0; i < count; i++) step(&chart, script[i]);
    done += count;
    __asm__ volatile("" : "+m"(chart) :: "memory");
  }
  struct parallel_result result = { chart.count, chart.is_on, { 0, 0, 0 } };
  for (int i = 0; i < 3; i++) result.leaves[i] = chart.leaves[i];
  return result;
}
