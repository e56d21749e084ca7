import RecordStore
import Foundation

/// The store that a `ModelConfiguration` is for: a file in Core Data's layout.
///
/// > Important: Differs from SwiftData. Work with it through a `ModelContext`; its own reading and
/// > writing of snapshots throws `DataStoreError.unsupportedFeature`.
public final class DefaultStore: DataStore, DataStoreBatching {
  /// The configuration that names the store.
  public typealias Configuration = ModelConfiguration
  /// The values of one model.
  public typealias Snapshot = DefaultSnapshot

  /// What the store was opened with.
  public let configuration: ModelConfiguration
  /// What the store holds.
  public let schema: Schema
  /// The name of the configuration.
  public let name: String
  /// Identifies the store; part of the identifiers of all its models.
  public var identifier: String { store.identifier }

  private let store: SQLiteStore

  /// Opens the store, and makes it where it does not exist.
  ///
  /// - Throws: `SwiftDataError` that says why the store cannot be used.
  public init(
    _ configuration: ModelConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)? = nil
  ) throws {
    try configuration.validate()
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
    name = configuration.name
    try schema.validate()
    try schema.validateStorability()
    let assignment = try StoreAssignment(schema, [configuration])
    let stores = try assignment.openStores(migrationPlan, MigrationOptions())
    store = stores[0]
  }

  /// Deletes everything that the store holds.
  ///
  /// - Throws: `SwiftDataError` when the store cannot be written.
  public func erase() throws { try store.erase() }

  /// Reads snapshots.
  ///
  /// - Throws: `DataStoreError.unsupportedFeature`.
  public func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> where T: PersistentModel {
    throw DataStoreError.unsupportedFeature
  }

  /// Writes snapshots.
  ///
  /// - Throws: `DataStoreError.unsupportedFeature`.
  public func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
    throw DataStoreError.unsupportedFeature
  }

  /// Deletes by a predicate.
  ///
  /// - Throws: `DataStoreError.unsupportedFeature`.
  public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws
  where T: PersistentModel {
    throw DataStoreError.unsupportedFeature
  }
}
