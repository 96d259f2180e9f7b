#ifndef PHOTOPREP_CWORKERS_H
#define PHOTOPREP_CWORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// The descriptor of a worker's end of the channel.
enum { photoprep_worker_channel = 3 };

/// Makes two connected stream sockets that no other program inherits; 0, or the `errno`.
///
/// Both have numbers from 10 on, so that they do not conflict with a worker's descriptors, and a write to one whose
/// other end is gone raises no signal. The first, the owner's, is non-blocking.
int photoprep_channel(int ends[2]);

/// Makes a pipe with a non-blocking writer: bytes that do not fit are lost. 0, or the `errno`.
int photoprep_message_pipe(int ends[2]);

/// Starts a program with only a channel as descriptor 3 and messages as descriptor 2.
///
/// Standard input is empty and standard output is discarded. The program has its own process group, so that a
/// terminal's Ctrl-C does not reach it, and no signal is blocked or ignored.
///
/// - Returns: 0, or the `errno`.
int photoprep_start(const char *program, char *const arguments[], char *const environment[],
                    int channel, int messages, pid_t *process);

/// Receives some bytes without waiting.
///
/// - Returns: How many came, 0 at the end; -1 with `errno` set, `EAGAIN` when there are none yet.
ssize_t photoprep_receive(int channel, void *bytes, size_t count);

/// Makes this process end as soon as the other end of a channel is closed, whatever it is doing and whatever is still
/// to be read. Call it once, before files and calls are given up. 0, or the `errno`.
///
/// It uses SIGIO, which the kernel also sends for received bytes. It needs no thread, so it can be called first.
int photoprep_end_with_owner(int channel);

/// Sets the process's name in `ps` and `top`; started as /proc/self/exe it would be "exe".
void photoprep_name(void);

/// Closes every descriptor above the channel, limits memory if the system can, and forbids core dumps and growing
/// files. 0, or the `errno`.
///
/// - Parameter memory: The most bytes of private writable memory. Stacks and shared memory, which that does not
///   include, have at most 2 GiB more of addresses.
int photoprep_limit(size_t memory);

/// Whether this system enforces the memory limit of ``photoprep_limit``.
bool photoprep_limits_memory(void);

/// Gives up every right to files, folders, TCP ports and other processes for this thread and the threads it will
/// start, with Landlock. Open descriptors stay usable.
///
/// - Returns: The version of the active rules, 1 or higher; 0 without Landlock.
int photoprep_renounce_files(void);

/// Forbids every system call that a worker does not need: opening, connecting, starting programs.
///
/// - Returns: Whether the filter is active; there is one for Linux on x86-64 and arm64.
bool photoprep_renounce_calls(void);

#endif
