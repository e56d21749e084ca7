import DataSchema
import Foundation

/// Registers the changes of a context with an undo manager.
///
/// Changes between two calls of `processPendingChanges()` or `save()` form one step. A step is
/// registered at its first change, and grows until it is closed.
final class UndoRecorder {
  private unowned let context: ModelContext
  private weak var manager: UndoManager?
  private var step: UndoStep?

  init(_ context: ModelContext, _ manager: UndoManager) {
    self.context = context
    self.manager = manager
  }

  /// Closes the step; later changes are undone separately.
  func closeStep() { step = nil }

  private func openStep() -> UndoStep? {
    if let step { return step }
    guard let manager, manager.isUndoRegistrationEnabled else { return nil }
    let new = UndoStep()
    step = new
    manager.registerUndo(withTarget: self) { $0.undo(new) }
    return new
  }

  /// Undoes a step; the changes that this makes form the step to redo, or to undo again.
  private func undo(_ step: UndoStep) {
    context.verifyMembers()
    closeStep()
    step.revert(in: context)
    closeStep()
  }

  /// Records the value of a property that is about to change.
  func recordChange(
    of model: any PersistentModel, _ state: ModelContext.StatePointer, property index: Int
  ) {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return }
    // If `extra` is present, all further changes go through the context.
    _ = state.ensuredExtra
    guard let step = openStep(), step.isNew(model, index) else { return }
    step.add(.change(model, index, PropertySnapshot(of: model, state, binding, index, context)))
  }

  /// Records that a model was inserted into the context.
  func recordInsertion(of model: any PersistentModel, _ state: ModelContext.StatePointer) {
    let step = openStep()
    step?.add(.insertion(model))
    state.ensuredExtra.ensuredUnusual.insertionStep = step
  }

  /// Records the former contents of the row that an inserted model replaced.
  func recordTakeover(
    by model: any PersistentModel, _ state: ModelContext.StatePointer,
    _ former: [(Int, PropertySnapshot)]
  ) {
    let step = state.pointee.extra?.unusual?.insertionStep as? UndoStep
    step?.replaceInsertion(of: model, by: former)
  }

  /// Records a model that is about to be deleted, with the models that cascade rules will delete.
  func recordDeletion(of model: any PersistentModel) {
    guard let step = openStep() else { return }
    var waiting = [model]
    var seen: Set<ObjectIdentifier> = []
    while let next = waiting.popLast() {
      // Models that were deleted before stay deleted when this step is undone.
      guard seen.insert(ObjectIdentifier(next)).inserted, let state = ModelStates.state(of: next),
        !state.isMarked(.deleted), let binding = state.pointee.binding?.takeUnretainedValue()
      else { continue }
      let snapshots = binding.properties.indices.map {
        ($0, PropertySnapshot(of: next, state, binding, $0, context))
      }
      step.add(.deletion(next, snapshots))
      for relationship in binding.relationships where relationship.deleteRule == .cascade {
        let models = snapshots[relationship.index].1.models
        waiting += models.map(relationship.destination.model)
      }
    }
  }
}

/// The changes that one undo reverts.
final class UndoStep {
  enum Change {
    case change(any PersistentModel, Int, PropertySnapshot)
    case insertion(any PersistentModel)
    case deletion(any PersistentModel, [(Int, PropertySnapshot)])
    /// A model became the instance of a row that had these values.
    case takeover(any PersistentModel, [(Int, PropertySnapshot)])

    /// Whether this is the insertion of `model` or a change to it.
    fileprivate func isOfNew(_ model: any PersistentModel) -> Bool {
      switch self {
      case .change(let changed, _, _), .insertion(let changed): changed === model
      case .deletion, .takeover: false
      }
    }
  }

  private struct Property: Hashable {
    var model: ObjectIdentifier
    var index: Int
  }

  private var changes: [Change] = []
  private var known: Set<Property> = []

  func add(_ change: Change) { changes.append(change) }

  /// Turns an insertion into the replacement of a row's values, which undoing it restores.
  func replaceInsertion(
    of model: any PersistentModel, by former: [(Int, PropertySnapshot)]
  ) {
    changes.removeAll { $0.isOfNew(model) }
    changes.append(.takeover(model, former))
  }

  /// Marks a property as changed in this step, and returns whether it was not yet.
  func isNew(_ model: any PersistentModel, _ index: Int) -> Bool {
    known.insert(Property(model: ObjectIdentifier(model), index: index)).inserted
  }

  /// Restores the state before the step, beginning with the last change.
  func revert(in context: ModelContext) {
    // Deleted models are reinserted before anything is related to them.
    let (inserted, deleted) = firstEvents
    for model in deleted { reinsert(model, in: context) }
    for change in changes.reversed() {
      switch change {
      case .change(let model, let index, let snapshot):
        snapshot.restore(to: model, index, in: context)
      case .deletion(let model, let snapshots), .takeover(let model, let snapshots):
        for (index, snapshot) in snapshots { snapshot.restore(to: model, index, in: context) }
      case .insertion: break
      }
    }
    for model in inserted.reversed() { delete(model, in: context) }
    context.observation?.noteEverything()
  }

  /// The models whose first event in the step was an insertion, and those whose first was a
  /// deletion.
  ///
  /// Whatever followed, the former did not exist before the step, and the latter did.
  private var firstEvents: (inserted: [any PersistentModel], deleted: [any PersistentModel]) {
    var seen: Set<ObjectIdentifier> = []
    var events: (inserted: [any PersistentModel], deleted: [any PersistentModel]) = ([], [])
    for change in changes {
      switch change {
      case .change, .takeover: break
      case .insertion(let model):
        let model = RowInstance.current(model)
        if seen.insert(ObjectIdentifier(model)).inserted { events.inserted.append(model) }
      case .deletion(let model, _):
        let model = RowInstance.current(model)
        if seen.insert(ObjectIdentifier(model)).inserted { events.deleted.append(model) }
      }
    }
    return events
  }

  private func reinsert<Model: PersistentModel>(_ model: Model, in context: ModelContext) {
    context.insert(model)
  }

  private func delete<Model: PersistentModel>(_ model: Model, in context: ModelContext) {
    context.delete(model)
  }
}
