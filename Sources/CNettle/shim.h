#ifndef CNETTLE_SHIM_H
#define CNETTLE_SHIM_H

/* Nettle's header for SHA-256, only for the target HostPlatform. Apple's systems have CryptoKit, and need no Nettle. */

#if defined(__linux__)
#include <nettle/sha2.h>
#endif

#endif
