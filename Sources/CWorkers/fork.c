// A process that has done nothing yet may become what workers are copied from, without linking all
// its libraries once more. What starting another program would have taken from it is taken here.
#define _GNU_SOURCE
#include "CWorkers.h"

#include <errno.h>
#include <unistd.h>

// closefrom is there since glibc 2.34.
#if defined(__linux__) && defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#define CAN_FORK
#endif
#endif

#ifdef CAN_FORK

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Where the kernel put the arguments and the variables of the program.
struct text {
  uintptr_t arguments, arguments_end, variables, variables_end;
};

// Reads fields 48 to 51 of /proc/self/stat.
// https://docs.kernel.org/filesystems/proc.html#process-specific-subdirectories
static bool find_text(struct text *text) {
  char line[2048];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, line, sizeof line - 1);
  close(file);
  if (count <= 0) return false;
  line[count] = 0;
  // The second field is a name in parentheses, which may hold anything.
  char *field = strrchr(line, ')');
  for (int number = 2; field && number < 48; number++) field = strchr(field + 1, ' ');
  if (!field) return false;
  uintptr_t *places[] = {&text->arguments, &text->arguments_end, &text->variables,
                         &text->variables_end};
  for (int i = 0; i < 4; i++) *places[i] = strtoull(field, &field, 10);
  return text->arguments && text->arguments <= text->arguments_end && text->variables &&
         text->variables <= text->variables_end;
}

static bool is_kept(const char *variable, const char *const prefixes[]) {
  for (; *prefixes; prefixes++)
    if (strncmp(variable, *prefixes, strlen(*prefixes)) == 0) return true;
  return false;
}

// Replaces the variables by copies of those that are kept, and by more.
static bool keep_variables(const char *const prefixes[], const char *const more[]) {
  size_t count = 0;
  for (char **old = environ; old && *old; old++) count++;
  for (const char *const *added = more; *added; added++) count++;
  char **kept = calloc(count + 1, sizeof *kept);
  if (!kept) return false;
  size_t n = 0;
  for (char **old = environ; old && *old; old++)
    if (is_kept(*old, prefixes) && !(kept[n++] = strdup(*old))) return false;
  for (; *more; more++)
    if (!(kept[n++] = strdup(*more))) return false;
  environ = kept;
  return true;
}

// What the owner was told, paths and secrets among it, is wiped from the copy's memory.
static bool forget(const char *const prefixes[], const char *const more[]) {
  static const char name[] = "photoprep\0worker";
  struct text text;
  if (!find_text(&text) || !keep_variables(prefixes, more)) return false;
  size_t length = text.arguments_end - text.arguments;
  memset((void *)text.arguments, 0, length);
  memset((void *)text.variables, 0, text.variables_end - text.variables);
  memcpy((void *)text.arguments, name, length < sizeof name ? length : sizeof name);
  if (length > 0) ((char *)text.arguments)[length - 1] = 0;
  return true;
}

static bool take_descriptors(int channel, int messages) {
  int input = open("/dev/null", O_RDONLY), output = open("/dev/null", O_WRONLY);
  if (input < 0 || output < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0) return false;
  if (dup2(messages, 2) < 0 || dup2(channel, photoprep_worker_channel) < 0) return false;
  closefrom(photoprep_worker_channel + 1);
  return true;
}

static void reset_signals(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

pid_t photoprep_fork(const char *const prefixes[], const char *const more[], int channel,
                     int messages) {
  if (!photoprep_can_copy()) {
    errno = EAGAIN;
    return -1;
  }
  pid_t process = fork();
  if (process != 0) return process;
  reset_signals();
  if (setpgid(0, 0) != 0 || !take_descriptors(channel, messages) || !forget(prefixes, more))
    _exit(EXIT_FAILURE);
  return 0;
}

#else

pid_t photoprep_fork(const char *const prefixes[], const char *const more[], int channel,
                     int messages) {
  (void)prefixes, (void)more, (void)channel, (void)messages;
  errno = ENOSYS;
  return -1;
}

#endif
