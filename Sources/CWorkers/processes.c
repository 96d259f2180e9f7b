// Starting a process needs types that differ between systems, and socket options that only some have.
#define _GNU_SOURCE
#include "CWorkers.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// Since glibc 2.34; on Darwin, POSIX_SPAWN_CLOEXEC_DEFAULT does the same.
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 34)
#define CAN_CLOSE_FROM
#endif
#endif

// Bytes that a socket holds before its writer must wait: enough for a photo and its pictures in few turns.
enum { socket_bytes = 1 << 20 };

// Moves a descriptor to a number that no worker uses and marks it close-on-exec.
static int moved(int descriptor) {
  int high = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
  int error = errno;
  close(descriptor);
  errno = error;
  return high;
}

// Closes the ends that are open, and returns why they are of no use.
static int closed(const int ends[2]) {
  int error = errno;
  for (int i = 0; i < 2; i++)
    if (ends[i] >= 0) close(ends[i]);
  return error;
}

static int moved_pair(const int low[2], int ends[2]) {
  ends[0] = moved(low[0]);
  int error = errno;
  ends[1] = moved(low[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  if (ends[0] < 0) errno = error;
  return closed(ends);
}

int photoprep_channel(int ends[2]) {
  int low[2];
#ifdef SOCK_CLOEXEC
  int type = SOCK_STREAM | SOCK_CLOEXEC;
#else
  int type = SOCK_STREAM;
#endif
  if (socketpair(AF_UNIX, type, 0, low) != 0) return errno;
  int error = moved_pair(low, ends);
  for (int i = 0; i < 2 && error == 0; i++) {
    int size = socket_bytes;
    // If a system grants less, it only takes more turns.
    (void)setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
#ifdef SO_NOSIGPIPE
    int yes = 1;
    (void)setsockopt(ends[i], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  }
  // Darwin ignores MSG_DONTWAIT when sending. The other end has its own flags and stays blocking.
  if (error != 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return error;
  return closed(ends);
}

int photoprep_message_pipe(int ends[2]) {
  int low[2];
#ifdef __linux__
  if (pipe2(low, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(low) != 0) return errno;
#endif
  int error = moved_pair(low, ends);
  if (error != 0) return error;
  for (int i = 0; i < 2; i++)
    if (fcntl(ends[i], F_SETFL, O_NONBLOCK) != 0) return closed(ends);
  return 0;
}

int photoprep_start(const char *program, char *const arguments[], char *const environment[],
                    int channel, int messages, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  if (!error) error = posix_spawnattr_setflags(&attributes, flags);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error) error = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, messages, 2);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, channel, photoprep_worker_channel);
#ifdef CAN_CLOSE_FROM
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, photoprep_worker_channel + 1);
#endif
  if (!error) error = posix_spawn(process, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

ssize_t photoprep_receive(int channel, void *bytes, size_t count) {
  return recv(channel, bytes, count, MSG_DONTWAIT);
}

// For the signal handler, which does not receive the channel.
static int owner_channel = -1;

// Even with unread bytes in a channel, poll reports whether its other end is closed.
static void end_if_closed(int signal) {
  (void)signal;
  int error = errno;
  struct pollfd entry = {.fd = owner_channel, .events = POLLIN};
  if (poll(&entry, 1, 0) == 1 && entry.revents & (POLLHUP | POLLERR)) _exit(EXIT_SUCCESS);
  errno = error;
}

int photoprep_end_with_owner(int channel) {
  owner_channel = channel;
  struct sigaction action = {.sa_handler = end_if_closed, .sa_flags = SA_RESTART};
  int flags = fcntl(channel, F_GETFL);
  if (flags < 0 || sigaction(SIGIO, &action, NULL) != 0 || fcntl(channel, F_SETOWN, getpid()) != 0 ||
      fcntl(channel, F_SETFL, flags | O_ASYNC) != 0)
    return errno;
  // There is no signal for a channel that was closed before.
  end_if_closed(SIGIO);
  return 0;
}

// The memory of sanitizers, page for page, exceeds any limit.
#if defined(__linux__) && defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define BOUNDS_MEMORY
#endif
#endif

#ifdef BOUNDS_MEMORY
// Addresses for the program, a hundred libraries and memory that allocators reserve without using it.
static const rlim_t reserved_bytes = (rlim_t)2 << 30;
#endif

static int bound(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return errno;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < value) value = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = value;
  return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

void photoprep_name(void) {
#ifdef __linux__
  (void)prctl(PR_SET_NAME, "photoprep");
#endif
}

int photoprep_limit(size_t memory) {
#if defined(__linux__) && defined(SYS_close_range)
  // If starting the process could not do it. A kernel without the call leaves them open.
  (void)syscall(SYS_close_range, photoprep_worker_channel + 1, ~0U, 0);
#endif
  int error = bound(RLIMIT_CORE, 0);
  if (!error) error = bound(RLIMIT_FSIZE, 0);
#ifdef BOUNDS_MEMORY
  if (!error) error = bound(RLIMIT_DATA, memory);
  // RLIMIT_DATA does not count stacks, and mremap can move and enlarge a stack.
  if (!error) error = bound(RLIMIT_AS, memory + reserved_bytes);
#else
  (void)memory;
#endif
  return error;
}

bool photoprep_limits_memory(void) {
#ifdef BOUNDS_MEMORY
  return true;
#else
  return false;
#endif
}
