import Foundation
import Locks

/// An object that keeps the stores of a schema open and provides contexts to work on them.
public class ModelContainer: Equatable, @unchecked Sendable {
  // `@unchecked`: `core` is Sendable, and only the main actor touches `madeMainContext`.

  let core: ContainerCore
  @MainActor private var madeMainContext: ModelContext?

  /// The models that the container stores.
  public var schema: Schema { core.schema }

  /// The plan for migrating stores of earlier versions; nil if there is none.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }

  /// Opens a store for each configuration, or one at the default location if none is given.
  ///
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    core = try ContainerCore.loaded(givenSchema, migrationPlan, configurations)
  }

  /// Opens a store for each configuration and migrates it according to the options.
  ///
  /// - Parameters:
  ///   - givenSchema: The models that the container stores.
  ///   - migrationPlan: The plan for migrating stores of earlier versions; nil for migrations that
  ///     can be inferred.
  ///   - configurations: The stores; one at the default location if none is given.
  ///   - migrationOptions: Progress handler, lock timeout and backup settings of migrations.
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason; the error
  ///   by which `migrationOptions` ends a migration, unchanged.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration..., migrationOptions: MigrationOptions
  ) throws {
    core = try ContainerCore.loaded(givenSchema, migrationPlan, configurations, migrationOptions)
  }

  /// Creates another container on stores that are already open.
  init(_ core: ContainerCore) { self.core = core }

  /// Opens a store for each configuration, or one at the default location if none is given.
  ///
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for each configuration, or one at the default location if none is given.
  ///
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for each configuration.
  ///
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  /// Opens a store for each configuration.
  ///
  /// Each store is created by the ``DataStore`` initializer of its type. Configurations of
  /// different kinds of stores can be combined, each with its own schema.
  ///
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason; errors of
  ///   creating a custom store, unchanged.
  public init(for givenSchema: Schema, configurations: [any DataStoreConfiguration]) throws {
    core = try ContainerCore.loaded(givenSchema, nil, configurations)
  }

  /// Opens a store for each configuration and migrates those of earlier versions.
  ///
  /// - Parameters:
  ///   - givenSchema: The models that the container stores.
  ///   - migrationPlan: The plan for migrating stores of earlier versions; nil for migrations that
  ///     can be inferred.
  ///   - configurations: The stores, of any kinds.
  ///   - migrationOptions: Progress handler, lock timeout and backup settings of migrations.
  /// - Throws: `SwiftDataError` that names the store that cannot be used and the reason; errors of
  ///   creating a custom store, and the error by which `migrationOptions` ends a migration,
  ///   unchanged.
  @_disfavoredOverload
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [any DataStoreConfiguration],
    migrationOptions: MigrationOptions = MigrationOptions()
  ) throws {
    core = try ContainerCore.loaded(givenSchema, migrationPlan, configurations, migrationOptions)
  }

  /// The configurations of the container's SQLite stores.
  public var configurations: Set<ModelConfiguration> {
    get { Set(core.configurations.withLock { $0 }) }
    set { core.configurations.withLock { $0 = Array(newValue) } }
  }

  /// The context of the main actor, with autosave enabled.
  @MainActor public var mainContext: ModelContext {
    if let madeMainContext { return madeMainContext }
    let context = ModelContext(core, of: self, isOwned: true)
    context.autosaveEnabled = true
    madeMainContext = context
    return context
  }

  /// Whether both use the same open stores.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool {
    lhs.core === rhs.core
  }

  /// Deletes the contents of all stores of the container.
  ///
  /// - Throws: `SwiftDataError` if a store cannot be written to.
  public func erase() throws {
    defer { core.feed.publish(.unknown) }
    for store in core.stores { try store.erase() }
  }

  /// Deletes the contents of the container's stores.
  ///
  /// A store that cannot be written to keeps its contents, and ``deferredFailureHandler`` is told why. ``erase()``
  /// throws instead.
  public func deleteAllData() {
    defer { core.feed.publish(.unknown) }
    for store in core.stores {
      do { try store.erase() } catch { core.report(error) }
    }
  }
}
