#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CFiles.h"
#include "guard.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static int or_errno(int result) { return result < 0 ? -errno : result; }

static int open_at(int folder, const char *path, int flags, mode_t permissions) {
  int descriptor;
  if ((flags & O_ACCMODE) != O_RDONLY) cfiles_commit();
  do {
    descriptor = openat(folder, path, flags | O_CLOEXEC, permissions);
  } while (descriptor < 0 && errno == EINTR);
  return or_errno(descriptor);
}

int cfiles_working_directory(void) { return AT_FDCWD; }

int cfiles_open_to_read(int folder, const char *path, int follows_links) {
  return open_at(folder, path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (follows_links ? 0 : O_NOFOLLOW), 0);
}

int cfiles_open_to_append(int folder, const char *name) {
  return open_at(folder, name, O_RDWR | O_APPEND | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, 0);
}

int cfiles_open_folder(int folder, const char *path, int follows_links) {
  return open_at(folder, path, O_RDONLY | O_DIRECTORY | (follows_links ? 0 : O_NOFOLLOW), 0);
}

int cfiles_create(int folder, const char *name, uint32_t permissions) {
  return open_at(folder, name, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, (mode_t)permissions);
}

// Not repeated after EINTR: on Linux the descriptor is gone by then, and its number may be someone else's.
int cfiles_close(int descriptor) {
  int result = or_errno(close(descriptor));
  return result == -EINTR ? 0 : result;
}

