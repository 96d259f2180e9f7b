#ifndef PHOTOPREP_SANDBOX_PROBES_H
#define PHOTOPREP_SANDBOX_PROBES_H

#include <stddef.h>

/// What code that took over a worker might try.
enum sandbox_probe {
  /// Private memory, the size of which is given.
  probe_private_memory,
  /// Memory that RLIMIT_DATA does not count, because a child could share it.
  probe_shared_memory,
  /// Memory that RLIMIT_DATA does not count, because it may grow as a stack does.
  probe_growing_memory,
  /// A page of the stack, which RLIMIT_DATA does not count, moved and made as large as is given.
  probe_moved_stack,
  /// Opening a file.
  probe_file,
  /// Making a socket.
  probe_socket,
  /// Making a process.
  probe_process,
};

/// Tries something in a process of its own that has given up what workers give up.
///
/// - Parameters:
///   - probe: What to try.
///   - bytes: How much memory to ask for.
///   - limit: How much private memory the process may have beside what it begins with as a copy.
/// - Returns: 0 where the system allowed it, else the `errno`; -1 when there was no process.
int sandbox_probe_result(enum sandbox_probe probe, size_t bytes, size_t limit);

#endif
