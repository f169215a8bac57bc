// What the workloads cost when they are written by hand in C: no names, no guards by reference, no trace.
#ifndef YARDSTICKS_H
#define YARDSTICKS_H

#include <stdint.h>

// Where a run ended; both sides of a comparison must agree on it.
struct login_result { long count, attempts; int state; };
struct parallel_result { long count; int is_on; int leaves[3]; };
struct timers_result { long fires; long time; uint64_t check; };

// W1: a flat chart of six states as a called switch.
struct login_result run_login(long events);
// W2: three regions as one byte each, their history being the byte that stays.
struct parallel_result run_parallel(long events);
// W3: a hashed timing wheel with lists through the machines, first in first out.
struct timers_result run_timers(long machines, long fires);
// W3m: the bytes of one login machine.
long bytes_of_login(void);

// The bytes that are allocated and not given back; 0 where the system does not tell.
long allocated_bytes(void);
// The largest memory that the process has had, in bytes.
long peak_bytes(void);

#endif
