import Foundation

// Requests to the store, and the cache of its snapshots.

extension SnapshotSession {
  /// The models that a descriptor describes, with their keys.
  func fetch<Model: PersistentModel>(
    _ descriptor: FetchDescriptor<Model>
  ) throws -> [(key: Int64, snapshot: DefaultSnapshot)] {
    let request = DataStoreFetchRequest(descriptor: descriptor, editingState: editingState)
    let version = base.version
    let result = try base.asking { try $0.fetch(request) }
    let related = try result.relatedSnapshots.values.map { try DefaultSnapshot(of: $0) }
    let fetched = try result.fetchedSnapshots.map { try DefaultSnapshot(of: $0) }
    for snapshot in related { _ = note(snapshot, of: version) }
    return fetched.map { (note($0, of: version), $0) }
  }

  func fetchKeys<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> [Int64] {
    let request = DataStoreFetchRequest(descriptor: descriptor, editingState: editingState)
    return try base.asking { try $0.fetchIdentifiers(request) }.map(identifiers.key)
  }

  func fetchCount<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws -> Int {
    let request = DataStoreFetchRequest(descriptor: descriptor, editingState: editingState)
    return try base.asking { try $0.fetchCount(request) }
  }

  /// Caches a snapshot from the store, unless another context has written since: a save that is
  /// based on it would revert that write.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - version: The version of the store's contents at the time of the request.
  /// - Returns: The key of the snapshot's row.
  private func note(_ snapshot: DefaultSnapshot, of version: Int) -> Int64 {
    forgetOldVersion()
    let key = identifiers.key(of: snapshot.persistentIdentifier)
    guard version == seenVersion else { return key }
    if let former = known[key], !former.isSame(as: snapshot) { hasForeignValues = true }
    if known.count >= Self.knownLimit { known.removeAll(keepingCapacity: true) }
    known[key] = snapshot
    return key
  }

  func forgetOldVersion() {
    let version = base.version
    guard version != seenVersion else { return }
    seenVersion = version
    hasForeignValues = true
    known.removeAll()
  }

  func snapshots(
    _ keys: [Int64], of binding: EntityBinding
  ) throws -> [Int64: DefaultSnapshot] {
    forgetOldVersion()
    var found: [Int64: DefaultSnapshot] = [:]
    var missing: [PersistentIdentifier] = []
    for key in keys {
      if let snapshot = known[key] {
        found[key] = snapshot
      } else if let identifier = identifiers.identifier(of: key) {
        missing.append(identifier)
      }
    }
    guard !missing.isEmpty else { return found }
    let version = base.version
    for snapshot in try storedSnapshots(missing, of: binding) {
      found[note(snapshot, of: version)] = snapshot
    }
    return found
  }

  func snapshots(of binding: EntityBinding) throws -> [(key: Int64, snapshot: DefaultSnapshot)] {
    func open<Model: PersistentModel>(
      _ type: Model.Type
    ) throws -> [(key: Int64, snapshot: DefaultSnapshot)] { try fetch(FetchDescriptor<Model>()) }
    return try open(binding.modelType)
  }

  /// Fetches models by their identifiers: first those that the store has in memory, then the
  /// others.
  private func storedSnapshots(
    _ identifiers: [PersistentIdentifier], of binding: EntityBinding
  ) throws -> [DefaultSnapshot] {
    let cached = try base.asking {
      try $0.cachedSnapshots(for: identifiers, editingState: editingState)
    }
    var found = try cached.values.map { try DefaultSnapshot(of: $0) }
    let rest = Set(identifiers).subtracting(cached.keys)
    guard !rest.isEmpty else { return found }
    func open<Model: PersistentModel>(_ type: Model.Type) throws {
      let wanted = Array(rest)
      let predicate = Predicate<Model> { model in
        PredicateExpressions.build_contains(
          PredicateExpressions.build_Arg(wanted),
          PredicateExpressions.build_KeyPath(
            root: PredicateExpressions.build_Arg(model), keyPath: \.persistentModelID))
      }
      let question = SnapshotFetch(
        FetchDescriptor<Model>(predicate: predicate), binding, self)
      try question.ask(for: .models, in: nil)
      found += try question.snapshots(in: nil).map(\.snapshot).filter {
        rest.contains($0.persistentIdentifier)
      }
    }
    try open(binding.modelType)
    return found
  }
}
