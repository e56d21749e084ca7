import CoreDataFormat
import DataSchema
import RecordStore
import SQLCore

/// One stage of a migration: `willMigrate`, the inferred changes, and `didMigrate`.
struct StageRun {
  let step: MigrationStep
  /// The version before; nil for a store without classes in the program.
  let before: MigrationVersion?
  let after: MigrationVersion
  let stores: [StoreMigration]
  let progress: ProgressReporter

  func run() throws {
    guard case .custom(_, _, let willMigrate, let didMigrate)? = step.stage, let before else {
      return try evolve(keepingSource: false, didMigrate: nil)
    }
    var keepsSource = false
    if let willMigrate {
      try attempt(.willMigrate) {
        let stage = try StageContext(
          before, stores, models: stores.map(\.session.model),
          tables: try stores.map { try $0.session.tableMap() },
          allowsSave: true)
        defer { stage.end() }
        let migration = MigrationContext(
          old: stage.context,
          new: try Self.noModels(
            "The new models do not exist yet in willMigrate.", advice: "Use them in didMigrate."),
          lent(stage), nil)
        stage.context.migrationStage = migration
        try willMigrate(stage.context)
        try stage.finish()
        keepsSource = migration.keepsSource
      }
    }
    try evolve(keepingSource: keepsSource, didMigrate: didMigrate)
  }

  private func evolve(
    keepingSource: Bool, didMigrate: ((ModelContext) throws -> Void)?
  ) throws {
    var changes: [(evolution: StoreEvolution, model: ModelDescription)] = []
    var raisedKeys: [String: Int64] = [:]
    let modelsBefore = stores.map(\.session.model)
    try attempt(.tables) {
      changes = try stores.map {
        try change(of: $0, mayLoosen: keepingSource && didMigrate != nil)
      }
      for (store, (evolution, model)) in zip(stores, changes) {
        raisedKeys.merge(try evolution.raisedKeys(on: store.session.connection)) { $1 }
        try evolution.run(
          on: store.session.connection, keepingSource: keepingSource, progress: progress.report)
        store.session.model = model
        try store.session.tablesDidChange()
      }
    }
    let evolutions = changes.map(\.evolution)
    if let didMigrate {
      let succession = StageSuccession(evolutions: evolutions, raisedKeys: raisedKeys)
      try attempt(.didMigrate) {
        try run(didMigrate, succession, keepingSource ? modelsBefore : nil)
      }
    }
    if keepingSource {
      try attempt(.tables) {
        for (store, evolution) in zip(stores, evolutions) {
          try evolution.dropKeptSource(on: store.session.connection)
        }
      }
      try attempt(.tables) { try stores.forEach(tighten) }
    }
  }

  /// The evolution of a store to the stage's version, or to a loosened version whose problems a
  /// closure still has to solve.
  private func change(
    of store: StoreMigration, mayLoosen: Bool
  ) throws -> (evolution: StoreEvolution, model: ModelDescription) {
    let target = store.path.models[step.to]
    let evolution = try store.session.evolution(to: target)
    let obstacles = try evolution.obstacles(on: store.session.connection)
    guard !obstacles.isEmpty else { return (evolution, target) }
    guard mayLoosen, let loosened = LoosenedModel(target, by: obstacles) else {
      throw StageObstacles(obstacles: obstacles)
    }
    let possible = try store.session.evolution(to: loosened.model).renewing(loosened.renewed)
    let rest = try possible.obstacles(on: store.session.connection)
    guard rest.isEmpty else { throw StageObstacles(obstacles: rest) }
    return (possible, loosened.model)
  }

  /// Changes the tables of a store to the stage's version, if a closure ran on a loosened one.
  private func tighten(_ store: StoreMigration) throws {
    let target = store.path.models[step.to]
    guard store.session.model != target else { return }
    let evolution = try store.session.evolution(to: target)
    let obstacles = try evolution.obstacles(on: store.session.connection)
    guard obstacles.isEmpty else {
      throw StageObstacles(obstacles: obstacles, areLeftByClosure: true)
    }
    try evolution.run(on: store.session.connection, progress: progress.report)
    store.session.model = target
    try store.session.tablesDidChange()
  }

  /// Runs `didMigrate`, with the old models if they are kept.
  private func run(
    _ didMigrate: (ModelContext) throws -> Void, _ succession: StageSuccession,
    _ modelsBefore: [ModelDescription]?
  ) throws {
    let stage = try StageContext(
      after, stores, models: stores.map(\.session.model),
      tables: succession.evolutions.map(\.target.tableMap), allowsSave: true)
    defer { stage.end() }
    // The closure sets values that cannot be read in the new version.
    if modelsBefore != nil { stage.core.bindings.tolerateUnreadable() }
    let kept = try modelsBefore.flatMap { models in
      try before.map { version in
        try StageContext(
          version, stores, models: models, tables: succession.evolutions.map(\.keptSource),
          allowsSave: false)
      }
    }
    defer { kept?.end() }
    stage.context.migrationStage = MigrationContext(
      old: try kept?.context
        ?? Self.noModels(
          "The models of the old version no longer exist in didMigrate.",
          advice: "Use MigrationStage.custom(fromVersion:toVersion:migrate:), which keeps them."),
      new: stage.context, lent(stage), succession)
    try didMigrate(stage.context)
    try kept?.finish()
    try stage.finish()
  }

  private func lent(
    _ stage: StageContext
  ) -> [(configuration: String, connection: StageConnection)] {
    zip(stores, stage.connections).map { ($0.session.source.configurationName, $1) }
  }

  /// Creates a context without models.
  private static func noModels(_ reason: String, advice: String) throws -> ModelContext {
    let core = ContainerCore(
      Schema(), stores: [], [],
      ContainerBindings([], absence: .init(reason: reason, advice: advice)))
    return ModelContext(core)
  }

  private func attempt(_ phase: StageFailure.Phase, _ body: () throws -> Void) throws {
    do {
      try body()
      // After some failures the database rolls back the transaction on its own.
      guard stores.allSatisfy(\.session.connection.isInTransaction) else {
        throw SQLError(
          kind: .misuse, code: 0, message: "The database rolled back the migration by itself")
      }
    } catch {
      let from = before?.identifier ?? StoreVersion.identifier(stores[0].session.source.metadata)
      throw StageFailure(
        phase: phase,
        stage: "stage from \(from.map { "\($0)" } ?? "an unknown version") to \(after.identifier)",
        entity: phase == .tables ? progress.entity : (error as? SwiftDataError)?.entity,
        underlying: error)
    }
  }
}
