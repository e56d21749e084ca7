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
