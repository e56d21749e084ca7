import Foundation

/// What one context needs to work on a store of snapshots.
///
/// It keeps the snapshots that it met, since relationships are loaded from them and a save begins with
/// them; each can be asked for again.
final class SnapshotSession<Base: DataStore>: ModelStoreSession, StoredSnapshots {
  let base: SnapshotStore<Base>
  let editingState: EditingState
  let identifiers: RowIdentifiers

  var known: [Int64: DefaultSnapshot] = [:]
  /// How many snapshots are kept; beyond it all are let go of.
  static var knownLimit: Int { 20_000 }

  /// The version of the store's contents that `known` is from.
  var seenVersion: Int
  /// Whether a snapshot came that says otherwise than before.
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
}

extension DefaultSnapshot {
  /// The values of a snapshot of any type, which is written as ``DataStoreSnapshotCodingKey`` says.
  ///
  /// - Throws: What writing and reading it throws.
  init<Snapshot: DataStoreSnapshot>(of snapshot: Snapshot) throws {
    if let known = snapshot as? DefaultSnapshot {
      self = known
    } else {
      self = try JSONDecoder().decode(
        DefaultSnapshot.self, from: JSONEncoder().encode(snapshot))
    }
  }

  /// Whether both say the same of every property.
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
