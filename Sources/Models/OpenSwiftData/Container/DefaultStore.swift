import Foundation

/// The store that a `ModelConfiguration` describes: a file in Core Data's layout.
///
/// It reads and writes snapshots, and it also serves the contexts of a container. For each editing
/// state it has an internal context, which fetches the stored models, resolves the relationships
/// between the models of a request and saves them. So the rules, errors and history are the same as
/// for a save of a context.
///
/// > Important: Differs from SwiftData. An updated snapshot changes only the properties whose
/// > values differ from the row. An updated snapshot whose row was deleted is an error.
public final class DefaultStore: DataStore, DataStoreBatching, HistoryProviding {
  /// The configuration that the store is made from.
  public typealias Configuration = ModelConfiguration
  /// The values of one model.
  public typealias Snapshot = DefaultSnapshot
  /// The history of one save.
  public typealias HistoryType = DefaultHistoryTransaction
  /// A position in the history.
  public typealias TokenType = DefaultHistoryToken

  /// The configuration that the store was opened with.
  public let configuration: ModelConfiguration
  /// The models that the store contains.
  public let schema: Schema
  /// The name of the configuration.
  public let name: String
  /// Uniquely identifies the store; part of its models' persistent identifiers.
  public var identifier: String { service.identifier }

  private let service: SnapshotService

  /// Opens the store, and creates it if it does not exist.
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
      : ContainerBindings(
        [],
        absence: .init(
          reason:
            "Models cannot be used, because the store's schema was created without model classes.",
          advice: "Create the schema from model types."))
    if hasClasses { try assignment.keepTextIndexes(bindings, stores) }
    self.schema = assignment.schema
    service = SnapshotService(
      ContainerCore(assignment.schema, stores: stores, [configuration], bindings))
  }

  /// Prepares for a context that starts to use the store.
  public func initializeState(for editingState: EditingState) { service.begin(editingState) }

  /// Releases the resources that were kept for a context that ends.
  public func invalidateState(for editingState: EditingState) { service.end(editingState) }

  /// Deletes everything in the store.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written.
  public func erase() throws { try service.erase() }

  /// Fetches snapshots of the requested models, in order, and of the models that prefetched
  /// relationships lead to.
  ///
  /// - Throws: What `ModelContext.fetch(_:)` throws.
  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    try service.fetch(request)
  }

  /// Counts the requested models.
  ///
  /// - Throws: What `ModelContext.fetchCount(_:)` throws.
  ///
  /// - Throws: What `ModelContext.fetchCount(_:)` throws.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel {
    try service.fetchCount(request)
  }

  /// Fetches the identifiers of the requested models.
  ///
  /// - Throws: What `ModelContext.fetchIdentifiers(_:)` throws.
  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try service.fetchIdentifiers(request)
  }

  /// Writes snapshots, all or nothing.
  ///
  /// The result maps each temporary identifier to the permanent one. It also contains the snapshots
  /// of rows whose values differ from the requested ones, for example because a unique value
  /// existed already.
  ///
  /// - Throws: What `ModelContext.save()` throws; `SwiftDataError.modelValidationFailure` for an
  ///   identifier that is not one of a model, and for an updated snapshot whose row was deleted;
  ///   `SwiftDataError.valueCannotBeStored` for a value that is not of its property's type.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    try service.save(request)
  }

  /// Deletes the models that match a predicate.
  ///
  /// - Throws: What `ModelContext.delete(model:where:includeSubclasses:)` and `save()` throw.
  ///
  /// - Throws: What `ModelContext.delete(model:where:includeSubclasses:)` and `save()` throw.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel {
    try service.delete(request)
  }

  /// Fetches the snapshots of stored models by their identifiers, without those that have no row.
  ///
  /// - Throws: What the store throws.
  ///
  /// - Throws: What the store throws.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try service.snapshots(for: persistentIdentifiers, editingState)
  }

  /// The type of the history of one save.
  public static var historyType: DefaultHistoryTransaction.Type { DefaultHistoryTransaction.self }

  /// Fetches the transactions that a descriptor describes.
  ///
  /// - Throws: What the store throws, and what evaluating the predicate throws.
  ///
  /// - Throws: What the store throws, and what evaluating the predicate throws.
  public func fetchHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws -> [DefaultHistoryTransaction] {
    try service.fetchHistory(descriptor)
  }

  /// Deletes the transactions that a descriptor describes from the history.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written, and what evaluating the predicate
  ///   throws.
  ///
  /// - Throws: `SwiftDataError` if the store cannot be written, and what evaluating the predicate
  ///   throws.
  public func deleteHistory(
    _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
  ) throws { try service.deleteHistory(descriptor) }
}
