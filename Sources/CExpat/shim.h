#ifndef CEXPAT_SHIM_H
#define CEXPAT_SHIM_H

/* expat's header, only for the target HostPlatform. */

#include <expat.h>

/* The line of a parser, from 1, by the function that every expat has. It is deprecated since 2.9, but Debian 12's
 * 2.5 lacks its replacement. */
static inline XML_Size cexpat_line_number(XML_Parser parser) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  return XML_GetCurrentLineNumber(parser);
#pragma clang diagnostic pop
}

#endif
