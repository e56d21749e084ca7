extension ModelContext {
  /// The transactions of a type that a descriptor asks for, of all stores whose history has that type.
  ///
  /// With several stores the limit and the order are those of the whole. All transactions that a store on
  /// SQLite keeps are read, with one statement, and the predicate is evaluated in memory.
  ///
  /// - Throws: What a store throws, and what evaluating the predicate throws.
  public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  where T: HistoryTransaction {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    var found: [[T]] = []
    for (store, bindings) in zip(core.stores, core.bindings.byStore) {
      if let transactions = try session(store).fetchHistory(descriptor, bindings) {
        found.append(transactions)
      }
    }
    guard found.count > 1 else { return found.first ?? [] }
    var rest = descriptor
    rest.predicate = nil
    return try rest.chosen(of: found.flatMap(\.self))
  }

  /// Forgets the transactions of a type that a descriptor asks for, in all stores whose history has
  /// that type; with several stores the limit is one for each.
  ///
  /// - Throws: What a store throws, and what evaluating the predicate throws.
  public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws
  where T: HistoryTransaction {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    for (store, bindings) in zip(core.stores, core.bindings.byStore) {
      try session(store).deleteHistory(descriptor, bindings)
    }
  }
}