static void copy_status(const struct stat *from, struct cfiles_status *to) {
  to->mode = (uint32_t)from->st_mode;
  to->owner = (uint32_t)from->st_uid;
  to->links = (uint64_t)from->st_nlink;
  to->device = (uint64_t)from->st_dev;
  to->inode = (uint64_t)from->st_ino;
  to->size = (int64_t)from->st_size;
#if defined(__APPLE__)
  const struct timespec *time = &from->st_mtimespec;
#else
  const struct timespec *time = &from->st_mtim;
#endif
  to->modified = (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

int cfiles_status(int descriptor, struct cfiles_status *status) {
  struct stat found;
  int result = or_errno(fstat(descriptor, &found));
  if (result == 0) copy_status(&found, status);
  return result;
}

int cfiles_status_at(int folder, const char *path, int follows_links, struct cfiles_status *status) {
  struct stat found;
  int result = or_errno(fstatat(folder, path, &found, follows_links ? 0 : AT_SYMLINK_NOFOLLOW));
  if (result == 0) copy_status(&found, status);
  return result;
}

// Whether the call that just failed is to be repeated, after waiting where a non-blocking descriptor was not ready.
static int is_to_repeat(int descriptor, short event) {
  if (errno == EINTR) return 1;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return 0;
  struct pollfd waiting = {.fd = descriptor, .events = event};
  while (CFILES_OUTSIDE(poll(&waiting, 1, -1)) < 0) {
    if (errno != EINTR) return 0;
  }
  return 1;
}

// Whether a call failed since there is nothing to read yet in what looks like a file, such as /proc/kmsg.
static int is_endless(int descriptor) {
  int failure = errno;
  struct stat status;
  int is_file = (failure == EAGAIN || failure == EWOULDBLOCK) && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  errno = is_file ? ENODEV : failure;
  return is_file;
}

ptrdiff_t cfiles_read(int descriptor, void *bytes, size_t count) {
  ssize_t result = descriptor == STDIN_FILENO ? cfiles_earlier_input(bytes, count) : 0;
  if (result > 0) return result;
  do {
    result = CFILES_OUTSIDE(read(descriptor, bytes, count));
  } while (result < 0 && !is_endless(descriptor) && is_to_repeat(descriptor, POLLIN));
  if (descriptor == STDIN_FILENO) cfiles_keep_input(bytes, result);
  return result < 0 ? -errno : result;
}

ptrdiff_t cfiles_read_at(int descriptor, void *bytes, size_t count, int64_t offset) {
  ssize_t result;
  do {
    result = pread(descriptor, bytes, count, (off_t)offset);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

ptrdiff_t cfiles_write(int descriptor, const void *bytes, size_t count) {
  ssize_t result;
  size_t earlier = cfiles_begin_writing(descriptor, count);
  if (earlier > 0) return (ptrdiff_t)earlier;
  do {
    result = CFILES_OUTSIDE(write(descriptor, bytes, count));
  } while (result < 0 && is_to_repeat(descriptor, POLLOUT));
  cfiles_end_writing(descriptor, result);
  return result < 0 ? -errno : result;
}

int cfiles_set_length(int descriptor, int64_t length) {
  int result;
  do {
    result = ftruncate(descriptor, (off_t)length);
  } while (result < 0 && errno == EINTR);
  return or_errno(result);
}

int cfiles_set_permissions(int descriptor, uint32_t permissions) {
  return or_errno(fchmod(descriptor, (mode_t)permissions));
}

// Repeated after EINTR only: any other failure is final, since the kernel may already have dropped the pages.
int cfiles_sync(int descriptor) {
  int result;
#if defined(__APPLE__)
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
  do {
    result = fsync(descriptor);
  } while (result < 0 && errno == EINTR);
  return or_errno(result);
}

int cfiles_sync_folder(int descriptor) {
  int result = cfiles_sync(descriptor);
  return result == -EINVAL || result == -ENOTSUP ? 0 : result;
}

int cfiles_lock(int descriptor) {
  int result;
  do {
    result = flock(descriptor, LOCK_EX | LOCK_NB);
  } while (result < 0 && errno == EINTR);
  return or_errno(result);
}

void cfiles_unlock(int descriptor) { (void)flock(descriptor, LOCK_UN); }

int cfiles_rename(int folder, const char *from, const char *to) {
  return or_errno(renameat(folder, from, folder, to));
}

int cfiles_rename_new(int folder, const char *from, const char *to) {
#if defined(__APPLE__)
  int result = or_errno(renameatx_np(folder, from, folder, to, RENAME_EXCL));
#elif defined(RENAME_NOREPLACE)
  int result = or_errno(renameat2(folder, from, folder, to, RENAME_NOREPLACE));
#else
  int result = -ENOSYS;
#endif
  if (result != -EINVAL && result != -ENOSYS && result != -ENOTSUP) return result;
  // The file system has no such rename: a hard link refuses an existing name as well.
  result = or_errno(linkat(folder, from, folder, to, 0));
  return result < 0 ? result : or_errno(unlinkat(folder, from, 0));
}

int cfiles_remove(int folder, const char *name) {
  cfiles_commit();
  return or_errno(unlinkat(folder, name, 0));
}

int cfiles_make_folder(int folder, const char *name, uint32_t permissions) {
  cfiles_commit();
  return or_errno(mkdirat(folder, name, (mode_t)permissions));
}

int cfiles_remove_folder(int folder, const char *name) { return or_errno(unlinkat(folder, name, AT_REMOVEDIR)); }

char *cfiles_real_path(const char *path, int *failure) {
  char *found = realpath(path, NULL);
  *failure = found == NULL ? -errno : 0;
  return found;
}

void cfiles_free(void *bytes) { free(bytes); }

int cfiles_list_begin(int folder, void **listing) {
  // An opening of its own, so that the place in the folder is not shared with the caller's descriptor.
  int descriptor = cfiles_open_folder(folder, ".", 1);
  if (descriptor < 0) return descriptor;
  *listing = fdopendir(descriptor);
  if (*listing != NULL) return 0;
  int failure = -errno;
  close(descriptor);
  return failure;
}

const char *cfiles_list_next(void *listing, int *failure) {
  for (;;) {
    errno = 0;
    struct dirent *entry = readdir(listing);
    *failure = entry == NULL ? -errno : 0;
    if (entry == NULL) return NULL;
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) return entry->d_name;
  }
}

void cfiles_list_end(void *listing) { closedir(listing); }

int cfiles_random(void *bytes, size_t count) { return or_errno(getentropy(bytes, count)); }
