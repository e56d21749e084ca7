import CoreDataFormat
import RecordStore

extension SQLiteStore {
  func watch(
    _ bindings: StoreBindings, _ handler: @escaping @Sendable (StoreChange) -> Void
  ) throws -> (any Sendable)? {
    guard !location.isInMemory, !isOfStage else { return nil }
    return try StoreWatch(self, bindings.schema) { [identifier] news in
      switch news {
      case .unknown: handler(.unknown)
      case .transactions(let transactions):
        for transaction in transactions {
          handler(StoreChange(transaction, bindings, store: identifier))
        }
      }
    }
  }
}

extension SQLiteStore {
  func recordEngine() throws -> RecordEngine? {
    guard case .schema(let tables) = tables else { return nil }
    return try RecordEngine(self, tables.model)
  }
}

extension StoreChange {
  /// What a transaction of another process did.
  fileprivate init(_ transaction: RecordTransaction, _ bindings: StoreBindings, store: String) {
    author = transaction.author
    positions = [store: transaction.number]
    for change in transaction.changes {
      let lazy = bindings.bindings.first { $0.name == change.entity }
      guard let identifier = lazy?.binding.identifier(of: change.key) else { continue }
      switch change.kind {
      case .insertion: inserted.append(identifier)
      case .update: updated.append(identifier)
      case .deletion: deleted.append(identifier)
      }
    }
  }
}
