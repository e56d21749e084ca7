extension ModelContext {
  /// The transactions of a type that a descriptor asks for, of all stores whose history has that type.
  ///
  /// With several stores the limit and the order are those of the whole, and without an order the
  /// transactions come store by store.
  ///
  /// A default store executes two statements, and a third where tokens are compared. Comparisons of
  /// `token`, `transactionIdentifier`, `timestamp`, `author`, `bundleIdentifier`, `processIdentifier` and
  /// `storeIdentifier`, joined by `&&`, `||` and `!`, decide in the database which transactions are
  /// read, as do an order by these and a limit: the newest token is one transaction. What else a
  /// predicate asks, as of `changes`, is evaluated in memory on what is left.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` where the predicate asks what came after a token, and
  ///   that is not there any more, or the token is of no store of the container;
  ///   `SwiftDataError.invalidTransactionFetchRequest` where no store has transactions of the type; what a
  ///   store throws, and what evaluating the predicate throws.
  public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  where T: HistoryTransaction {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    var found: [[T]] = []
    let identifiers = core.stores.map(\.identifier)
    for (store, bindings) in zip(core.stores, core.bindings.byStore) {
      if let transactions = try session(store).fetchHistory(
        descriptor, bindings, among: identifiers)
      {
        found.append(transactions)
      }
    }
    guard let first = found.first else {
      throw SwiftDataError.invalidTransactionFetchRequest.explained(
        "No store of the container has a history of the type \(T.self).",
        advice: "Ask for those that a store has; a default store has DefaultHistoryTransaction.")
    }
    guard found.count > 1 else { return first }
    return found.flatMap(\.self).sorted(using: descriptor.sortBy, first: descriptor.limit)
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
