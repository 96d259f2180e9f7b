#ifndef CPANGO_SHIM_H
#define CPANGO_SHIM_H

/* Everything of Pango and Cairo that Swift uses. */

#include <pango/pangocairo.h>

/* Fontconfig's function, whose headers are not with Pango's: makes the fonts of a folder known to this process;
 * returns whether that worked. NULL is the process's own configuration. */
extern int FcConfigAppFontAddDir(void *config, const unsigned char *folder);

/* The thread's fonts, with fontconfig on every system: macOS's default, Core Text, does not support a folder of
 * fonts. */
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
