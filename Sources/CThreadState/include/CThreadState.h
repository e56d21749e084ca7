#ifndef CTHREADSTATE_H
#define CTHREADSTATE_H

#include <stdbool.h>

/// The per-thread state that Swift has no spelling for.
///
/// It lives in a C target because a C thread-local costs one load, where a pthread key costs a call.
typedef struct {
  /// Non-zero while instances are made from stored rows, so that generated initialisers skip the
  /// default values that the row is about to supply.
  int materializing;
  /// Set by the hash function of the observation probe: the running scope tracks observations.
  bool observationHit;
  /// A retained `ObservationProbe`, or null before the thread's first check.
  void *_Nullable observationProbe;
  /// The word by which Observation marks this thread as tracking; null before it was looked for.
  void *_Nullable *_Nullable observationMark;
  /// The `_Releases` on the stack while models let go of others on this thread.
  void *_Nullable releases;
} openswiftdata_thread_state;

extern _Thread_local openswiftdata_thread_state openswiftdata_state;

/// The state of the calling thread; inline, so that no call stands between model code and the load.
static inline openswiftdata_thread_state *_Nonnull openswiftdata_current_thread(void) {
  return &openswiftdata_state;
}

/// What a loaded shared library keeps for the calling thread, as words.
///
/// Null where the library is not loaded, keeps nothing, or the platform does not tell.
void *_Nullable *_Nullable openswiftdata_thread_locals(const char *_Nonnull library);

#endif
