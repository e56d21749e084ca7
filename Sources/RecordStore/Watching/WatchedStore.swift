/// A store on a server, which tells by its own means what others commit.
///
/// Its transactions may end in another order than that of their numbers: what is told of them ends before the first
/// one that is still under way.
package protocol WatchedStore: RowStore {
  /// Begins to watch; what is settled from now on counts.
  ///
  /// - Parameters:
  ///   - schema: The entities of the store.
  ///   - handler: Called with what others committed, on a thread of the watch's own.
  /// - Returns: What watches for as long as it lives.
  /// - Throws: `SwiftDataError` where the store can no longer be read.
  func watch(
    _ schema: RecordSchema, handler: @escaping @Sendable (StoreWatch.News) -> Void
  ) throws -> any Sendable

  /// The number up to which all transactions have ended.
  ///
  /// Executes one statement.
  ///
  /// - Throws: What the store throws.
  func lastSettledNumber(on session: RecordSession) throws -> Int64
}
