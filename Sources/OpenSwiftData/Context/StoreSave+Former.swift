import CoreDataFormat

extension StoreSave {
  /// What a row holds that an inserted instance is about to take over, as the undo manager needs it.
  ///
  /// - Throws: What the store throws: what cannot be read could not be restored.
  func contents(
    of key: Int64, _ binding: EntityBinding, in context: ModelContext
  ) throws -> [(Int, PropertySnapshot)] {
    // Whoever is brought up to date here would have its members read anew, which is done by now.
    let stale = changed.filter { $0.state.isMarked(.stale) }
    for entry in stale { entry.state.pointee.flags.remove(.stale) }
    defer { for entry in stale { entry.state.pointee.flags.insert(.stale) } }
    let model = instance(of: key, binding, in: context)
    guard let state = binding.state(of: model) else { return [] }
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

  /// The instance of a row, which may be one that this save inserted.
  private func instance(
    of key: Int64, _ binding: EntityBinding, in context: ModelContext
  ) -> any PersistentModel {
    let isNew = keyBlocks.contains {
      $0.binding.mapIndex == binding.mapIndex && $0.keys.contains(key)
    }
    if isNew,
      let place = inserted.indices.first(where: {
        keys[$0] == key && inserted[$0].binding === binding
      })
    {
      return inserted[place].model
    }
    return binding.model(context.instanceOrFault(key, of: binding))
  }

  /// Tells the undo manager what can be restored.
  func commitFormer(to context: ModelContext) {
    guard !former.isEmpty, let recorder = context.undoRecorder else { return }
    for entry in inserted {
      guard let contents = former[entry.state] else { continue }
      recorder.recordTakeover(by: entry.model, entry.state, contents)
    }
  }
}
