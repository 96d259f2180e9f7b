// In C, because between a fork and its end nothing may be called that takes memory or a lock.
#define _GNU_SOURCE
#include "SandboxProbes.h"

#ifdef __linux__

#include <CWorkers.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int mapped(size_t bytes, int flags) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

// The program's name lies on the last page of the first thread's stack.
static int moved_stack(size_t bytes) {
  uintptr_t page = (uintptr_t)getauxval(AT_EXECFN) & ~(uintptr_t)4095;
  return mremap((void *)page, 4096, bytes, MREMAP_MAYMOVE) == MAP_FAILED ? errno : 0;
}

static int answer(long result) { return result < 0 ? errno : 0; }

// A path where nothing is, and where every user may make something; each process has its own.
static const char *free_path(void) {
  static char path[64];
  snprintf(path, sizeof path, "/tmp/photoprep-sandbox-probe-%ld", (long)getpid());
  return path;
}

static int new_file(void) {
  int file = open(free_path(), O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (file < 0) return errno;
  unlink(free_path());
  return 0;
}

static int new_folder(void) {
  if (mkdir(free_path(), 0700) != 0) return errno;
  rmdir(free_path());
  return 0;
}

// A port of this machine that the system chooses. No answer from there counts as allowed.
static int port(bool listens) {
  int end = socket(AF_INET, SOCK_STREAM, 0);
  if (end < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (listens) return answer(bind(end, (struct sockaddr *)&address, sizeof address));
  address.sin_port = htons(1);
  int error = answer(connect(end, (struct sockaddr *)&address, sizeof address));
  return error == ECONNREFUSED ? 0 : error;
}

static int written_code(void) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return answer(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}

static int executable_memory(void) {
  int rights = PROT_READ | PROT_WRITE | PROT_EXEC;
  return mmap(NULL, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
}

static int foreign_memory(void) {
  long byte = 0;
  struct iovec here = {&byte, 1}, there = {(void *)environ, 1};
  return answer(process_vm_readv(getppid(), &here, 1, &there, 1, 0));
}

static int process(void) {
  pid_t process = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
  if (process == 0) _exit(0);
  return answer(process);
}

static int program(void) {
  char *const arguments[] = {"true", NULL};
  return answer(execve("/bin/true", arguments, arguments + 1));
}

static int limits(void) {
  struct rlimit limit = {0, 0};
  return answer(prlimit(getppid(), RLIMIT_CORE, NULL, &limit)) ?:
         answer(prlimit(0, RLIMIT_CORE, &limit, NULL));
}

static int result(enum sandbox_probe probe, size_t bytes) {
  switch (probe) {
    case probe_private_memory: return mapped(bytes, MAP_PRIVATE);
    case probe_shared_memory: return mapped(bytes, MAP_SHARED);
    case probe_growing_memory: return mapped(bytes, MAP_PRIVATE | MAP_GROWSDOWN);
    case probe_moved_stack: return moved_stack(bytes);
    case probe_executable_memory: return executable_memory();
    case probe_written_code: return written_code();
    case probe_opened_file: return answer(open("/etc/passwd", O_RDONLY));
    case probe_new_file: return new_file();
    case probe_new_folder: return new_folder();
    case probe_removed_file: return answer(unlink(free_path())) == ENOENT ? 0 : errno;
    case probe_local_socket: return answer(socket(AF_UNIX, SOCK_STREAM, 0));
    case probe_connection: return port(false);
    case probe_listening: return port(true);
    case probe_program: return program();
    case probe_process: return process();
    case probe_tracing: return answer(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
    case probe_foreign_memory: return foreign_memory();
    case probe_signal: return answer(kill(getppid(), 0));
    case probe_descriptor: return answer(dup(1));
    case probe_memory_file: return answer(memfd_create("probe", 0));
    case probe_namespace: return answer(unshare(CLONE_NEWUSER));
    case probe_limits: return limits();
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

int sandbox_probe_result(enum sandbox_probe probe, int protections, size_t bytes, size_t limit) {
  pid_t process = fork();
  if (process < 0) return -1;
  if (process == 0) {
    bool limits = protections & protection_limits;
    if (limits && photoprep_limit(taken_bytes() + limit) != 0) _exit(255);
    if (protections & protection_landlock && photoprep_renounce_files() == 0) _exit(254);
    if (protections & protection_filter && !photoprep_renounce_calls()) _exit(253);
    _exit(result(probe, bytes));
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#else

int sandbox_probe_result(enum sandbox_probe probe, int protections, size_t bytes, size_t limit) {
  (void)probe, (void)protections, (void)bytes, (void)limit;
  return -1;
}

#endif
