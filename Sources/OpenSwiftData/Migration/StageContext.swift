import CoreDataFormat
import DataSchema
import RecordStore

/// The models of one version as the closure of a stage sees them.
final class StageContext {
  let context: ModelContext
  /// The connections, in the order of the stores.
  let connections: [StageConnection]
  let core: ContainerCore

  /// - Parameters:
  ///   - version: The version whose classes the models have.
  ///   - stores: The stores that take part in the stage.
  ///   - models: The entities of the version in each store.
  ///   - tables: Where the rows of the version stand in each.
  ///   - allowsSave: Whether the models may be changed.
  /// - Throws: `SwiftDataError` for models that cannot be stored.
  init(
    _ version: MigrationVersion, _ stores: [MigratingStore], models: [ModelDescription],
    tables: [TableMap], allowsSave: Bool
  ) throws {
    let stages = try stores.indices.map {
      try stores[$0].stages.makeStage(models[$0], tables[$0], allowsSave: allowsSave)
    }
    connections = stages.map(\.connection)
    let opened = zip(stages, models).map { RowModelStore.store($0.store, $1) }
    core = ContainerCore(
      version.schema, stores: opened,
      stores.compactMap { ($0.found as? StoreFile).map { ModelConfiguration($0.options) } },
      try ContainerBindings.make(
        version.schema, models, opened,
        absence: "The model is in none of the stores that take part in this stage; version "
          + "\(version.identifier) does not have it, or its store is past the stage."))
    context = ModelContext(ModelContainer(core))
  }

  /// Saves what the closure left unsaved, or throws what it could not be told.
  func finish() throws {
    if context.hasChanges || context.deferredFailure != nil { try context.save() }
  }

  /// Ends the use of the connections; contexts that live longer get errors from now on.
  func end() {
    context.migration = nil
    for connection in connections { connection.end() }
  }
}
