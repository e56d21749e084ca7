import Locks

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

  /// Creates the core of a container on open stores.
  ///
  /// - Parameters:
  ///   - schema: The models of the stores.
  ///   - migrationPlan: The plan by which the stores were opened.
  ///   - stores: The stores.
  ///   - configurations: The configurations of SQLite stores.
  ///   - names: The names of the stores' configurations, in the order of the stores; nil if those
  ///     are the given ones.
  ///   - bindings: The mapping of the models to the stores.
  init(
    _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    stores: [any ModelStore], _ configurations: [ModelConfiguration],
    names: [String]? = nil, _ bindings: ContainerBindings
  ) {
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = Mutex(configurations)
    self.stores = stores
    configurationNames = names ?? configurations.map(\.name)
    self.bindings = bindings
  }
}
