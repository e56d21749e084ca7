import Foundation

/// A store that saves models and fetches them.
///
/// A container exchanges snapshots with its stores: values of a model, independent of the instance.
public protocol DataStore: AnyObject {
  /// The type of configuration that the store is made from.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// The type of snapshot that the store reads and writes.
  associatedtype Snapshot: DataStoreSnapshot

  /// Uniquely identifies the store; part of its models' persistent identifiers.
  var identifier: String { get }
  /// The models that the store contains.
  var schema: Schema { get }
  /// The configuration that the store was made from.
  var configuration: Configuration { get }

  /// Opens the store, and migrates it if necessary.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Deletes everything in the store.
  func erase() throws
  /// Fetches models.
  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
  where T: PersistentModel
  /// Counts models.
  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel
  /// Fetches the identifiers of models.
  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
  where T: PersistentModel
  /// Writes the inserted, updated and deleted models, all or nothing.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>
  /// Prepares for a context that starts to use the store.
  func initializeState(for editingState: EditingState)
  /// Releases the resources that were kept for a context that ends.
  func invalidateState(for editingState: EditingState)
  /// Returns the snapshots of those models that the store has in memory.
  func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot]
}

extension DataStore {
  /// Counts models by fetching them.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel {
    try fetch(request).fetchedSnapshots.count
  }

  /// Fetches identifiers by fetching the models.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Throws an error, since only the store knows how to erase itself.
  ///
  /// - Throws: `DataStoreError.unsupportedFeature`.
  public func erase() throws {
    throw DataStoreError.unsupportedFeature
  }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// Returns no snapshots.
  ///
  /// - Throws: Nothing; implementations may.
  public func cachedSnapshots(
    for persistentIdentifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: Snapshot] {
    [:]
  }
}

/// A store that can delete models without reading them.
public protocol DataStoreBatching: DataStore {
  /// Deletes the models that the request describes.
  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}

/// A description of a store, from which the store is made.
public protocol DataStoreConfiguration: Hashable {
  /// The type of store that the configuration describes.
  associatedtype Store: DataStore where Self == Store.Configuration

  /// The name of the configuration.
  var name: String { get }
  /// The models of the store; nil for all models of the container.
  var schema: Schema? { get set }
  /// Checks that a store can be made from the configuration.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts the configuration.
  ///
  /// - Throws: Nothing; implementations may.
  public func validate() throws {}
}
