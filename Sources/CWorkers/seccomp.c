// A list of the system calls that computing needs; all others fail with EPERM, which libraries take
// for a file that is not there. https://docs.kernel.org/userspace-api/seccomp_filter.html
#define _GNU_SOURCE
#include "CWorkers.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define FIELD(name) ((uint32_t)offsetof(struct seccomp_data, name))
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
#define EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define ANY_BIT(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))

// Memory, threads, time, waiting, and access to open descriptors.
static const uint32_t allowed[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_close, SYS_fstat, SYS_lseek, SYS_ppoll,
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_membarrier,
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_set_tid_address,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_times, SYS_getrusage, SYS_getrandom, SYS_getcpu, SYS_sysinfo, SYS_uname, SYS_getpid,
    SYS_gettid, SYS_exit, SYS_exit_group,
#ifdef __x86_64__
    SYS_poll, SYS_time, SYS_arch_prctl,
#endif
};

enum { allowed_count = sizeof allowed / sizeof allowed[0] };

bool photoprep_renounce_calls(void) {
  struct sock_filter filter[2 * allowed_count + 56];
  unsigned short n = 0;
#define ADD(...)                                                       \
  do {                                                                 \
    const struct sock_filter steps[] = {__VA_ARGS__};                  \
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) filter[n++] = steps[i]; \
  } while (0)

  ADD(LOAD(FIELD(arch)), EQUAL(ARCHITECTURE, 1, 0), RETURN(SECCOMP_RET_KILL_PROCESS),
      LOAD(FIELD(nr)));
#ifdef __x86_64__
  // Calls of the x32 interface have this bit and their own numbers.
  ADD(ANY_BIT(0x40000000, 0, 1), REFUSE(EPERM));
#endif
  for (unsigned i = 0; i < allowed_count; i++) ADD(EQUAL(allowed[i], 0, 1), ALLOW);
  // Threads, not processes. The flags of clone3 are behind a pointer; without clone3, clone is used.
  ADD(EQUAL(SYS_clone3, 0, 1), REFUSE(ENOSYS));
  ADD(EQUAL(SYS_clone, 0, 4), LOAD(FIELD(args[0])), ANY_BIT(CLONE_THREAD, 0, 1), ALLOW,
      REFUSE(EPERM));
  // RLIMIT_DATA counts private memory, but no stacks. Written memory is never executed: all code was loaded before.
  ADD(EQUAL(SYS_mmap, 0, 6), LOAD(FIELD(args[3])), ANY_BIT(MAP_SHARED | MAP_GROWSDOWN, 3, 0),
      LOAD(FIELD(args[2])), ANY_BIT(PROT_EXEC, 1, 0), ALLOW, REFUSE(EPERM));
  ADD(EQUAL(SYS_mprotect, 0, 4), LOAD(FIELD(args[2])), ANY_BIT(PROT_EXEC, 1, 0), ALLOW,
      REFUSE(EPERM));
  // Ending itself, as abort does, but no other process. Reading its limits, but not setting them.
  ADD(EQUAL(SYS_tgkill, 0, 4), LOAD(FIELD(args[0])), EQUAL((uint32_t)getpid(), 0, 1), ALLOW,
      REFUSE(EPERM));
  ADD(EQUAL(SYS_prlimit64, 0, 8), LOAD(FIELD(args[0])), EQUAL(0, 0, 5), LOAD(FIELD(args[2])),
      EQUAL(0, 0, 3), LOAD(FIELD(args[2]) + 4), EQUAL(0, 0, 1), ALLOW, REFUSE(EPERM));
  // Names for threads.
  ADD(EQUAL(SYS_prctl, 0, 4), LOAD(FIELD(args[0])), EQUAL(PR_SET_NAME, 0, 1), ALLOW,
      REFUSE(EPERM));
  ADD(REFUSE(EPERM));
#undef ADD

  struct sock_fprog program = {n, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
}

#else

bool photoprep_renounce_calls(void) { return false; }

#endif
