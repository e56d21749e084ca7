import DataSchema
import Foundation
import Locks
import RecordStore

/// Keeps the stores of a schema open and hands out contexts to work on them.
public class ModelContainer: Equatable, @unchecked Sendable {
  // `@unchecked`: `core` is Sendable, and only the main actor touches `madeMainContext`.

  let core: ContainerCore
  @MainActor private var madeMainContext: ModelContext?

  /// What the container stores.
  public var schema: Schema { core.schema }

  /// How stores of earlier versions are brought up to date; nil for none.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }

  /// Opens a store for each configuration; one at the default location where none is given.
  ///
  /// - Throws: `SwiftDataError` that says which store cannot be used and why.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration]
  ) throws {
    core = try ContainerCore.loaded(givenSchema, migrationPlan, configurations)
  }

  /// Opens a store for each configuration, migrating it as the options say.
  ///
  /// - Parameters:
  ///   - givenSchema: What the container stores.
  ///   - migrationPlan: How stores of earlier versions are brought up to date; nil for what can be
  ///     inferred.
  ///   - configurations: The stores; one at the default location where none is given.
  ///   - migrationOptions: Whether to keep a copy, and whom to tell how far a migration is.
  /// - Throws: `SwiftDataError` that says which store cannot be used and why; what
  ///   `migrationOptions` throws to end a migration, as it was thrown.
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration..., migrationOptions: MigrationOptions
  ) throws {
    core = try ContainerCore.loaded(givenSchema, migrationPlan, configurations, migrationOptions)
  }

  /// Another container on stores that are open already.
  init(_ core: ContainerCore) { self.core = core }

  /// Opens a store for each configuration; one at the default location where none is given.
  ///
  /// - Throws: `SwiftDataError` that says which store cannot be used and why.
  public convenience init(
    for forTypes: any PersistentModel.Type...,
    migrationPlan: (any SchemaMigrationPlan.Type)? = nil, configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for each configuration; one at the default location where none is given.
  ///
  /// - Throws: `SwiftDataError` that says which store cannot be used and why.
  public convenience init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration...
  ) throws {
    try self.init(
      for: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
  }

  /// Opens a store for each configuration.
  ///
  /// - Throws: `SwiftDataError` that says which store cannot be used and why.
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  /// Opens a store for each configuration.
  ///
  /// The store of each is made by the initializer that its type has of ``DataStore``; configurations of
  /// different stores may stand side by side, each with a schema of its own.
  ///
  /// - Throws: `SwiftDataError` that says which store cannot be used and why; what making a custom store
  ///   throws, as it was thrown.
  public init(for givenSchema: Schema, configurations: [any DataStoreConfiguration]) throws {
    core = try ContainerCore.loaded(givenSchema, nil, configurations)
  }

  /// Opens a store for each configuration, and brings those of earlier versions up to date.
  ///
  /// - Parameters:
  ///   - givenSchema: What the container stores.
  ///   - migrationPlan: How stores of earlier versions are brought up to date; nil for what can be
  ///     inferred.
  ///   - configurations: The stores, of whatever kinds.
  ///   - migrationOptions: Whom to tell how far a migration is, and how long to wait for others.
  /// - Throws: `SwiftDataError` that says which store cannot be used and why; what making a custom store
  ///   throws, and what `migrationOptions` throws to end a migration, as it was thrown.
  @_disfavoredOverload
  public init(
    for givenSchema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [any DataStoreConfiguration],
    migrationOptions: MigrationOptions = MigrationOptions()
  ) throws {
    core = try ContainerCore.loaded(givenSchema, migrationPlan, configurations, migrationOptions)
  }

  /// The configurations of the container's stores on SQLite.
  public var configurations: Set<ModelConfiguration> {
    get { Set(core.configurations.withLock { $0 }) }
    set { core.configurations.withLock { $0 = Array(newValue) } }
  }

  /// The context of the main actor, which saves by itself.
  @MainActor public var mainContext: ModelContext {
    if let madeMainContext { return madeMainContext }
    let context = ModelContext(self, isOwned: true)
    context.autosaveEnabled = true
    madeMainContext = context
    return context
  }

  /// Whether both work on the same open stores.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool {
    lhs.core === rhs.core
  }

  /// Deletes everything that the container's stores hold.
  ///
  /// - Throws: `SwiftDataError` when a store cannot be written.
  public func erase() throws {
    defer { core.feed.publish(.unknown) }
    for store in core.stores { try store.erase() }
  }

  /// Deletes everything that the container's stores hold, as far as they can be written.
  public func deleteAllData() { try? erase() }
}
