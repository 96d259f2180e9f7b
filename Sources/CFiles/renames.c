/* renameat2 is not in the headers that Swift imports, nor in every C library; it is a call of the kernel. */
#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/fs.h>
#include <sys/syscall.h>

static int rename_with(int folder, const char *from, int other_folder, const char *to, unsigned flags) {
  return (int)syscall(SYS_renameat2, folder, from, other_folder, to, flags);
}
#endif

/* Whether a file system does not support a call. */
static int is_unknown(int error) { return error == EINVAL || error == ENOSYS || error == ENOTSUP || error == EOPNOTSUPP; }

int photoprep_exchange(int folder, const char *first, int other_folder, const char *second) {
#ifdef __APPLE__
  return renameatx_np(folder, first, other_folder, second, RENAME_SWAP);
#else
  return rename_with(folder, first, other_folder, second, RENAME_EXCHANGE);
#endif
}

int photoprep_rename_to_free_name(int folder, const char *path, int target_folder, const char *target) {
#ifdef __APPLE__
  int result = renameatx_np(folder, path, target_folder, target, RENAME_EXCL);
#else
  int result = rename_with(folder, path, target_folder, target, RENAME_NOREPLACE);
#endif
  if (result == 0 || !is_unknown(errno)) return result;
  /* Network file systems have no such rename; a hard link never replaces anything either. */
  if (linkat(folder, path, target_folder, target, 0) == 0) return unlinkat(folder, path, 0);
  if (errno != EPERM && !is_unknown(errno)) return -1;
  return photoprep_rename_to_reserved_name(folder, path, target_folder, target);
}

int photoprep_rename_to_reserved_name(int folder, const char *path, int target_folder, const char *target) {
  int reserved = openat(target_folder, target, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (reserved < 0) return -1;
  close(reserved);
  if (renameat(folder, path, target_folder, target) == 0) return 0;
  int error = errno;
  unlinkat(target_folder, target, 0);
  errno = error;
  return -1;
}
