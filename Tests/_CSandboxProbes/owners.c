// In C, because between a fork and its end nothing may be called that takes memory or a lock.
#include "SandboxProbes.h"

#include <CWorkers.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// What a worker does that decodes and reads nothing: it computes.
static void compute(int channel, bool is_sealed) {
  // As in a program that is started: threads that tests run on block all signals.
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (photoprep_end_with_owner(channel) != 0) _exit(2);
  if (is_sealed) {
    (void)photoprep_renounce_files();
    (void)photoprep_renounce_calls();
  }
  char ready = 1;
  if (write(channel, &ready, 1) != 1) _exit(3);
  for (volatile unsigned turns = 0;; turns++) continue;
}

int owned_probe_result(enum owner_end end, bool is_sealed, int seconds) {
  int ends[2];
  if (photoprep_channel(ends) != 0) return -1;
  if (end == owner_gone_before) close(ends[0]);
  pid_t process = fork();
  if (process < 0) return -1;
  if (process == 0) {
    if (end != owner_gone_before) close(ends[0]);
    compute(ends[1], is_sealed);
  }
  close(ends[1]);
  if (end != owner_gone_before) {
    char ready = 0;
    ssize_t count;
    while ((count = photoprep_receive(ends[0], &ready, 1)) < 0 && errno == EAGAIN) usleep(1000);
    if (count == 1 && end == owner_gone_amid_message) (void)send(ends[0], "PPW1", 4, 0);
    close(ends[0]);
  }
  int status = 0;
  for (int i = 0; i < 1000 * seconds; i++) {
    if (waitpid(process, &status, WNOHANG) == process) return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    usleep(1000);
  }
  kill(process, SIGKILL);
  waitpid(process, &status, 0);
  return -1;
}
