#ifndef CPANGO_SHIM_H
#define CPANGO_SHIM_H

/* The one place where Swift meets Pango and Cairo. */

#include <pango/pangocairo.h>

/* Fontconfig's, whose headers are not with Pango's: makes the fonts of a folder known to this process;
 * whether that worked. NULL is the process's own configuration. */
extern int FcConfigAppFontAddDir(void *config, const unsigned char *folder);

/* The thread's fonts, by fontconfig on every system: those that macOS takes by itself, Core Text's, know nothing of a
 * folder of fonts. */
static inline PangoFontMap *cpango_font_map(void) {
  PangoCairoFontMap *map = (PangoCairoFontMap *)pango_cairo_font_map_get_default();
  if (pango_cairo_font_map_get_font_type(map) != CAIRO_FONT_TYPE_FT) {
    PangoFontMap *own = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
    if (own != NULL) {
      map = (PangoCairoFontMap *)own;
      pango_cairo_font_map_set_default(map);
      g_object_unref(own);
    }
  }
  return (PangoFontMap *)map;
}

#endif
