import Foundation
import RecordStore

/// The store that a `ModelConfiguration` is for: a file in Core Data's layout.
///
/// It reads and writes snapshots as well as serving the contexts of a container. Each editing state
/// that it works for has a context within, which reads what is stored, relates the models of a
/// request to each other and saves them: rules, errors and the history are those of a context's save.
///
/// > Important: Differs from SwiftData. An updated snapshot changes what it says otherwise than its
/// > row, property by property, and nothing where both agree; one whose row is gone is an error.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
  /// The configuration that names the store.
  public typealias Configuration = ModelConfiguration
  /// The values of one model.
  public typealias Snapshot = DefaultSnapshot
  /// What one save did.
  public typealias HistoryType = DefaultHistoryTransaction
  /// A point in the history.
  public typealias TokenType = DefaultHistoryToken

  /// What the store was opened with.
  public let configuration: ModelConfiguration
  /// What the store holds.
  public let schema: Schema
  /// The name of the configuration.
  public let name: String
  /// Identifies the store; part of the identifiers of all its models.
  public var identifier: String { service.identifier }

  private let service: SnapshotService

  /// Opens the store, and makes it where it does not exist.
  ///
  /// - Throws: `SwiftDataError` that says why the store cannot be used.
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    try configuration.validate()
    self.configuration = configuration
    let schema = configuration.schema ?? Schema()
    name = configuration.name
    try schema.checkModels()
    try schema.validateStorability()
    var assignment = try StoreAssignment(schema, [configuration])
    let stores = try assignment.openStores(migrationPlan, MigrationOptions())
    let types = schema.modelTypes
    let hasClasses = schema.entities.allSatisfy { types[$0.name] != nil }
    let bindings =
      try hasClasses
      ? assignment.bindings(to: stores)
      : ContainerBindings([], absence: "The store's schema was made without model classes.")
    if hasClasses { try assignment.keepTextIndexes(bindings, stores) }
    self.schema = assignment.schema
    service = SnapshotService(
      ContainerCore(assignment.schema, stores: stores, [configuration], bindings))
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
  where T: PersistentModel {
    try service.fetchCount(request)
  }

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
  /// The result has the permanent identifier for each temporary one, and the snapshots of rows that
  /// say something else than was to be written, as where a unique value was there already.
  ///
  /// - Throws: What `ModelContext.save()` throws; `SwiftDataError.modelValidationFailure` for an
  ///   identifier that names no model, and for an updated snapshot whose row is gone;
  ///   `SwiftDataError.valueCannotBeStored` for a value that is none of its property's.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try service.save(request)
  }

  /// Deletes the models that meet a predicate.
  ///
  /// - Throws: What `ModelContext.delete(model:where:includeSubclasses:)` and `save()` throw.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel {
    try service.delete(request)
  }

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
  ) throws -> [DefaultHistoryTransaction] {
    try service.fetchHistory(descriptor)
  }

  /// Forgets the transactions that a descriptor asks for.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written, and what evaluating the predicate
  ///   throws.
  public func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws { try service.deleteHistory(descriptor) }
}
