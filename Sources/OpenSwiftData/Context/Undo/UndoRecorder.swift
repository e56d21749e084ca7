import DataSchema
import Foundation

/// Tells an undo manager how to take back what happens in a context.
///
/// What changes between two calls of `processPendingChanges()` or `save()` is one step. The undo
/// manager hears of a step at its first change, and the step grows until it is closed.
final class UndoRecorder {
  private unowned let context: ModelContext
  private weak var manager: UndoManager?
  private var step: UndoStep?

  init(_ context: ModelContext, _ manager: UndoManager) {
    self.context = context
    self.manager = manager
  }

  /// Ends the step: later changes are undone apart from those so far.
  func closeStep() { step = nil }

  private func openStep() -> UndoStep? {
    if let step { return step }
    guard let manager, manager.isUndoRegistrationEnabled else { return nil }
    let new = UndoStep()
    step = new
    manager.registerUndo(withTarget: self) { $0.undo(new) }
    return new
  }

  /// Takes back a step; what that changes is the step to redo, or to undo again.
  private func undo(_ step: UndoStep) {
    context.verifyMembers()
    closeStep()
    step.revert(in: context)
    closeStep()
  }

  /// Remembers the value of a property that is about to change.
  func recordChange(
    of model: any PersistentModel, _ state: ModelContext.StatePointer, property index: Int
  ) {
    guard let binding = state.pointee.binding?.takeUnretainedValue() else { return }
    // With the rare part present, every further change passes through the context.
    _ = state.ensuredExtra
    guard let step = openStep(), step.isNew(model, index) else { return }
    step.add(.change(model, index, PropertySnapshot(of: model, state, binding, index, context)))
  }

  /// Remembers that a model came into the context.
  func recordInsertion(of model: any PersistentModel, _ state: ModelContext.StatePointer) {
    let step = openStep()
    step?.add(.insertion(model))
    state.ensuredExtra.ensuredUnusual.insertionStep = step
  }

  /// Remembers what the row held that an inserted model took over.
  func recordTakeover(
    by model: any PersistentModel, _ state: ModelContext.StatePointer,
    _ former: [(Int, PropertySnapshot)]
  ) {
    state.pointee.extra?.unusual?.insertionStep?.replaceInsertion(of: model, by: former)
  }

  /// Remembers a model that is about to be deleted, with those that its rules take along.
  func recordDeletion(of model: any PersistentModel) {
    guard let step = openStep() else { return }
    var waiting = [model]
    var seen: Set<ObjectIdentifier> = []
    while let next = waiting.popLast() {
      // What was deleted before stays so when this step is undone.
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

/// What one undo takes back.
final class UndoStep {
  enum Change {
    case change(any PersistentModel, Int, PropertySnapshot)
    case insertion(any PersistentModel)
    case deletion(any PersistentModel, [(Int, PropertySnapshot)])
    /// A model became the instance of a row that had these values.
    case takeover(any PersistentModel, [(Int, PropertySnapshot)])

    /// Whether the change concerns `model` as one that is new.
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

  /// Makes an insertion one that gave a row other values: undoing it restores these.
  func replaceInsertion(
    of model: any PersistentModel, by former: [(Int, PropertySnapshot)]
  ) {
    changes.removeAll { $0.isOfNew(model) }
    changes.append(.takeover(model, former))
  }

  /// Whether a property has not changed in this step yet.
  func isNew(_ model: any PersistentModel, _ index: Int) -> Bool {
    known.insert(Property(model: ObjectIdentifier(model), index: index)).inserted
  }

  /// Makes everything as it was before the step, the last change first.
  func revert(in context: ModelContext) {
    // Models come back before anything is related to them.
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

  /// The models that came into the context first of all, and those that left it first: whatever
  /// followed, the former were not there before the step, and the latter were.
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
