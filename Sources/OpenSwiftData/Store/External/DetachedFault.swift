import RecordStore

// An instance that lost its context keeps its values. What was not read yet, such as values in files,
// it reads from its row when somebody asks.

extension EntityBinding {
  /// Lets an instance that loses its context read later what it has not read yet.
  func prepareDetachment(_ state: UnsafeMutablePointer<_ModelState>) {
    guard external != nil || state.isMarked(.partial), state.pointee.key > 0 else { return }
    state.ensuredExtra.formerBinding = self
  }

  /// Reads the row of an instance without context, where it still has one.
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

  /// The same for the getter of a property, which cannot throw: the failure is reported, the value
  /// reads as missing, and is read again at the next attempt.
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

  /// Reads all values that an instance without context has not read yet, before it begins a new life.
  ///
  /// - Throws: What the store throws; saving the instance would lose what could not be read.
  func completeDetached(
    _ object: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, as binding: EntityBinding
  ) throws {
    if state.isMarked(.partial) { try readDetached(state) { load(object, $0) } }
    for case let property? in external?.properties ?? [] {
      try readDetached(state, touching: property) { load(object, $0) }
    }
    // Another store would get copies of all that can be reached.
    guard let reader = state.pointee.extra?.reader, isStored(as: binding) else { return }
    for relationship in relationships where !relationship.isToMany {
      if let target = try reader.target(of: object, relationship) {
        relationship.link(of: object).set(target)
      }
    }
  }
}

extension ModelContext {
  /// Reads the values in files of an instance whose deletion may be undone after it was saved.
  func fillFromFiles(
    _ model: AnyObject, _ state: UnsafeMutablePointer<_ModelState>, _ binding: EntityBinding
  ) {
    guard let external = binding.external, state.pointee.key > 0 else { return }
    do {
      for case let property? in external.properties {
        try session(binding.store).load(
          model, state.pointee.key, binding, touching: property)
      }
    } catch {
      deferFailure(error)
    }
  }
}
