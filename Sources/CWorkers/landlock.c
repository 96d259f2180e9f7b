// The calls and numbers of Landlock: https://docs.kernel.org/userspace-api/landlock.html. They are
// spelled out here because a system's headers are often older than its kernel.
#define _GNU_SOURCE
#include "CWorkers.h"

#ifdef __linux__

#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#endif
#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif

struct ruleset {
  uint64_t files;
  uint64_t network;  // since version 4
  uint64_t scopes;   // since version 6
};

// All rights about files that a version can restrict: 13 rights, then moving, truncating and devices.
static uint64_t file_rights(int version) {
  int count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  return (UINT64_C(1) << count) - 1;
}

int photoprep_renounce_files(void) {
  // LANDLOCK_CREATE_RULESET_VERSION
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return 0;
  struct ruleset rules = {file_rights(version), version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int descriptor = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
  if (descriptor < 0) return 0;
  // A set of rules that allows nothing forbids everything it handles.
  int done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
             syscall(SYS_landlock_restrict_self, descriptor, 0) == 0;
  close(descriptor);
  return done ? version : 0;
}

#else

int photoprep_renounce_files(void) { return 0; }

#endif
