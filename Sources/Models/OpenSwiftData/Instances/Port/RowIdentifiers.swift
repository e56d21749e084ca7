import Locks

/// The identifiers that a store assigns to its models, with the keys that contexts use for their
/// rows.
///
/// It contains an entry for each row that any context of the container has seen. Entries are kept
/// as long as the container exists, because the key of a model must not change.
final class RowIdentifiers: Sendable {
  private struct Table {
    var keys: [PersistentIdentifier: Int64] = [:]
    /// By key, counting from 1.
    var identifiers: [PersistentIdentifier?] = []
  }

  private let table = Mutex(Table())

  /// The key of the row with an identifier, assigned on first use.
  func key(of identifier: PersistentIdentifier) -> Int64 {
    table.withLock { table in
      if let known = table.keys[identifier] { return known }
      table.identifiers.append(identifier)
      let key = Int64(table.identifiers.count)
      table.keys[identifier] = key
      return key
    }
  }

  /// Whether a row with an identifier is already known.
  func knows(_ identifier: PersistentIdentifier) -> Bool {
    table.withLock { $0.keys[identifier] != nil }
  }

  /// A key for a model that has no row and never will.
  func nobodysKey() -> Int64 {
    table.withLock { table in
      table.identifiers.append(nil)
      return Int64(table.identifiers.count)
    }
  }

  /// The identifier of a row; nil for a key without an identifier.
  func identifier(of key: Int64) -> PersistentIdentifier? {
    table.withLock { table in
      key > 0 && key <= table.identifiers.count ? table.identifiers[Int(key) - 1] : nil
    }
  }
}
