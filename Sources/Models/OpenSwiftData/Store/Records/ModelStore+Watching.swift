import RecordStore

extension SQLiteStore: WatchableStore {
  func watch(
    _ bindings: StoreBindings, _ handler: @escaping @Sendable (StoreChange) -> Void
  ) throws -> (any Sendable)? {
    guard !location.isInMemory, !isOfStage else { return nil }
    return try StoreWatch(self, bindings.schema) { [identifier] news in
      for change in StoreChange.changes(news, bindings, store: identifier) { handler(change) }
    }
  }
}

extension RowModelStore: WatchableStore {
  func watch(
    _ bindings: StoreBindings, _ handler: @escaping @Sendable (StoreChange) -> Void
  ) throws -> (any Sendable)? {
    guard let server = rows as? any WatchedStore, !isUnchanging else { return nil }
    return try server.watch(bindings.schema) { [identifier] news in
      for change in StoreChange.changes(news, bindings, store: identifier) { handler(change) }
    }
  }
}

extension StoreChange {
  /// The changes that others made, in order.
  fileprivate static func changes(
    _ news: StoreWatch.News, _ bindings: StoreBindings, store: String
  ) -> [StoreChange] {
    switch news {
    case .unknown: [.unknown]
    case .transactions(let transactions):
      transactions.map { StoreChange($0, bindings, store: store) }
    }
  }

  /// Creates the change for a transaction of another process.
  fileprivate init(_ transaction: RecordTransaction, _ bindings: StoreBindings, store: String) {
    author = transaction.author
    positions = [store: transaction.number]
    for change in transaction.changes {
      guard let identifier = bindings.binding(named: change.entity)?.identifier(of: change.key)
      else { continue }
      switch change.kind {
      case .insertion: inserted.append(identifier)
      case .update: updated.append(identifier)
      case .deletion: deleted.append(identifier)
      }
    }
  }
}
