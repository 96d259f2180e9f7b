// In C, because between a fork and its end nothing may be called that takes memory or a lock.
#define _GNU_SOURCE
#include "SandboxProbes.h"

#ifdef __linux__

#include <CWorkers.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int mapped(size_t bytes, int flags) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

// The program's name lies on the last page of the first thread's stack.
static int moved_stack(size_t bytes) {
  uintptr_t page = (uintptr_t)getauxval(AT_EXECFN) & ~(uintptr_t)4095;
  return mremap((void *)page, 4096, bytes, MREMAP_MAYMOVE) == MAP_FAILED ? errno : 0;
}

static int result(enum sandbox_probe probe, size_t bytes) {
  switch (probe) {
    case probe_private_memory: return mapped(bytes, MAP_PRIVATE);
    case probe_shared_memory: return mapped(bytes, MAP_SHARED);
    case probe_growing_memory: return mapped(bytes, MAP_PRIVATE | MAP_GROWSDOWN);
    case probe_moved_stack: return moved_stack(bytes);
    case probe_file: return open("/dev/null", O_RDONLY) < 0 ? errno : 0;
    case probe_socket: return socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? errno : 0;
    case probe_process: {
      pid_t process = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
      if (process == 0) _exit(0);
      return process < 0 ? errno : 0;
    }
  }
  return EINVAL;
}

// The bytes of private writable memory that a copy of this process begins with: the sixth field of
// statm, in pages (proc_pid_statm(5)).
static size_t taken_bytes(void) {
  char text[128];
  int file = open("/proc/self/statm", O_RDONLY);
  ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return 0;
  size_t value = 0;
  int field = 1;
  for (ssize_t i = 0; i < count && field <= 6; i++) {
    if (text[i] == ' ') field++;
    else if (field == 6) value = value * 10 + (size_t)(text[i] - '0');
  }
  return value * (size_t)sysconf(_SC_PAGESIZE);
}

int sandbox_probe_result(enum sandbox_probe probe, size_t bytes, size_t limit) {
  pid_t process = fork();
  if (process < 0) return -1;
  if (process == 0) {
    if (photoprep_limit(taken_bytes() + limit) != 0) _exit(255);
    photoprep_renounce_files();
    photoprep_renounce_calls();
    _exit(result(probe, bytes));
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#else

int sandbox_probe_result(enum sandbox_probe probe, size_t bytes, size_t limit) {
  (void)probe, (void)bytes, (void)limit;
  return -1;
}

#endif
