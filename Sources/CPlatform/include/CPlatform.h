#ifndef PHOTOPREP_CPLATFORM_H
#define PHOTOPREP_CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// What differs between Linux and Darwin, so that no line of Swift does. Scripts/check-c compiles it for both.

/// Whether this is Linux, where workers are kept from files and system calls and libvips loads modules.
bool photoprep_is_linux(void);

/// What tells `utimensat` to leave a time alone, which Swift does not import: `UTIME_OMIT`.
long photoprep_time_left_alone(void);

/// Returns once everything of a file is on the device: 0, or -1 with `errno` set.
///
/// On Darwin `fsync` leaves bytes in the device's own memory, which a power cut takes; file systems that cannot ask
/// the device for more have only that.
int photoprep_synchronize(int file);

/// Calls `body` with each name that an open folder has, in no order, until all are given.
///
/// The descriptor is taken over and closed. 0, or the `errno`.
int photoprep_for_each_name(int folder, void *context, void (*body)(void *context, const char *name));

/// Makes a stream socket; -1 with `errno` set.
int photoprep_stream_socket(int family);

/// Makes a socket wait for nothing, keeps it from programs that are started, and has a write to one whose other end is
/// gone raise no signal, with ``photoprep_send_quietly``.
void photoprep_prepare_socket(int socket);

/// Sends some bytes; -1 with `errno` set.
ssize_t photoprep_send_quietly(int socket, const void *bytes, size_t count);

/// Starts a detached thread that calls `run` with an object and ends. 0, or the error.
int photoprep_start_thread(size_t stack, void (*run)(void *object), void *object);

#endif
