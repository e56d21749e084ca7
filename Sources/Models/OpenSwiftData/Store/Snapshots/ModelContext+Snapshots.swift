import Foundation

extension ModelContext {
  /// Fetches snapshots of the models that match `descriptor`, in order, and of those that
  /// prefetched relationships lead to.
  ///
  /// - Throws: What `fetch(_:)` throws, and what reading the values throws.
  func snapshots<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> (fetched: [DefaultSnapshot], related: [PersistentIdentifier: DefaultSnapshot]) {
    // A snapshot has all values, so they are read at once.
    var whole = descriptor
    whole.propertiesToFetch = []
    let models = try fetch(whole)
    let fetched = models.map { DefaultSnapshot(stored: $0) }
    var related: [PersistentIdentifier: DefaultSnapshot] = [:]
    for model in try prefetched(by: descriptor, models) {
      let snapshot = DefaultSnapshot(stored: model)
      related[snapshot.persistentIdentifier] = snapshot
    }
    try throwDeferredFailure()
    return (fetched, related)
  }

  /// The snapshots of the rows with some identifiers, without deleted rows and those of other
  /// stores.
  ///
  /// - Throws: What the store throws.
  func snapshots(
    for identifiers: [PersistentIdentifier]
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
    for (binding, keys) in storedKeys(identifiers) {
      for object in try load(keys[...], binding) {
        let snapshot = DefaultSnapshot(stored: binding.model(object))
        snapshots[snapshot.persistentIdentifier] = snapshot
      }
    }
    try throwDeferredFailure()
    return snapshots
  }

  /// The primary keys of stored models, by entity.
  func storedKeys(
    _ identifiers: some Sequence<PersistentIdentifier>
  ) -> [(binding: EntityBinding, keys: [Int64])] {
    var groups: [ObjectIdentifier: (binding: EntityBinding, keys: [Int64])] = [:]
    for identifier in identifiers where !identifier.isTemporary && identifier.customKey == nil {
      guard let binding = binding(for: identifier) else { continue }
      groups[ObjectIdentifier(binding), default: (binding, [])].keys.append(identifier.key)
    }
    return Array(groups.values)
  }

  /// Throws the error of an earlier access to a property, whose getter could not throw.
  func throwDeferredFailure() throws {
    guard let failure = deferredFailure else { return }
    deferredFailure = nil
    throw failure
  }

  /// The models that prefetched relationships lead to, including those at intermediate steps.
  private func prefetched<Model: PersistentModel>(
    by descriptor: FetchDescriptor<Model>, _ models: [Model]
  ) throws -> [any PersistentModel] {
    guard !descriptor.relationshipKeyPathsForPrefetching.isEmpty else { return [] }
    let binding = try core.bindings.binding(for: Model.self)
    var found: [any PersistentModel] = []
    for keyPath in descriptor.relationshipKeyPathsForPrefetching {
      var owners: [AnyObject] = models
      for relationship in steps(of: keyPath, from: binding) ?? [] {
        owners = destinations(relationship, of: owners)
        found += owners.map(relationship.destination.model)
      }
    }
    return found
  }
}
