#ifndef PHOTOPREP_CFILELOCKS_H
#define PHOTOPREP_CFILELOCKS_H

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

#endif
