/* renameat2 is not in the headers that Swift imports; glibc shows it to C when asked. */
#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int photoprep_exchange(const char *first, const char *second) {
#ifdef __APPLE__
  return renamex_np(first, second, RENAME_SWAP);
#else
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
#endif
}

int photoprep_rename_to_free_name(const char *path, const char *target) {
#ifdef __APPLE__
  int result = renamex_np(path, target, RENAME_EXCL);
#else
  int result = renameat2(AT_FDCWD, path, AT_FDCWD, target, RENAME_NOREPLACE);
#endif
  if (result == 0 || (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)) return result;
  /* Network file systems know no such rename; a second name never replaces anything either. */
  if (link(path, target) != 0) return -1;
  return unlink(path);
}
