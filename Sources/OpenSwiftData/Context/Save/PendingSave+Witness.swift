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
    // What an instance lacks of its values stays readable when its row is gone.
    for key in keys {
      guard let object = context.instance(key, of: binding),
        let state = binding.state(of: object), state.isMarked(.partial)
      else { continue }
      witnessed.append(.init(model: binding.model(object), state: state, binding: binding))
      try session.load(object, key, binding)
    }
  }

  /// Has instances be read again that were read while the save was under way, which has failed: their
  /// rows may have been as the save would have left them.
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
  /// What a row holds that an inserted instance is about to take over, as the undo manager needs it.
  ///
  /// - Throws: What the store throws: what cannot be read could not be restored.
  private func contents(
    of model: any PersistentModel, _ binding: EntityBinding
  ) throws -> [(Int, PropertySnapshot)] {
    // Whoever is brought up to date here would have its members read anew, which is done by now.
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

  /// Tells the undo manager what can be restored.
  func commitFormer() {
    guard !former.isEmpty, let recorder = context.undoRecorder else { return }
    for entry in inserted {
      guard let contents = former[entry.state] else { continue }
      recorder.recordTakeover(by: entry.model, entry.state, contents)
    }
  }
}
