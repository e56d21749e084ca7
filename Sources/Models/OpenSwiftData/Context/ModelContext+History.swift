extension ModelContext {
  /// The transactions of a type that match a descriptor, from all stores whose history has that
  /// type.
  ///
  /// With several stores, the limit and the order apply to the whole result. Without an order, the
  /// transactions are returned store by store.
  ///
  /// A default store executes two statements, and a third if tokens are compared. Comparisons of
  /// `token`, `transactionIdentifier`, `timestamp`, `author`, `bundleIdentifier`,
  /// `processIdentifier` and `storeIdentifier`, combined with `&&`, `||` and `!`, are evaluated in
  /// the database. So are an order by these and a limit: fetching the newest token reads one
  /// transaction. Other conditions of a predicate, such as those on `changes`, are evaluated in
  /// memory on the remaining transactions.
  ///
  /// - Throws: `SwiftDataError.historyTokenExpired` if the predicate asks for what follows a token
  ///   that is no longer in the history, or that is of no store of the container;
  ///   `SwiftDataError.invalidTransactionFetchRequest` if no store has transactions of the type;
  ///   errors of a store and of evaluating the predicate.
  public func fetchHistory<T>(_ descriptor: HistoryDescriptor<T>) throws -> [T]
  where T: HistoryTransaction {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    var found: [[T]] = []
    let identifiers = core.stores.map(\.identifier)
    for (store, bindings) in zip(core.stores, core.bindings.byStore) {
      if let transactions = try session(store).history?.fetchHistory(
        descriptor, bindings, among: identifiers)
      {
        found.append(transactions)
      }
    }
    guard let first = found.first else {
      throw SwiftDataError.invalidTransactionFetchRequest.explained(
        "The history cannot be fetched: the container has no store with transactions of the type "
          + "\(T.self).",
        advice:
          "Fetch a type that a store records; a default store records DefaultHistoryTransaction.")
    }
    guard found.count > 1 else { return first }
    return found.flatMap(\.self).sorted(using: descriptor.sortBy, first: descriptor.limit)
  }

  /// Deletes the transactions of a type that match a descriptor, in all stores whose history has
  /// that type; with several stores, the limit applies to each.
  ///
  /// - Throws: Errors of a store and of evaluating the predicate.
  public func deleteHistory<T>(_ descriptor: HistoryDescriptor<T>) throws
  where T: HistoryTransaction {
    let isNoted = beginUse()
    defer { endUse(isNoted) }
    for (store, bindings) in zip(core.stores, core.bindings.byStore) {
      try session(store).history?.deleteHistory(descriptor, bindings)
    }
  }
}
