#ifndef PHOTOPREP_CFILES_H
#define PHOTOPREP_CFILES_H

// Calls on files that Swift cannot make, as it does not import their names or argument types.

#include <stdbool.h>
#include <stddef.h>

/// The result of trying to lock a whole file.
typedef struct {
  /// Whether the lock is held now.
  bool held;
  /// The `errno` of the call; 0 when this or another process holds the lock.
  int error;
} photoprep_lock_result;

/// Tries to take a whole-file lock that belongs to the open file description, without waiting.
///
/// The same call on a descriptor that holds a lock already changes its mode in one step.
photoprep_lock_result photoprep_try_lock(int descriptor, bool exclusive);

/// Releases the lock; 0, or the `errno` of the call.
int photoprep_unlock(int descriptor);

/// Whether another open file description holds a lock that an exclusive one would wait for.
photoprep_lock_result photoprep_is_locked_elsewhere(int descriptor);

/// Opens a folder beneath another one name after the other, and follows no symbolic link on the way.
///
/// `root` itself may be reached through links. `names` has `length` bytes, with slashes between names. Returns a
/// descriptor, or -1 with errno set: ELOOP for a link, EPERM for `..`; then `*reached` bytes of `names` are the path
/// that could not be opened, 0 bytes when that is `root`.
int photoprep_open_folder_beneath(const char *root, const char *names, size_t length, size_t *reached);

/// Exchanges the names of two files or folders in one step, so that neither is ever missing.
///
/// Each name is one in an open folder, or a path if the folder is AT_FDCWD.
/// Returns 0, or -1 with errno set; EINVAL if the file system cannot do it.
int photoprep_exchange(int folder, const char *first, int other_folder, const char *second);

/// Gives a file a free name: in one step if the file system can, else by a hard link, else by
/// photoprep_rename_to_reserved_name.
///
/// Returns 0, or -1 with errno set; EEXIST if the name is taken.
int photoprep_rename_to_free_name(int folder, const char *path, int target_folder, const char *target);

/// Gives a file a free name in two steps: an empty file takes the name, and is then replaced by the file.
///
/// For file systems that have neither a rename that replaces nothing nor hard links, such as exFAT. A crash between
/// the steps leaves the empty file. Returns 0, or -1 with errno set; EEXIST if the name is taken.
int photoprep_rename_to_reserved_name(int folder, const char *path, int target_folder, const char *target);

#endif
