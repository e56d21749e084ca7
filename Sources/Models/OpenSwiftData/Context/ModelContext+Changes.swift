import Foundation
import RecordStore

extension ModelContext {
  /// Whether there is anything to save.
  public var hasChanges: Bool { !changes.isEmpty }

  /// The inserted models that are not saved yet.
  public var insertedModelsArray: [any PersistentModel] {
    verifyMembers()
    return changes.inserted.marked.map(\.model)
  }

  /// The stored models with unsaved changes.
  public var changedModelsArray: [any PersistentModel] {
    verifyMembers()
    return changes.changed.marked.map(\.model)
  }

  /// The models that the next save deletes.
  public var deletedModelsArray: [any PersistentModel] { changes.deleted.marked.map(\.model) }

  /// Registers `model` with the context; the next save stores it.
  ///
  /// A model of another context, or of a class that the container does not know, is not inserted;
  /// the next `save()` throws an error that says so.
  public func insert<T>(_ model: T) where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    do {
      try insert(any: model)
    } catch {
      deferFailure(error)
    }
  }

  /// Registers a model without a context as one to be inserted.
  func registerNew(
    _ model: any PersistentModel, _ state: StatePointer, _ binding: EntityBinding
  ) {
    // A detached instance becomes a new model with its own key.
    state.pointee.extra?.leaveReader(model)
    state.pointee.flags.remove(.partial)
    state.clearChanges()
    let isFresh = state.pointee.key < 0
    let key = isFresh ? state.pointee.key : PersistentIdentifier.nextTemporaryKey()
    register(model, state, key, binding)
    changes.inserted.add(.init(model: model, state: state, binding: binding))
    if let observation { tellObservers(observation, of: model) }
    undoRecorder?.recordInsertion(of: model, state)
    noteChange()
  }

  private func insert(any model: any PersistentModel) throws {
    let binding = try core.bindings.binding(for: type(of: model))
    guard let state = binding.state(of: model) else {
      throw GraphInsertion.foreignBackingData(binding)
    }
    if let row = state.pointee.extra?.standIn { return try insert(any: row.current) }
    if let other = state.pointee.context {
      guard other === self else {
        throw GraphInsertion.otherContext(binding)
      }
      keepAfterAll(model, state, binding)
      return
    }
    if try rejoin(model, state, binding) { return }
    try state.pointee.extra?.formerBinding?.completeDetached(
      model, state, as: binding)
    guard !binding.relationships.isEmpty || state.pointee.extra?.owners != nil else {
      return registerNew(model, state, binding)
    }
    var insertion = GraphInsertion(self)
    try insertion.register(model)
    insertion.connect()
  }

  /// Reverts the deletion of `model`; its other changes count again.
  func keepAfterAll(
    _ model: any PersistentModel, _ state: UnsafeMutablePointer<_ModelState>,
    _ binding: EntityBinding
  ) {
    guard state.isMarked(.deleted) else { return }
    changes.deleted.remove(state)
    if let observation { tellObservers(observation, of: model) }
    undoRecorder?.recordInsertion(of: model, state)
    guard state.pointee.changes != 0 else {
      readValues?.forget(state)
      return
    }
    changes.changed.add(.init(model: model, state: state, binding: binding))
    noteChange()
  }

  /// Deletes `model` with the next save; one that was never saved is discarded at once.
  public func delete<T>(_ model: T) where T: PersistentModel {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    delete(any: model)
  }

  private func delete(any model: any PersistentModel) {
    guard let state = ModelStates.state(of: model) else { return }
    if let extra = state.pointee.extra {
      if let row = extra.standIn { return delete(any: row.current) }
      if extra.reader != nil {
        let current = rejoined(model)
        guard ModelStates.state(of: current)?.pointee.registry != nil else { return }
        return delete(any: current)
      }
    }
    guard state.pointee.context === self,
      let binding = state.pointee.binding?.takeUnretainedValue()
    else { return }
    guard !state.isMarked(.deleted) else { return }
    verifyMembers()
    if undoRecorder != nil { fillFromFiles(model, state, binding) }
    undoRecorder?.recordDeletion(of: model)
    if let observation { tellObservers(observation, of: model) }
    if state.isMarked(.inserted) {
      return discard(model)
    }
    // Its values must stay readable after its row is deleted.
    fill(model, state, binding)
    if readValues != nil { recordReadValues(of: model, state, nil) }
    changes.changed.remove(state)
    changes.deleted.add(.init(model: model, state: state, binding: binding))
    noteChange()
  }

  /// Records that a property of a registered instance is about to change.
  func willChange(_ model: any PersistentModel, _ state: StatePointer, property index: Int) {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    undoRecorder?.recordChange(of: model, state, property: index)
    if let observation { tellObservers(observation, of: model) }
    count(model, state, index)
  }

  /// Marks a property of a registered instance as changed.
  func count(_ model: any PersistentModel, _ state: StatePointer, _ index: Int) {
    guard !state.hasChanged(index) else { return }
    if readValues != nil { recordReadValues(of: model, state, index) }
    state.addChange(index)
    guard !state.isMarked(.inserted), !state.isMarked(.deleted),
      let binding = state.pointee.binding?.takeUnretainedValue()
    else { return }
    changes.changed.add(.init(model: model, state: state, binding: binding))
    noteChange()
  }

  /// Removes the mark that a property was changed.
  func uncount(_ state: StatePointer, _ index: Int) {
    state.removeChange(index)
    guard state.pointee.changes == 0 else { return }
    changes.changed.remove(state)
    readValues?.forget(state)
  }

  /// Discards everything that was not saved: inserted models are forgotten, deleted ones stay, and
  /// changed ones read their stored values again.
  public func rollback() {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    deferredFailure = nil
    observation?.noteEverything()
    let forgotten = changes.inserted.marked
    if core.bindings.haveRelationships {
      var cut = CircleCut(forgotten)
      cut.run(forgotten)
    }
    for entry in forgotten { registry.detach(entry.model) }
    for entry in changes.changed.marked + changes.deleted.marked {
      var mask = entry.state.changedProperties
      // Values that others have changed since would make the next attempt fail, too.
      if readValues != nil { mask.formUnion(entry.binding.columnProperties) }
      guard !mask.isEmpty else { continue }
      discardChanges(of: entry, unloading: mask)
    }
    forgetChanges()
    undoRecorder?.closeStep()
    undoManager?.removeAllActions()
  }

  /// Makes an instance read some properties again, and forgets its changes.
  func discardChanges(of entry: PendingChanges.Entry, unloading mask: PropertyMask) {
    entry.state.clearChanges()
    entry.state.pointee.extra?.forgetAllMembers()
    entry.state.pointee.extra?.unusual?.unread = []
    entry.state.pointee.flags.insert(.partial)
    entry.binding.mutate(entry.model, mask) { entry.binding.unload(entry.model, mask) }
  }

  /// Empties the lists of changes after a save or a rollback.
  func forgetChanges() {
    let former = (changes, links, formerTargets, unread, unverifiedMembers)
    changes.inserted.removeAll()
    changes.changed.removeAll()
    changes.deleted.removeAll()
    changes.deletedKeys.removeAll()
    links.removeAll()
    formerTargets = FormerTargets()
    unread = UnreadChanges()
    unverifiedMembers = []
    readValues?.forgetAll()
    insertionPolicies = [:]
    // Models are deallocated here, while nothing iterates over the lists: a deinitializer may use
    // the context.
    withExtendedLifetime(former) {}
  }

  /// Ends the current undo step; later changes form a separate step.
  ///
  /// > Important: Differs from SwiftData: there is no run loop whose turns also end steps.
  public func processPendingChanges() {
    verifyMembers()
    undoRecorder?.closeStep()
  }

  /// Runs `block` and then saves.
  ///
  /// - Throws: Errors of `block`, in which case nothing is saved and its changes stay pending;
  ///   errors of `save()`.
  public func transaction(block: () throws -> Void) throws {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    try block()
    try save()
  }

  /// Schedules an autosave if autosave is enabled.
  func noteChange() {
    if autosaveEnabled { autosave.schedule(for: self) }
  }
}
