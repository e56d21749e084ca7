import CoreDataFormat
import DataSchema
import RecordStore

/// The models of one version, for the closure of a stage.
final class StageContext {
  let context: ModelContext
  /// The connections, in the order of the stores.
  let connections: [StageConnection]
  let core: ContainerCore

  /// - Parameters:
  ///   - version: The version whose classes the models have.
  ///   - stores: The stores of the stage.
  ///   - models: The entities of the version in each store.
  ///   - tables: The tables with the rows of the version in each store.
  ///   - allowsSave: Whether the models may be changed.
  /// - Throws: `SwiftDataError` for models that cannot be stored.
  init(
    _ version: MigrationVersion, _ stores: [StoreMigration], models: [ModelDescription],
    tables: [TableMap], allowsSave: Bool
  ) throws {
    let stages = try stores.indices.map {
      try stores[$0].session.makeStage(models[$0], tables[$0], allowsSave: allowsSave)
    }
    connections = stages.map(\.connection)
    let opened = zip(stages, models).map { RowModelStore.store($0.store, $1) }
    core = ContainerCore(
      version.schema, stores: opened,
      stores.compactMap {
        ($0.session.source as? StoreFile).map { ModelConfiguration($0.options) }
      },
      try ContainerBindings.make(
        version.schema, models, opened,
        absence: .init(
          reason: "The model is not in any of the stores that take part in this stage. Either "
            + "version \(version.identifier) does not have it, or its store has already "
            + "passed the stage.",
          advice: "Use only models of this version whose stores take part in the stage.")))
    context = ModelContext(core)
  }

  /// Saves changes that the closure did not save, or throws an error that could not be reported
  /// earlier.
  func finish() throws {
    if context.hasChanges || context.deferredFailure != nil { try context.save() }
  }

  /// Closes the connections to further use; contexts that outlive the stage get errors from now on.
  func end() {
    context.migrationStage = nil
    for connection in connections { connection.end() }
  }
}
