/* Swift splits a path slowly in debug builds, and each call on a store's file uses this. */
#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int next_folder(int folder, const char *name, size_t length) {
  char text[NAME_MAX + 1];
  if (length > NAME_MAX) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(text, name, length);
  text[length] = 0;
  if (strcmp(text, "..") == 0) {
    errno = EPERM;
    return -1;
  }
  int next = openat(folder, text, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (next < 0 && errno == ENOTDIR) {
    /* Linux reports this for a link too. */
    struct stat status;
    bool is_link = fstatat(folder, text, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode);
    errno = is_link ? ELOOP : ENOTDIR;
  }
  return next;
}

int photoprep_open_folder_beneath(const char *root, const char *names, size_t length, size_t *reached) {
  int folder;
  *reached = 0;
  do folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (folder < 0 && errno == EINTR);
  size_t start = 0;
  while (folder >= 0 && start < length) {
    const char *slash = memchr(names + start, '/', length - start);
    size_t end = slash ? (size_t)(slash - names) : length;
    bool is_name = end > start && !(end == start + 1 && names[start] == '.');
    if (is_name) {
      int next;
      *reached = end;
      do next = next_folder(folder, names + start, end - start);
      while (next < 0 && errno == EINTR);
      int error = errno;
      close(folder);
      errno = error;
      folder = next;
    }
    start = end + 1;
  }
  return folder;
}
