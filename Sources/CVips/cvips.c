#define _GNU_SOURCE
#include "CVips.h"

#include <dlfcn.h>
#include <gmodule.h>

#ifdef __APPLE__

/* Homebrew's libraries are in a folder where a program finds only those that it was linked with. */
#define CVIPS_ADDRESS(name) .name = name,
struct cvips_functions cvips = {CVIPS_FUNCTIONS(CVIPS_ADDRESS)};

static char *find(void) { return NULL; }

bool cvips_load_module(const char *name) { return name == NULL; }

#else

struct cvips_functions cvips;

/* GLib's loader of modules, which also starts them; libvips is linked with it. */
static __typeof__(g_module_open) *open_module;

static char *find(void) {
  char file[32];
  snprintf(file, sizeof file, "libvips.so.%d", VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE);
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return g_strdup(dlerror());
#define CVIPS_FIND(name)                                                  \
  *(void **)&cvips.name = dlsym(library, #name);                          \
  if (!cvips.name) return g_strdup_printf("%s has no %s", file, #name);
  CVIPS_FUNCTIONS(CVIPS_FIND)
  *(void **)&open_module = dlsym(library, "g_module_open");
  return NULL;
}

bool cvips_load_module(const char *name) {
  Dl_info place;
  if (!open_module || !dladdr((const void *)cvips.vips_version, &place) || !place.dli_fname)
    return false;
  char *folder = g_path_get_dirname(place.dli_fname);
  char *path = g_strdup_printf("%s/vips-modules-%d.%d/%s.so", folder, cvips_version(0),
                               cvips_version(1), name);
  /* libvips's modules prevent their own unloading. */
  bool isThere = open_module(path, G_MODULE_BIND_LAZY) != NULL;
  g_free(path);
  g_free(folder);
  return isThere;
}

#endif

char *cvips_start(const char *name) {
  char *reason = find();
  if (reason) return reason;
  /* Like VIPS_INIT, whose calls cannot go through a table. */
  int version = cvips_version(3) - cvips_version(5);
  if (version != VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE)
    return g_strdup_printf("libvips has the binary interface %d, the program was built for %d",
                           version, VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE);
  return cvips.vips_init(name) == 0 ? NULL : cvips_messages();
}
