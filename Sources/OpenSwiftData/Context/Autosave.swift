import Foundation

/// Saves the main context after changes, once the current turn of the main actor is over.
final class Autosave {
  private var isScheduled = false

  /// Schedules one save, however many changes come before it.
  func schedule(for context: ModelContext) {
    guard !isScheduled else { return }
    isScheduled = true
    // Only a container's main context saves by itself, and it lives on the main actor; the box
    // carries it there.
    let box = MainContextBox(context)
    Task { @MainActor in
      box.context.autosave.isScheduled = false
      box.context.autosaveNow()
    }
  }
}

/// Carries a context to the main actor, the only place where it is opened.
private struct MainContextBox: @unchecked Sendable {
  // `@unchecked`: the context is confined to the main actor from which it was put here.
  let context: ModelContext
  init(_ context: ModelContext) { self.context = context }
}

extension ModelContext {
  /// Saves what changed; after a failure the changes wait for the next save, which tells why if it
  /// fails too.
  func autosaveNow() {
    guard autosaveEnabled, hasChanges else { return }
    // An earlier call's failure is for an explicit save to report, and keeps nothing from the store.
    let failure = deferredFailure
    deferredFailure = nil
    try? save()
    deferredFailure = failure ?? deferredFailure
  }
}
