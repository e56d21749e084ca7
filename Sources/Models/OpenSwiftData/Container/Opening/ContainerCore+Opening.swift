import RecordStore

extension ContainerCore {
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
      return try opened(schema, migrationPlan, configurations, options)
    } catch let error as SwiftDataError {
      throw error.isOfSystem ? error : error.whileLoading
    }
  }

  /// Opens the stores in phases.
  ///
  /// Each phase takes the values of the ones before it:
  /// 1. Assign (`StoreAssignment.init`): schema and configurations → the entities of each
  ///    configuration.
  /// 2. Find (`StoreAssignment.findSources`): configurations of stores of rows → stores before they
  ///    are opened (`MigrationSource`), created if they are missing.
  /// 3. Migrate (`Migration`, which lists its own phases): sources of other versions → sources of
  ///    the container's version, and a `MigrationResult`.
  /// 4. Open (`MigrationSource.open`, `openCustomStore`): sources and other configurations →
  ///    `ModelStore`s.
  /// 5. Bind (`ContainerBindings.make`): schema and stores → the bindings of model classes to
  ///    tables; full-text indexes are updated.
  private static func opened(
    _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?,
    _ configurations: [any DataStoreConfiguration],
    _ options: MigrationOptions
  ) throws -> ContainerCore {
    try schema.checkModels()
    try schema.validateStorability()
    var assignment = try StoreAssignment(schema, configurations)
    let stores = try assignment.openStores(migrationPlan, options)
    let bindings = try assignment.migration.reporting {
      let bindings = try assignment.bindings(to: stores)
      try assignment.keepTextIndexes(bindings, stores)
      return bindings
    }
    return ContainerCore(
      assignment.schema, migrationPlan, stores: stores,
      assignment.configurations.compactMap { $0 as? ModelConfiguration },
      names: assignment.configurations.map(\.name), bindings)
  }
}
