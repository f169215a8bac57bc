#include "yardsticks.h"

#include <sys/resource.h>

#ifdef __GLIBC__
#include <malloc.h>
long allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}
#else
long allocated_bytes(void) { return 0; }
#endif

long peak_bytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return usage.ru_maxrss;
#else
  return usage.ru_maxrss * 1024;
#endif
}
