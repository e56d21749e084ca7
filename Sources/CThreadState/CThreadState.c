#define _GNU_SOURCE
#include "CThreadState.h"

#include <stdlib.h>

_Thread_local openswiftdata_thread_state openswiftdata_state;

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
