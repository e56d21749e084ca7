import RecordStore

// Rows that others have changed or deleted since the context read them, for policies other than
// `mergeByProperty`.

extension PendingSave {
  /// A conflict with what resolves it.
  private struct Found {
    let entry: PendingChanges.Entry
    let conflict: SaveConflict
    /// The row in the store, as an instance of another context; nil if it was deleted.
    let stored: (any PersistentModel)?
  }

  /// The number of rows that one statement reads.
  private static let chunk = 500

  /// Finds rows that others have changed since the context read them, and does what the context's
  /// policy says.
  ///
  /// Called within the transaction that writes the changes, again if it is repeated. Executes one
  /// statement for up to 500 changed rows of a class.
  ///
  /// - Throws: `SwiftDataError.staleModel`; errors of reading.
  func resolveConflicts() throws {
    revertResolution()
    guard let readValues = context.readValues else { return }
    let reader = ModelContext(readingThrough: context)
    let found = try conflicts(with: readValues, reader)
    guard !found.isEmpty else { return }
    guard case .resolve(let decide) = context.conflictPolicy else {
      throw SwiftDataError.stale(found.map(\.conflict))
    }
    let decisions = found.map { decide($0.conflict) }
    let refused = zip(found, decisions).filter { $1 == .fail }.map(\.0.conflict)
    guard refused.isEmpty else { throw SwiftDataError.stale(refused) }
    for (found, decision) in zip(found, decisions) { try apply(decision, to: found, reader) }
    try reader.throwDeferredFailure()
    try context.throwDeferredFailure()
  }

  private func conflicts(
    with readValues: ReadValues, _ reader: ModelContext
  ) throws -> [Found] {
    let entries = changed.filter { $0.state.pointee.changes != 0 } + deleted
    var found: [Found] = []
    var start = 0
    while start < entries.count {
      let binding = entries[start].binding
      var end = start + 1
      while end < entries.count, end - start < Self.chunk, entries[end].binding === binding {
        end += 1
      }
      let chunk = entries[start..<end]
      let rows = try reader.load(chunk.map { $0.state.pointee.key }[...], binding)
      withExtendedLifetime(rows) {
        for entry in chunk {
          let stored = reader.instance(entry.state.pointee.key, of: binding).map(binding.model)
          let read = readValues.values(of: entry.state) ?? [:]
          guard let conflict = Self.conflict(entry, read, stored) else { continue }
          found.append(Found(entry: entry, conflict: conflict, stored: stored))
        }
      }
      start = end
    }
    try reader.throwDeferredFailure()
    return found
  }

  /// The conflict of a row; nil for none.
  private static func conflict(
    _ entry: PendingChanges.Entry, _ read: ReadValues.Values, _ stored: (any PersistentModel)?
  ) -> SaveConflict? {
    let (binding, state) = (entry.binding, entry.state)
    let isDeletion = state.isMarked(.deleted)
    // Members of to-many relationships are saved one by one, not with the row.
    let ours = binding.properties.indices.filter {
      state.hasChanged($0) && !binding.properties[$0].columns.isEmpty
    }
    if stored != nil, !isDeletion, ours.isEmpty { return nil }
    var theirs: [Int: SnapshotValue] = [:]
    if let stored {
      for index in binding.properties.indices {
        guard let value = read[binding.properties[index].name],
          let now = ReadValues.value(of: stored, binding, index), !now.isSame(as: value)
        else { continue }
        theirs[index] = now
      }
      if theirs.isEmpty { return nil }
    }
    let properties = binding.properties.indices.filter {
      theirs[$0] != nil || ours.contains($0)
    }.map { index in
      let name = binding.properties[index].name
      return SaveConflict.Property(
        name: name, isChangedHere: ours.contains(index), isChangedInStore: theirs[index] != nil,
        ours: ReadValues.value(of: entry.model, binding, index),
        stored: theirs[index] ?? stored.flatMap { ReadValues.value(of: $0, binding, index) },
        read: read[name])
    }
    return SaveConflict(
      persistentModelID: ModelStates.identifier(of: state, entry.model),
      entityName: binding.name, isDeletedInStore: stored == nil, isDeletion: isDeletion,
      properties: properties)
  }
}

// Dropping changes. The properties get the stored values in memory, and are written with them, so
// that both ends of a relationship stay the same.

extension PendingSave {
  private func apply(
    _ decision: SaveConflict.Resolution, to found: Found, _ reader: ModelContext
  ) throws {
    guard decision != .keepOurs, let stored = found.stored else { return }
    let (entry, binding) = (found.entry, found.entry.binding)
    if found.conflict.isDeletion {
      context.changes.deleted.remove(entry.state)
      deleted.removeAll { $0.state == entry.state }
      resolution.withdrawn.append(entry)
      return
    }
    for property in found.conflict.properties
    where property.isChangedHere && decision.drops(property.name) {
      guard let index = binding.properties.firstIndex(where: { $0.name == property.name }) else {
        continue
      }
      let former = PropertySnapshot(of: entry.model, entry.state, binding, index, context)
      resolution.replaced.append((entry.model, index, former))
      let new = try storedValue(of: stored, binding, index, reader)
      new?.restore(to: entry.model, index, in: context)
    }
  }

  /// The stored value of a property, for an instance of this context.
  private func storedValue(
    of stored: any PersistentModel, _ binding: EntityBinding, _ index: Int, _ reader: ModelContext
  ) throws -> PropertySnapshot? {
    guard let relationship = binding.relationship(index) else {
      return binding.state(of: stored).map {
        PropertySnapshot(of: stored, $0, binding, index, reader)
      }
    }
    let key = relationship.link(of: stored).key
    guard key > 0 else { return .target(nil) }
    return .target(try context.load([key], relationship.destination).first)
  }

  /// Restores the changes that were dropped by a save that did not succeed.
  func revertResolution() {
    for (model, index, former) in resolution.replaced.reversed() {
      former.restore(to: model, index, in: context)
    }
    for entry in resolution.withdrawn {
      context.changes.deleted.add(entry)
      deleted.append(entry)
    }
    resolution = Resolution()
  }

  /// Makes models that were not deleted after all read their rows.
  func commitWithdrawn() {
    for entry in resolution.withdrawn { context.discardChanges(of: entry, unloading: .all) }
  }
}
