#include "CHEIF.h"

#include <dlfcn.h>
#include <stddef.h>

#ifdef __APPLE__

/* Homebrew's libraries are in a folder where a program finds only those that it was linked with. */
#define ADDRESS(name) .name = name,
static struct cheif_functions cheif = {CHEIF_FUNCTIONS(ADDRESS)};

static bool find(void) { return true; }

#else

static struct cheif_functions cheif;

static bool find(void) {
  void *library = dlopen("libheif.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
#define FIND(name)                                 \
  *(void **)&cheif.name = dlsym(library, #name);   \
  if (!cheif.name) return false;
  CHEIF_FUNCTIONS(FIND)
  return true;
}

#endif

const struct cheif_functions *cheif_load(void) {
  return find() && cheif.heif_init(NULL).code == heif_error_Ok ? &cheif : NULL;
}
