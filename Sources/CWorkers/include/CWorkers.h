#ifndef PHOTOPREP_CWORKERS_H
#define PHOTOPREP_CWORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// The descriptor under which a worker finds its end of the channel.
enum { photoprep_worker_channel = 3 };

/// Makes two connected stream sockets that no other program inherits; 0, or the `errno`.
///
/// Both are numbered 10 or higher, so that neither stands in the way of a worker's descriptors, and
/// a write to one whose other end is gone raises no signal. The first, the owner's, never waits.
int photoprep_channel(int ends[2]);

/// Makes a pipe whose writer never waits: what does not fit is lost. 0, or the `errno`.
int photoprep_message_pipe(int ends[2]);

/// Starts a program with nothing but a channel as descriptor 3 and messages as descriptor 2.
///
/// Standard input is empty and standard output goes nowhere. The program has a process group of its
/// own, so that a terminal's Ctrl-C does not reach it, and no signal blocked or ignored.
///
/// - Returns: 0, or the `errno`.
int photoprep_start(const char *program, char *const arguments[], char *const environment[],
                    int channel, int messages, pid_t *process);

/// Receives some bytes without waiting.
///
/// - Returns: How many came, 0 at the end; -1 with `errno` set, `EAGAIN` when there are none yet.
ssize_t photoprep_receive(int channel, void *bytes, size_t count);

/// Has this process end as soon as the other end of a channel is closed, whatever it does then and whatever is still
/// to be read; to be called once, before files and calls are given up. 0, or the `errno`.
///
/// The kernel says so by SIGIO, which it sends for what arrives as well: it takes no thread, so it can be called first.
int photoprep_end_with_owner(int channel);

/// Gives this process the name that `ps` and `top` show; started as /proc/self/exe it is "exe".
void photoprep_name(void);

/// Closes every descriptor above the channel, bounds memory where the system does that, and forbids
/// core dumps and growing files. 0, or the `errno`.
///
/// - Parameter memory: The most bytes of private writable memory. Stacks and what is shared, which that
///   does not count, have 2 GiB more of addresses at most.
int photoprep_limit(size_t memory);

/// Whether this system bounds the memory of ``photoprep_limit``.
bool photoprep_limits_memory(void);

/// Takes every right to files, folders, TCP ports and other processes from this thread and the
/// threads it will start, by Landlock. Open descriptors stay usable.
///
/// - Returns: The version of the rules in force, 1 or higher; 0 where there is no Landlock.
int photoprep_renounce_files(void);

/// Forbids every system call that a worker has no use for: opening, connecting, starting programs.
///
/// - Returns: Whether the filter is in force; there is one for Linux on x86-64 and arm64.
bool photoprep_renounce_calls(void);

#endif
