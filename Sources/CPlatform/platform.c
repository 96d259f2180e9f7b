#define _GNU_SOURCE
#include "CPlatform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

// Darwin has no such flag; there the sockets themselves are set not to raise SIGPIPE.
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

bool photoprep_is_linux(void) {
#ifdef __linux__
  return true;
#else
  return false;
#endif
}

long photoprep_time_left_alone(void) { return UTIME_OMIT; }

int photoprep_synchronize(int file) {
#ifdef F_FULLFSYNC
  if (fcntl(file, F_FULLFSYNC) == 0) return 0;
#endif
  return fsync(file);
}

int photoprep_for_each_name(int folder, void *context, void (*body)(void *context, const char *name)) {
  DIR *stream = fdopendir(folder);
  if (stream == NULL) {
    int error = errno;
    close(folder);
    return error;
  }
  struct dirent *entry;
  errno = 0;
  while ((entry = readdir(stream)) != NULL) {
    body(context, entry->d_name);
    errno = 0;
  }
  int error = errno;
  closedir(stream);
  return error;
}

int photoprep_stream_socket(int family) { return socket(family, SOCK_STREAM, 0); }

void photoprep_prepare_socket(int socket) {
  (void)fcntl(socket, F_SETFL, O_NONBLOCK);
  (void)fcntl(socket, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  int yes = 1;
  (void)setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
}

ssize_t photoprep_send_quietly(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, MSG_NOSIGNAL);
}

struct thread_work {
  void (*run)(void *);
  void *object;
};

static void *run_thread(void *pointer) {
  struct thread_work work = *(struct thread_work *)pointer;
  free(pointer);
  work.run(work.object);
  return NULL;
}

int photoprep_start_thread(size_t stack, void (*run)(void *object), void *object) {
  struct thread_work *work = malloc(sizeof *work);
  if (work == NULL) return ENOMEM;
  *work = (struct thread_work){run, object};
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (!error) {
    pthread_t thread;
    error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (!error) error = pthread_attr_setstacksize(&attributes, stack);
    if (!error) error = pthread_create(&thread, &attributes, run_thread, work);
    pthread_attr_destroy(&attributes);
  }
  if (error) free(work);
  return error;
}
