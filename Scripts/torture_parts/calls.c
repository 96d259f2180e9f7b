/* Preloaded into photoprep by torture: counts the calls that change a store, and makes one of them fail.
 *
 * TORTURE_STORE  the store; only calls about files in it count
 * TORTURE_AT     which call fails, from 1; 0 for none
 * TORTURE_HOW    short, or an error number
 * TORTURE_STAYS  when set, an error number stays for every later call too, as a full disk does
 * TORTURE_COUNT  the file that takes the number of calls when the process ends
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int calls;

static int in_store(const char *path) {
  const char *store = getenv("TORTURE_STORE");
  return store && path && strncmp(path, store, strlen(store)) == 0;
}

static int open_in_store(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return in_store(path);
}

/* 0 to go on, 1 to fail with errno set, 2 to write one byte only. */
static int strike(int is_write) {
  int number = atomic_fetch_add(&calls, 1) + 1;
  const char *at = getenv("TORTURE_AT"), *how = getenv("TORTURE_HOW");
  int wanted = at ? atoi(at) : 0;
  if (!wanted || !how) return 0;
  int error = atoi(how);
  if (number != wanted && !(error && number > wanted && getenv("TORTURE_STAYS"))) return 0;
  if (strcmp(how, "short") == 0) return is_write ? 2 : 0;
  errno = error;
  return 1;
}

__attribute__((destructor)) static void report(void) {
  const char *file = getenv("TORTURE_COUNT");
  FILE *out = file ? fopen(file, "w") : NULL;
  if (!out) return;
  fprintf(out, "%d\n", atomic_load(&calls));
  fclose(out);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAILS(condition) ((condition) && strike(0) == 1)

#define OPEN(name)                                                    \
  int name(const char *path, int flags, ...) {                        \
    va_list list;                                                     \
    va_start(list, flags);                                            \
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;         \
    va_end(list);                                                     \
    if (FAILS((flags & O_CREAT) && in_store(path))) return -1;        \
    return NEXT(name)(path, flags, mode);                             \
  }
OPEN(open)
OPEN(open64)

#define WRITE(name, parameters, ...)                                  \
  ssize_t name parameters {                                           \
    int blow = open_in_store(descriptor) ? strike(1) : 0;             \
    if (blow == 1) return -1;                                         \
    if (blow == 2 && count > 1) count = 1;                            \
    return NEXT(name)(__VA_ARGS__);                                   \
  }
WRITE(write, (int descriptor, const void *bytes, size_t count), descriptor, bytes, count)
WRITE(pwrite, (int descriptor, const void *bytes, size_t count, off_t at), descriptor, bytes, count, at)
WRITE(pwrite64, (int descriptor, const void *bytes, size_t count, off64_t at), descriptor, bytes, count, at)

#define SYNC(name)                                                    \
  int name(int descriptor) {                                          \
    return FAILS(open_in_store(descriptor)) ? -1 : NEXT(name)(descriptor); \
  }
SYNC(fsync)
SYNC(fdatasync)

int ftruncate(int descriptor, off_t size) {
  return FAILS(open_in_store(descriptor)) ? -1 : NEXT(ftruncate)(descriptor, size);
}
int ftruncate64(int descriptor, off64_t size) {
  return FAILS(open_in_store(descriptor)) ? -1 : NEXT(ftruncate64)(descriptor, size);
}
int rename(const char *path, const char *target) {
  return FAILS(in_store(target)) ? -1 : NEXT(rename)(path, target);
}
int renameat(int from, const char *path, int to, const char *target) {
  return FAILS(in_store(target)) ? -1 : NEXT(renameat)(from, path, to, target);
}
int unlink(const char *path) { return FAILS(in_store(path)) ? -1 : NEXT(unlink)(path); }
int rmdir(const char *path) { return FAILS(in_store(path)) ? -1 : NEXT(rmdir)(path); }
int mkdir(const char *path, mode_t mode) {
  return FAILS(in_store(path)) ? -1 : NEXT(mkdir)(path, mode);
}
