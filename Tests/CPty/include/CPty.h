// Programs on a pseudo-terminal of their own.
//
// Between fork and exec only C may run: the tests' process has threads.

#ifndef CPTY_H
#define CPTY_H

#include <sys/types.h>

// Starts a program as the leader of a session whose terminal is a new one of this size, with default signal actions and
// no other open files. Returns its process id and the terminal's other end, or -1 with errno. A program that cannot be
// started exits with 127.
pid_t cpty_spawn(const char *path, char *const argv[], char *const envp[], unsigned short rows,
                 unsigned short columns, int *master);

// Changes the size; the program gets SIGWINCH. Returns 0, or -1 with errno.
int cpty_resize(int master, unsigned short rows, unsigned short columns);

// What became of a process: 0 it still runs, 1 it exited with `value`, 2 the signal `value` ended it, 3 the signal
// `value` stopped it, -1 with errno. Does not wait.
int cpty_poll(pid_t process, int *value);

// Whether the terminal echoes and collects lines, as it does for programs that do not edit.
int cpty_is_cooked(int master);

#endif
