#ifndef PHOTOPREP_CPLATFORM_H
#define PHOTOPREP_CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

// The differences between Linux and Darwin, so that no line of Swift needs them. Scripts/check-c compiles it for both.

/// Whether this is Linux, where workers are restricted and libvips loads modules.
bool photoprep_is_linux(void);

/// The value that makes `utimensat` leave a time unchanged, which Swift does not import: `UTIME_OMIT`.
long photoprep_time_left_alone(void);

/// Returns once everything of a file is on the device: 0, or -1 with `errno` set.
///
/// On Darwin `fsync` leaves bytes in the device's own cache, which a power failure loses; file systems that cannot
/// flush that cache only have `fsync`.
int photoprep_synchronize(int file);

/// Calls `body` with each name in an open folder, in no order.
///
/// Takes ownership of the descriptor and closes it. 0, or the `errno`.
int photoprep_for_each_name(int folder, void *context, void (*body)(void *context, const char *name));

/// Makes a stream socket; -1 with `errno` set.
int photoprep_stream_socket(int family);

/// Makes a socket non-blocking, not inherited by other programs, and without a signal for a write after the other end
/// has closed, together with ``photoprep_send_quietly``.
void photoprep_prepare_socket(int socket);

/// Sends some bytes; -1 with `errno` set.
ssize_t photoprep_send_quietly(int socket, const void *bytes, size_t count);

/// Starts a detached thread that calls `run` with an object and ends. 0, or the error.
int photoprep_start_thread(size_t stack, void (*run)(void *object), void *object);

#endif
