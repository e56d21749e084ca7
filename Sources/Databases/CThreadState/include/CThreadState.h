#ifndef CTHREADSTATE_H
#define CTHREADSTATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The per-thread state that Swift has no spelling for.
///
/// It lives in a C target because a C thread-local costs one load, where a pthread key costs a call.
typedef struct {
  /// Non-zero while instances are made from stored rows, so that generated initialisers skip the
  /// default values that the row is about to supply.
  int materializing;
  /// Set by the hash function of the observation probe: the running scope tracks observations.
  bool observationHit;
  /// The thread's `ObservationProbe`, or null before its first check.
  void *_Nullable observationProbe;
  /// The word by which Observation marks this thread as tracking, as something else than null; before it
  /// was looked for, a word that is not null.
  void *_Nullable *_Nonnull observationMark;
  /// Whether that mark is not used; for tests, which take the other way.
  bool ignoresObservationMark;
  /// The `_Releases` on the stack while models let go of others on this thread.
  void *_Nullable releases;
} openswiftdata_thread_state;

extern _Thread_local openswiftdata_thread_state openswiftdata_state;

/// The state of the calling thread; inline, so that no call stands between model code and the load.
static inline openswiftdata_thread_state *_Nonnull openswiftdata_current_thread(void) {
  return &openswiftdata_state;
}

/// What stands for the mark of a thread that has not looked for it.
extern void *_Nullable openswiftdata_unknown_mark;

/// Whether the calling thread knows by what mark to tell that it is tracking observations.
static inline bool openswiftdata_knows_mark(void) {
  return openswiftdata_state.observationMark != &openswiftdata_unknown_mark;
}

/// Whether the calling thread may be tracking observations; inline for the same reason.
static inline bool openswiftdata_may_be_tracking(void) {
  return *openswiftdata_state.observationMark != NULL;
}

/// Has `end` called with `object` when the calling thread ends, in the place of what was said before; with
/// nothing where there is no object. The function is the same for all threads.
///
/// Does nothing where the platform has no POSIX threads.
void openswiftdata_at_thread_end(void *_Nullable object,
                                 void (*_Nullable end)(void *_Nonnull object));

/// Where the caller stands on its thread's stack, which grows down: what the functions that called it have there is
/// above.
void *_Nonnull openswiftdata_stack_position(void);

/// A word that each thread has for itself: the program or library whose word it is, by the address at which it is
/// loaded, and how far behind the first of its words it stands.
typedef struct {
  uintptr_t object;
  size_t offset;
} openswiftdata_thread_word;

/// Looks in the words that the program and its libraries keep for the calling thread for those that hold an address
/// of the stack between two positions of it, without the positions themselves.
///
/// Returns how many there are, and the first of them in `found`; none where the platform does not tell.
size_t openswiftdata_find_thread_words(const void *_Nonnull low, const void *_Nonnull high,
                                       openswiftdata_thread_word *_Nonnull found);

/// The calling thread's own word in a place that was found.
///
/// Null where the library is not loaded any more, or has nothing for this thread yet.
void *_Nullable *_Nullable openswiftdata_thread_word_here(openswiftdata_thread_word place);

#endif
