#ifndef PHOTOPREP_SANDBOX_PROBES_H
#define PHOTOPREP_SANDBOX_PROBES_H

#include <stdbool.h>
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
  /// Memory whose content can be run.
  probe_executable_memory,
  /// Memory that was written and shall be run.
  probe_written_code,
  /// Opening a file that is there.
  probe_opened_file,
  /// Making a file.
  probe_new_file,
  /// Making a folder.
  probe_new_folder,
  /// Removing a file that is not there; that counts as allowed.
  probe_removed_file,
  /// A socket of this machine.
  probe_local_socket,
  /// A connection to a TCP port.
  probe_connection,
  /// A TCP port to listen at.
  probe_listening,
  /// Starting another program.
  probe_program,
  /// Another process.
  probe_process,
  /// A look into another process, as a debugger has it.
  probe_tracing,
  /// Another process's memory.
  probe_foreign_memory,
  /// A signal to another process; the one that does nothing.
  probe_signal,
  /// One descriptor more.
  probe_descriptor,
  /// A file that lies in memory.
  probe_memory_file,
  /// Namespaces of its own, in which it would have every right.
  probe_namespace,
  /// Higher limits, or others for another process.
  probe_limits,
};

/// What keeps a process from things; each can be missing on a system.
enum sandbox_protection {
  protection_limits = 1,
  protection_landlock = 2,
  protection_filter = 4,
};

/// Tries something in a process of its own that has given up what workers give up.
///
/// - Parameters:
///   - probe: What to try.
///   - protections: What is in force, as a sum.
///   - bytes: How much memory to ask for.
///   - limit: How much private memory the process may have beside what it begins with as a copy.
/// - Returns: 0 where the system allowed it, else the `errno`; -1 when there was no process.
int sandbox_probe_result(enum sandbox_probe probe, int protections, size_t bytes, size_t limit);

/// When a process's owner is gone.
enum owner_end {
  /// Before the process asked to end with it.
  owner_gone_before,
  /// While it computes.
  owner_gone_while_computing,
  /// While it computes, with half a message that it has not read.
  owner_gone_amid_message,
};

/// Starts a process that computes without an end, and lets its owner go.
///
/// One at a time: a copy of this process has the channels of those that were made beside it.
///
/// - Parameters:
///   - end: When the owner is gone.
///   - is_sealed: Whether the process has given up files and calls, as far as this system can.
///   - seconds: How long the process may take to end.
/// - Returns: Its exit code; -1 when it had to be ended.
int owned_probe_result(enum owner_end end, bool is_sealed, int seconds);

#endif
