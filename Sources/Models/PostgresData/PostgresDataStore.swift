import OpenSwiftData

/// The store that a ``PostgresConfiguration`` describes, for direct use by a program.
///
/// The contexts of a container work on the store's rows directly. This class reads and writes
/// snapshots, with the same rules, errors and history as a context's save.
public final class PostgresDataStore: DataStore, DataStoreBatching, HistoryProviding {
  /// The configuration that names the store.
  public typealias Configuration = PostgresConfiguration
  /// The values of one model.
  public typealias Snapshot = DefaultSnapshot
  /// A transaction of the history: the changes of one save.
  public typealias HistoryType = DefaultHistoryTransaction
  /// A point in the history.
  public typealias TokenType = DefaultHistoryToken

  /// The configuration that the store was opened with.
  public let configuration: PostgresConfiguration
  /// The models that the store contains.
  public let schema: Schema
  /// Uniquely identifies the store; part of the identifiers of all its models.
  public var identifier: String { service.identifier }

  private let service: SnapshotService

  /// Opens the store, and creates it if it does not exist.
  ///
  /// - Throws: `SwiftDataError` that says why the store cannot be used.
  public init(
    _ configuration: PostgresConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    service = try SnapshotService(schema, migrationPlan, configuration)
  }

  /// Prepares for a context that starts to use the store.
  public func initializeState(for editingState: EditingState) { service.begin(editingState) }

  /// Releases the resources that were kept for a context that ends.
  public func invalidateState(for editingState: EditingState) { service.end(editingState) }

  /// Deletes everything in the store.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written.
  public func erase() throws { try service.erase() }

  /// Reads snapshots of the requested models, in order, together with the targets of the
  /// relationships to prefetch.
  ///
  /// - Throws: The same errors as `ModelContext.fetch(_:)`.
  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    try service.fetch(request)
  }

  /// Counts the requested models.
  ///
  /// - Throws: The same errors as `ModelContext.fetchCount(_:)`.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel { try service.fetchCount(request) }

  /// Finds the identifiers of the requested models.
  ///
  /// - Throws: The same errors as `ModelContext.fetchIdentifiers(_:)`.
  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try service.fetchIdentifiers(request)
  }

  /// Writes snapshots atomically: either all of them or none.
  ///
  /// - Throws: The same errors as `ModelContext.save()`.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try service.save(request) }

  /// Deletes the models that match a predicate.
  ///
  /// - Throws: The same errors as `ModelContext.delete(model:where:includeSubclasses:)` and `save()`.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel { try service.delete(request) }

  /// Reads the snapshots of stored models by their identifiers; identifiers without a row are
  /// omitted.
  ///
  /// - Throws: Errors of the store.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try service.snapshots(for: persistentIdentifiers, editingState)
  }

  /// The type of the history's transactions.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// Reads the transactions that match a descriptor.
  ///
  /// - Throws: Errors of the store, and errors of evaluating the predicate.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] { try service.fetchHistory(descriptor) }

  /// Deletes the transactions that match a descriptor from the history.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written, and errors of evaluating the
  ///   predicate.
  public func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws { try service.deleteHistory(descriptor) }
}
