/// An object that observes a context's models before they are saved.
protocol ContextObserver: AnyObject {
  /// Called when an instance is about to be changed, inserted or deleted.
  func noteTouched(_ model: any PersistentModel, _ binding: EntityBinding)
  /// Called when an instance was updated with what others wrote.
  func noteRefreshed(_ binding: EntityBinding)
  /// Called when anything may have changed.
  func noteEverything()
  /// Called when the context has saved.
  func noteSaved(_ change: StoreChange)
}

/// The observers of a context's models; a context creates this with its first observer.
final class ContextObservation {
  private struct Entry {
    weak var observer: (any ContextObserver)?
  }

  private var entries: [Entry] = []

  /// The observers that still exist.
  private var observers: [any ContextObserver] { entries.compactMap(\.observer) }

  func add(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  /// Whether none of the observers exists any more.
  var isOver: Bool { entries.allSatisfy { $0.observer == nil } }

  /// Notifies observers of an instance that is about to change.
  ///
  /// It also makes the accessors report the later changes of this instance.
  func touch(_ model: any PersistentModel, _ state: UnsafeMutablePointer<_ModelState>) {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return }
    let observers = observers
    guard !observers.isEmpty else { return }
    // If `extra` is present, the accessors take the slow path, which reports each change.
    _ = state.ensuredExtra
    for observer in observers { observer.noteTouched(model, binding) }
  }

  func touch(_ entries: [PendingChanges.Entry]) {
    for entry in entries { touch(entry.model, entry.state) }
  }

  func noteRefreshed(_ binding: EntityBinding) {
    for observer in observers { observer.noteRefreshed(binding) }
  }

  func noteEverything() {
    for observer in observers { observer.noteEverything() }
  }

  func noteSaved(_ change: StoreChange) {
    for observer in observers { observer.noteSaved(change) }
  }
}

extension ModelContext {
  /// Adds an observer of the models, for as long as it lives.
  func addObserver(_ observer: any ContextObserver) {
    let observation = observation ?? ContextObservation()
    self.observation = observation
    observation.add(observer)
    // Instances that were already changed report further changes only if they have `extra`.
    for entry in changes.inserted.marked + changes.changed.marked { _ = entry.state.ensuredExtra }
  }

  /// Notifies the observers of an instance that is about to be changed, inserted or deleted.
  @inline(never)
  func tellObservers(_ observation: ContextObservation, of model: any PersistentModel) {
    guard !observation.isOver else { return self.observation = nil }
    guard let state = ModelStates.state(of: model) else { return }
    observation.touch(model, state)
  }

  /// Notifies the observers of this context and of the container of what a save did.
  func publish(_ summary: SaveSummary) {
    if let observation { observation.noteSaved(StoreChange(summary, by: self)) }
    core.feed.publish(StoreChange(summary, by: self))
  }
}
