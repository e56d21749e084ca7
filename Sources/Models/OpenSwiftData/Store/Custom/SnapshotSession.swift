import Foundation

/// The state that one context needs to work with a custom store.
///
/// It caches snapshots, because relationships are loaded from them and a save is based on them.
/// Each can be fetched again.
final class SnapshotSession<Base: DataStore>: ModelStoreSession, StoredSnapshots {
  let base: SnapshotStore<Base>
  let editingState: EditingState
  let identifiers: RowIdentifiers

  var known: [Int64: DefaultSnapshot] = [:]
  /// The maximum number of cached snapshots; beyond it, the cache is emptied.
  static var knownLimit: Int { 20_000 }

  /// The version of the store's contents that the snapshots in `known` belong to.
  var seenVersion: Int
  /// Whether a snapshot may differ from the one that was read before.
  var hasForeignValues = false
  var mayConflict = false

  init(_ base: SnapshotStore<Base>, _ editingState: EditingState) {
    self.base = base
    self.editingState = editingState
    identifiers = base.rowIdentifiers
    seenVersion = base.version
    base.asking { $0.initializeState(for: editingState) }
  }

  var store: any ModelStore { base }
  var fetchCache: (any FetchCache)? { nil }
  var history: (any HistorySession)? { self as? any HistorySession }
  var transactionNumbers: (any TransactionNumbering)? { nil }
  var searches: (any SearchSession)? { nil }
  var setOperations: (any SetOperationSession)? { nil }

  func asking<Result>(_ body: (Base) throws -> Result) rethrows -> Result { try base.asking(body) }

  func close() {
    known = [:]
    base.asking { $0.invalidateState(for: editingState) }
  }

  func consumeExternalChanges() -> Bool {
    forgetOldVersion()
    guard hasForeignValues else { return false }
    hasForeignValues = false
    mayConflict = true
    return true
  }

  func noteUnloadedMembers() { mayConflict = true }

  /// Only runs `body`, since the store manages its own memory.
  func withSmallCache(_ body: () throws -> Void) throws { try body() }
}

extension DefaultSnapshot {
  /// Creates a snapshot with the values of one of any type, encoded as
  /// ``DataStoreSnapshotCodingKey`` specifies.
  ///
  /// - Throws: What encoding and decoding it throws.
  init<Snapshot: DataStoreSnapshot>(of snapshot: Snapshot) throws {
    if let known = snapshot as? DefaultSnapshot {
      self = known
    } else {
      self = try JSONDecoder().decode(
        DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
    }
  }

  /// Whether both have the same values for all properties.
  func isSame(as other: DefaultSnapshot) -> Bool {
    values.count == other.values.count
      && values.allSatisfy { other.values[$0.key].map($0.value.isSame) ?? false }
  }
}

extension SnapshotValue {
  /// The models that a relationship leads to.
  var identifiers: [PersistentIdentifier] {
    switch self {
    case .target(let target): [target]
    case .members(let members): members
    default: []
    }
  }
}
