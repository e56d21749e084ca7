import PredicateSQL
import RecordStore

// Capabilities that only some stores have.

/// A store that others, mainly other processes, can change, and that detects their changes.
protocol WatchableStore: AnyObject {
  /// Starts to watch for changes that others write to the store.
  ///
  /// - Parameters:
  ///   - bindings: The model classes of the store.
  ///   - handler: Called with each change, on any thread, as long as the watch exists.
  /// - Returns: The watch; nil if nobody else can write.
  /// - Throws: `SwiftDataError` if the store can no longer be used.
  func watch(
    _ bindings: StoreBindings, _ handler: @escaping @Sendable (StoreChange) -> Void
  ) throws -> (any Sendable)?
}

/// A store that keeps its models as rows in a database.
protocol DatabaseStore: AnyObject {
  /// The rows, as sessions use them.
  var rows: any RowStore { get }

  /// Access to the rows by the names of entities and properties; nil for a store without entities.
  ///
  /// - Throws: `SwiftDataError` if the store can no longer be used.
  func recordEngine() throws -> RecordEngine?
}

/// A store that can have full-text indexes.
protocol TextIndexedStore: AnyObject {
  /// Creates the indexes that are missing, and deletes those that are not wanted.
  ///
  /// - Parameter wanted: The indexes that the store should have.
  /// - Returns: The indexes in the same order; nil for one that cannot be used.
  /// - Throws: What creating an index throws.
  func keepTextIndexes(_ wanted: [WantedTextIndex]) throws -> [ResolvedTextIndex?]
}
