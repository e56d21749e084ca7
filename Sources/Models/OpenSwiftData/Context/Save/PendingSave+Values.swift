import RecordStore

extension PendingSave: ValueKeeper {
  func keepValues(of rows: EndangeredRows) throws {
    switch rows {
    case .cascaded(let keys, let entity): try loadValues(keys, bindings.binding(of: entity))
    case .replaced(let key, let entity, let insertion, let earlier):
      guard context.undoRecorder != nil else { return }
      let binding = bindings.binding(of: entity)
      let model =
        earlier.map { inserted[$0].model }
        ?? binding.model(context.instanceOrFault(key, of: binding))
      former[inserted[insertion].state] = try contents(of: model, binding)
    }
  }

  /// Describes unique values of an inserted model that another one has.
  func described(_ taken: TakenValues) -> SwiftDataError {
    let entry = inserted[taken.insertion]
    let conflict = UniqueValueConflict(
      entityName: entry.binding.name,
      properties: taken.properties.map { index in
        UniqueValueConflict.Property(
          name: entry.binding.properties[index].name,
          content: ReadValues.value(of: entry.model, entry.binding, index))
      },
      existingModelID: taken.existing.map { bindings.binding(of: $0.entity).identifier(of: $0.key) }
    )
    return SwiftDataError.taken(conflict, isOfSameEntity: taken.isOfSameEntity)
  }

  /// Loads the values of the rows' instances, which must stay readable after the rows are deleted.
  func loadValues(_ keys: [Int64], _ binding: EntityBinding) throws {
    for key in keys {
      guard let object = context.instance(key, of: binding),
        let state = binding.state(of: object), state.isMarked(.partial)
      else { continue }
      loaded.append(.init(model: binding.model(object), state: state, binding: binding))
      try session.load(object, key, binding)
    }
  }

  /// Unloads instances that were read during a save that failed: their rows may have been in the
  /// state that the save would have left.
  func unloadValues() {
    revertResolution()
    for entry in loaded {
      let mask = PropertyMask.all.subtracting(
        entry.state.changedProperties, count: entry.binding.properties.count)
      entry.state.pointee.flags.insert(.partial)
      entry.binding.mutate(entry.model, mask) { entry.binding.unload(entry.model, mask) }
    }
    loaded = []
  }
}

extension PendingSave {
  /// The contents of a row that an inserted instance is about to replace, for undo.
  ///
  /// - Throws: Errors of the store, since a value that cannot be read could not be restored.
  private func contents(
    of model: any PersistentModel, _ binding: EntityBinding
  ) throws -> [(Int, PropertySnapshot)] {
    // Refreshing a stale instance here would reread its members, which was done before.
    let stale = changed.filter { $0.state.isMarked(.stale) }
    for entry in stale { entry.state.pointee.flags.remove(.stale) }
    defer { for entry in stale { entry.state.pointee.flags.insert(.stale) } }
    guard let state = binding.state(of: model) else { return [] }
    if state.pointee.key > 0 {
      loaded.append(.init(model: model, state: state, binding: binding))
    }
    if state.isMarked(.partial), state.pointee.key > 0 {
      try session.load(model, state.pointee.key, binding)
    }
    context.fillFromFiles(model, state, binding)
    let snapshots = binding.properties.indices.map {
      ($0, PropertySnapshot(of: model, state, binding, $0, context))
    }
    if let failure = context.deferredFailure {
      context.deferredFailure = nil
      throw failure
    }
    return snapshots
  }

  /// Passes the contents of replaced rows to the undo recorder.
  func commitFormer() {
    guard !former.isEmpty, let recorder = context.undoRecorder else { return }
    for entry in inserted {
      guard let contents = former[entry.state] else { continue }
      recorder.recordTakeover(by: entry.model, entry.state, contents)
    }
  }
}
