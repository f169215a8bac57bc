#include "CFiles.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

int cfiles_ignore_file_size_signal(void) { return signal(SIGXFSZ, SIG_IGN) == SIG_ERR ? -errno : 0; }

// A closed standard stream is filled with /dev/null opened the wrong way round: the next file opened cannot take its
// number, and using the stream still fails with EBADF.
int cfiles_reserve_standard_streams(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    int opened = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    if (opened < 0) return -errno;
  }
  return 0;
}

void cfiles_end_by_closed_pipe(void) {
  sigset_t pipe_only;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &pipe_only, NULL);
  raise(SIGPIPE);
  _exit(141);
}
