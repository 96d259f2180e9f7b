#ifndef PHOTOPREP_MESSAGES_H
#define PHOTOPREP_MESSAGES_H

#include <sys/socket.h>

// Darwin has no such flag; there the sockets themselves are told not to raise SIGPIPE.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

#endif
