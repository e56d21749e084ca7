#define _GNU_SOURCE
#include "CThreadState.h"

#include <stdlib.h>

void *openswiftdata_unknown_mark = &openswiftdata_unknown_mark;

_Thread_local openswiftdata_thread_state openswiftdata_state = {
    .observationMark = &openswiftdata_unknown_mark,
};

#if defined(_WIN32)

void openswiftdata_at_thread_end(void *object, void (*end)(void *object)) {
  (void)object;
  (void)end;
}

#else

#include <pthread.h>

static pthread_key_t end_key;
static bool has_end_key;
static pthread_mutex_t end_mutex = PTHREAD_MUTEX_INITIALIZER;

void openswiftdata_at_thread_end(void *object, void (*end)(void *object)) {
  pthread_mutex_lock(&end_mutex);
  if (!has_end_key && end != NULL) {
    has_end_key = pthread_key_create(&end_key, end) == 0;
  }
  if (has_end_key) pthread_setspecific(end_key, object);
  pthread_mutex_unlock(&end_mutex);
}

#endif

#if defined(__linux__) && defined(__GLIBC__)

#include <link.h>
#include <string.h>

struct search {
  const char *library;
  void *block;
};

static int visit(struct dl_phdr_info *info, size_t size, void *context) {
  struct search *search = context;
  if (size < sizeof(struct dl_phdr_info) || info->dlpi_name == NULL ||
      strstr(info->dlpi_name, search->library) == NULL) {
    return 0;
  }
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type == PT_TLS && header->p_memsz >= sizeof(void *)) {
      search->block = info->dlpi_tls_data;
    }
  }
  return 1;
}

void **openswiftdata_thread_locals(const char *library) {
  struct search search = {library, NULL};
  dl_iterate_phdr(visit, &search);
  return search.block;
}

#else

void **openswiftdata_thread_locals(const char *library) { return NULL; }

#endif
