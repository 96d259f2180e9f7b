// A process that is ready to serve makes copies of itself; POSIX has no call for a copy that is its
// owner's child, and none for the descriptors it needs.
#define _GNU_SOURCE
#include "CWorkers.h"
#include "messages.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#ifndef MSG_CMSG_CLOEXEC
#define MSG_CMSG_CLOEXEC 0
#endif

enum { end_count = 2 };

// A message of one byte, which is for readers of traces, with room for two descriptors.
struct request {
  char byte;
  struct iovec part;
  struct msghdr head;
  union {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(end_count * sizeof(int))];
  } control;
};

static void prepare(struct request *request, char byte) {
  memset(request, 0, sizeof *request);
  request->byte = byte;
  request->part = (struct iovec){&request->byte, 1};
  request->head.msg_iov = &request->part;
  request->head.msg_iovlen = 1;
  request->head.msg_control = request->control.bytes;
  request->head.msg_controllen = sizeof request->control.bytes;
}

static int send_request(int server, struct request *request) {
  ssize_t sent;
  do sent = sendmsg(server, &request->head, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1 ? 0 : errno;
}

int photoprep_ask_for_copy(int server, int channel, int messages) {
  struct request request;
  prepare(&request, 'c');
  struct cmsghdr *control = CMSG_FIRSTHDR(&request.head);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(end_count * sizeof(int));
  memcpy(CMSG_DATA(control), (int[]){channel, messages}, end_count * sizeof(int));
  return send_request(server, &request);
}

int photoprep_ask_to_serve(int server) {
  struct request request;
  prepare(&request, 's');
  request.head.msg_control = NULL;
  request.head.msg_controllen = 0;
  return send_request(server, &request);
}

int photoprep_await_request(int ends[2]) {
  struct request request;
  prepare(&request, 0);
  ssize_t received;
  do received = recvmsg(photoprep_worker_channel, &request.head, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received != 1) return -1;
  struct cmsghdr *control = CMSG_FIRSTHDR(&request.head);
  if (!control) return 0;
  if (control->cmsg_type != SCM_RIGHTS || control->cmsg_len != CMSG_LEN(end_count * sizeof(int)))
    return -1;
  memcpy(ends, CMSG_DATA(control), end_count * sizeof(int));
  return end_count;
}

int photoprep_take_ends(const int ends[2]) {
  if (dup2(ends[0], photoprep_worker_channel) < 0 || dup2(ends[1], 2) < 0) return errno;
  close(ends[0]);
  close(ends[1]);
  return 0;
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

bool photoprep_can_copy(void) {
  DIR *threads = opendir("/proc/self/task");
  if (!threads) return false;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(threads));) count += entry->d_name[0] != '.';
  closedir(threads);
  return count == 1;
}

pid_t photoprep_copy(void) {
  // What fork does, but for its parent. The C library keeps the thread's number where the kernel
  // was told to clear it; a copy has a number of its own.
  int *number = NULL;
  unsigned long flags = CLONE_PARENT | SIGCHLD;
  if (prctl(PR_GET_TID_ADDRESS, &number, 0, 0, 0) == 0 && number)
    flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
#ifdef __x86_64__
  return (pid_t)syscall(SYS_clone, flags, NULL, NULL, number, NULL);
#else
  return (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, number);
#endif
}

#else

// On Darwin, frameworks must not be used between a fork and the start of another program.
bool photoprep_can_copy(void) { return false; }

pid_t photoprep_copy(void) {
  errno = ENOSYS;
  return -1;
}

#endif
