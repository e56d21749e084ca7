import Foundation
import Locks
import OpenSwiftData

/// The configuration of a store that a container knows only as a `DataStore`.
struct PassingConfiguration: DataStoreConfiguration {
  typealias Store = PassingStore

  let name: String
  var schema: Schema?
  let url: URL

  fileprivate var inner: ModelConfiguration { ModelConfiguration(name, schema: schema, url: url) }
}

/// Forwards all requests to a `DefaultStore`.
final class PassingStore: DataStore, DataStoreBatching {
  typealias Snapshot = DefaultSnapshot

  /// Closures that run once, after the store in a file completed a fetch and before it returns the
  /// result.
  static let whenAnswered = Mutex<[URL: @Sendable () -> Void]>([:])

  let configuration: PassingConfiguration
  private let inner: DefaultStore

  var identifier: String { inner.identifier }
  var schema: Schema { inner.schema }

  init(
    _ configuration: PassingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws {
    self.configuration = configuration
    inner = try DefaultStore(configuration.inner, migrationPlan: migrationPlan)
  }

  func fetch<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> DataStoreFetchResult<T, DefaultSnapshot> {
    let result = try inner.fetch(request)
    Self.whenAnswered.withLock { $0.removeValue(forKey: configuration.url) }?()
    return result
  }

  func fetchCount<T>(_ request: DataStoreFetchRequest<T>) throws -> Int
  where T: PersistentModel { try inner.fetchCount(request) }

  func fetchIdentifiers<T>(
    _ request: DataStoreFetchRequest<T>
  ) throws -> [PersistentIdentifier] where T: PersistentModel {
    try inner.fetchIdentifiers(request)
  }

  func save(
    _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
  ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> { try inner.save(request) }

  func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
    try inner.delete(request)
  }

  func erase() throws { try inner.erase() }
  func initializeState(for state: EditingState) { inner.initializeState(for: state) }
  func invalidateState(for state: EditingState) { inner.invalidateState(for: state) }

  func cachedSnapshots(
    for identifiers: [PersistentIdentifier], editingState: EditingState
  ) throws -> [PersistentIdentifier: DefaultSnapshot] {
    try inner.cachedSnapshots(for: identifiers, editingState: editingState)
  }
}
