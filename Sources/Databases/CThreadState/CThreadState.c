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

#if defined(_MSC_VER) && !defined(__clang__)

void *openswiftdata_stack_position(void) {
  char here;
  return &here;
}

#else

__attribute__((noinline)) void *openswiftdata_stack_position(void) { return __builtin_frame_address(0); }

#endif

#if defined(__linux__) && defined(__GLIBC__)

#include <link.h>

/// The words of a loaded object for the calling thread; null where it has none.
static void **thread_words(const struct dl_phdr_info *info, size_t size, size_t *count) {
  if (size < sizeof(struct dl_phdr_info) || info->dlpi_tls_data == NULL) return NULL;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type == PT_TLS) {
      *count = header->p_memsz / sizeof(void *);
      return info->dlpi_tls_data;
    }
  }
  return NULL;
}

struct word_search {
  const void *low, *high;
  openswiftdata_thread_word *found;
  size_t count;
};

static int find_words(struct dl_phdr_info *info, size_t size, void *context) {
  struct word_search *search = context;
  size_t count = 0;
  void **words = thread_words(info, size, &count);
  for (size_t index = 0; words != NULL && index < count; index++) {
    if (words[index] <= search->low || words[index] >= search->high) continue;
    if (search->count == 0) *search->found = (openswiftdata_thread_word){info->dlpi_addr, index};
    search->count++;
  }
  return 0;
}

size_t openswiftdata_find_thread_words(const void *low, const void *high, openswiftdata_thread_word *found) {
  struct word_search search = {low, high, found, 0};
  dl_iterate_phdr(find_words, &search);
  return search.count;
}

struct word_lookup {
  openswiftdata_thread_word place;
  void **word;
};

static int look_up_word(struct dl_phdr_info *info, size_t size, void *context) {
  struct word_lookup *lookup = context;
  if (info->dlpi_addr != lookup->place.object) return 0;
  size_t count = 0;
  void **words = thread_words(info, size, &count);
  if (words != NULL && lookup->place.offset < count) lookup->word = words + lookup->place.offset;
  return 1;
}

void **openswiftdata_thread_word_here(openswiftdata_thread_word place) {
  struct word_lookup lookup = {place, NULL};
  dl_iterate_phdr(look_up_word, &lookup);
  return lookup.word;
}

#else

size_t openswiftdata_find_thread_words(const void *low, const void *high, openswiftdata_thread_word *found) {
  return 0;
}

void **openswiftdata_thread_word_here(openswiftdata_thread_word place) { return NULL; }

#endif
