#ifndef CQRENCODE_SHIM_H
#define CQRENCODE_SHIM_H

/* libqrencode's header, for the target PhotoReview alone. */

#include <qrencode.h>

#endif
