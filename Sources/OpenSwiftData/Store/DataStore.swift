import Foundation

/// Something that keeps models and gives them back.
///
/// A container talks to its stores in snapshots: values of a model, free of the instance.
public protocol DataStore: AnyObject {
  /// What the store is made from.
  associatedtype Configuration: DataStoreConfiguration where Self == Configuration.Store
  /// The form in which the store takes and gives values.
  associatedtype Snapshot: DataStoreSnapshot

  /// What identifies the store among all; identifiers of its models carry it.
  var identifier: String { get }
  /// The models that the store keeps.
  var schema: Schema { get }
  /// What the store was made from.
  var configuration: Configuration { get }

  /// Opens the store, migrating it where need be.
  init(_ configuration: Configuration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws

  /// Removes all that the store keeps.
  func erase() throws
  /// Finds models.
  func fetch<T>(_ request: DataStoreFetchRequest<T>) throws -> DataStoreFetchResult<T, Snapshot>
  where T: PersistentModel
  /// Counts models.
  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int where T: PersistentModel
  /// Finds the identifiers of models.
  func fetchIdentifiers<T>(_ request: DataStoreFetchRequest<T>) throws -> [PersistentIdentifier]
  where T: PersistentModel
  /// Writes what was inserted, updated and deleted, all or nothing.
  func save(
    _ request: DataStoreSaveChangesRequest<Snapshot>
  ) throws -> DataStoreSaveChangesResult<Snapshot>
  /// Prepares for a context that begins to use the store.
  func initializeState(for editingState: EditingState)
  /// Lets go of what was kept for a context that ends.
  func invalidateState(for editingState: EditingState)
  /// Gives the snapshots of those models that the store has at hand.
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

  /// Finds identifiers by fetching the models.
  ///
  /// - Throws: What `fetch(_:)` throws.
  public func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try fetch(request).fetchedSnapshots.map(\.persistentIdentifier)
  }

  /// Refuses, since only the store knows how it is erased.
  ///
  /// - Throws: `DataStoreError.unsupportedFeature`.
  public func erase() throws {
    throw DataStoreError.unsupportedFeature
  }

  /// Does nothing.
  public func initializeState(for editingState: EditingState) {}

  /// Does nothing.
  public func invalidateState(for editingState: EditingState) {}

  /// Gives no snapshots.
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

/// What a store is made from.
public protocol DataStoreConfiguration: Hashable {
  /// The store that the configuration is for.
  associatedtype Store: DataStore where Self == Store.Configuration

  /// The name of the configuration.
  var name: String { get }
  /// The models of the store; nil for all of the container's.
  var schema: Schema? { get set }
  /// Checks that the configuration can have a store.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts the configuration.
  ///
  /// - Throws: Nothing; implementations may.
  public func validate() throws {}
}
