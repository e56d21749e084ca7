import RecordStore

extension PendingSave: SaveSource {
  func willReplace(
    _ key: Int64, _ entity: RecordEntity, byRow number: Int, insertedAs earlier: Int?
  ) throws {
    guard context.undoRecorder != nil else { return }
    let model =
      earlier.map { inserted[$0].model }
      ?? bindings.binding(of: entity).model(
        context.instanceOrFault(key, of: bindings.binding(of: entity)))
    former[inserted[number].state] = try contents(of: model, bindings.binding(of: entity))
  }

  func willDelete(_ keys: [Int64], _ entity: RecordEntity) throws {
    let binding = bindings.binding(of: entity)
    // Values that an instance has not loaded must stay readable after its row is deleted.
    for key in keys {
      guard let object = context.instance(key, of: binding),
        let state = binding.state(of: object), state.isMarked(.partial)
      else { continue }
      witnessed.append(.init(model: binding.model(object), state: state, binding: binding))
      try session.load(object, key, binding)
    }
  }

  /// Unloads instances that were read during a save that failed: their rows may have been in the
  /// state that the save would have left.
  func forgetWitnessed() {
    for entry in witnessed {
      let mask = PropertyMask.all.subtracting(
        entry.state.changedProperties, count: entry.binding.properties.count)
      entry.state.pointee.flags.insert(.partial)
      entry.binding.mutate(entry.model, mask) { entry.binding.unload(entry.model, mask) }
    }
    witnessed = []
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
      witnessed.append(.init(model: model, state: state, binding: binding))
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
