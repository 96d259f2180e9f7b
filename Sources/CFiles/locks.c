// F_OFD_SETLK is a GNU extension that the Swift overlay of the C library does not import, and
// fcntl is variadic, which Swift cannot call with a pointer to this structure by name.
#define _GNU_SOURCE
#include "CFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static struct flock whole_file(short type) {
  struct flock lock = {0};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

photoprep_lock_result photoprep_try_lock(int descriptor, bool exclusive) {
  struct flock lock = whole_file(exclusive ? F_WRLCK : F_RDLCK);
  photoprep_lock_result result = {true, 0};
  if (fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return result;
  result.held = false;
  result.error = errno == EAGAIN || errno == EACCES ? 0 : errno;
  return result;
}

int photoprep_unlock(int descriptor) {
  struct flock lock = whole_file(F_UNLCK);
  return fcntl(descriptor, F_OFD_SETLK, &lock) == 0 ? 0 : errno;
}

photoprep_lock_result photoprep_is_locked_elsewhere(int descriptor) {
  struct flock lock = whole_file(F_WRLCK);
  photoprep_lock_result result = {false, 0};
  if (fcntl(descriptor, F_OFD_GETLK, &lock) != 0) {
    result.error = errno;
    return result;
  }
  result.held = lock.l_type != F_UNLCK;
  return result;
}
