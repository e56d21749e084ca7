import RecordStore

// An instance that lost its context keeps its values. Values that were not read yet, such as those
// in files, are read from its row on first access.

extension EntityBinding {
  /// Reads the row of an instance without context, if the row still exists.
  ///
  /// - Throws: What the store throws.
  func readDetached(
    _ state: UnsafeMutablePointer<_ModelState>, touching index: Int = -1,
    _ body: (_RowLoader) -> Void
  ) throws {
    guard let key = state.pointee.extra?.detachedIdentifier.map(rowKey), key > 0 else { return }
    let session = try store.openSession(for: EditingState(), StatementReports())
    defer { session.close() }
    if try session.withRow(key, of: self, touching: index, body) {
      state.pointee.flags.remove(.partial)
    }
  }

  /// Reads the row of an instance without context for the getter of a property, which cannot throw.
  ///
  /// A failure is reported; the value reads as missing, and the next access tries again.
  func loadDetached(
    _ state: UnsafeMutablePointer<_ModelState>, touching index: Int, _ body: (_RowLoader) -> Void
  ) {
    do {
      try readDetached(state, touching: index, body)
      state.pointee.extra?.unusual?.failed.remove(index)
    } catch {
      state.pointee.extra?.ensuredUnusual.failed.insert(index)
      state.pointee.extra?.reader?.core.report(error)
    }
  }

  /// Reads all missing values of an instance without context, before it is inserted again.
  ///
  /// - Throws: What the store throws; saving the instance would lose the values that could not be
  ///   read.
  func completeDetached(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, as binding: EntityBinding
  ) throws {
    if state.isMarked(.partial) { try readDetached(state) { load(object, $0) } }
    for property in record.laterProperties {
      try readDetached(state, touching: property) { load(object, $0) }
    }
    // Otherwise another store would get copies of all reachable models.
    guard let reader = state.pointee.extra?.reader, isStored(as: binding) else { return }
    for relationship in relationships where !relationship.isToMany {
      if let target = try reader.target(of: object, relationship) {
        relationship.link(of: object).set(target)
      }
    }
  }
}

extension ModelContext {
  /// Reads the values in files, and large ones, of an instance whose deletion may be undone after a save.
  func fillFromFiles(
    _ model: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) {
    guard state.pointee.key > 0 else { return }
    do {
      for property in binding.record.laterProperties {
        try session(binding.store).load(
          model, state.pointee.key, binding, touching: property)
      }
    } catch {
      deferFailure(error)
    }
  }
}
