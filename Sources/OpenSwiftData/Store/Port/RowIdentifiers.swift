import Locks

/// The identifiers that a store gives its models itself, with the keys by which contexts know the rows.
///
/// It holds an entry for each row that any context of the container has met, for as long as the container
/// lives: a model must not change its key.
final class RowIdentifiers: Sendable {
  private struct Table {
    var keys: [PersistentIdentifier: Int64] = [:]
    /// By key, which count from 1.
    var identifiers: [PersistentIdentifier?] = []
  }

  private let table = Mutex(Table())

  /// The key of the row of an identifier, made at the first question.
  func key(of identifier: PersistentIdentifier) -> Int64 {
    table.withLock { table in
      if let known = table.keys[identifier] { return known }
      table.identifiers.append(identifier)
      let key = Int64(table.identifiers.count)
      table.keys[identifier] = key
      return key
    }
  }

  /// Whether a row of that identifier was met before.
  func knows(_ identifier: PersistentIdentifier) -> Bool {
    table.withLock { $0.keys[identifier] != nil }
  }

  /// A key for what has no row and never will.
  func nobodysKey() -> Int64 {
    table.withLock { table in
      table.identifiers.append(nil)
      return Int64(table.identifiers.count)
    }
  }

  /// The identifier of a row; nil for a key that none was given.
  func identifier(of key: Int64) -> PersistentIdentifier? {
    table.withLock { table in
      key > 0 && key <= table.identifiers.count ? table.identifiers[Int(key) - 1] : nil
    }
  }
}
