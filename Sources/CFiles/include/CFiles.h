#ifndef PHOTOPREP_CFILES_H
#define PHOTOPREP_CFILES_H

// Calls on files that Swift cannot make: their names or arguments are not in what it imports.

#include <stdbool.h>

/// What a try to lock a whole file came to.
typedef struct {
  /// Whether the lock is held now.
  bool held;
  /// The `errno` of the call; 0 when the lock is held or somebody else holds it.
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

/// Swaps the names of two files or folders in one step, so that nobody ever sees one of them missing.
///
/// Returns 0, or -1 with errno set; EINVAL where the file system cannot do it.
int photoprep_exchange(const char *first, const char *second);

/// Gives a file a name that nothing has, in one step.
///
/// Returns 0, or -1 with errno set; EEXIST where something has the name.
int photoprep_rename_to_free_name(const char *path, const char *target);

#endif
