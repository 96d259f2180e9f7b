#ifndef CQRENCODE_SHIM_H
#define CQRENCODE_SHIM_H

/* libqrencode's header, only for the target PhotoReview. */

#include <qrencode.h>

#endif
