#include "yardsticks.h"

enum { IDLE, VALIDATING, EXECUTING, SUCCEEDED, FAILED, ERROR };
enum { SUBMIT, VALID, INVALID, OK, FAIL, RESET };

struct login { int state; long count, attempts, max; };

static __attribute__((noinline)) void step(struct login *login, int event) {
  switch (login->state) {
  case IDLE:
    if (event == SUBMIT && login->attempts < login->max) { login->attempts++; login->state = VALIDATING; }
    break;
  case VALIDATING:
    if (event == VALID) login->state = EXECUTING;
    else if (event == INVALID) login->state = FAILED;
    break;
  case EXECUTING:
    if (event == OK && login->count < login->max) { login->count++; login->state = SUCCEEDED; }
    else if (event == FAIL) login->state = ERROR;
    break;
  case SUCCEEDED: case FAILED: case ERROR:
    if (event == RESET) login->state = IDLE;
    break;
  }
}

struct login_result run_login(long events) {
  static uint8_t script[4096];
  const uint8_t cycle[] = { SUBMIT, VALID, OK, RESET };
  for (int i = 0; i < 4096; i++) script[i] = cycle[i % 4];
  struct login login = { IDLE, 0, 0, 1L << 60 };
  __asm__ volatile("" :: "r"(script) : "memory");
  for (long done = 0; done < events;) {
    long left = events - done, count = left < 4096 ? left : 4096;
    for (long i = 0; i < count; i++) step(&login, script[i]);
    done += count;
    __asm__ volatile("" : "+m"(login) :: "memory");
  }
  return (struct login_result){ login.count, login.attempts, login.state };
}

long bytes_of_login(void) { return sizeof(struct login); }
