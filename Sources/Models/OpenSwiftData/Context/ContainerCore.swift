import Locks
import RecordStore

/// The open stores of a container and the mapping of its models to them.
///
/// Contexts retain it as well as the container does, so that a context that outlives its container
/// continues to work.
final class ContainerCore: Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let configurations: Mutex<[ModelConfiguration]>
  let stores: [any ModelStore]
  /// The names of the stores' configurations, in the same order.
  let configurationNames: [String]
  let bindings: ContainerBindings
  let concurrentUseHandler = Mutex<(@Sendable (ConcurrentUse) -> Void)?>(nil)
  /// Notifies observers of changes to the stores.
  let feed = ChangeFeed()
  let deferredFailureHandler = Mutex<(@Sendable (DeferredFailure) -> Void)?>(nil)
  let lostChangeHandler = Mutex<(@Sendable (LostChange) -> Void)?>(nil)

  /// Opens the stores of a container.
  ///
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason, marked as
  ///   a failure to load a container.
  static func loaded(
    _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?,
    _ configurations: [any DataStoreConfiguration],
    _ options: MigrationOptions = MigrationOptions()
  ) throws -> ContainerCore {
    do {
      return try ContainerCore(schema, migrationPlan, configurations, options)
    } catch let error as SwiftDataError {
      throw error.isOfSystem ? error : error.whileLoading
    }
  }

  private init(
    _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?,
    _ configurations: [any DataStoreConfiguration],
    _ options: MigrationOptions
  ) throws {
    try schema.checkModels()
    try schema.validateStorability()
    var assignment = try StoreAssignment(schema, configurations)
    self.migrationPlan = migrationPlan
    self.configurations = Mutex(assignment.configurations.compactMap { $0 as? ModelConfiguration })
    stores = try assignment.openStores(migrationPlan, options)
    self.schema = assignment.schema
    configurationNames = assignment.configurations.map(\.name)
    let stores = self.stores
    bindings = try assignment.migration.reporting {
      let bindings = try assignment.bindings(to: stores)
      try assignment.keepTextIndexes(bindings, stores)
      return bindings
    }
  }

  /// Creates the core of a container on stores that are already open.
  init(
    _ schema: Schema, stores: [any ModelStore], _ configurations: [ModelConfiguration],
    _ bindings: ContainerBindings
  ) {
    self.schema = schema
    migrationPlan = nil
    self.configurations = Mutex(configurations)
    self.stores = stores
    configurationNames = configurations.map(\.name)
    self.bindings = bindings
  }
}
