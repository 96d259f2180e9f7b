/* renameat2 is not in the headers that Swift imports; glibc shows it to C when asked. */
#define _GNU_SOURCE
#include "folder_exchange.h"

#include <fcntl.h>
#include <stdio.h>

int folder_exchange(const char *first, const char *second) {
#ifdef __APPLE__
  return renamex_np(first, second, RENAME_SWAP);
#else
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
#endif
}
