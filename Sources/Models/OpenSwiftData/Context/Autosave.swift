import Dispatch
import Foundation

/// Saves a context after changes, once its owner's current work is done.
final class Autosave {
  /// The queue on which the context is used; nil for a main context and for one without an
  /// executor.
  var queue: DispatchQueue?
  private var isScheduled = false

  /// Schedules one save, however many changes precede it.
  ///
  /// A context without an executor is saved on the main actor if it was changed there. Elsewhere
  /// there is no safe point to save, so the context is left alone.
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

  /// Whether this is the main thread or the main queue, which Linux may drain on another thread.
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

/// Carries a context to the queue or actor that uses it; the box is opened only there.
private struct ContextBox: @unchecked Sendable {
  // `@unchecked`: the context is confined to the actor or queue that fills the box, which is also
  // the one that opens it.
  private let context: ModelContext
  init(_ context: ModelContext) { self.context = context }

  func saveNow() { context.autosave.saveNow(context) }
}

extension ModelContext {
  /// Saves pending changes.
  ///
  /// After a failure the changes stay pending, and the next save reports the error if it fails too.
  func autosaveNow() {
    guard autosaveEnabled, hasChanges else { return }
    // A deferred failure is left for an explicit save to report, and does not prevent this one.
    let failure = deferredFailure
    deferredFailure = nil
    try? save()
    deferredFailure = failure ?? deferredFailure
  }
}
