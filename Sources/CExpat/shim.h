#ifndef CEXPAT_SHIM_H
#define CEXPAT_SHIM_H

/* expat's header, for the target Platform alone. */

#include <expat.h>

/* The line that a parser is at, from 1: by the function that every expat has. Since 2.9 it is deprecated for another, which
 * Debian 12's 2.5 lacks. */
static inline XML_Size cexpat_line_number(XML_Parser parser) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  return XML_GetCurrentLineNumber(parser);
#pragma clang diagnostic pop
}

#endif
