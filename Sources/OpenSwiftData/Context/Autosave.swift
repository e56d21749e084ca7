import Dispatch
import Foundation

/// Saves a context after changes, once what its owner is doing is over.
final class Autosave {
  /// Where the context is used; nil for a main context and for one that nobody's executor keeps.
  var queue: DispatchQueue?
  private var isScheduled = false

  /// Schedules one save, however many changes come before it.
  ///
  /// A context of somebody's own is saved on the main actor where it was changed there.
  /// Anywhere else there is no place where a save could not meet the context's user, and it is left
  /// alone.
  func schedule(for context: ModelContext) {
    guard !isScheduled else { return }
    let box = ContextBox(context)
    if let queue {
      queue.async { box.saveNow() }
    } else if context.isMainContext || Self.isOnMain {
      Task { @MainActor in box.saveNow() }
    } else {
      return
    }
    isScheduled = true
  }

  /// Whether this is the main thread or its queue, which Linux may drain on another thread.
  private static var isOnMain: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mainKey) != nil
  }

  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  fileprivate func saveNow(_ context: ModelContext) {
    isScheduled = false
    context.autosaveNow()
  }
}

/// Carries a context to where it is used, the only place where the box is opened.
private struct ContextBox: @unchecked Sendable {
  // `@unchecked`: the context is confined to the actor or queue from which it was put here, and
  // which opens the box.
  private let context: ModelContext
  init(_ context: ModelContext) { self.context = context }

  func saveNow() { context.autosave.saveNow(context) }
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
