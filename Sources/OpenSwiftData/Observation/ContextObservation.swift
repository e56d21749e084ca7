import RecordStore

/// Whoever follows what becomes of a context's models before they are saved.
protocol ContextObserver: AnyObject {
  /// An instance is about to change, to come or to go.
  func noteTouched(_ model: any PersistentModel, _ binding: EntityBinding)
  /// An instance was given what others have written.
  func noteRefreshed(_ binding: EntityBinding)
  /// Anything may have changed.
  func noteEverything()
  /// The context has saved.
  func noteSaved(_ change: StoreChange)
}

/// Those who follow what becomes of a context's models; a context has one as soon as somebody does.
final class ContextObservation {
  private struct Entry {
    weak var observer: (any ContextObserver)?
  }

  private var entries: [Entry] = []

  /// Those who are there still.
  private var observers: [any ContextObserver] { entries.compactMap(\.observer) }

  func add(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  /// Whether nobody is there any more.
  var isOver: Bool { entries.allSatisfy { $0.observer == nil } }

  /// Notes an instance that is about to change; its later changes are told too, which for others are not.
  func touch(_ model: any PersistentModel, _ state: UnsafeMutablePointer<_ModelState>) {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return }
    let observers = observers
    guard !observers.isEmpty else { return }
    // The accessors take the long way for whoever has it.
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
  /// Has `observer` told of what becomes of the models, for as long as it lives.
  func addObserver(_ observer: any ContextObserver) {
    let observation = observation ?? ContextObservation()
    self.observation = observation
    observation.add(observer)
    // Their further changes are told only to those who asked in time.
    for entry in changes.inserted.marked + changes.changed.marked { _ = entry.state.ensuredExtra }
  }

  /// Tells the observers of an instance that is about to change, to come or to go.
  @inline(never)
  func tellObservers(_ observation: ContextObservation, of model: any PersistentModel) {
    guard !observation.isOver else { return self.observation = nil }
    guard let state = ModelStates.state(of: model) else { return }
    observation.touch(model, state)
  }

  /// Tells the observers, here and everywhere, what a save did.
  func publish(_ summary: SaveSummary) {
    if let observation { observation.noteSaved(StoreChange(summary, by: self)) }
    core.feed.publish(StoreChange(summary, by: self))
  }
}
