// Hides SQLite's locks from Thread Sanitizer.
//
// SQLite locks with every allocation and every change of a file lock, and so puts nearly all that
// threads do into some order: the sanitizer would take two of our accesses for ordered only because
// both threads happened to ask SQLite for memory between them. What SQLite itself does with memory
// is not instrumented, so nothing of its own needs the order.

#include "CHiddenLocks.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <sqlite3.h>
#include <stdlib.h>

// Of the sanitizer's runtime: what a thread locks and unlocks between them orders nothing.
void AnnotateIgnoreSyncBegin(const char *file, int line);
void AnnotateIgnoreSyncEnd(const char *file, int line);

static sqlite3_mutex_methods visible;

static void enter(sqlite3_mutex *mutex) {
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  visible.xMutexEnter(mutex);
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
}

static int try(sqlite3_mutex *mutex) {
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  int code = visible.xMutexTry(mutex);
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  return code;
}

static void leave(sqlite3_mutex *mutex) {
  AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  visible.xMutexLeave(mutex);
  AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
}

__attribute__((constructor)) static void hide_locks(void) {
  // SQLite has its mutexes only after it has begun, and takes others only before it begins.
  sqlite3_initialize();
  sqlite3_shutdown();
  if (sqlite3_config(SQLITE_CONFIG_GETMUTEX, &visible) != SQLITE_OK) abort();
  sqlite3_mutex_methods hidden = visible;
  hidden.xMutexEnter = enter;
  hidden.xMutexTry = try;
  hidden.xMutexLeave = leave;
  if (sqlite3_config(SQLITE_CONFIG_MUTEX, &hidden) != SQLITE_OK) abort();
}

#endif
#endif
