#ifndef CPANGO_SHIM_H
#define CPANGO_SHIM_H

/* The one place where Swift meets Pango and Cairo. */

#include <pango/pangocairo.h>

/* Fontconfig's, whose headers are not with Pango's: makes the fonts of a folder known to this process;
 * whether that worked. NULL is the process's own configuration. */
extern int FcConfigAppFontAddDir(void *config, const unsigned char *folder);

#endif
