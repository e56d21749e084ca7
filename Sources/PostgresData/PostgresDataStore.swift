import OpenSwiftData

/// The store that a ``PostgresConfiguration`` is for, as a program's own code may use it.
///
/// The contexts of a container work on its rows themselves; here snapshots are read and written, with the
/// rules, errors and history of a context's save.
public final class PostgresDataStore: DataStore, DataStoreBatching, HistoryProviding {
  /// The configuration that names the store.
  public typealias Configuration = PostgresConfiguration
  /// The values of one model.
  public typealias Snapshot = DefaultSnapshot
  /// What one save did.
  public typealias HistoryType = DefaultHistoryTransaction
  /// A point in the history.
  public typealias TokenType = DefaultHistoryToken

  /// What the store was opened with.
  public let configuration: PostgresConfiguration
  /// What the store holds.
  public let schema: Schema
  /// Identifies the store; part of the identifiers of all its models.
  public var identifier: String { service.identifier }

  private let service: SnapshotService

  /// Opens the store, and makes it where it does not exist.
  ///
  /// - Throws: `SwiftDataError` that says why the store cannot be used.
  public init(
    _ configuration: PostgresConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    service = try SnapshotService(schema, migrationPlan, configuration)
  }

  /// Prepares for a context that begins to use the store.
  public func initializeState(for editingState: EditingState) { service.begin(editingState) }

  /// Lets go of what was kept for a context that ends.
  public func invalidateState(for editingState: EditingState) { service.end(editingState) }

  /// Deletes everything that the store holds.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written.
  public func erase() throws { try service.erase() }

  /// Reads snapshots of the models that the request asks for, in order, with those that relationships
  /// to prefetch lead to.
  ///
  /// - Throws: What `ModelContext.fetch(_:)` throws.
  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    try service.fetch(request)
  }

  /// Counts the models that the request asks for.
  ///
  /// - Throws: What `ModelContext.fetchCount(_:)` throws.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel { try service.fetchCount(request) }

  /// Finds the identifiers of the models that the request asks for.
  ///
  /// - Throws: What `ModelContext.fetchIdentifiers(_:)` throws.
  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try service.fetchIdentifiers(request)
  }

  /// Writes snapshots, all or nothing.
  ///
  /// - Throws: What `ModelContext.save()` throws.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try service.save(request) }

  /// Deletes the models that meet a predicate.
  ///
  /// - Throws: What `ModelContext.delete(model:where:includeSubclasses:)` and `save()` throw.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel { try service.delete(request) }

  /// Reads the snapshots of stored models by their identifiers; those without a row are left out.
  ///
  /// - Throws: What the store throws.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try service.snapshots(for: persistentIdentifiers, editingState)
  }

  /// What one save did.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// Reads the transactions that a descriptor asks for.
  ///
  /// - Throws: What the store throws, and what evaluating the predicate throws.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] { try service.fetchHistory(descriptor) }

  /// Forgets the transactions that a descriptor asks for.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written, and what evaluating the predicate
  ///   throws.
  public func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws { try service.deleteHistory(descriptor) }
}
