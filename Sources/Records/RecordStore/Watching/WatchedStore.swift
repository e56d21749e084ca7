/// A store on a server that can report the commits of others.
///
/// Transactions may not end in the order of their numbers, so only those before the first running
/// one are reported.
package protocol WatchedStore: RowStore {
  /// Starts observing; only transactions that finish from now on are reported.
  ///
  /// - Parameters:
  ///   - schema: The entities of the store.
  ///   - handler: Called with commits of others, on a private thread.
  /// - Returns: An object that observes until it is deinitialized.
  /// - Throws: `SwiftDataError` if the store can no longer be read.
  func watch(
    _ schema: RecordSchema, handler: @escaping @Sendable (StoreWatch.News) -> Void
  ) throws -> any Sendable

  /// Returns the number up to which all transactions have ended.
  ///
  /// Executes one statement.
  ///
  /// - Throws: What the store throws.
  func lastSettledNumber(on session: RecordSession) throws -> Int64
}
