#ifndef PHOTOPREP_CFILES_H
#define PHOTOPREP_CFILES_H

// Calls on files that Swift cannot make: their names or arguments are not in what it imports.

#include <stdbool.h>
#include <stddef.h>

/// What a try to lock a whole file came to.
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

/// Gives the lock up; 0, or the `errno` of the call.
int photoprep_unlock(int descriptor);

/// Whether another open file description holds a lock that an exclusive one would wait for.
photoprep_lock_result photoprep_is_locked_elsewhere(int descriptor);

/// Opens a folder beneath another one name after the other, and follows no symbolic link on the way.
///
/// `root` itself may be reached through links. `names` has `length` bytes, with slashes between names. Returns a
/// descriptor, or -1 with errno set: ELOOP where a link stands, EPERM for `..`; then `*reached` bytes of `names`
/// lead to what could not be opened, none when that is `root`.
int photoprep_open_folder_beneath(const char *root, const char *names, size_t length, size_t *reached);

/// Swaps the names of two files or folders in one step, so that neither is ever missing.
///
/// Each name is one in an open folder, or a path where the folder is AT_FDCWD.
/// Returns 0, or -1 with errno set; EINVAL where the file system cannot do it.
int photoprep_exchange(int folder, const char *first, int other_folder, const char *second);

/// Gives a file a name that nothing has: in one step where the file system can, else by a second name, else by
/// photoprep_rename_to_reserved_name.
///
/// Returns 0, or -1 with errno set; EEXIST where something has the name.
int photoprep_rename_to_free_name(int folder, const char *path, int target_folder, const char *target);

/// Gives a file a name that nothing has, in two steps: an empty file takes the name, which the file then replaces.
///
/// For file systems that know neither a rename that replaces nothing nor second names, such as exFAT. What ends between
/// the steps leaves the empty file. Returns 0, or -1 with errno set; EEXIST where something has the name.
int photoprep_rename_to_reserved_name(int folder, const char *path, int target_folder, const char *target);

#endif
